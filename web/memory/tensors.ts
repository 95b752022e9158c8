/** Creates the tensors of one engine, and tracks the resident ones. */
import { sizeOf } from '../base/dims.js';
import { bytesOf, type DType } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { LayoutIds } from './layout-ids.js';
import type { Memory } from './memory.js';
import {
  type Owner,
  type Residence,
  ResidentTensor,
  type SharedBlock,
  Tensor,
  type TensorData,
} from './tensor.js';

/** A tensor without its elements. */
export interface Placed {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly size: number;
  /** The number of the type and the dims. */
  readonly layout: number;
}

export class Tensors implements Owner {
  readonly memory: Memory;
  /** Set once, by the engine's public class. */
  functions: Owner['functions'] = {};
  readonly #layouts: LayoutIds;
  // Disposed tensors are not unregistered: that would cost more than a callback that finds nothing to free.
  readonly #collected: FinalizationRegistry<Residence>;
  /** The tensors created in each running `tidy`, innermost last. */
  readonly #scopes: Set<Residence>[] = [];
  #count = 0;
  #isClosed = false;

  constructor(memory: Memory, layouts: LayoutIds) {
    this.memory = memory;
    this.#layouts = layouts;
    this.#collected = new FinalizationRegistry((residence) => this.giveBack(residence));
  }

  /** Resident tensors that were neither disposed of nor collected. */
  get count(): number {
    return this.#count;
  }

  /** Whether all resident tensors have been disposed of. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A result that JavaScript owns. */
  plain(type: DType, dims: readonly number[], size: number, data: TensorData): Tensor {
    return new Tensor(type, data, dims, size, this);
  }

  /** Adopts reserved memory as a tensor. */
  add({ type, dims, size, layout }: Placed, address: number): Tensor {
    return this.#resident({ type, dims, size, layout }, address, undefined);
  }

  /**
   * Elements of a resident tensor with other dims, starting at an offset in bytes; the last tensor that
   * shares the block frees it.
   */
  share(residence: Residence, placed: Placed, offset = 0): Tensor {
    const { address } = residence;
    residence.shared ??= { address, tensors: 1 };
    residence.shared.tensors++;
    return this.#resident(placed, address + offset, residence.shared);
  }

  row(residence: Residence, index: number): Tensor {
    const { type } = residence;
    const dims = Object.freeze(residence.dims.slice(1));
    const size = sizeOf(dims);
    const layout = this.#layouts.idOf(type, dims);
    return this.share(residence, { type, dims, size, layout }, index * bytesOf(type, size));
  }

  /** Disposes of a tensor, and frees its block if no other shares it. */
  giveBack(residence: Residence): void {
    if (residence.address === 0 || this.#isClosed) return;
    const { address, shared } = residence;
    residence.address = 0;
    this.#count--;
    if (!shared || --shared.tensors === 0) this.memory.release(shared?.address ?? address);
  }

  /** Disposes of all tensors, permanently. */
  close(): void {
    this.#isClosed = true;
    this.#count = 0;
  }

  /** Disposes of all resident tensors that `work` creates, except those that it returns. */
  tidy<Result>(work: () => Result): Result {
    const made = new Set<Residence>();
    this.#scopes.push(made);
    let kept = new Set<Residence>();
    try {
      const result = work();
      kept = residencesIn(result);
      return result;
    } finally {
      this.#scopes.pop();
      const outer = this.#scopes.at(-1);
      for (const residence of made)
        if (!kept.has(residence)) this.giveBack(residence);
        else outer?.add(residence);
    }
  }

  #resident(
    { type, dims, size, layout }: Placed,
    address: number,
    shared: SharedBlock | undefined,
  ): Tensor {
    const residence: Residence = { owner: this, type, dims, size, layout, address, shared };
    const tensor = new ResidentTensor(residence);
    this.#count++;
    this.#collected.register(tensor, residence);
    this.#scopes.at(-1)?.add(residence);
    return tensor;
  }
}

/**
 * The resident tensors in a value, also in nested arrays, objects, maps and sets.
 * @throws AttributeError for promises and iterators, whose tensors are not available yet
 */
function residencesIn(value: unknown): Set<Residence> {
  const found = new Set<Residence>();
  const seen = new Set<unknown>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item !== 'object' || item === null || seen.has(item)) continue;
    seen.add(item);
    if (item instanceof ResidentTensor) found.add(ResidentTensor.lastResidenceOf(item));
    else if (!(item instanceof Tensor) && !ArrayBuffer.isView(item))
      for (const part of partsOf(item)) waiting.push(part);
  }
  return found;
}

const isMethod = (object: object, name: string): boolean =>
  typeof (object as Record<string, unknown>)[name] === 'function';

/** The values in an object, map or set of any realm. */
function partsOf(object: object): unknown[] {
  if (isMethod(object, 'then')) throw new AttributeError('async_tidy', messages.asyncTidy());
  if (isMethod(object, 'next')) throw new AttributeError('lazy_tidy', messages.lazyTidy());
  const isCollection = ['[object Map]', '[object Set]'].includes(
    Object.prototype.toString.call(object),
  );
  return [...Object.values(object), ...(isCollection ? (object as Iterable<unknown>) : [])];
}
