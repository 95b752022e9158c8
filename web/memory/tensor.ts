/** Tensors: elements of one type with a shape, in a JavaScript array or in wasm memory. */
import { checkShown } from '../base/checks.js';
import { sizeOf } from '../base/dims.js';
import { arrayOf, type DType, itemsOf } from '../base/dtypes.js';
import { type Element, reader } from '../base/elements.js';
import { AttributeError, DisposedError, fromCaller, ShapeError } from '../base/errors.js';
import { toJson } from '../base/json-values.js';
import { messages } from '../base/messages.js';
import { nest } from '../base/nested-arrays.js';
import { print } from '../base/print.js';
import { className, type TypedArray } from '../base/typed-arrays.js';
import type { DataOf, ElementOf, Nested, PlainValue, TensorLike } from '../base/types.js';
import { show, shownBy } from '../base/views.js';
import type { Memory } from './memory.js';
import { readParts } from './new-tensor.js';

/** Where a tensor's elements are stored. */
export type Location = 'js' | 'wasm';

/** Elements in an array: numbers by type, or strings. */
export type TensorData = TypedArray | readonly string[];

/** The engine of a tensor: its methods call it, and it owns the memory. */
export interface Owner {
  readonly memory: Memory;
  /** Whether all resident tensors have been freed. */
  readonly isClosed: boolean;
  /** Its functions by name; the tensor is their first operand. */
  readonly functions: Readonly<Record<string, (...given: unknown[]) => unknown>>;
  /** A row of a resident tensor, in the same memory. */
  row(residence: Residence, index: number): Tensor;
  giveBack(residence: Residence): void;
}

/** A block of wasm memory that tensors of several shapes share. */
export interface SharedBlock {
  readonly address: number;
  /** Number of tensors that were neither disposed of nor collected. */
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
  /** Undefined unless another tensor shares the memory. */
  shared: SharedBlock | undefined;
}

/**
 * A tensor as JSON. Values that JSON cannot represent as numbers (64-bit integers, NaN, infinities, −0) are strings.
 */
export interface TensorJson {
  /** The element type. */
  readonly type: DType;
  /** The size of each axis. */
  readonly dims: readonly number[];
  /** The elements, outermost axis first; a complex number is two elements. */
  readonly data: readonly unknown[];
}

const NAME = 'The tensor';

const UNCLONEABLE = Symbol(messages.clone());

/**
 * A dense tensor, outermost axis first. A tensor that was created with `new`, or computed from plain
 * operands, owns its data in JavaScript. A resident tensor is stored in WebAssembly memory until it is
 * disposed of or collected.
 *
 * Operators are methods, with the tensor as their first operand: `x.sub(mean)` is `sc.sub(x, mean)`.
 * A tensor created with `new` does not belong to an engine: pass it to the engine's functions instead.
 */
export class Tensor<T extends DType = DType> implements TensorLike {
  /** @internal The class's name, because bundlers rename a class that refers to itself. */
  static get name(): string {
    return 'Tensor';
  }

  /** The element type. */
  readonly type: T;
  /** The size of each axis; frozen. */
  readonly dims: readonly number[];
  /**
   * The elements: the array itself, or a new view of WebAssembly memory. A view keeps its tensor from being
   * collected. It becomes stale when the memory grows, so take it after the last operation.
   */
  declare readonly data: DataOf<T>;
  readonly #size: number;
  readonly #owner: Owner | undefined;

  /**
   * Creates a tensor in JavaScript, without an engine: `structuredClone`, `postMessage` and `JSON` keep its
   * type, dims and data. A typed array of the type is used without copying; other values are converted.
   * @throws DTypeError for data that the type cannot represent; ShapeError if the dims do not match the
   *   number of elements.
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
      const read = readParts(type, data, dims, Tensor as never);
      this.dims = read.dims;
      this.#size = read.size;
      this.data = read.data as DataOf<T>;
    }
    this.#owner = owner;
  }

  /** Number of elements. */
  get size(): number {
    return Tensor.checked(this).#size;
  }

  /** Number of axes. */
  get rank(): number {
    return this.dims.length;
  }

  /** Whether the elements are in a JavaScript array or in WebAssembly memory. */
  get location(): Location {
    return 'js';
  }

  /** Copies the elements into a new JavaScript array. */
  toArray(): DataOf<T> {
    return partsOf(this).data.slice() as DataOf<T>;
  }

  /**
   * Returns the elements as nested arrays, one level for each axis: numbers, bigints for 64-bit integers,
   * booleans, strings, and pairs for complex numbers. TypeScript cannot infer the rank; declare it with
   * `toNested<number[][]>()`.
   */
  toNested<Rows = Nested<ElementOf<T>>>(): Rows {
    const { type, dims, data } = partsOf(this);
    return nest(type, dims, data) as Rows;
  }

  /**
   * Returns the element of a tensor that has exactly one.
   * @throws ShapeError if the tensor has another number of elements
   */
  item(): ElementOf<T> {
    if (Tensor.checked(this).#size !== 1)
      throw fromCaller(new ShapeError('not_one_element', messages.item(this.dims)), this.item);
    const { type, data } = partsOf(this);
    return nest(type, [], data) as ElementOf<T>;
  }

  /** Returns the value that `JSON.stringify` writes. `new Tensor(type, data, dims)` restores the tensor from it. */
  toJSON(): TensorJson {
    const { type, dims, data } = partsOf(this);
    return { type, dims, data: toJson(type, data) };
  }

  /** Returns type, dims and elements, laid out like NumPy's. More than 1000 elements are abbreviated. */
  toString(): string {
    const { type, dims, data } = partsOf(this);
    return `${messages.summary(type, dims, false)}\n${print(type, dims, data)}`;
  }

  /** The text of `console.log` in Node, Bun and Deno. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** The text of `console.log` in Deno. */
  [Symbol.for('Deno.customInspect')](): string {
    return this.toString();
  }

  /**
   * Returns the element at an index of a tensor of rank 1, and otherwise the row there: a tensor that shares
   * the memory of this one, except for strings. Negative indices count from the end. TypeScript cannot infer
   * the rank; declare the result with `at<number>(0)`.
   * @throws ShapeError if the index is out of range
   */
  at<Item extends ElementOf<T> | Tensor<T> = ElementOf<T> | Tensor<T>>(index: number): Item {
    try {
      return itemAt(this, index) as Item;
    } catch (error) {
      throw fromCaller(error, Tensor.prototype.at);
    }
  }

  /**
   * Iterates along the first axis: over the elements that a tensor of rank 1 has at the start, and
   * otherwise over its rows, as `at` returns them. `undefined` if the tensor has no axes; iterating then
   * throws a TypeError.
   */
  get [Symbol.iterator](): () => IterableIterator<ElementOf<T> | Tensor<T>> {
    const { length } = Tensor.checked(this).dims;
    const iterate = () => (length === 1 ? this.toNested<[]>().values() : rowsOf(this));
    return (length === 0 ? undefined : iterate) as () => IterableIterator<ElementOf<T> | Tensor<T>>;
  }

  /**
   * Returns the printed text for template literals and `String`, and otherwise the only element.
   * @throws TypeError if the tensor does not have exactly one element, or a complex one
   */
  [Symbol.toPrimitive](hint: string): string | number | bigint | boolean {
    if (hint === 'string') return this.toString();
    const item = this.size === 1 ? this.item() : undefined;
    if (item === undefined || Array.isArray(item))
      throw new TypeError(messages.operators(this.type, this.dims));
    return item;
  }

  /** `Tensor`; prevents Vue from wrapping tensors in proxies. */
  get [Symbol.toStringTag](): 'Tensor' {
    return 'Tensor';
  }

  /** Frees the tensor's WebAssembly memory; it cannot be used afterwards. Does nothing for a plain tensor. */
  dispose(): void {}

  /** Calls `dispose` at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal The engine that it belongs to; undefined for one that was made with `new`. */
  static ownerOf(tensor: Tensor): Owner | undefined {
    return Tensor.checked(tensor).#owner;
  }

  /**
   * @internal The tensor itself.
   * @throws AttributeError for a proxy of a tensor, and for the `this` of a detached method
   */
  static checked<Of extends Tensor>(tensor: Of): Of {
    const given: unknown = tensor;
    if (!(given instanceof Tensor)) throw new AttributeError('detached_method', messages.unbound());
    if (!(#size in given)) throw new AttributeError('not_a_tensor', messages.proxy('tensor'));
    return tensor;
  }
}

const isGone = ({ address, owner }: Residence): boolean => address === 0 || owner.isClosed;

/** The element or the row at an index along the first axis. */
function itemAt(tensor: Tensor, index: number): Element | Tensor {
  const { dims } = Tensor.checked(tensor);
  const [length = 0, ...rest] = dims;
  if (!Number.isInteger(index) || index < -length || index >= length)
    throw new ShapeError('index_out_of_range', messages.noItem(index, dims));
  const at = index < 0 ? index + length : index;
  const residence = ResidentTensor.residenceOf(tensor, NAME);
  if (residence && rest.length > 0) return residence.owner.row(residence, at);
  const { type, data } = partsOf(tensor);
  if (rest.length === 0) return reader(type, data)(at);
  const size = sizeOf(rest);
  const [start, end] = [itemsOf(type, at * size), itemsOf(type, (at + 1) * size)];
  const row = Array.isArray(data)
    ? data.slice(start, end)
    : (data as TypedArray).subarray(start, end);
  return new Tensor(type, row, Object.freeze(rest), size, Tensor.ownerOf(tensor) as Owner);
}

function* rowsOf(tensor: Tensor): Generator<Element | Tensor> {
  for (let i = 0; i < (tensor.dims[0] as number); i++) yield itemAt(tensor, i);
}

/** Own and enumerable, so deep comparisons include the elements. */
const DATA: PropertyDescriptor = {
  get(this: ResidentTensor) {
    return ResidentTensor.view(this);
  },
  enumerable: true,
};

/** A tensor in wasm memory. */
export class ResidentTensor<T extends DType = DType> extends Tensor<T> {
  /** `structuredClone` would drop the elements. It rejects symbols, and V8 shows their description in the error. */
  protected readonly uncloneable: symbol = UNCLONEABLE;
  readonly #residence: Residence;

  /** @internal */
  static override get name(): string {
    return Tensor.name;
  }

  constructor(residence: Residence) {
    const { type, dims, size, owner } = residence;
    super(type as T, undefined, dims, size, owner);
    this.#residence = residence;
    Object.defineProperty(this, 'data', DATA);
  }

  override get location(): Location {
    return 'wasm';
  }

  override dispose(): void {
    Tensor.checked(this).#residence.owner.giveBack(this.#residence);
  }

  override toString(): string {
    const residence = Tensor.checked(this).#residence;
    if (!isGone(residence)) return super.toString();
    const { type, dims } = residence;
    return messages.summary(type, dims, true);
  }

  /**
   * A new view of the elements for the caller. It keeps the tensor alive, and is rejected as an operand once
   * the tensor is disposed of.
   */
  static view(tensor: ResidentTensor): TypedArray {
    const view = ResidentTensor.elements(tensor);
    const residence = tensor.#residence;
    show(view, {
      get isGone() {
        return isGone(residence);
      },
      tensor,
    });
    return view;
  }

  /** The elements, to be read before anything else happens. */
  static elements(tensor: ResidentTensor): TypedArray {
    const { owner, type, size, address } = ResidentTensor.residenceOf(
      Tensor.checked(tensor),
      NAME,
    ) as Residence;
    return owner.memory.view(arrayOf(type), address, itemsOf(type, size));
  }

  /**
   * The location of a resident tensor; `undefined` for other values. @throws DisposedError if it has been
   * disposed of
   */
  static residenceOf(value: unknown, name: string): Residence | undefined {
    if (typeof value !== 'object' || value === null || !(#residence in value)) return undefined;
    const residence = value.#residence;
    if (isGone(residence)) throw new DisposedError('disposed', messages.disposed(name));
    return residence;
  }

  /** Like `residenceOf`, for a tensor that may have been disposed of. */
  static lastResidenceOf(tensor: ResidentTensor): Residence {
    return tensor.#residence;
  }
}

/** Reads a tensor's internal properties, whatever its public ones have been set to. */
function partsOf(tensor: Tensor) {
  const residence = ResidentTensor.residenceOf(Tensor.checked(tensor), NAME);
  if (!residence) return checkView(tensor);
  const { type, dims } = residence;
  return { type, dims, data: ResidentTensor.elements(tensor as ResidentTensor) };
}

/** @throws DisposedError for a tensor that wraps a view of a disposed one */
function checkView(tensor: Tensor): Tensor {
  const { data } = tensor;
  if (className(data) !== '') checkShown(shownBy(data as TypedArray), NAME);
  return tensor;
}

/** The members of a tensor that depend on its type. */
type Typed<T extends DType> = Pick<
  Tensor<T>,
  | 'type'
  | 'data'
  | 'toArray'
  | 'toNested'
  | 'item'
  | 'at'
  | 'split'
  | 'topK'
  | typeof Symbol.iterator
>;

/** A tensor of any type, which can be narrowed by its `type`: `if (x.type === 'float32') x.data[0]`. */
export type AnyTensor = { [T in DType]: Typed<T> & Tensor }[DType];
