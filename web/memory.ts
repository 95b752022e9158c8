/** Wasm memory: the only file that makes views of it. A view is stale once the memory grows. */
import {
  bufferOf,
  className,
  classNamed,
  copyInto,
  lengthOf,
  offsetOf,
  type TypedArray,
  type TypedArrayClass,
} from './dtypes.js';
import { OutOfMemoryError } from './errors.js';
import { messages } from './messages.js';
import type { Native } from './native.js';

/** Up to this many items a loop copies faster than a view is made. */
const FEW = 64;

/** Passing a float through JavaScript may change the bits of a NaN. */
const FLOATS = new Set(['Float16Array', 'Float32Array', 'Float64Array']);

const HEADROOM = 2 ** 17;

const TEXT = new TextDecoder();

/** The block that calls of small tensors borrow, in bytes. */
const STAGE = 2 ** 16;

export const MOST_BYTES = 2 ** 32 - 1;

export function outOfMemory(bytes: number): OutOfMemoryError {
  return new OutOfMemoryError('out_of_memory', messages.memory(bytes));
}

export class Memory {
  readonly #native: Native;
  readonly #wordsAddress: number;
  #buffer: ArrayBufferLike;
  #words: Int32Array;
  #stage = 0;
  /** Gives up memory that can be had back; whether there was any. */
  relieve: () => boolean = () => false;
  /** Views of the whole memory by class, so that a small copy makes no view. */
  readonly #wholes = new Map<string, TypedArray>();

  constructor(native: Native) {
    this.#native = native;
    this.#wordsAddress = native.wordsAddress();
    this.#buffer = native.memory.buffer;
    this.#words = this.#viewWords();
  }

  /** The size of the whole wasm memory. */
  get bytes(): number {
    return this.#native.memory.buffer.byteLength;
  }

  /** The block of words for requests and replies. */
  get words(): Int32Array {
    this.#keepUp();
    return this.#words;
  }

  /** The text that a call has just replied in, given its length. */
  text(length: number): string {
    const address = (this.words[0] as number) >>> 0;
    return TEXT.decode(new Uint8Array(this.#native.memory.buffer, address, length));
  }

  /** An address of `bytes` bytes. May grow the memory, which makes every view stale. */
  reserve(bytes: number): number {
    const address = bytes <= MOST_BYTES ? this.#native.reserve(Math.max(1, bytes)) >>> 0 : 0;
    if (address === 0) throw outOfMemory(bytes);
    return address;
  }

  /**
   * Makes sure that a call has memory for a plan or a text, which it cannot be refused half-way: the
   * longest text, of 32 operands of rank 16, and what writing it takes, is a third of this.
   */
  headroom(): void {
    this.release(this.claim(HEADROOM));
  }

  /** As `reserve`, where no plan is in use: those that are kept are given up for it if need be. */
  claim(bytes: number): number {
    try {
      return this.reserve(bytes);
    } catch (error) {
      if (!this.relieves(error)) throw error;
      return this.reserve(bytes);
    }
  }

  /** Whether memory ran out, and some could be given back: then it is worth trying again. */
  relieves(error: unknown): boolean {
    if (!(error instanceof OutOfMemoryError)) return false;
    const staged = this.#stage !== 0;
    if (staged) this.release(this.#stage);
    this.#stage = 0;
    return this.relieve() || staged;
  }

  release(address: number): void {
    this.#native.release(address);
  }

  /** As `reserve`, for one call at a time: where that is little, it is the same memory every time. */
  borrow(bytes: number): number {
    if (bytes > STAGE) return this.reserve(bytes);
    if (this.#stage === 0) this.#stage = this.reserve(STAGE);
    return this.#stage;
  }

  handBack(address: number): void {
    if (address !== this.#stage) this.release(address);
  }

  view(array: TypedArrayClass, address: number, length: number): TypedArray {
    return new array(this.#native.memory.buffer, address, length);
  }

  /** Copies an array in, at an address that is a multiple of its items' width. */
  write(address: number, data: TypedArray): void {
    // What is left of a view whose buffer shrank has no elements, and cannot be copied from either.
    if (lengthOf(data) === 0) return;
    const whole = this.#whole(className(data));
    whole.set(data as never, address / whole.BYTES_PER_ELEMENT);
  }

  /** Copies out over the whole of `data`. */
  read(address: number, data: TypedArray): void {
    const name = className(data);
    const whole = this.#whole(name);
    const start = address / whole.BYTES_PER_ELEMENT;
    const length = lengthOf(data);
    if (length === 0) return;
    const few = length <= FEW && !FLOATS.has(name);
    if (few) for (let i = 0; i < length; i++) data[i] = whole[start + i] as never;
    else copyInto(data, whole.subarray(start, start + length) as TypedArray);
  }

  /** A copy of `length` items, as an array that JavaScript owns. */
  take(array: TypedArrayClass, address: number, length: number): TypedArray {
    const start = address / array.BYTES_PER_ELEMENT;
    const whole = this.#whole(array.name);
    try {
      return whole.slice(start, start + length);
    } catch {
      throw outOfMemory(length * array.BYTES_PER_ELEMENT);
    }
  }

  /** A copy of a view of this memory, which growth leaves alone. */
  copy(view: TypedArray): TypedArray {
    const copy = new (classNamed(className(view)))(lengthOf(view));
    copyInto(copy, view);
    return copy;
  }

  /** Where an array lies, if it is a view of this memory; else 0. */
  addressOf(data: TypedArray): number {
    this.#keepUp();
    return bufferOf(data) === this.#buffer ? offsetOf(data) : 0;
  }

  /** The whole memory as an array of the class of that name. */
  #whole(name: string): TypedArray {
    this.#keepUp();
    const known = this.#wholes.get(name);
    if (known) return known;
    const array = classNamed(name);
    const length = this.#buffer.byteLength / array.BYTES_PER_ELEMENT;
    const whole = new array(this.#buffer, 0, length);
    this.#wholes.set(name, whole);
    return whole;
  }

  /** Growth leaves views of the old buffer without items; asking them is cheaper than the memory. */
  #keepUp(): void {
    if (this.#words.length > 0) return;
    this.#buffer = this.#native.memory.buffer;
    this.#words = this.#viewWords();
    this.#wholes.clear();
  }

  #viewWords(): Int32Array {
    const end = this.#buffer.byteLength;
    const length = Math.min(1024, (end - this.#wordsAddress) / 4);
    return new Int32Array(this.#buffer, this.#wordsAddress, length);
  }
}
