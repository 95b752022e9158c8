/** Wasm memory. Only this file creates views on it, which are stale once the memory has grown. */
import { DTypeError, OutOfMemoryError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import {
  bufferOf,
  className,
  classNamed,
  copyInto,
  lengthOf,
  offsetOf,
  type TypedArray,
  type TypedArrayClass,
} from '../base/typed-arrays.js';
import { CLOSED, MEMORY_RANGE, type Native, roomWithin } from '../wasm/instantiate.js';

/** Up to this number of items, a loop is faster than creating a view and copying with it. */
const FEW = 64;

/** Passing a float through JavaScript may change the bits of a NaN. */
const FLOATS = new Set(['Float16Array', 'Float32Array', 'Float64Array']);

/** Size of the block that calls with small tensors borrow, in bytes. */
const STAGE = 2 ** 16;

export const MOST_BYTES = 2 ** 32 - 1;

/** The maximum size of any memory, in bytes. */
const HIGHEST_LIMIT = roomWithin(MEMORY_RANGE[1]);

/** The alignment within a block, in bytes: that of a vector. */
export const ALIGNMENT = 16;

export const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Memory use of an engine. */
export interface MemoryUse {
  /** Current size, in bytes. */
  readonly bytes: number;
  /** Maximum size, in bytes. */
  readonly limit: number;
  /** Bytes in use. */
  readonly used: number;
  /** Number of live resident tensors. */
  readonly tensors: number;
}

/** Frees what can be recreated, such as plans; returns whether there was any. */
export type Relief = () => boolean;

export class Memory {
  #native: Native;
  /** Maximum size of the memory, in bytes. */
  readonly limit: number;
  /** Bytes of the engine's own data and stack, which precede the heap. */
  readonly #fixed: number;
  #buffer: ArrayBufferLike;
  /** Whether threads share the memory. When it grows, old buffers stay valid for their length. */
  readonly #isShared: boolean;
  /** Length of the current buffer, in bytes; addresses below it do not need a newer buffer. */
  #reach = 0;
  /** All buffers of a shared memory are views on it. */
  readonly #shared = new WeakSet<ArrayBufferLike>();
  /** Detached once growth has replaced the buffer: checking its length is cheaper than asking the memory. */
  #sentinel: Uint8Array;
  #stage = 0;
  #isStageLent = false;
  readonly #reliefs = new Set<Relief>();
  /** Counts live tensors, for the message of an OutOfMemoryError. */
  countTensors: () => number = () => 0;
  /** Views of the whole memory by class; small copies use them instead of new views. */
  readonly #wholes = new Map<string, TypedArray>();

  constructor(native: Native, limit: number) {
    this.#native = native;
    this.limit = roomWithin(limit);
    native.setLimit(this.limit);
    native.shortage.error = (bytes) => this.outOfMemory(bytes);
    this.#fixed = this.#heapStart();
    this.#isShared = native.workers !== undefined;
    this.#buffer = new ArrayBuffer(0);
    this.#sentinel = new Uint8Array(this.#buffer);
    this.#keepUp();
  }

  /** The size of the whole wasm memory. */
  get bytes(): number {
    return this.#native.memory.buffer.byteLength;
  }

  /** Bytes in use: the engine's own, and those that are reserved. */
  get used(): number {
    return this.#fixed + this.#native.reserved();
  }

  /** @param bytes the requested size. Default: the headroom of a call */
  outOfMemory(bytes = this.#native.headroom): OutOfMemoryError {
    const { limit, used } = this;
    const tensors = this.countTensors();
    const mayFree = tensors > 0 && this.#fixed + bytes <= limit;
    const mayGrow = limit < HIGHEST_LIMIT && used + bytes <= HIGHEST_LIMIT;
    return new OutOfMemoryError({ limit, used, asked: bytes, tensors, mayFree, mayGrow });
  }

  /**
   * Reserves `bytes` bytes. May grow the memory, which invalidates every view.
   * @throws OutOfMemoryError
   */
  reserve(bytes: number): number {
    const size = Math.max(1, bytes);
    const address = size <= MOST_BYTES ? this.#native.reserve(size) : 0;
    if (address === 0) throw this.outOfMemory(bytes);
    return address;
  }

  /**
   * Ensures that the engine can allocate a plan or a report, which it cannot abandon half-way.
   * @throws OutOfMemoryError
   */
  headroom(): void {
    if (this.#native.hasHeadroom()) return;
    if (!this.relieve() || !this.#native.hasHeadroom()) throw this.outOfMemory();
  }

  /** Like `reserve`, after calling `relieve` if necessary: memory that it frees must not be in use. */
  claim(bytes: number): number {
    return this.retrying(() => this.reserve(bytes));
  }

  /** Runs `work`, and once more after `relieve` if it ran out of memory. */
  retrying<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof OutOfMemoryError) || !this.relieve()) throw error;
      return work();
    }
  }

  /**
   * Registers a function that frees memory when it runs out. It is called only while nothing that it frees is
   * in use; a call whose own work was freed is restarted.
   */
  onShortage(relief: Relief): void {
    this.#reliefs.add(relief);
  }

  /** Removes a registration. */
  offShortage(relief: Relief): void {
    this.#reliefs.delete(relief);
  }

  /** Frees everything that can be recreated; returns whether there was any. */
  relieve(): boolean {
    let relieved = this.#stage !== 0 && !this.#isStageLent;
    if (relieved) {
      this.release(this.#stage);
      this.#stage = 0;
    }
    for (const relief of this.#reliefs) relieved = relief() || relieved;
    return relieved;
  }

  release(address: number): void {
    if (this.#native !== CLOSED) this.#native.release(address);
  }

  /** Releases the module; any later call throws a DisposedError. */
  close(): void {
    this.#native = CLOSED;
    this.#buffer = new ArrayBuffer(0);
    this.#sentinel = new Uint8Array(this.#buffer);
    this.#reach = 0;
    this.#stage = 0;
    this.#isStageLent = false;
    this.#wholes.clear();
    this.#reliefs.clear();
  }

  /**
   * Like `reserve`, until `handBack`: a small request gets the block for small tensors, unless it is borrowed
   * already.
   */
  borrow(bytes: number): number {
    if (bytes > STAGE || this.#isStageLent) return this.reserve(bytes);
    if (this.#stage === 0) this.#stage = this.reserve(STAGE);
    this.#isStageLent = true;
    return this.#stage;
  }

  handBack(address: number): void {
    if (address === this.#stage) this.#isStageLent = false;
    else this.release(address);
  }

  /** A view of `length` items at an address. */
  view(array: TypedArrayClass, address: number, length: number): TypedArray {
    const make = VIEWS[array.name] as View;
    const view = make(this.#native, address, length);
    if (this.#isShared && view.buffer !== this.#buffer) this.#shared.add(view.buffer);
    if (view instanceof array) return view;
    return new array(view.buffer, view.byteOffset, length);
  }

  /** The memory as float64, at least up to `end`; stale once the memory has grown. */
  numbers(end: number): Float64Array {
    return this.#whole('Float64Array', end) as Float64Array;
  }

  /**
   * Copies an array to an aligned address.
   * @param bytes the reserved size, beyond which nothing is written
   * @throws DTypeError if the array has another size, or is not a typed array
   */
  write(address: number, data: TypedArray, bytes: number): void {
    const name = className(data);
    // A view has no elements once its buffer was transferred, or shrank below its end.
    const length = name === '' ? 0 : lengthOf(data);
    const width = name === '' ? 1 : classNamed(name).BYTES_PER_ELEMENT;
    if (length * width !== bytes)
      throw new DTypeError('changed_buffer', messages.changed(bytes, length * width));
    if (length === 0) return;
    const whole = this.#whole(name, address + bytes);
    whole.set(data as never, address / width);
  }

  /** Copies elements out, over the whole of `data`. */
  read(address: number, data: TypedArray): void {
    const name = className(data);
    const length = lengthOf(data);
    if (length === 0) return;
    const width = classNamed(name).BYTES_PER_ELEMENT;
    const whole = this.#whole(name, address + length * width);
    const start = address / width;
    const few = length <= FEW && !FLOATS.has(name);
    if (few) for (let i = 0; i < length; i++) data[i] = whole[start + i] as never;
    else copyInto(data, whole.subarray(start, start + length) as TypedArray);
  }

  /** A new JavaScript array. @throws OutOfMemoryError if it cannot be allocated */
  newArray(array: TypedArrayClass, length: number): TypedArray {
    const bytes = length * array.BYTES_PER_ELEMENT;
    try {
      // The limit of wasm memory also applies to arrays.
      if (bytes > MOST_BYTES) throw new RangeError();
      return new array(length);
    } catch {
      throw this.outOfMemory(bytes);
    }
  }

  /** A copy of `length` items, as an array that JavaScript owns. */
  take(array: TypedArrayClass, address: number, length: number): TypedArray {
    const start = address / array.BYTES_PER_ELEMENT;
    const whole = this.#whole(array.name, address + length * array.BYTES_PER_ELEMENT);
    try {
      return whole.slice(start, start + length);
    } catch {
      throw this.outOfMemory(length * array.BYTES_PER_ELEMENT);
    }
  }

  /** A copy that growth does not detach. @throws OutOfMemoryError if it cannot be allocated */
  copy(view: TypedArray): TypedArray {
    const copy = this.newArray(classNamed(className(view)), lengthOf(view));
    copyInto(copy, view);
    return copy;
  }

  /** The address of an array that is a view of this memory; 0 for any other. */
  addressOf(data: TypedArray): number {
    const buffer = bufferOf(data);
    if (this.#isShared) return this.shares(buffer) ? offsetOf(data) : 0;
    this.#keepUp();
    return buffer === this.#buffer ? offsetOf(data) : 0;
  }

  /** Whether a buffer that threads share is this memory's. */
  shares(buffer: ArrayBufferLike): boolean {
    if (!this.#isShared || !(buffer instanceof SharedArrayBuffer)) return false;
    if (!this.#shared.has(buffer)) this.#keepUp();
    return this.#shared.has(buffer);
  }

  /** The memory, at least up to `end`, as an array of this class. */
  #whole(name: string, end: number): TypedArray {
    if (!this.#isShared || end > this.#reach) this.#keepUp();
    const known = this.#wholes.get(name);
    if (known) return known;
    const array = classNamed(name);
    const length = this.#buffer.byteLength / array.BYTES_PER_ELEMENT;
    const whole = new array(this.#buffer, 0, length);
    this.#wholes.set(name, whole);
    return whole;
  }

  #heapStart(): number {
    const first = this.#native.reserve(1);
    this.#native.release(first);
    return first;
  }

  /** Replaces the views if growth has detached the buffer. */
  #keepUp(): void {
    const isCurrent = this.#isShared
      ? this.#buffer === this.#native.memory.buffer
      : this.#sentinel.length > 0;
    if (isCurrent) return;
    this.#buffer = this.#native.memory.buffer;
    this.#reach = this.#buffer.byteLength;
    this.#sentinel = new Uint8Array(this.#buffer, 0, 1);
    this.#wholes.clear();
    if (this.#isShared) this.#shared.add(this.#buffer);
  }
}

type View = (native: Native, address: number, length: number) => TypedArray;

/** The engine's views by array class; for a class that Embind lacks, one with items of the same width. */
const VIEWS: Readonly<Record<string, View>> = {
  Int8Array: (native, address, length) => native.viewInt8(address, length),
  Uint8Array: (native, address, length) => native.viewUint8(address, length),
  Int16Array: (native, address, length) => native.viewInt16(address, length),
  Uint16Array: (native, address, length) => native.viewUint16(address, length),
  Float16Array: (native, address, length) => native.viewUint16(address, length),
  Int32Array: (native, address, length) => native.viewInt32(address, length),
  Uint32Array: (native, address, length) => native.viewUint32(address, length),
  BigInt64Array: (native, address, length) => native.viewInt64(address, length),
  BigUint64Array: (native, address, length) => native.viewUint64(address, length),
  Float32Array: (native, address, length) => native.viewFloat32(address, length),
  Float64Array: (native, address, length) => native.viewFloat64(address, length),
};
