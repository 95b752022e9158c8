/** Typed arrays of any realm, whatever properties their owners gave them. */
import type { Global } from './platform-types.js';

/**
 * Arrays of elements: for a number type, its own class; for bool, Uint8Array; for bfloat16 and float16,
 * Uint16Array of bits (float16 also Float16Array, if it exists); for complex types, alternating real and
 * imaginary parts.
 */
export type TypedArray =
  | Global<'Float16Array', never>
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array
  | BigUint64Array;

export interface TypedArrayClass {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): TypedArray;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): TypedArray;
}

/** Reads a built-in property of an array, whatever properties the caller has defined on it. */
function intrinsic<Value>(prototype: object, name: PropertyKey): (this: unknown) => Value {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => Value;
}

const arrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
const tagOfArray = intrinsic<string | undefined>(arrayPrototype, Symbol.toStringTag);
const lengthOfArray = intrinsic<number>(arrayPrototype, 'length');
const bufferOfArray = intrinsic<ArrayBufferLike>(arrayPrototype, 'buffer');
const offsetOfArray = intrinsic<number>(arrayPrototype, 'byteOffset');
const setArray = arrayPrototype.set as (this: TypedArray, source: ArrayLike<never>) => void;

/**
 * The name of a typed array's class, also for arrays of another realm and of subclasses. Empty for
 * anything else.
 */
export const className = (data: unknown): string => tagOfArray.call(data) ?? '';
export const lengthOf = (data: TypedArray): number => lengthOfArray.call(data);
export const bufferOf = (data: TypedArray): ArrayBufferLike => bufferOfArray.call(data);
export const offsetOf = (data: TypedArray): number => offsetOfArray.call(data);

const keysOfArray = arrayPrototype.keys as (this: TypedArray) => unknown;

/** Whether an array's elements are there: its buffer is neither detached nor too small for it. */
export function isAlive(data: TypedArray): boolean {
  if (lengthOf(data) > 0) return true;
  try {
    keysOfArray.call(data);
    return true;
  } catch {
    return false;
  }
}

/** Copies over the start of an array. */
export const copyInto = (data: TypedArray, source: TypedArray): void =>
  setArray.call(data, source as never);

const byteLength = intrinsic<number>(ArrayBuffer.prototype, 'byteLength');

/** Bytes of a buffer: 0 if it is detached, `undefined` if it is shared between threads. */
export function bytesOfBuffer(buffer: ArrayBufferLike): number | undefined {
  try {
    return byteLength.call(buffer);
  } catch {
    return undefined;
  }
}

// Float16Array is new: without it, float16 elements are bits.
const { Float16Array: Half } = globalThis as { Float16Array?: TypedArrayClass };

const CLASSES: ReadonlyMap<string, TypedArrayClass> = new Map(
  [
    ...[Float32Array, Float64Array, ...(Half ? [Half] : [])],
    ...[Int8Array, Int16Array, Int32Array, BigInt64Array],
    ...[Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array, BigUint64Array],
  ].map((array) => [array.name, array]),
);

/** The class of that name in this realm, if it exists. */
export function classNamed(name: string): TypedArrayClass {
  return CLASSES.get(name) as TypedArrayClass;
}
