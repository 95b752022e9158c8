import { checkData, checkDims, elementCount } from './arguments.js';
import type { Attributes } from './attributes.js';
import { type DType, storageOf, type TypedArray, typeOfClass } from './dtypes.js';
import { Engine } from './engine.js';
import { AttributeError, DTypeError, ShapeError } from './errors.js';
import type { Flavour } from './flavours.js';
import { Layouts } from './layouts.js';
import { messages } from './messages.js';
import type { Native } from './native.js';
import { type OperatorOptions, Operators } from './operators.js';
import { Shapes } from './shapes.js';
import { bytesOf, Residents, type Tensor, type TensorLike } from './tensor.js';
import type { Alignment, AlignOptions } from './trace.js';

/** Options of an operator that had `broadcast` and `axis` up to opset 6. */
export interface ArithmeticOptions extends OperatorOptions {
  /** Opset 1 to 6: 1 lets B be stretched. 0 unless given. */
  readonly broadcast?: 0 | 1;
  /** Opset 1 to 6: the axis of A on which B starts; suffix matching unless given. */
  readonly axis?: number;
}

/** Tensors, and options after them where there are any. */
export type Variadic = readonly [TensorLike, ...(TensorLike | OperatorOptions)[]];

export interface ModOptions extends OperatorOptions {
  /** 1 for the remainder with the dividend's sign; needed for floats below opset 28. */
  readonly fmod?: 0 | 1;
}

export interface BitShiftOptions extends OperatorOptions {
  readonly direction: 'LEFT' | 'RIGHT';
}

export interface GemmOptions extends OperatorOptions {
  readonly alpha?: number;
  readonly beta?: number;
  readonly transA?: 0 | 1 | boolean;
  readonly transB?: 0 | 1 | boolean;
  /** Opset 1 to 6: 1 lets C be stretched. */
  readonly broadcast?: 0 | 1;
}

export interface ClipOptions extends OperatorOptions {
  /** Opset 1 to 6 have the bounds as attributes. */
  readonly min?: number;
  readonly max?: number;
}

/** ncnn's operators, in the order of their numbers. */
export type NcnnOperator =
  | 'ADD'
  | 'SUB'
  | 'MUL'
  | 'DIV'
  | 'MAX'
  | 'MIN'
  | 'POW'
  | 'RSUB'
  | 'RDIV'
  | 'RPOW'
  | 'ATAN2'
  | 'RATAN2'
  | 'FMOD'
  | 'RFMOD'
  | 'LOGADDEXP'
  | 'FLOOR_DIVIDE'
  | 'RFLOOR_DIVIDE'
  | 'REMAINDER'
  | 'RREMAINDER';

export interface RunOptions extends OperatorOptions {
  readonly attributes?: Attributes;
}

/** One instance of the engine, with its own memory. Everything on it is synchronous. */
export class Simdcast {
  readonly flavour: Flavour;
  readonly version: string;
  readonly #engine: Engine;
  readonly #shapes: Shapes;
  readonly #operators: Operators;
  readonly #residents: Residents;
  readonly #layouts = new Layouts();

  /** @internal Use `load`. */
  constructor(native: Native) {
    this.#engine = new Engine(native);
    this.flavour = this.#engine.catalogue.flavour;
    this.version = this.#engine.catalogue.version;
    this.#shapes = new Shapes(this.#engine);
    this.#residents = new Residents(this.#engine.memory);
    this.#operators = new Operators(this.#engine, this.#shapes, this.#residents, this.#layouts);
  }

  /**
   * The shape that the operands broadcast to.
   * @throws BroadcastError where the rule does not allow them together.
   */
  broadcastShapes(shapes: readonly (readonly number[])[], options?: AlignOptions): number[] {
    return this.#shapes.broadcast(shapes, options);
  }

  /** How the operands' axes meet, whether they broadcast or not. Does not throw for a conflict. */
  align(shapes: readonly (readonly number[])[], options?: AlignOptions): Alignment {
    return this.#shapes.align(shapes, options);
  }

  /**
   * The operands' shapes with 1s inserted, so that the multidirectional rule aligns them the same
   * way: what a model needs that moves from opset 6, or from ncnn.
   */
  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    return this.#shapes.toExplicit(shapes, options);
  }

  /** A tensor in wasm memory, with a copy of `data`. The type follows from the array's class. */
  tensor(type: DType, data: TypedArray, dims: readonly number[]): Tensor;
  tensor(data: TypedArray, dims: readonly number[]): Tensor;
  tensor(
    ...given:
      | readonly [DType, TypedArray, readonly number[]]
      | readonly [TypedArray, readonly number[]]
  ): Tensor {
    const [type, data, dims] = given.length === 3 ? given : [typeOfClass(given[0]), ...given];
    if (type === undefined)
      throw new DTypeError('not_a_typed_array', messages.notAnArray('The tensor'));
    if (type === 'string') throw new DTypeError('strings_stay', messages.resident('The tensor'));
    if (!storageOf(type)) throw new DTypeError('unknown_type', messages.unknownType(String(type)));
    const { memory, catalogue } = this.#engine;
    const sizes = checkDims(dims, 'The tensor', catalogue.maxRank);
    const size = elementCount(sizes, 'The tensor');
    const array = checkData(data, type, sizes, 'The tensor');
    const source = memory.addressOf(array) === 0 ? array : (array.slice() as TypedArray);
    const address = memory.reserve(bytesOf(type, size));
    memory.write(address, source);
    const frozen = Object.freeze([...sizes]);
    return this.#residents.add(type, frozen, size, address, this.#layouts.idOf(type, frozen));
  }

  add(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Add', a, b, options);
  }

  sub(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Sub', a, b, options);
  }

  mul(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Mul', a, b, options);
  }

  /** Integers truncate; a zero divisor gives 0. */
  div(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Div', a, b, options);
  }

  /** The result has the base's type; the exponent may have another. */
  pow(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Pow', a, b, options);
  }

  /** The remainder with the divisor's sign; with `fmod: 1`, with the dividend's. */
  mod(a: TensorLike, b: TensorLike, options: ModOptions = {}): Tensor {
    return this.#run('Mod', [a, b], options, { fmod: options.fmod });
  }

  and(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('And', a, b, options);
  }

  or(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Or', a, b, options);
  }

  xor(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Xor', a, b, options);
  }

  equal(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Equal', a, b, options);
  }

  greater(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Greater', a, b, options);
  }

  less(a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    return this.#binary('Less', a, b, options);
  }

  greaterOrEqual(a: TensorLike, b: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('GreaterOrEqual', [a, b], options);
  }

  lessOrEqual(a: TensorLike, b: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('LessOrEqual', [a, b], options);
  }

  bitwiseAnd(a: TensorLike, b: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('BitwiseAnd', [a, b], options);
  }

  bitwiseOr(a: TensorLike, b: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('BitwiseOr', [a, b], options);
  }

  bitwiseXor(a: TensorLike, b: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('BitwiseXor', [a, b], options);
  }

  /** Bits shifted past the width are lost; an amount of the width or more leaves 0 (or -1). */
  bitShift(x: TensorLike, amount: TensorLike, options: BitShiftOptions): Tensor {
    return this.#run('BitShift', [x, amount], options, { direction: options?.direction });
  }

  /** The largest of one or more inputs; NaN wins. Options may come last. */
  max(...inputs: Variadic): Tensor {
    return this.#variadic('Max', inputs);
  }

  /** The smallest of one or more inputs; NaN wins. Options may come last. */
  min(...inputs: Variadic): Tensor {
    return this.#variadic('Min', inputs);
  }

  /** The sum of one or more inputs, left to right. Options may come last. */
  sum(...inputs: Variadic): Tensor {
    return this.#variadic('Sum', inputs);
  }

  /** The sum of the inputs divided by their number. Options may come last. */
  mean(...inputs: Variadic): Tensor {
    return this.#variadic('Mean', inputs);
  }

  /** x where the condition holds, y elsewhere. */
  where(condition: TensorLike, x: TensorLike, y: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('Where', [condition, x, y], options);
  }

  /** x where it is not negative, slope * x elsewhere; the slope is stretched, x never. */
  prelu(x: TensorLike, slope: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('PRelu', [x, slope], options);
  }

  /** alpha * A' * B' + beta * C, with C stretched to the product's shape. */
  gemm(a: TensorLike, b: TensorLike, c?: TensorLike, options: GemmOptions = {}): Tensor {
    const { alpha, beta, transA, transB, broadcast } = options;
    const inputs = c === undefined ? [a, b] : [a, b, c];
    return this.#run('Gemm', inputs, options, { alpha, beta, transA, transB, broadcast });
  }

  /** The matrix product over the last two axes; the axes before them broadcast. */
  matMul(a: TensorLike, b: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('MatMul', [a, b], options);
  }

  /** x stretched to meet `shape`, an array of sizes or an int64 tensor: a 1 there keeps x's size. */
  expand(x: TensorLike, shape: readonly number[] | TensorLike, options?: OperatorOptions): Tensor {
    const target = Array.isArray(shape) ? shapeTensor(shape) : (shape as TensorLike);
    return this.#run('Expand', [x, target], options);
  }

  /** Strings joined element by element. */
  stringConcat(a: TensorLike, b: TensorLike, options?: OperatorOptions): Tensor {
    return this.#run('StringConcat', [a, b], options);
  }

  /** x kept between two scalars, of which either may be left out. */
  clip(x: TensorLike, low?: TensorLike, high?: TensorLike, options: ClipOptions = {}): Tensor {
    const inputs = high !== undefined ? [x, low, high] : low !== undefined ? [x, low] : [x];
    return this.#run('Clip', inputs, options, { min: options.min, max: options.max });
  }

  /**
   * An ncnn BinaryOp on float32, by name or number. Shapes are in ncnn's order [w,h,d,c], and w runs
   * fastest in the data. A number as second operand is ncnn's `with_scalar`.
   */
  ncnn(
    operator: NcnnOperator | number,
    a: TensorLike,
    b: TensorLike | number,
    options?: OperatorOptions,
  ): Tensor {
    const known = this.#engine.catalogue.operators.filter((name) => name.startsWith(NCNN));
    const name = typeof operator === 'number' ? known[operator] : NCNN + operator;
    if (name === undefined || !known.includes(name)) {
      const names = known.map((full) => full.slice(NCNN.length));
      throw new AttributeError('unknown_operator', messages.operator(String(operator), names));
    }
    const second = typeof b === 'number' ? { data: Float32Array.of(b), dims: [] } : b;
    return this.#run(name, [a, second], options);
  }

  /** Any ONNX node of the operators here, by its name and attributes. */
  run(
    operator: string,
    inputs: readonly (TensorLike | undefined)[],
    options: RunOptions = {},
  ): Tensor {
    return this.#run(operator, inputs, options, options.attributes);
  }

  /** Whether an operator takes a type at an opset, without running it. */
  supports(operator: string, type: DType, opset?: number): boolean {
    return this.#operators.supports(operator, type, opset);
  }

  /** The size of the wasm memory in bytes, and the resident tensors alive. */
  memory(): { bytes: number; tensors: number } {
    return { bytes: this.#engine.memory.bytes, tensors: this.#residents.count };
  }

  #binary(name: string, a: TensorLike, b: TensorLike, options?: ArithmeticOptions): Tensor {
    const broadcast = options?.broadcast;
    const axis = options?.axis;
    const legacy = broadcast !== undefined || axis !== undefined;
    return this.#run(name, [a, b], options, legacy ? { broadcast, axis } : undefined);
  }

  #variadic(name: string, given: Variadic): Tensor {
    const last = given.at(-1);
    const hasOptions = typeof last === 'object' && last !== null && !('data' in last);
    const inputs = (hasOptions ? given.slice(0, -1) : given) as TensorLike[];
    return this.#run(name, inputs, hasOptions ? (last as OperatorOptions) : undefined);
  }

  #run(
    name: string,
    inputs: readonly (TensorLike | undefined)[],
    options?: OperatorOptions,
    attributes?: Attributes,
  ): Tensor {
    return this.#operators.run(name, inputs, attributes, options) as Tensor;
  }
}

const NCNN = 'ncnn.';

function shapeTensor(sizes: readonly number[]): TensorLike {
  if (!sizes.every((size) => Number.isInteger(size)))
    throw new ShapeError('invalid_shapes', messages.targetShape());
  return { data: BigInt64Array.from(sizes, BigInt), dims: [sizes.length] };
}
