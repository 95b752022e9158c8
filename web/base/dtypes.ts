import type { Global } from './platform-types.js';

/** Element types, as onnxruntime-web spells them, and the typed arrays that hold them. */
export type DType =
  | 'float32'
  | 'float64'
  | 'float16'
  | 'bfloat16'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'bool'
  | 'string'
  | 'complex64'
  | 'complex128';

/**
 * Arrays that hold elements: of a number type, its own class; of bool, Uint8Array; of bfloat16 and
 * float16, Uint16Array of bits (float16 also Float16Array, where there is one); of complex types,
 * real and imaginary parts in turn.
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

interface ElementStorage {
  /** The class of a result; `accepts` lists what an operand may bring. */
  readonly array: TypedArrayClass;
  readonly accepts: readonly string[];
  /** Array items per element: 2 for complex numbers. */
  readonly items: number;
}

// Float16Array is new: where it is missing, float16 is its bits.
const Half =
  (globalThis as { Float16Array?: TypedArrayClass }).Float16Array ??
  (Uint16Array as TypedArrayClass);

const store = (array: TypedArrayClass, accepts: readonly string[], items = 1): ElementStorage => ({
  array,
  accepts,
  items,
});

const storage: Readonly<Record<Exclude<DType, 'string'>, ElementStorage>> = {
  float32: store(Float32Array, ['Float32Array']),
  float64: store(Float64Array, ['Float64Array']),
  float16: store(Half, ['Float16Array', 'Uint16Array']),
  bfloat16: store(Uint16Array, ['Uint16Array']),
  int8: store(Int8Array, ['Int8Array']),
  int16: store(Int16Array, ['Int16Array']),
  int32: store(Int32Array, ['Int32Array']),
  int64: store(BigInt64Array, ['BigInt64Array']),
  uint8: store(Uint8Array, ['Uint8Array', 'Uint8ClampedArray']),
  uint16: store(Uint16Array, ['Uint16Array']),
  uint32: store(Uint32Array, ['Uint32Array']),
  uint64: store(BigUint64Array, ['BigUint64Array']),
  bool: store(Uint8Array, ['Uint8Array']),
  complex64: store(Float32Array, ['Float32Array'], 2),
  complex128: store(Float64Array, ['Float64Array'], 2),
};

// Maps: a process that has seen many types looks them up faster than properties.
const STORAGE: ReadonlyMap<unknown, ElementStorage> = new Map(Object.entries(storage));

const TYPE_OF_CLASS: ReadonlyMap<string, DType> = new Map<string, DType>(
  Object.entries({
    Float32Array: 'float32',
    Float64Array: 'float64',
    Float16Array: 'float16',
    Int8Array: 'int8',
    Int16Array: 'int16',
    Int32Array: 'int32',
    BigInt64Array: 'int64',
    Uint8Array: 'uint8',
    Uint8ClampedArray: 'uint8',
    Uint16Array: 'uint16',
    Uint32Array: 'uint32',
    BigUint64Array: 'uint64',
  } as const),
);

/** The type whose elements lie in wasm memory, or undefined: strings live in JavaScript. */
export const storageOf = (type: unknown): ElementStorage | undefined => STORAGE.get(type);

/** Types by the numbers of ONNX's TensorProto.DataType; 0 is none. */
export const ONNX_TYPES: readonly (DType | undefined)[] = [
  undefined,
  'float32',
  'uint8',
  'int8',
  'uint16',
  'int16',
  'int32',
  'int64',
  'string',
  'bool',
  'float16',
  'float64',
  'uint32',
  'uint64',
  'complex64',
  'complex128',
  'bfloat16',
];

/** Bytes of one element. */
export function widthOf(type: DType): number {
  const storage = storageOf(type);
  return storage ? storage.array.BYTES_PER_ELEMENT * storage.items : 0;
}

/** The array class that holds results of a type. */
export function arrayOf(type: DType): TypedArrayClass {
  return (storageOf(type) as { array: TypedArrayClass }).array;
}

/** Array items of `size` elements. */
export function itemsOf(type: DType, size: number): number {
  return size * (storageOf(type)?.items ?? 1);
}

/** Bytes of a tensor's elements. */
export function bytesOf(type: DType, size: number): number {
  return size * widthOf(type);
}

/** What an array is, whatever properties its owner gave it. */
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

/** Copies over the start of an array. */
export const copyInto = (data: TypedArray, source: TypedArray): void =>
  setArray.call(data, source as never);

const byteLength = intrinsic<number>(ArrayBuffer.prototype, 'byteLength');

/** Bytes of a buffer: 0 where it is detached, undefined where threads share it. */
export function bytesOfBuffer(buffer: ArrayBufferLike): number | undefined {
  try {
    return byteLength.call(buffer);
  } catch {
    return undefined;
  }
}

const CLASSES: ReadonlyMap<string, TypedArrayClass> = new Map([
  ...Object.values(storage).map(({ array }) => [array.name, array] as const),
  ['Uint8ClampedArray', Uint8ClampedArray] as const,
]);

/** This realm's class of that name. */
export function classNamed(name: string): TypedArrayClass {
  return CLASSES.get(name) as TypedArrayClass;
}

/** The type that an array's class stands for. */
export const typeOfClass = (data: unknown): DType | undefined => TYPE_OF_CLASS.get(className(data));
