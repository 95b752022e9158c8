/** Tensors: elements of one type with a shape, in an array of JavaScript or in wasm memory. */
import { checkData, checkDims, checkLength, checkStrings, elementCount } from '../base/checks.js';
import { arrayOf, type DType, itemsOf, storageOf } from '../base/dtypes.js';
import { fromValues } from '../base/elements.js';
import { DisposedError, DTypeError, fromCaller, ShapeError } from '../base/errors.js';
import type {
  ArgOptions,
  ArithmeticOptions,
  AxisOptions,
  BitShiftOptions,
  ClipOptions,
  GeluOptions,
  GemmOptions,
  IsInfOptions,
  LeakyReluOptions,
  MatMulOptions,
  ModOptions,
  NormalizationOptions,
  OneHotOptions,
  OperatorOptions,
  PadOptions,
  ReduceOptions,
  SliceOptions,
} from '../base/function-options.js';
import { fromJson, toJson } from '../base/json-values.js';
import { messages } from '../base/messages.js';
import { nest } from '../base/nested-arrays.js';
import { print } from '../base/print.js';
import { className, type TypedArray } from '../base/typed-arrays.js';
import type {
  CommonType,
  DataOf,
  ElementOf,
  Indices,
  Integers,
  Into,
  Joins,
  Meets,
  Nested,
  Numbers,
  Operand,
  PlainValue,
  Takes,
  TensorLike,
  WideNumbers,
} from '../base/types.js';
import type { Memory } from './memory.js';

/** Where a tensor's elements lie. */
export type Location = 'js' | 'wasm';

/** Elements in an array: numbers by type, strings as they are. */
export type TensorData = TypedArray | readonly string[];

/** The engine that a tensor belongs to: what its methods call, and where its elements may lie. */
export interface Owner {
  readonly memory: Memory;
  /** Whether all that is resident is gone. */
  readonly isClosed: boolean;
  /** Its functions by name, which take the tensor as their first operand. */
  readonly functions: Readonly<Record<string, (...given: unknown[]) => unknown>>;
  keepAlive(view: TypedArray, tensor: Tensor): void;
  giveBack(residence: Residence): void;
}

/** A block of wasm memory that tensors of several shapes share. */
export interface SharedBlock {
  readonly address: number;
  /** Tensors that were neither disposed of nor collected. */
  tensors: number;
}

/** Elements in wasm memory. */
export interface Residence {
  readonly owner: Owner;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly size: number;
  /** The number of the tensor's type and dims. */
  readonly layout: number;
  /** 0 once the tensor has been disposed of. */
  address: number;
  /** Undefined while no other tensor has the same memory. */
  shared: SharedBlock | undefined;
}

/** What a tensor is in JSON: numbers as they are, and as texts where JSON has none of the kind. */
export interface TensorJson {
  /** The element type. */
  readonly type: DType;
  /** The size of each axis. */
  readonly dims: readonly number[];
  /** The elements, outermost axis first; complex numbers as two each. */
  readonly data: readonly unknown[];
}

const NAME = 'The tensor';

/** As many as the engine takes. */
const MOST_AXES = 16;

/**
 * A dense tensor, outermost axis first. One that is made with `new`, or computed from plain operands,
 * owns its data in JavaScript; resident ones lie in wasm memory until they are disposed of or collected.
 *
 * Operators are methods, with the tensor as their first operand: `x.sub(mean)` is `sc.sub(x, mean)`.
 * A tensor made with `new` belongs to no engine, and has to be given to the engine's functions instead.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the operators are declared below.
export class Tensor<T extends DType = DType> implements TensorLike {
  /** The element type. */
  readonly type: T;
  /** The size of each axis; frozen. */
  readonly dims: readonly number[];
  /**
   * The elements: the array itself, or a fresh view of wasm memory. A view keeps its tensor from being
   * collected; it is stale once the memory grows, so take it after the last operation.
   */
  declare readonly data: DataOf<T>;
  readonly #size: number;
  readonly #owner: Owner | undefined;

  /**
   * A tensor in JavaScript, which needs no engine: `structuredClone`, `postMessage` and `JSON` keep its
   * type, dims and data. A typed array of the type is taken as it is, and other values are converted.
   * @throws DTypeError for data that the type does not have; ShapeError where the dims ask for more
   *   or fewer elements.
   */
  constructor(type: T, data: TypedArray | readonly PlainValue[], dims: readonly number[]);
  /** @internal */
  constructor(
    type: T,
    data: TensorData | undefined,
    dims: readonly number[],
    size: number,
    owner: Owner,
  );
  constructor(
    type: T,
    data: TypedArray | readonly unknown[] | undefined,
    dims: readonly number[],
    size?: number,
    owner?: Owner,
  ) {
    this.type = type;
    if (size !== undefined) {
      this.dims = dims;
      this.#size = size;
      if (data) this.data = data as DataOf<T>;
    } else {
      const read = readParts(type, data, dims);
      this.dims = read.dims;
      this.#size = read.size;
      this.data = read.data as DataOf<T>;
    }
    this.#owner = owner;
  }

  /** Elements. */
  get size(): number {
    return this.#size;
  }

  /** Axes. */
  get rank(): number {
    return this.dims.length;
  }

  /** Whether the elements lie in an array of JavaScript, or in wasm memory. */
  get location(): Location {
    return 'js';
  }

  /** A copy of the elements that JavaScript owns. */
  toArray(): DataOf<T> {
    return partsOf(this).data.slice() as DataOf<T>;
  }

  /**
   * The elements as arrays in arrays, as deep as there are axes: numbers, bigints for 64-bit
   * integers, booleans, strings, and pairs for complex numbers. TypeScript does not know the rank, so that
   * it may be told: `toNested<number[][]>()`.
   */
  toNested<Rows = Nested<ElementOf<T>>>(): Rows {
    const { type, dims, data } = partsOf(this);
    return nest(type, dims, data) as Rows;
  }

  /**
   * The element of a tensor that has just one.
   * @throws ShapeError
   */
  item(): ElementOf<T> {
    if (this.#size !== 1)
      throw fromCaller(new ShapeError('not_one_element', messages.item(this.dims)), this.item);
    const { type, data } = partsOf(this);
    return nest(type, [], data) as ElementOf<T>;
  }

  /** What `JSON.stringify` writes; `new Tensor(type, data, dims)` of it is the tensor again. */
  toJSON(): TensorJson {
    const { type, dims, data } = partsOf(this);
    return { type, dims, data: toJson(type, data) };
  }

  /** Type, dims and elements, laid out as NumPy does; of more than 1000, those at the ends. */
  toString(): string {
    const { type, dims, data } = partsOf(this);
    return `${messages.summary(type, dims, false)}\n${print(type, dims, data)}`;
  }

  /** What `console.log` shows in Node and Bun, and in Deno. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** What `console.log` shows in Deno. */
  [Symbol.for('Deno.customInspect')](): string {
    return this.toString();
  }

  /** Gives wasm memory back, where the elements lie there; the tensor cannot be used afterwards. */
  dispose(): void {}

  /** The end of a block that declared the tensor with `using`: `dispose`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal The engine that it belongs to; undefined for one that was made with `new`. */
  static ownerOf(tensor: Tensor): Owner | undefined {
    return tensor.#owner;
  }
}

/** What a new tensor is made of. */
function readParts(type: DType, data: unknown, dims: readonly number[]) {
  try {
    if (type !== 'string' && !storageOf(type))
      throw new DTypeError('unknown_type', messages.unknownType(type));
    const sizes = Object.freeze([...checkDims(dims, NAME, MOST_AXES)]);
    const size = elementCount(sizes, NAME);
    return { dims: sizes, size, data: arrayFrom(type, data, sizes) };
  } catch (error) {
    throw fromCaller(error, Tensor as never);
  }
}

/** The array of a tensor that JavaScript owns. */
function arrayFrom(type: DType, data: unknown, dims: readonly number[]): TensorData {
  const given = data as ArrayLike<unknown>;
  if (type === 'string') return checkStrings(data, dims, NAME);
  const accepts = storageOf(type)?.accepts ?? [];
  const isList =
    Array.isArray(data) || (className(data) !== '' && !accepts.includes(className(data)));
  if (!isList) return checkData(data, type, dims, NAME);
  const { length } = given;
  checkLength(length, type, dims, NAME);
  return fromValues(type, given, NAME, length, (item) => fromJson(type, item));
}

const isGone = ({ address, owner }: Residence): boolean => address === 0 || owner.isClosed;

/** A tensor in wasm memory. */
export class ResidentTensor<T extends DType = DType> extends Tensor<T> {
  /** Its own property, so that `structuredClone`, which would lose the elements, refuses it. */
  override readonly dispose: () => void = disposeResident;
  readonly #residence: Residence;

  constructor(residence: Residence) {
    const { type, dims, size, owner } = residence;
    super(type as T, undefined, dims, size, owner);
    this.#residence = residence;
  }

  override get location(): Location {
    return 'wasm';
  }

  override toString(): string {
    if (!isGone(this.#residence)) return super.toString();
    const { type, dims } = this.#residence;
    return messages.summary(type, dims, true);
  }

  /** A fresh view of the elements. */
  static view(tensor: ResidentTensor): TypedArray {
    const { owner, type, size, address } = ResidentTensor.residenceOf(tensor, NAME) as Residence;
    const view = owner.memory.view(arrayOf(type), address, itemsOf(type, size));
    owner.keepAlive(view, tensor);
    return view;
  }

  /**
   * Where a resident tensor lies, undefined for anything else; a DisposedError once it has been
   * disposed of.
   */
  static residenceOf(value: unknown, name: string): Residence | undefined {
    if (typeof value !== 'object' || value === null || !(#residence in value)) return undefined;
    const residence = value.#residence;
    if (isGone(residence)) throw new DisposedError('disposed', messages.disposed(name));
    return residence;
  }

  /** The same, of a tensor that may have been disposed of. */
  static lastResidenceOf(tensor: ResidentTensor): Residence {
    return tensor.#residence;
  }
}

/** What a tensor is, whatever its own properties have been set to where the engine knows it. */
function partsOf(tensor: Tensor) {
  const residence = ResidentTensor.residenceOf(tensor, NAME);
  if (!residence) return tensor;
  const { type, dims } = residence;
  return { type, dims, data: ResidentTensor.view(tensor as ResidentTensor) };
}

Object.defineProperty(ResidentTensor.prototype, 'data', {
  get(this: ResidentTensor) {
    return ResidentTensor.view(this);
  },
});

function disposeResident(this: ResidentTensor): void {
  const residence = ResidentTensor.lastResidenceOf(this);
  residence.owner.giveBack(residence);
}

/** The operators of a tensor as methods, of which the engine's public class defines the bodies. */
export interface Tensor<T extends DType> {
  /** a + b; integers wrap. */
  add<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** a - b; integers wrap. */
  sub<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** a * b; integers wrap. */
  mul<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * a / b: integers are truncated towards zero, and a divisor of 0 gives 0; floats follow IEEE
   * 754.
   */
  div<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * a to the power of b, in the type of a; b may be of another number type. Integers to integers
   * wrap; a float result becomes an integer by truncation, within the range of the type, with 0
   * for NaN.
   */
  pow<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Takes<B, Numbers>,
    options?: ArithmeticOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The remainder of a / b with the sign of the divisor; with `fmod: 1` with that of the dividend,
   * as in C.
   */
  mod<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: ModOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The larger of a and b, element by element; NaN wins, and 0 is larger than -0. `max` reduces.
   */
  maximum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The smaller of a and b, element by element; NaN wins, and -0 is smaller than 0. `min` reduces.
   */
  minimum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** -x; the lowest integer stays. */
  neg<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The magnitude of x; the lowest integer stays. */
  abs<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** -1, 0 or 1, as x is below, at or above 0; NaN stays. */
  sign<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The square root; NaN below 0. */
  sqrt<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** 1 / x. */
  reciprocal<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** e to the power of x. */
  exp<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The natural logarithm; NaN below 0. */
  log<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The sine of x in radians. */
  sin<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The cosine of x in radians. */
  cos<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The hyperbolic tangent. */
  tanh<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** 1 / (1 + exp(-x)). */
  sigmoid<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The larger of x and 0. */
  relu<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The error function. */
  erf<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** log(1 + exp(x)). */
  softplus<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The largest whole number that is not above x. */
  floor<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The smallest whole number that is not below x. */
  ceil<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The nearest whole number; halves go to the even one. */
  round<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x where it is not negative, alpha * x elsewhere. */
  leakyRelu<Out extends TensorLike = Tensor<T>>(
    options?: LeakyReluOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x where it is not negative, slope * x elsewhere. The slope broadcasts to the shape of x, and x
   * never to another.
   */
  prelu<B extends Operand, Out extends TensorLike = Tensor<T>>(
    slope: B & Joins<T, WideNumbers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x times the share of the normal distribution that lies below it. */
  gelu<Out extends TensorLike = Tensor<T>>(options?: GeluOptions<Out> & Into<T, Out>): NoInfer<Out>;

  /** x kept between two scalars of its type, of which either may be left out. */
  clip<Low extends Operand, High extends Operand, Out extends TensorLike = Tensor<T>>(
    low?: (Low & Meets<TensorLike<T>, Low>) | undefined,
    high?: (High & Meets<TensorLike<T>, High>) | undefined,
    options?: ClipOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Whether both hold. */
  and<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether either holds. */
  or<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether just one holds. */
  xor<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, 'bool', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether x does not hold. */
  not<Out extends TensorLike = Tensor<'bool'>>(
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a equals b. NaN equals nothing, and -0 equals 0; strings are compared as a whole. */
  equal<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers | 'bool' | 'string', B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a differs from b; so does NaN from everything. */
  notEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers | 'bool' | 'string', B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a > b; false where either is NaN. */
  greater<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a < b; false where either is NaN. */
  less<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: ArithmeticOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a >= b; false where either is NaN. From opset 12 on. */
  greaterOrEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether a <= b; false where either is NaN. From opset 12 on. */
  lessOrEqual<B extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    b: B & Joins<T, Numbers, B>,
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether x is NaN. */
  isNaN<Out extends TensorLike = Tensor<'bool'>>(
    options?: OperatorOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether x is infinite. */
  isInf<Out extends TensorLike = Tensor<'bool'>>(
    options?: IsInfOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** x where this condition holds, y elsewhere; all three broadcast. */
  where<X extends Operand, Y extends Operand, Out extends TensorLike = Tensor<CommonType<X, Y>>>(
    x: X & Takes<TensorLike<T>, 'bool'>,
    y: Y & Meets<X, Y>,
    options?: OperatorOptions<Out> & Into<CommonType<X, Y>, Out>,
  ): NoInfer<Out>;

  /**
   * x shifted by as many bits as `amount` says. Bits shifted past the width are lost; an amount of
   * the width or more leaves 0, or -1 of a negative x shifted to the right.
   */
  bitShift<B extends Operand, Out extends TensorLike = Tensor<T>>(
    amount: B & Joins<T, Integers, B>,
    options: BitShiftOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that both integers have. From opset 18 on. */
  bitwiseAnd<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that either integer has. From opset 18 on. */
  bitwiseOr<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that just one of the integers has. From opset 18 on. */
  bitwiseXor<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, Integers, B>,
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The bits that x does not have. From opset 18 on. */
  bitwiseNot<Out extends TensorLike = Tensor<T>>(
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The sum along the axes; integers wrap. Of no elements: 0. */
  sum<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The mean along the axes, in the type of x: of integers, truncated. */
  mean<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The largest element along the axes; NaN where there is one. */
  max<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The smallest element along the axes; NaN where there is one. */
  min<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The product along the axes; integers wrap. Of no elements: 1. */
  prod<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Whether all elements along the axes hold. */
  all<Out extends TensorLike = Tensor<'bool'>>(
    options?: ReduceOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether any element along the axes holds. */
  any<Out extends TensorLike = Tensor<'bool'>>(
    options?: ReduceOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * The index of the largest element along the axis, or among all; of equals the first, and NaN
   * counts as the largest.
   */
  argMax<Out extends TensorLike = Tensor<'int64'>>(
    options?: ArgOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /**
   * The index of the smallest element along the axis, or among all; of equals the first, and NaN
   * counts as the smallest.
   */
  argMin<Out extends TensorLike = Tensor<'int64'>>(
    options?: ArgOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /** exp(x) divided by its sum along the axis (default: -1), computed so that nothing overflows. */
  softmax<Out extends TensorLike = Tensor<T>>(
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The logarithm of `softmax` along the axis (default: -1). */
  logSoftmax<Out extends TensorLike = Tensor<T>>(
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x minus its mean, divided by its standard deviation, over the axes from `axis` on; times the
   * scale, plus the bias.
   */
  layerNormalization<
    Scale extends Operand,
    Bias extends Operand,
    Out extends TensorLike = Tensor<T>,
  >(
    scale: Scale & Meets<TensorLike<T>, Scale>,
    bias?: (Bias & Meets<TensorLike<T>, Bias>) | undefined,
    options?: NormalizationOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The elements of x, in their order, under other dims; one of them may be -1, for what is left.
   * It shares the memory of x.
   */
  reshape<Out extends TensorLike = Tensor<T>>(
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The axes of x in another order: result axis i is axis perm[i] of x. Default: reversed. */
  transpose<Out extends TensorLike = Tensor<T>>(
    perm?: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x broadcast to meet `dims`: a 1 there keeps the size of x, so that the result need not have
   * the dims that were asked for.
   */
  expand<Out extends TensorLike = Tensor<T>>(
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x without these axes, which have size 1. Default: all of size 1. It shares the memory of x. */
  squeeze<Out extends TensorLike = Tensor<T>>(
    axes?: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x with new axes of size 1, at these positions of the result. It shares the memory of x. */
  unsqueeze<Out extends TensorLike = Tensor<T>>(
    axes: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The elements of x along one axis; with `axis`, along two: the axes before it, and those from
   * it on. It shares the memory of x.
   */
  flatten<Out extends TensorLike = Tensor<T>>(
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** This tensor and others joined along an axis that they have (default: 0). */
  concat<Out extends TensorLike = Tensor<T>>(
    others: readonly Operand[],
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** This tensor and others joined along a new axis (default: 0). */
  stack<Out extends TensorLike = Tensor<T>>(
    others: readonly Operand[],
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x cut along an axis (default: 0) into equal parts, or into parts of these sizes. */
  split(parts: number | readonly number[], options?: Omit<AxisOptions, 'out'>): Tensor<T>[];

  /**
   * The part of x from each start up to its end, which is not in it. Negative ones count from the
   * end of the axis, and ends past it are cut.
   */
  slice<Out extends TensorLike = Tensor<T>>(
    starts: readonly number[],
    ends: readonly number[],
    options?: SliceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The parts of x at these indices along an axis (default: 0), which count from the end where
   * they are negative.
   */
  gather<At extends Operand, Out extends TensorLike = Tensor<T>>(
    indices: At & Takes<At, Indices>,
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x repeated along each of its axes. */
  tile<Out extends TensorLike = Tensor<T>>(
    repeats: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x with as many elements more at the beginning of each axis, then at the end of each, as `pads`
   * says; negative ones cut.
   */
  pad<Out extends TensorLike = Tensor<T>>(
    pads: readonly number[],
    options?: PadOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x with these axes reversed. Default: all. */
  flip<Out extends TensorLike = Tensor<T>>(
    axes?: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The matrix product over the last two axes, (…,m,k) by (…,k,n); the axes before them broadcast,
   * and an operand of rank 1 is a row on the left or a column on the right, whose axis the result
   * does not have.
   */
  matMul<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, WideNumbers, B>,
    options?: MatMulOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** alpha * A * B + beta * C for matrices, with this one as A. */
  gemm<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Meets<TensorLike<T>, B>,
    options?: GemmOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
  /** alpha * A * B + beta * C for matrices, with this one as A. */
  gemm<B extends Operand, C extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Meets<TensorLike<T>, B>,
    c: (C & Meets<TensorLike<T>, C>) | undefined,
    options?: GemmOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x in another type. Floats are truncated to integers; what is out of the range of the type goes
   * to its nearest end, and NaN to 0.
   */
  cast<To extends DType, Out extends TensorLike = Tensor<To>>(
    type: To,
    options?: OperatorOptions<Out> & Into<To, Out>,
  ): NoInfer<Out>;

  /** Two strings joined, element by element. From opset 20 on. */
  stringConcat<B extends Operand, Out extends TensorLike = Tensor<'string'>>(
    b: B & Joins<T, 'string', B>,
    options?: OperatorOptions<Out> & Into<'string', Out>,
  ): NoInfer<Out>;

  /**
   * For each index a vector of `depth` elements, 1 at the index and 0 elsewhere. Negative indices
   * count from the end; one that is out of range gives 0 everywhere.
   */
  oneHot<To extends DType = 'float32', Out extends TensorLike = Tensor<To>>(
    depth: number,
    options?: OneHotOptions<Out, To> & Into<To, Out>,
  ): NoInfer<Out>;
}

/** The members of a tensor that its type tells apart. */
type Typed<T extends DType> = Pick<
  Tensor<T>,
  'type' | 'data' | 'toArray' | 'toNested' | 'item' | 'split'
>;

/** A tensor of some type, which its `type` tells: `if (x.type === 'float32') x.data[0]`. */
export type AnyTensor = { [T in DType]: Typed<T> & Tensor }[DType];
