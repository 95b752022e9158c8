import type { Alignment, AlignOptions } from '../base/alignment.js';
import {
  checkData,
  checkDims,
  checkLength,
  copyOf,
  elementCount,
  stringsOf,
} from '../base/checks.js';
import { bytesOf, type DType, itemsOf, storageOf, typeOfClass } from '../base/dtypes.js';
import { fromValues, typeOfValue } from '../base/elements.js';
import { AttributeError, DTypeError, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { flatten } from '../base/nested-arrays.js';
import { checkOptions, isOptions } from '../base/option-names.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { TensorLike, TypeOf, TypeOfArray, TypeOfValue } from '../base/types.js';
import { Engine } from '../engine/engine.js';
import { EngineOperators } from '../engine/engine-operators.js';
import {
  type ArithmeticOptions,
  attributesOf,
  type BitShiftOptions,
  type ClipOptions,
  type GemmOptions,
  type ModOptions,
  NCNN,
  type NcnnOperator,
  type NestedInput,
  OPERATORS,
  type OperatorOptions,
  type PlainData,
  type PlainValue,
  RUN,
  type RunOptions,
  type Variadic,
} from '../engine/operator-options.js';
import type { EngineParts } from '../engine/parts.js';
import { Shapes } from '../engine/shapes.js';
import { fuseHook } from '../fuse/hook.js';
import type { Fused, FuseOptions, Traced } from '../fuse/types.js';
import { LayoutIds } from '../memory/layout-ids.js';
import { Residents, Tensor } from '../memory/tensor.js';
import type { Flavour } from '../wasm/flavours.js';
import type { Native } from '../wasm/native.js';

/** Bytes of wasm memory, and tensors in it. */
export interface MemoryUse {
  /** What there is now. */
  readonly bytes: number;
  /** What it may grow to. */
  readonly limit: number;
  /** What is in use. */
  readonly used: number;
  /** Resident tensors that are alive. */
  readonly tensors: number;
}

/**
 * One instance of the engine, with its own memory. Everything on it is synchronous.
 *
 * Operators follow ONNX's version at `opset` (default: the newest): its types, its attributes,
 * and its rule for the shapes. From opset 7 on operands broadcast as NumPy's do, aligned from the
 * right. All operands have one type, but where an operator says otherwise, and nothing is promoted.
 * float16 and bfloat16 are computed in float32 and rounded once, to the nearest, ties to even.
 *
 * The result lies in wasm memory where any operand does, and otherwise in an array of its own; with
 * `out` it is written there, and `out` is returned. `out` may be an operand of the result's own
 * type and shape, but for matrix products.
 *
 * Before anything is written, an operator throws a BroadcastError for shapes that its rule does not
 * allow together, a DTypeError for types that it does not take, an AttributeError for an unknown
 * operator, opset, attribute or option, a ShapeError where dims, data or `out` disagree, a
 * DisposedError for a tensor that was given back, and an OutOfMemoryError.
 */
export class Simdcast {
  /** The engine's build. */
  readonly flavour: Flavour;
  /** The package's version. */
  readonly version: string;
  readonly #engine: Engine;
  readonly #shapes: Shapes;
  readonly #operators: EngineOperators;
  readonly #residents: Residents;
  readonly #layouts = new LayoutIds();

  /** @internal Use `load`. */
  constructor(native: Native, flavour: Flavour, limit: number) {
    this.#engine = new Engine(native, limit);
    this.flavour = flavour;
    this.version = native.version;
    this.#shapes = new Shapes(this.#engine);
    this.#residents = new Residents(this.#engine.memory);
    this.#engine.memory.countTensors = () => this.#residents.count;
    this.#operators = new EngineOperators(
      this.#engine,
      this.#shapes,
      this.#residents,
      this.#layouts,
    );
  }

  /**
   * The shape that the operands broadcast to. Shapes are outermost axis first, but innermost first
   * under `ncnn`.
   *
   * @throws BroadcastError where the rule does not allow them together; ShapeError for what is no
   *   shape; AttributeError for an unknown rule or parameter.
   */
  broadcastShapes(shapes: readonly (readonly number[])[], options?: AlignOptions): number[] {
    return this.#shapes.broadcast(shapes, options);
  }

  /**
   * How the operands' axes meet, whether they broadcast or not: a conflict is not thrown, but told,
   * with what would be accepted instead.
   *
   * @throws ShapeError for what is no shape; AttributeError for an unknown rule or
   *   parameter.
   */
  align(shapes: readonly (readonly number[])[], options?: AlignOptions): Alignment {
    return this.#shapes.align(shapes, options);
  }

  /**
   * The operands' shapes with 1s inserted, so that the multidirectional rule aligns them the same
   * way: what a model needs that moves from opset 6, or from ncnn. Shapes are in the rule's order,
   * so that ncnn's are to be reversed for ONNX.
   *
   * @throws BroadcastError where the rule does not allow them together.
   */
  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    return this.#shapes.toExplicit(shapes, options);
  }

  /**
   * A tensor in wasm memory, with a copy of `data`: a typed array, or plain numbers, bigints or
   * booleans. The type follows from the data unless it is given.
   * @throws DTypeError for data that the type does not have; ShapeError where the dims ask for more
   *   or fewer elements; OutOfMemoryError.
   */
  tensor<T extends DType>(
    type: T,
    data: TypedArray | PlainData,
    dims: readonly number[],
  ): Tensor<T>;
  tensor<Data extends TypedArray>(data: Data, dims: readonly number[]): Tensor<TypeOfArray<Data>>;
  tensor<Value extends PlainData[number]>(
    data: readonly Value[],
    dims: readonly number[],
  ): Tensor<TypeOfValue<Value>>;
  tensor(
    ...given:
      | readonly [DType, TypedArray | PlainData, readonly number[]]
      | readonly [TypedArray | PlainData, readonly number[]]
  ): Tensor {
    const [type, data, dims] =
      given.length === 3 ? given : [typeOfData(given[0]), given[0], given[1]];
    if (type === undefined) throw new DTypeError('not_a_typed_array', messages.notAnArray(NAME));
    if (type === 'string') throw new DTypeError('strings_stay', messages.resident(NAME));
    if (!storageOf(type)) throw new DTypeError('unknown_type', messages.unknownType(type));
    const { memory, catalogue } = this.#engine;
    const sizes = checkDims(dims, NAME, catalogue.maxRank);
    const size = elementCount(sizes, NAME);
    const array = checkData(
      Array.isArray(data) ? this.#fromPlain(type, data, sizes, size) : data,
      type,
      sizes,
      NAME,
    );
    // A view of wasm memory would be stale after growth.
    const isInside = memory.addressOf(array) !== 0;
    const source = isInside ? memory.copy(array) : array;
    const address = memory.claim(bytesOf(type, size));
    memory.write(address, source);
    const frozen = Object.freeze([...sizes]);
    return this.#residents.add(type, frozen, size, address, this.#layouts.idOf(type, frozen));
  }

  /**
   * A tensor of nested arrays, `[[1, 2], [3, 4]]`, in wasm memory; strings stay in JavaScript.
   * Numbers give float32, bigints int64, booleans bool, unless a type is given. Complex numbers are
   * pairs.
   * @throws ShapeError where rows differ in length; DTypeError for a value that the type does not
   *   have; OutOfMemoryError.
   */
  fromArray<T extends DType>(nested: NestedInput<PlainValue>, type: T): Tensor<T>;
  fromArray<Value extends PlainValue>(nested: NestedInput<Value>): Tensor<TypeOfValue<Value>>;
  fromArray(nested: unknown, asked?: DType): Tensor {
    const { type, dims, values } = flatten(nested, asked, this.#engine.catalogue.maxRank);
    if (type !== 'string') return this.tensor(type, values as PlainData, dims);
    return new Tensor(type, Object.freeze(dims), values.length, stringsOf(values, NAME));
  }

  /**
   * a + b; integers wrap.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Add.html | ONNX Add}
   */
  add<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Add', [a, b], options);
  }

  /**
   * a - b; integers wrap.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sub.html | ONNX Sub}
   */
  sub<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Sub', [a, b], options);
  }

  /**
   * a * b; integers wrap.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mul.html | ONNX Mul}
   */
  mul<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Mul', [a, b], options);
  }

  /**
   * a / b: integers are truncated towards zero, and a divisor of 0 gives 0; floats follow IEEE 754.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Div.html | ONNX Div}
   */
  div<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Div', [a, b], options);
  }

  /**
   * a to the power of b, in the type of a; b may be of another number type. Integers to integers
   * wrap; a float result becomes an integer by truncation, within the type's range, with 0 for NaN.
   * Floats are within 1 ULP in float32.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Pow.html | ONNX Pow}
   */
  pow<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Pow', [a, b], options);
  }

  /**
   * The remainder of a / b with the divisor's sign; with `fmod: 1` with the dividend's, as in C.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mod.html | ONNX Mod}
   */
  mod<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: ModOptions<Out>,
  ): Out {
    return this.#run('Mod', [a, b], options);
  }

  /**
   * Whether both hold. Operands are bool: any byte but 0 is true.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__And.html | ONNX And}
   */
  and<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('And', [a, b], options);
  }

  /**
   * Whether either holds. Operands are bool: any byte but 0 is true.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Or.html | ONNX Or}
   */
  or<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Or', [a, b], options);
  }

  /**
   * Whether just one holds. Operands are bool: any byte but 0 is true.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Xor.html | ONNX Xor}
   */
  xor<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Xor', [a, b], options);
  }

  /**
   * Whether a equals b, as bool. NaN equals nothing, and -0 equals 0. Strings are compared as a
   * whole.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Equal.html | ONNX Equal}
   */
  equal<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Equal', [a, b], options);
  }

  /**
   * Whether a > b, as bool; false where either is NaN.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Greater.html | ONNX Greater}
   */
  greater<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Greater', [a, b], options);
  }

  /**
   * Whether a < b, as bool; false where either is NaN.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Less.html | ONNX Less}
   */
  less<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: ArithmeticOptions<Out>,
  ): Out {
    return this.#run('Less', [a, b], options);
  }

  /**
   * Whether a >= b, as bool; false where either is NaN. From opset 12 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__GreaterOrEqual.html | ONNX GreaterOrEqual}
   */
  greaterOrEqual<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('GreaterOrEqual', [a, b], options);
  }

  /**
   * Whether a <= b, as bool; false where either is NaN. From opset 12 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__LessOrEqual.html | ONNX LessOrEqual}
   */
  lessOrEqual<Out extends TensorLike = Tensor<'bool'>>(
    a: TensorLike,
    b: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('LessOrEqual', [a, b], options);
  }

  /**
   * The bits that both integers have. From opset 18 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseAnd.html | ONNX BitwiseAnd}
   */
  bitwiseAnd<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('BitwiseAnd', [a, b], options);
  }

  /**
   * The bits that either integer has. From opset 18 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseOr.html | ONNX BitwiseOr}
   */
  bitwiseOr<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('BitwiseOr', [a, b], options);
  }

  /**
   * The bits that just one of the integers has. From opset 18 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitwiseXor.html | ONNX BitwiseXor}
   */
  bitwiseXor<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('BitwiseXor', [a, b], options);
  }

  /**
   * x shifted by as many bits as `amount` says. Bits shifted past the width are lost; an amount of
   * the width or more leaves 0, or -1 of a negative x shifted to the right.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__BitShift.html | ONNX BitShift}
   */
  bitShift<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    x: A,
    amount: TensorLike,
    options: BitShiftOptions<Out>,
  ): Out {
    return this.#run('BitShift', [x, amount], options);
  }

  /**
   * The largest of 1 to 32 inputs; NaN wins, and 0 is larger than -0. Options may come last.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Max.html | ONNX Max}
   */
  max<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    first: A,
    ...rest: Variadic<Out>
  ): Out {
    return this.#variadic('Max', first, rest);
  }

  /**
   * The smallest of 1 to 32 inputs; NaN wins, and -0 is smaller than 0. Options may come last.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Min.html | ONNX Min}
   */
  min<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    first: A,
    ...rest: Variadic<Out>
  ): Out {
    return this.#variadic('Min', first, rest);
  }

  /**
   * The sum of 1 to 32 floats, from left to right. Options may come last.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Sum.html | ONNX Sum}
   */
  sum<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    first: A,
    ...rest: Variadic<Out>
  ): Out {
    return this.#variadic('Sum', first, rest);
  }

  /**
   * The sum of 1 to 32 floats divided by their number. Options may come last.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Mean.html | ONNX Mean}
   */
  mean<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    first: A,
    ...rest: Variadic<Out>
  ): Out {
    return this.#variadic('Mean', first, rest);
  }

  /**
   * x where the condition holds, y elsewhere. The condition is bool, x and y are of one type, and
   * all three broadcast.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Where.html | ONNX Where}
   */
  where<X extends TensorLike, Out extends TensorLike = Tensor<TypeOf<X>>>(
    condition: TensorLike,
    x: X,
    y: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('Where', [condition, x, y], options);
  }

  /**
   * x where it is not negative, slope * x elsewhere. The slope is stretched to the shape of x, and
   * x never.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__PRelu.html | ONNX PRelu}
   */
  prelu<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    x: A,
    slope: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('PRelu', [x, slope], options);
  }

  /**
   * alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n), with C stretched to (m,n) or
   * absent.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  gemm<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    c?: TensorLike,
    options?: GemmOptions<Out>,
  ): Out {
    const inputs = c === undefined ? [a, b] : [a, b, c];
    return this.#run('Gemm', inputs, options);
  }

  /**
   * The matrix product over the last two axes, (…,m,k) by (…,k,n); the axes before them broadcast,
   * and an operand of rank 1 is a row on the left or a column on the right, whose axis the result
   * does not have.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__MatMul.html | ONNX MatMul}
   */
  matMul<A extends TensorLike, Out extends TensorLike = Tensor<TypeOf<A>>>(
    a: A,
    b: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('MatMul', [a, b], options);
  }

  /**
   * x stretched to meet `shape`, an array of sizes or an int64 tensor: a 1 there keeps the size of
   * x, so that the result need not have the shape that was asked for.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Expand.html | ONNX Expand}
   */
  expand<X extends TensorLike, Out extends TensorLike = Tensor<TypeOf<X>>>(
    x: X,
    shape: readonly number[] | TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    const target = Array.isArray(shape)
      ? shapeTensor(shape, this.#engine.catalogue.maxRank)
      : (shape as TensorLike);
    return this.#run('Expand', [x, target], options);
  }

  /**
   * Two strings joined, element by element. From opset 20 on.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__StringConcat.html | ONNX StringConcat}
   */
  stringConcat<Out extends TensorLike = Tensor<'string'>>(
    a: TensorLike,
    b: TensorLike,
    options?: OperatorOptions<Out>,
  ): Out {
    return this.#run('StringConcat', [a, b], options);
  }

  /**
   * x kept between two scalars, of rank 0 and the type of x, of which either may be left out. Where
   * low is above high the result is high.
   *
   * @see {@link https://onnx.ai/onnx/operators/onnx__Clip.html | ONNX Clip}
   */
  clip<X extends TensorLike, Out extends TensorLike = Tensor<TypeOf<X>>>(
    x: X,
    low?: TensorLike,
    high?: TensorLike,
    options?: ClipOptions<Out>,
  ): Out {
    const inputs = high !== undefined ? [x, low, high] : low !== undefined ? [x, low] : [x];
    return this.#run('Clip', inputs, options);
  }

  /**
   * An ncnn BinaryOp on float32, by name or number. Dims are in ncnn's order, [w,h,d,c], with one
   * to four axes and no 0; w runs fastest in the data. A number as second operand is ncnn's
   * `with_scalar`.
   *
   * ncnn checks no sizes; here those that it would read out of bounds for are a BroadcastError.
   *
   * @see {@link
   *   https://github.com/Tencent/ncnn/blob/master/docs/developer-guide/binaryop-broadcasting.md |
   *   ncnn's BinaryOp broadcasting}
   */
  ncnn<Out extends TensorLike = Tensor<'float32'>>(
    operator: NcnnOperator | number,
    a: TensorLike,
    b: TensorLike | number,
    options?: OperatorOptions<Out>,
  ): Out {
    checkOptions(options, NCNN);
    const known = this.#engine.catalogue.operators.filter((name) => name.startsWith(PREFIX));
    const name = known.find((full, number) =>
      typeof operator === 'number' ? operator === number : full.slice(PREFIX.length) === operator,
    );
    if (name === undefined) {
      const names = known.map((full) => full.slice(PREFIX.length));
      throw new AttributeError('unknown_operator', messages.operator(operator, names));
    }
    const second = typeof b === 'number' ? { data: Float32Array.of(b), dims: [] } : b;
    return this.#operators.run(name, [a, second], undefined, options) as Out;
  }

  /**
   * Any ONNX node of the operators here, by its name and attributes: `sc.run('Add', [a, b], {
   * opset: 6, attributes: { broadcast: 1, axis: 1 } })`. An optional input that is absent is
   * `undefined`.
   */
  run<Out extends TensorLike = Tensor>(
    operator: string,
    inputs: readonly (TensorLike | undefined)[],
    options?: RunOptions<Out>,
  ): Out {
    checkOptions(options, RUN);
    return this.#operators.run(operator, inputs, options?.attributes, options) as Out;
  }

  /**
   * Compiles an elementwise expression into a function of tensors, as in `sc.fuse((x, mean, std) =>
   * x.sub(mean).div(std))`: each operand is read once, intermediates stay in registers, and the result
   * is written once, with the bits that the operators give one by one. Numbers take the type of the
   * operand that they meet. It needs the entry `simdcast/fuse` to be imported.
   *
   * @throws AttributeError where it is not, for what is not an expression, and for an opset before 7.
   */
  fuse<Inputs extends readonly Traced[]>(
    expression: (...inputs: Inputs) => Traced,
    options?: FuseOptions,
  ): Fused<Inputs> {
    return fuseHook.fuse(Simdcast.partsOf(this), expression, options);
  }

  /**
   * Whether an operator takes a type at an opset (default: the newest). Of operands with a type
   * of their own, such as the condition of Where, it is not the type that is asked about.
   */
  supports(operator: string, type: DType, opset?: number): boolean {
    return this.#operators.supports(operator, type, opset);
  }

  /**
   * What this instance takes: `bytes` of wasm memory, which grows and never shrinks, up to its `limit`;
   * the bytes `used` of it by tensors and by what runs keep; and the resident `tensors` that were
   * neither disposed of nor collected.
   */
  memory(): MemoryUse {
    const { bytes, limit, used } = this.#engine.memory;
    return { bytes, limit, used, tensors: this.#residents.count };
  }

  #fromPlain(type: DType, data: PlainData, dims: readonly number[], size: number): TypedArray {
    checkLength(data.length, type, dims, NAME);
    return fromValues(type, copyOf(data, itemsOf(type, size)) ?? [], NAME);
  }

  /** @internal What the other entries build on. */
  static partsOf(sc: Simdcast): EngineParts {
    return {
      engine: sc.#engine,
      layouts: sc.#layouts,
      residents: sc.#residents,
      shapes: sc.#shapes,
      plans: sc.#operators.plans,
      operators: sc.#operators,
    };
  }

  #variadic<Out extends TensorLike>(
    name: keyof typeof OPERATORS,
    first: TensorLike,
    rest: Variadic<Out>,
  ): Out {
    const last = rest.at(-1);
    const hasOptions = isOptions(last);
    const others = (hasOptions ? rest.slice(0, -1) : rest) as TensorLike[];
    return this.#run(
      name,
      [first, ...others],
      hasOptions ? (last as OperatorOptions<Out>) : undefined,
    );
  }

  /** The compiler takes the result to be what the operator's signature says. */
  #run<Out extends TensorLike>(
    name: keyof typeof OPERATORS,
    inputs: readonly (TensorLike | undefined)[],
    options: OperatorOptions<Out> | undefined,
  ): Out {
    const attributes =
      options === undefined || options === null
        ? undefined
        : attributesOf(options, OPERATORS[name]);
    return this.#operators.run(name, inputs, attributes, options) as Out;
  }
}

/** Of the names of ncnn's operators in the catalogue. */
const PREFIX = 'ncnn.';
const NAME = 'The tensor';

function shapeTensor(sizes: readonly number[], maxRank: number): TensorLike {
  const copy = copyOf(sizes, maxRank);
  if (!copy)
    throw new ShapeError('rank_too_high', messages.rank('The shape', sizes.length, maxRank));
  if (!copy.every(Number.isInteger)) throw new ShapeError('invalid_shapes', messages.targetShape());
  return { data: BigInt64Array.from(copy, BigInt), dims: [copy.length] };
}

function typeOfData(data: unknown): DType | undefined {
  return Array.isArray(data) ? typeOfValue(data[0]) : typeOfClass(data);
}
