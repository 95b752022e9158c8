import { arrayOf, type DType, itemsOf } from '../base/dtypes.js';
import { DisposedError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { nest } from '../base/nested-arrays.js';
import { print } from '../base/print.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { DataOf, ElementOf, Nested, TensorLike } from '../base/types.js';
import type { Memory } from './memory.js';

/** Where a tensor's elements lie. */
export type Location = 'js' | 'wasm';

/** Elements in an array: numbers by type, strings as they are. */
export type TensorData = TypedArray | string[];

/** Elements in wasm memory, which `residents` gives back when they are no longer needed. */
export interface Residence {
  readonly memory: Memory;
  readonly residents: Residents;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly size: number;
  /** The number of the tensor's type and dims. */
  readonly layout: number;
  /** 0 once the memory has been given back. */
  address: number;
}

/**
 * A dense tensor, outermost axis first. Results of plain operands own their data in JavaScript;
 * resident tensors lie in wasm memory until they are disposed of or collected.
 */
export class Tensor<T extends DType = DType> implements TensorLike {
  /** The element type. */
  readonly type: T;
  /** The size of each axis; frozen. */
  readonly dims: readonly number[];
  /** Elements. */
  readonly size: number;
  #data: TensorData | undefined;
  #residence: Residence | undefined;

  /** @internal */
  constructor(type: T, dims: readonly number[], size: number, at: TensorData | Residence) {
    this.type = type;
    this.dims = dims;
    this.size = size;
    if (Array.isArray(at) || ArrayBuffer.isView(at)) this.#data = at;
    else this.#residence = at;
  }

  /** Whether the elements lie in an array of JavaScript, or in wasm memory. */
  get location(): Location {
    return this.#data ? 'js' : 'wasm';
  }

  /**
   * The elements: the array itself, or a fresh view of wasm memory. A view keeps its tensor from
   * being collected; it is stale once the memory grows, so take it after the last operation.
   */
  get data(): DataOf<T> {
    if (this.#data) return this.#data as DataOf<T>;
    const residence = Tensor.residenceOf(this, 'The tensor') as Residence;
    const { memory, type, size, address } = residence;
    const view = memory.view(arrayOf(type), address, itemsOf(type, size));
    residence.residents.keepAlive(view, this);
    return view as DataOf<T>;
  }

  /** A copy of the elements that JavaScript owns. */
  toArray(): DataOf<T> {
    return this.data.slice() as DataOf<T>;
  }

  /**
   * The elements as arrays in arrays, as deep as there are axes: numbers, bigints for 64-bit
   * integers, booleans, strings, and pairs for complex numbers.
   */
  toNested(): Nested<ElementOf<T>> {
    const { type, dims } = this.#residence ?? this;
    return nest(type, dims, this.data) as Nested<ElementOf<T>>;
  }

  /** Type, dims and elements, laid out as NumPy does; of more than 1000, those at the ends. */
  toString(): string {
    const { type, dims } = this.#residence ?? this;
    const isDisposed = this.#residence?.address === 0;
    const head = messages.summary(type, dims, isDisposed);
    return isDisposed ? head : `${head}\n${print(type, dims, this.data)}`;
  }

  /** What `console.log` shows in Node and Bun, and in Deno. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }

  /** What `console.log` shows in Deno. */
  [Symbol.for('Deno.customInspect')](): string {
    return this.toString();
  }

  /** Gives the wasm memory back; the tensor cannot be used afterwards. */
  dispose(): void {
    if (this.#residence) this.#residence.residents.giveBack(this.#residence);
  }

  /** The end of a block that declared the tensor with `using`: `dispose`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * @internal Where a resident tensor lies, undefined for anything else; a DisposedError once it has
   * been disposed of.
   */
  static residenceOf(value: unknown, name: string): Residence | undefined {
    if (typeof value !== 'object' || value === null || !(#residence in value)) return undefined;
    const residence = value.#residence;
    if (residence?.address === 0) throw new DisposedError('disposed', messages.disposed(name));
    return residence;
  }
}

/** The resident tensors of one engine. */
export class Residents {
  readonly #memory: Memory;
  // A record is not taken out again when its tensor is disposed of: that would cost more than the
  // record, which then finds nothing to give back.
  readonly #collected: FinalizationRegistry<Residence>;
  readonly #viewed = new WeakMap<TypedArray, Tensor>();
  #count = 0;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#collected = new FinalizationRegistry((residence) => this.giveBack(residence));
  }

  get count(): number {
    return this.#count;
  }

  /** Adopts reserved memory as a tensor. */
  add<T extends DType>(
    type: T,
    dims: readonly number[],
    size: number,
    address: number,
    layout: number,
  ): Tensor<T> {
    const residence = { memory: this.#memory, residents: this, type, dims, size, layout, address };
    const tensor = new Tensor(type, dims, size, residence);
    this.#collected.register(tensor, residence);
    this.#count++;
    return tensor;
  }

  /** Releases a tensor's memory, once. */
  giveBack(residence: Residence): void {
    if (residence.address === 0) return;
    this.#memory.release(residence.address);
    residence.address = 0;
    this.#count--;
  }

  keepAlive(view: TypedArray, tensor: Tensor): void {
    this.#viewed.set(view, tensor);
  }
}
