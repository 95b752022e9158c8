/** onnxruntime-web's int4 and uint4: two elements per byte, the first in the low half. */
import { ShapeError } from '../base/errors.js';
import type { TypedArray } from '../base/typed-arrays.js';
import { ortMessages } from './messages.js';

const HALF_BYTE = 4;

export const isPacked = (type: string): type is 'int4' | 'uint4' =>
  type === 'int4' || type === 'uint4';

const bytesFor = (size: number): number => Math.ceil(size / 2);

/** One element per byte. @throws ShapeError if the data does not fit `size` elements. */
export function unpack(type: 'int4' | 'uint4', data: TypedArray, size: number): TypedArray {
  const wanted = bytesFor(size);
  if (data.length !== wanted)
    throw new ShapeError('data_length', ortMessages.packed(type, wanted, data.length));
  const half = (i: number) => (Number(data[i >> 1]) >> (i % 2 === 0 ? 0 : HALF_BYTE)) & 15;
  const signed = (i: number) => (half(i) ^ 8) - 8;
  return type === 'int4'
    ? Int8Array.from({ length: size }, (_, i) => signed(i))
    : Uint8Array.from({ length: size }, (_, i) => half(i));
}

/** Two elements per byte. */
export function pack(data: TypedArray): Uint8Array {
  const half = (i: number) => Number(data[i] ?? 0) & 15;
  const byte = (at: number) => half(2 * at) | (half(2 * at + 1) << HALF_BYTE);
  return Uint8Array.from({ length: bytesFor(data.length) }, (_, at) => byte(at));
}
