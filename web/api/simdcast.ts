/** The public class: one instance of the engine, and all that can be asked of it. */
import type { Alignment, AlignOptions, Fix } from '../base/alignment.js';
import { copyOf } from '../base/checks.js';
import { DTYPES, type DType } from '../base/dtypes.js';
import { AttributeError, DisposedError, fromCaller, ShapeError } from '../base/errors.js';
import type {
  NcnnOperator,
  OperatorOptions,
  RunInto,
  RunOptions,
  RunSeveral,
} from '../base/function-options.js';
import { messages } from '../base/messages.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { NestedInput, Operand, TensorLike, TypeOfArray, TypeOfValue } from '../base/types.js';
import { Engine } from '../engine/engine.js';
import { EngineOperators } from '../engine/engine-operators.js';
import type { EngineParts } from '../engine/parts.js';
import { Shapes } from '../engine/shapes.js';
import { fuse } from '../expression/fuse.js';
import type { Fused, FuseOptions, Returned } from '../expression/types.js';
import { LayoutIds } from '../memory/layout-ids.js';
import type { MemoryUse } from '../memory/memory.js';
import type { AnyTensor, Tensor } from '../memory/tensor.js';
import { Tensors } from '../memory/tensors.js';
import { supports } from '../operators/lookup.js';
import type { Flavour } from '../wasm/flavours.js';
import type { Native } from '../wasm/instantiate.js';
import {
  checkImage,
  checkNumeric,
  counted,
  diagonal,
  fill,
  type ImageLike,
  place,
} from './creation.js';
import { FunctionCaller } from './function-caller.js';
import type { FunctionRow } from './function-row.js';
import type { Functions } from './function-types.js';
import { FUNCTIONS } from './functions.js';
import { functionMessages } from './messages.js';
import { defineMethod, defineTensorMethods, startAtCaller } from './methods.js';
import { ncnnOperator } from './ncnn.js';
import { noteOpen } from './open-engines.js';
import { ALONE, type Threading } from './threading.js';

/** Methods in addition to the functions; the errors of `tidy` are those of the caller's own work. */
const OTHERS = 'broadcastShapes align toExplicit fuse applyFix supports memory close'.split(' ');

/** Those that compute or make tensors, whose errors say so. */
const NAMED = 'tensor zeros ones full arange eye fromImageData ncnn run'.split(' ');

const NCNN = optionNames<OperatorOptions>('ncnn', { opset: true, out: true });

/**
 * One instance of the engine, with its own memory. Everything on it is synchronous.
 *
 * Before anything is written, a function throws a BroadcastError for shapes that its rule does not
 * allow together, a DTypeError for types that it does not take, an AttributeError for an unknown
 * operator, opset, attribute or option, a ShapeError where dims, data, axes or `out` disagree, a
 * DisposedError for a tensor that was disposed of, and an OutOfMemoryError.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the functions are defined below, by their table.
export class Simdcast {
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
    this.#parts = { engine, layouts, tensors, shapes, plans, operators };
    this.#caller = new FunctionCaller(this.#parts);
    this.#noteClosed = noteOpen(this);
  }

  /** How many threads compute, the caller's own included. */
  get threads(): number {
    return this.#threading.threads;
  }

  /** Why there are as many threads as there are, in a sentence. */
  get threadsReason(): string {
    return this.#threading.reason;
  }

  /**
   * The shape that the operands broadcast to. Shapes are outermost axis first, but innermost first
   * under `ncnn`.
   *
   * @throws BroadcastError where the rule does not allow them together; ShapeError for what is no
   *   shape; AttributeError for an unknown rule or parameter.
   */
  broadcastShapes(shapes: readonly (readonly number[])[], options?: AlignOptions): number[] {
    return this.#open.shapes.broadcast(shapes, options);
  }

  /**
   * How the operands' axes meet, whether they broadcast or not: a conflict is not thrown, but told,
   * with what would be accepted instead.
   *
   * @throws ShapeError for what is no shape; AttributeError for an unknown rule or
   *   parameter.
   */
  align(shapes: readonly (readonly number[])[], options?: AlignOptions): Alignment {
    return this.#open.shapes.align(shapes, options);
  }

  /**
   * The operands' shapes with 1s inserted, so that the multidirectional rule aligns them the same
   * way: what a model needs that moves from opset 6, or from ncnn. Shapes are in the rule's order,
   * so that ncnn's are to be reversed for ONNX.
   *
   * @throws BroadcastError where the rule does not allow them together.
   */
  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    return this.#open.shapes.toExplicit(shapes, options);
  }

  /**
   * A tensor in wasm memory, with a copy of the data: a typed array, plain values, nested arrays, or one
   * value. The type follows from the data unless it is given: numbers are float32, bigints int64,
   * booleans bool, rows that are typed arrays of their own type; dims follow from nested arrays. Strings stay
   * in JavaScript.
   * @throws DTypeError for data that the type does not have, and for an integer that float32 would round unless
   *   the type is given; ShapeError where the dims ask for more
   *   or fewer elements, or rows differ in length; OutOfMemoryError.
   */
  tensor<T extends DType>(
    type: T,
    data: TypedArray | NestedInput,
    dims?: readonly number[],
  ): Tensor<T>;
  tensor<Data extends TypedArray>(data: Data, dims?: readonly number[]): Tensor<TypeOfArray<Data>>;
  tensor<Value extends number | bigint | boolean | string>(
    data: NestedInput<Value>,
    dims?: readonly number[],
  ): Tensor<TypeOfValue<Value>>;
  tensor<T extends DType>(like: TensorLike<T>): Tensor<T>;
  tensor(...given: readonly unknown[]): Tensor {
    const isTyped = typeof given[0] === 'string' && given.length > 1;
    const [data, dims, type] = isTyped ? given.slice(1) : given;
    const late = [dims, type].find((given) => DTYPES.includes(given as DType));
    if (late) throw new AttributeError('invalid_options', functionMessages.typeFirst(late));
    return this.#place(isTyped ? (given[0] as DType) : undefined, data, dims);
  }

  /** A tensor of zeros. Default of the type: float32. */
  zeros<T extends DType = 'float32'>(dims: readonly number[], type?: T): Tensor<T> {
    return fill(this.#open, dims, type === 'bool' ? false : 0, type) as Tensor<T>;
  }

  /** A tensor of ones. Default of the type: float32. */
  ones<T extends DType = 'float32'>(dims: readonly number[], type?: T): Tensor<T> {
    return fill(this.#open, dims, type === 'bool' ? true : 1, type) as Tensor<T>;
  }

  /** A tensor of one value. Default of the type: that of the value, as in `tensor`. */
  full<Value extends number | bigint | boolean, T extends DType = TypeOfValue<Value>>(
    dims: readonly number[],
    value: Value,
    type?: T,
  ): Tensor<T> {
    return fill(this.#open, dims, value, type) as Tensor<T>;
  }

  /**
   * start, start + step, … up to stop, which is not among them; with one argument, 0, 1, … up to it.
   * Default of the step: 1; of the type: float32.
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

  /** The matrix of n rows and n columns with 1 on its diagonal and 0 elsewhere. Default type: float32. */
  eye<T extends DType = 'float32'>(n: number, type?: T): Tensor<T> {
    const known = checkNumeric(type ?? 'float32');
    return this.#place(known, diagonal(known, n, this.#open.engine.memory), [n, n]) as Tensor<T>;
  }

  /** The bytes of an `ImageData`, as uint8 of (height,width,4). */
  fromImageData(image: ImageLike): Tensor<'uint8'> {
    const { data, width, height } = checkImage(image);
    return this.#place('uint8', data, [height, width, 4]) as Tensor<'uint8'>;
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
   * Any node of ONNX's operators, by its name, its inputs in their order and its attributes:
   * `sc.run('Add', [a, b], { opset: 6, attributes: { broadcast: 1, axis: 1 } })`. An optional input that
   * is left out is `undefined`. With `outputs` the result is an array of as many tensors; so is that of
   * Split.
   */
  run<Out extends TensorLike>(
    operator: string,
    inputs: readonly (Operand | undefined)[],
    options: RunInto<Out>,
  ): NoInfer<Out>;
  run(
    operator: 'Split',
    inputs: readonly (Operand | undefined)[],
    options?: RunOptions,
  ): AnyTensor[];
  run(operator: string, inputs: readonly (Operand | undefined)[], options: RunSeveral): AnyTensor[];
  run(operator: string, inputs: readonly (Operand | undefined)[], options?: RunOptions): AnyTensor;
  run(operator: string, inputs: readonly (Operand | undefined)[], options?: RunOptions): unknown {
    this.#checkOpen();
    return this.#caller.run(operator, inputs, options);
  }

  /**
   * The operands with a repair of `BroadcastError.alignment.fixes` applied: the one that it names,
   * reshaped or transposed, and the others as they are.
   * @throws AttributeError for a repair that changes no operand.
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
   * Makes one function of an expression of several operators: `sc.fuse((x, mean, std) =>
   * x.sub(mean).div(std))`. The expression is called once, now, with tensors that record what is done with
   * them. Elementwise operators become one pass: each operand is read once, what lies between stays in
   * registers, and the bits are those of the operators one by one. An object of tensors gives several
   * results. Numbers, and tensors from outside, may be operands.
   *
   * @throws AttributeError for what is not an expression, and for an opset before 7.
   */
  fuse<Inputs extends readonly Tensor[], Result extends Returned>(
    expression: (...inputs: Inputs) => Result,
    options?: FuseOptions,
  ): Fused<Inputs, Result> {
    const apply = (name: string, given: unknown[]) => this.#call(name, given);
    return fuse(this.#open, apply, expression as never, options) as Fused<Inputs, Result>;
  }

  /**
   * Calls a function, and disposes of every resident tensor that was made meanwhile but for those that it
   * returns, alone or in arrays and objects.
   * @throws AttributeError where it returns a promise.
   */
  tidy<Result>(work: () => Result): Result {
    Simdcast.#checkThis(this, 'tidy');
    const { tensors } = this.#open;
    if (typeof work !== 'function')
      throw new AttributeError('invalid_work', functionMessages.work());
    return tensors.tidy(work);
  }

  /**
   * Whether an operator of ONNX takes a type at an opset (default: the newest), as its first operand or,
   * where that has a type of its own, such as the condition of Where, as the others.
   */
  supports(operator: string, type: DType, opset?: number): boolean {
    const { operators, plans } = this.#parts;
    return supports(operators, operator, type, plans.opset(opset));
  }

  /**
   * What this instance takes: `bytes` of wasm memory, which grows and never shrinks, up to its `limit`;
   * the bytes `used` of it by tensors and by what is kept for the next call; and the resident `tensors`
   * that were neither disposed of nor collected.
   */
  memory(): MemoryUse {
    const { engine, tensors } = this.#open;
    const { bytes, limit, used } = engine.memory;
    return { bytes, limit, used, tensors: tensors.count };
  }

  /**
   * Gives everything back: resident tensors are disposed of, and what is asked of this instance afterwards
   * is a DisposedError. The next `load` makes a new one.
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

  /** `Simdcast`: Vue then leaves the engine alone, rather than wrapping it in a proxy. */
  get [Symbol.toStringTag](): 'Simdcast' {
    return 'Simdcast';
  }

  /** The end of a block that declared it with `using`: `close`. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** @internal What the other entries build on. */
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
