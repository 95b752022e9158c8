/** The public class: one instance of the engine, with its functions. */
import type { Alignment, AlignOptions, Fix } from '../base/alignment.js';
import { copyOf } from '../base/checks.js';
import { DTYPES, type DType } from '../base/dtypes.js';
import { AttributeError, DisposedError, fromCaller, ShapeError } from '../base/errors.js';
import type {
  NcnnOperator,
  OperatorOptions,
  RandomNormalOptions,
  RandomOptions,
  RunInto,
  RunOptions,
  RunSeveral,
  SetOptions,
} from '../base/function-options.js';
import { messages } from '../base/messages.js';
import type { OperatorName } from '../base/operator-names.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type {
  Floats,
  Meets,
  NestedInput,
  NestedRows,
  Operand,
  TensorLike,
  TypeOfArray,
  TypeOfValue,
} from '../base/types.js';
import { Engine } from '../engine/engine.js';
import { EngineOperators } from '../engine/engine-operators.js';
import { OperatorTable } from '../engine/operator-table.js';
import type { EngineParts } from '../engine/parts.js';
import { Shapes } from '../engine/shapes.js';
import { fuse } from '../expression/fuse.js';
import type { Fused, FuseOptions, Returned } from '../expression/types.js';
import { LayoutIds } from '../memory/layout-ids.js';
import type { MemoryUse } from '../memory/memory.js';
import type { Reading } from '../memory/operand.js';
import type { AnyTensor, Tensor } from '../memory/tensor.js';
import { Tensors } from '../memory/tensors.js';
import type { Flavour } from '../wasm/flavours.js';
import type { Native } from '../wasm/instantiate.js';
import { assign, checkMask, maskOf } from './assignment.js';
import { checkNumeric, counted, diagonal, fill, place, spaced } from './creation.js';
import { FunctionCaller } from './function-caller.js';
import type { FunctionRow } from './function-row.js';
import type { Functions } from './function-types.js';
import { FUNCTIONS } from './functions.js';
import { checkImage, type ImageLike, type ImageOf, imageOf } from './images.js';
import { functionMessages } from './messages.js';
import { defineMethod, defineTensorMethods, startAtCaller } from './methods.js';
import { ncnnOperator } from './ncnn.js';
import { noteOpen } from './open-engines.js';
import { normalTensor, uniformTensor } from './random.js';
import { ALONE, type Threading } from './threading.js';

/** Methods in addition to the functions; the errors of `tidy` are those of the caller's own work. */
const OTHERS = 'broadcastShapes align toExplicit fuse applyFix supports memory close'.split(' ');

/** Methods that compute or create tensors; their errors include the method's name. */
const NAMED = [
  ...['tensor', 'zeros', 'ones', 'full', 'arange', 'linspace', 'eye', 'random', 'randomNormal'],
  ...['fromImageData', 'toImageData', 'set', 'ncnn', 'run'],
];

const NCNN = optionNames<OperatorOptions>('ncnn', { opset: true, out: true });

/**
 * One instance of the engine, with its own memory. Everything on it is synchronous.
 *
 * Functions throw before they write anything: a BroadcastError if the shapes are incompatible under the
 * rule, a DTypeError for types that the function does not accept, an AttributeError for an unknown
 * operator, opset, attribute or option, a ShapeError if dims, data, axes or `out` disagree, a
 * DisposedError for a tensor that was disposed of, and an OutOfMemoryError.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the functions are defined below, by their table.
export class Simdcast {
  /** @internal The class's name, because bundlers rename a class that refers to itself. */
  static get name(): string {
    return 'Simdcast';
  }

  /** The engine's build. */
  readonly flavour: Flavour;
  /** The package's version. */
  readonly version: string;
  readonly #parts: EngineParts;
  readonly #caller: FunctionCaller;
  readonly #whenClosed: () => void;
  readonly #noteClosed: () => void;
  readonly #threading: Threading;
  #isClosed = false;

  /** @internal Use `load`. */
  constructor(
    native: Native,
    flavour: Flavour,
    limit: number,
    whenClosed = () => {},
    threading: Threading = ALONE,
  ) {
    const engine = new Engine(native, limit);
    this.flavour = flavour;
    this.version = native.version;
    this.#whenClosed = whenClosed;
    this.#threading = threading;
    const shapes = new Shapes(engine);
    const layouts = new LayoutIds();
    const tensors = new Tensors(engine.memory, layouts);
    tensors.functions = this as unknown as Tensors['functions'];
    engine.memory.countTensors = () => tensors.count;
    const operators = new EngineOperators(engine, shapes, tensors, layouts);
    const { plans } = operators;
    const table = new OperatorTable(engine);
    this.#parts = { engine, layouts, tensors, shapes, plans, operators, table };
    this.#caller = new FunctionCaller(this.#parts);
    this.#noteClosed = noteOpen(this);
  }

  /** Number of threads that compute, including the caller's. */
  get threads(): number {
    return this.#threading.threads;
  }

  /** A sentence that explains the number of threads. */
  get threadsReason(): string {
    return this.#threading.reason;
  }

  /**
   * Returns the shape that the operands broadcast to. Shapes are outermost axis first, except under
   * `ncnn`, whose shapes are innermost first.
   *
   * @throws BroadcastError if the shapes are incompatible under the rule; ShapeError if an argument is
   *   not a shape; AttributeError for an unknown rule or parameter.
   */
  broadcastShapes(shapes: readonly (readonly number[])[], options?: AlignOptions): number[] {
    return this.#open.shapes.broadcast(shapes, options);
  }

  /**
   * Aligns shapes without throwing if they conflict. Reports how each axis lines up, every conflict, and
   * the fixes that would resolve it.
   *
   * @throws ShapeError if an argument is not a shape; AttributeError for an unknown rule or parameter.
   */
  align(shapes: readonly (readonly number[])[], options?: AlignOptions): Alignment {
    return this.#open.shapes.align(shapes, options);
  }

  /**
   * Returns the operands' shapes with 1s inserted, so that the multidirectional rule aligns them the same
   * way. Use it to port a model from opset 6 or from ncnn. Shapes are in the rule's order: reverse ncnn's
   * for ONNX.
   *
   * @throws BroadcastError if the shapes are incompatible under the rule.
   */
  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    return this.#open.shapes.toExplicit(shapes, options);
  }

  /**
   * Creates a tensor in WebAssembly memory, with a copy of the data: a typed array, an array of values,
   * nested arrays, or one value. Unless a type is passed, it follows from the data: numbers become float32,
   * bigints int64 and booleans bool, and rows that are typed arrays keep their type. The dims follow from
   * nested arrays. Strings are stored in JavaScript.
   * @throws DTypeError for data that the type cannot represent, and for an integer that float32 would round
   *   if no type is passed; ShapeError if the dims do not match the number of elements, or rows differ in
   *   length; OutOfMemoryError.
   */
  tensor<T extends DType>(
    type: T,
    data: TypedArray | NestedInput | NestedRows,
    dims?: readonly number[],
  ): Tensor<T>;
  tensor<Data extends TypedArray>(data: Data, dims?: readonly number[]): Tensor<TypeOfArray<Data>>;
  tensor<Value extends number | bigint | boolean | string>(
    data: NestedInput<Value>,
    dims?: readonly number[],
  ): Tensor<TypeOfValue<Value>>;
  tensor<Row extends TypedArray>(
    rows: NestedRows<Row>,
    dims?: readonly number[],
  ): Tensor<TypeOfArray<Row>>;
  tensor<T extends DType>(like: TensorLike<T>): Tensor<T>;
  tensor(...given: readonly unknown[]): Tensor {
    const isTyped = typeof given[0] === 'string' && given.length > 1;
    const [data, dims, type] = isTyped ? given.slice(1) : given;
    const late = [dims, type].find((given) => DTYPES.includes(given as DType));
    if (late) throw new AttributeError('invalid_options', functionMessages.typeFirst(late));
    return this.#place(isTyped ? (given[0] as DType) : undefined, data, dims);
  }

  /** Creates a tensor of zeros. Default type: float32. */
  zeros<T extends DType = 'float32'>(dims: readonly number[], type?: T): Tensor<T> {
    return fill(this.#open, dims, type === 'bool' ? false : 0, type) as Tensor<T>;
  }

  /** Creates a tensor of ones. Default type: float32. */
  ones<T extends DType = 'float32'>(dims: readonly number[], type?: T): Tensor<T> {
    return fill(this.#open, dims, type === 'bool' ? true : 1, type) as Tensor<T>;
  }

  /** Creates a tensor filled with one value. Default type: that of the value, as in `tensor`. */
  full<Value extends number | bigint | boolean, T extends DType = TypeOfValue<Value>>(
    dims: readonly number[],
    value: Value,
    type?: T,
  ): Tensor<T> {
    return fill(this.#open, dims, value, type) as Tensor<T>;
  }

  /**
   * Creates a tensor of evenly spaced values from start up to, but not including, stop. With one argument,
   * start is 0 and the argument is stop. Default step: 1. Default type: float32.
   */
  arange<T extends DType = 'float32'>(
    start: number,
    stop?: number,
    step?: number,
    type?: T,
  ): Tensor<T> {
    const [from, to] = stop === undefined ? [0, start] : [start, stop];
    if (![from, to, step ?? 1].every((value) => typeof value === 'number'))
      throw new ShapeError('invalid_range', functionMessages.range());
    const known = checkNumeric(type ?? 'float32');
    const data = counted(type, from, to, step ?? 1, this.#open.engine.memory);
    return this.#place(known, data, [data.length]) as Tensor<T>;
  }

  /**
   * Creates a tensor of n evenly spaced values from start to stop, including both. Default n: 50. Default type:
   * float32.
   */
  linspace<T extends DType = 'float32'>(start: number, stop: number, n = 50, type?: T): Tensor<T> {
    if (typeof start !== 'number' || typeof stop !== 'number')
      throw new ShapeError('invalid_range', functionMessages.linspace());
    const known = checkNumeric(type ?? 'float32');
    const data = spaced(type, [start, stop], n, this.#open.engine.memory);
    return this.#place(known, data, [n]) as Tensor<T>;
  }

  /**
   * Creates a tensor of random numbers from `low` up to, but not including, `high`. With a seed, they are those of
   * NumPy's `RandomState(seed).uniform`, rounded to the type.
   */
  random<T extends Floats = 'float32'>(
    dims: readonly number[],
    options?: RandomOptions<T>,
  ): Tensor<T> {
    return uniformTensor([this.#open, this.#caller], dims, options) as Tensor<T>;
  }

  /**
   * Creates a tensor of normally distributed random numbers. With a seed, they are those of NumPy's
   * `RandomState(seed).normal`, rounded to the type.
   */
  randomNormal<T extends Floats = 'float32'>(
    dims: readonly number[],
    options?: RandomNormalOptions<T>,
  ): Tensor<T> {
    return normalTensor([this.#open, this.#caller], dims, options) as Tensor<T>;
  }

  /** Creates the identity matrix of n rows and n columns. Default type: float32. */
  eye<T extends DType = 'float32'>(n: number, type?: T): Tensor<T> {
    const known = checkNumeric(type ?? 'float32');
    return this.#place(known, diagonal(known, n, this.#open.engine.memory), [n, n]) as Tensor<T>;
  }

  /** Creates a uint8 tensor of shape (height,width,4) from the bytes of an `ImageData`. */
  fromImageData(image: ImageLike): Tensor<'uint8'> {
    const { data, width, height } = checkImage(image);
    return this.#place('uint8', data, [height, width, 4]) as Tensor<'uint8'>;
  }

  /**
   * Returns the pixels of a tensor as an `ImageData`, or as an object with its fields if the platform has none.
   * The shape is (height,width), (height,width,channels) or (channels,height,width), with 1, 3 or 4 channels; the
   * last axis has the channels if it can. Elements are uint8, or floats from 0 to 1; others are clamped.
   */
  toImageData(x: Operand): ImageOf {
    return imageOf(x, this.#reading);
  }

  /**
   * Writes values into a tensor, in place, and returns it. The values have the type of x, and are aligned with its
   * last axes. `where` has a start for each of the first axes; an axis without one begins at 0, and a single value
   * is written to the whole of it: `x.set(row, [1])`. With `{ mask }`, values that broadcast to x are written where
   * the mask is true: `x.set(0, { mask: x.less(0) })`.
   */
  set<X extends TensorLike, Values extends Operand>(
    x: X,
    values: Values & Meets<X, Values>,
    where?: number | readonly number[] | SetOptions,
  ): X {
    const reading = this.#reading;
    const mask = maskOf(where);
    if (mask === undefined) assign(x, values, where, reading);
    else {
      checkMask(x, mask, this.#parts.shapes, reading);
      this.#call('where', [mask, values, x, { out: x }]);
    }
    return x;
  }

  /**
   * Computes an ncnn BinaryOp on float32, given by name or number. Dims are in ncnn's order, [w,h,d,c],
   * with one to four axes and no size of 0; w varies fastest in the data. A number as the second operand
   * is ncnn's `with_scalar`.
   *
   * ncnn does not check sizes. Here, sizes for which it would read out of bounds throw a BroadcastError.
   *
   * @see {@link
   *   https://github.com/Tencent/ncnn/blob/master/docs/developer-guide/binaryop-broadcasting.md |
   *   ncnn's BinaryOp broadcasting}
   */
  ncnn<Out extends TensorLike = Tensor<'float32'>>(
    operator: NcnnOperator | number,
    a: Operand,
    b: Operand,
    options?: OperatorOptions<Out>,
  ): NoInfer<Out> {
    checkOptions(options, NCNN);
    const { operators, engine } = this.#open;
    const name = ncnnOperator(engine.catalogue.operators, operator);
    return operators.run(name, [a, b], undefined, options) as NoInfer<Out>;
  }

  /**
   * Runs any ONNX operator by name, with its inputs in ONNX's order and its attributes:
   * `sc.run('Add', [a, b], { opset: 6, attributes: { broadcast: 1, axis: 1 } })`. To omit an optional
   * input, pass `undefined`. With the option `outputs`, and for Split, the result is an array of tensors. The type
   * of the result can be declared: `sc.run<'float32'>('CumSum', [x, 0])`.
   */
  run<Out extends TensorLike>(
    operator: OperatorName,
    inputs: readonly (Operand | undefined)[],
    options: RunInto<Out>,
  ): NoInfer<Out>;
  run(
    operator: 'Split',
    inputs: readonly (Operand | undefined)[],
    options?: RunOptions,
  ): AnyTensor[];
  run(
    operator: OperatorName,
    inputs: readonly (Operand | undefined)[],
    options: RunSeveral,
  ): AnyTensor[];
  run(
    operator: OperatorName,
    inputs: readonly (Operand | undefined)[],
    options?: RunOptions,
  ): AnyTensor;
  run<T extends DType>(
    operator: 'Split',
    inputs: readonly (Operand | undefined)[],
    options?: RunOptions,
  ): Tensor<T>[];
  run<T extends DType>(
    operator: OperatorName,
    inputs: readonly (Operand | undefined)[],
    options: RunSeveral,
  ): Tensor<T>[];
  run<T extends DType>(
    operator: OperatorName,
    inputs: readonly (Operand | undefined)[],
    options?: RunOptions,
  ): Tensor<T>;
  run(operator: string, inputs: readonly (Operand | undefined)[], options?: RunOptions): unknown {
    this.#checkOpen();
    return this.#caller.run(operator, inputs, options);
  }

  /**
   * Returns the operands with a fix of `BroadcastError.alignment.fixes` applied: the operand of the fix is
   * reshaped or transposed, the others are unchanged.
   * @throws AttributeError for a fix that changes no operand.
   */
  applyFix(fix: Fix, operands: readonly Operand[]): Operand[] {
    const { operand: at, kind, argument, shape } = fix ?? {};
    if (!shape || at === undefined || !Array.isArray(operands) || operands[at] === undefined)
      throw new AttributeError('invalid_fix', functionMessages.fix());
    const changed =
      kind === 'transpose'
        ? this.transpose(operands[at] as Operand, argument ?? [])
        : this.reshape(operands[at] as Operand, shape);
    const { maxOperands } = this.#parts.engine.catalogue;
    const all = copyOf(operands, maxOperands);
    if (!all)
      throw new ShapeError('operand_count', messages.operands(operands.length, maxOperands));
    all[at] = changed;
    return all;
  }

  /**
   * Compiles an expression of several operators into one function: `sc.fuse((x, mean, std) =>
   * x.sub(mean).div(std))`. The expression is called once, immediately, with tensors that record the
   * operations. Elementwise operators become one kernel: each operand is read once, intermediate values stay
   * in registers, and the result is bit-identical to that of the separate operators. For several results,
   * return an object of tensors. Numbers, and tensors from outside, may be operands.
   *
   * @throws AttributeError if the argument is not an expression, and for an opset before 7.
   */
  fuse<Inputs extends readonly Tensor[], Result extends Returned>(
    expression: (...inputs: Inputs) => Result,
    options?: FuseOptions,
  ): Fused<Inputs, Result> {
    const apply = (name: string, given: unknown[]) => this.#call(name, given);
    return fuse(this.#open, apply, expression as never, options) as Fused<Inputs, Result>;
  }

  /**
   * Calls a function, then disposes of every resident tensor created during the call, except those it
   * returns (directly, or in arrays and objects).
   * @throws AttributeError if the function returns a promise.
   */
  tidy<Result>(work: () => Result): Result {
    Simdcast.#checkThis(this, 'tidy');
    const { tensors } = this.#open;
    if (typeof work !== 'function')
      throw new AttributeError('invalid_work', functionMessages.work());
    return tensors.tidy(work);
  }

  /**
   * Returns whether an ONNX operator accepts a type at an opset (default: the latest), as its first operand
   * or, if that has a fixed type, such as the condition of Where, as the others.
   */
  supports(operator: string, type: DType, opset?: number): boolean {
    const { table, plans } = this.#open;
    const number = plans.opset(opset);
    return typeof operator === 'string' && table.supports(operator, type, number);
  }

  /**
   * Reports the memory use of this instance: the size of the WebAssembly memory in `bytes`, which grows up
   * to its `limit` and never shrinks; the bytes `used` by tensors and caches; and the number of live
   * resident `tensors`.
   */
  memory(): MemoryUse {
    const { engine, tensors } = this.#open;
    const { bytes, limit, used } = engine.memory;
    return { bytes, limit, used, tensors: tensors.count };
  }

  /**
   * Frees everything, including all resident tensors. Later calls on this instance throw a DisposedError;
   * the next `load` creates a new one.
   */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#threading.close();
    this.#parts.tensors.close();
    this.#parts.engine.close();
    this.#whenClosed();
    this.#noteClosed();
  }

  /** `Simdcast`; prevents Vue from wrapping engines in proxies. */
  get [Symbol.toStringTag](): 'Simdcast' {
    return 'Simdcast';
  }

  /** Calls `close` at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** @internal The parts that the other entries use. */
  static partsOf(sc: Simdcast): EngineParts {
    return sc.#open;
  }

  static #checkThis(self: unknown, name: string): void {
    if (!(self instanceof Simdcast))
      throw new AttributeError('detached_method', functionMessages.detached(name));
    if (!(#caller in self)) throw new AttributeError('not_an_engine', messages.proxy('engine'));
  }

  #place(asked: DType | undefined, given: unknown, dims: unknown): Tensor {
    return place(this.#open, asked, given, dims);
  }

  get #reading(): Reading {
    const { engine, layouts } = this.#open;
    return { memory: engine.memory, layouts, maxRank: engine.catalogue.maxRank };
  }

  get #open(): EngineParts {
    this.#checkOpen();
    return this.#parts;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new DisposedError('closed', messages.closed());
  }

  #call(name: string, given: unknown[]): unknown {
    this.#checkOpen();
    return this.#caller.call(FUNCTIONS.get(name) as FunctionRow, given);
  }

  static {
    for (const [name, row] of FUNCTIONS) define(name, row);
    for (const name of OTHERS) startAtCaller(Simdcast.prototype, name, Simdcast.#checkThis, false);
    for (const name of NAMED) startAtCaller(Simdcast.prototype, name, Simdcast.#checkThis, true);
    defineTensorMethods();

    function define(name: string, row: FunctionRow): void {
      const call = function (this: Simdcast, ...given: unknown[]): unknown {
        try {
          Simdcast.#checkThis(this, name);
          if (this.#isClosed) this.#checkOpen();
          return this.#caller.call(row, given);
        } catch (error) {
          throw fromCaller(error, call, name, row.operator);
        }
      };
      defineMethod(Simdcast.prototype, name, call);
    }
  }
}

export interface Simdcast extends Functions {}
