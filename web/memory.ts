/** Wasm memory: the only file that makes views of it. A view is stale once the memory grows. */
import { className, classNamed, type TypedArray, type TypedArrayClass } from './dtypes.js';
import { OutOfMemoryError } from './errors.js';
import { messages } from './messages.js';
import type { Native } from './native.js';

/** Up to this many items a loop copies faster than a view is made. */
const FEW = 64;

/** Passing a float through JavaScript may change the bits of a NaN. */
const FLOATS = new Set(['Float16Array', 'Float32Array', 'Float64Array']);

const MOST_BYTES = 2 ** 32 - 1;

export function outOfMemory(bytes: number): OutOfMemoryError {
  return new OutOfMemoryError('out_of_memory', messages.memory(bytes));
}

export class Memory {
  readonly #native: Native;
  readonly #wordsAddress: number;
  #words: Int32Array;
  /** Views of the whole memory by class, so that a small copy makes no view. */
  readonly #wholes = new Map<string, TypedArray>();

  constructor(native: Native) {
    this.#native = native;
    this.#wordsAddress = native.wordsAddress();
    this.#words = this.#viewWords();
  }

  /** The size of the whole wasm memory. */
  get bytes(): number {
    return this.#native.memory.buffer.byteLength;
  }

  /** The block of words for requests and replies. */
  get words(): Int32Array {
    if (this.#words.buffer !== this.#native.memory.buffer) this.#words = this.#viewWords();
    return this.#words;
  }

  /** An address of `bytes` bytes. May grow the memory, which makes every view stale. */
  reserve(bytes: number): number {
    const address = bytes <= MOST_BYTES ? this.#native.reserve(Math.max(1, bytes)) >>> 0 : 0;
    if (address === 0) throw outOfMemory(bytes);
    return address;
  }

  release(address: number): void {
    this.#native.release(address);
  }

  view(array: TypedArrayClass, address: number, length: number): TypedArray {
    return new array(this.#native.memory.buffer, address, length);
  }

  /** Copies an array in, at an address that is a multiple of its items' width. */
  write(address: number, data: TypedArray): void {
    const whole = this.#whole(data);
    whole.set(data as never, address / whole.BYTES_PER_ELEMENT);
  }

  /** Copies out over the whole of `data`. */
  read(address: number, data: TypedArray): void {
    const whole = this.#whole(data);
    const start = address / whole.BYTES_PER_ELEMENT;
    const few = data.length <= FEW && !FLOATS.has(className(data));
    if (few) for (let i = 0; i < data.length; i++) data[i] = whole[start + i] as never;
    else data.set(whole.subarray(start, start + data.length) as never);
  }

  /** Where an array lies, if it is a view of this memory; else 0. */
  addressOf(data: TypedArray): number {
    return data.buffer === this.#native.memory.buffer ? data.byteOffset : 0;
  }

  /** The whole memory as an array of the same class as `data`. */
  #whole(data: TypedArray): TypedArray {
    const { buffer } = this.#native.memory;
    const name = className(data);
    const known = this.#wholes.get(name);
    if (known && known.buffer === buffer) return known;
    const array = classNamed(name);
    const whole = new array(buffer, 0, buffer.byteLength / array.BYTES_PER_ELEMENT);
    this.#wholes.set(name, whole);
    return whole;
  }

  #viewWords(): Int32Array {
    const end = this.#native.memory.buffer.byteLength;
    const length = Math.min(1024, (end - this.#wordsAddress) / 4);
    return new Int32Array(this.#native.memory.buffer, this.#wordsAddress, length);
  }
}
