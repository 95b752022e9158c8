/**
 * TensorProto in all its encodings, as `{ type, data, dims }`.
 *
 * Elements are in `raw_data`, little-endian, or in the typed field that onnx.proto names for the
 * type: several types share `int32_data`, floats of 16 bits and fewer as bits. A byte holds two elements of
 * 4 bits, or four of 2, the first in the lowest bits, in either field.
 */

import { readMessage } from './message.mjs';
import { optionalProto, sequenceProto, tensorProto } from './onnx-schema.mjs';

/** By TensorProto.DataType: the type's name, its array, and the typed field of its elements. */
const storage = {
  1: ['float32', Float32Array, 'floatData'],
  2: ['uint8', Uint8Array, 'int32Data'],
  3: ['int8', Int8Array, 'int32Data'],
  4: ['uint16', Uint16Array, 'int32Data'],
  5: ['int16', Int16Array, 'int32Data'],
  6: ['int32', Int32Array, 'int32Data'],
  7: ['int64', BigInt64Array, 'int64Data'],
  8: ['string', Array, 'stringData'],
  9: ['bool', Uint8Array, 'int32Data'],
  10: ['float16', Uint16Array, 'int32Data'],
  11: ['float64', Float64Array, 'doubleData'],
  12: ['uint32', Uint32Array, 'uint64Data'],
  13: ['uint64', BigUint64Array, 'uint64Data'],
  14: ['complex64', Float32Array, 'floatData'],
  15: ['complex128', Float64Array, 'doubleData'],
  16: ['bfloat16', Uint16Array, 'int32Data'],
  17: ['float8e4m3fn', Uint8Array, 'int32Data'],
  18: ['float8e4m3fnuz', Uint8Array, 'int32Data'],
  19: ['float8e5m2', Uint8Array, 'int32Data'],
  20: ['float8e5m2fnuz', Uint8Array, 'int32Data'],
  21: ['uint4', Uint8Array, 'int32Data', 4],
  22: ['int4', Int8Array, 'int32Data', 4],
  23: ['float4e2m1', Uint8Array, 'int32Data', 4],
  24: ['float8e8m0', Uint8Array, 'int32Data'],
  25: ['uint2', Uint8Array, 'int32Data', 2],
  26: ['int2', Int8Array, 'int32Data', 2],
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A copy, because `raw_data` may be unaligned. */
function fromRaw(bytes, Elements) {
  if (bytes.length % Elements.BYTES_PER_ELEMENT !== 0) {
    throw new Error(`raw_data of ${bytes.length} bytes is no whole number of elements`);
  }
  return new Elements(Uint8Array.from(bytes).buffer);
}

function fromField(values, Elements) {
  const isBig = Elements === BigInt64Array || Elements === BigUint64Array;
  return isBig ? Elements.from(values) : Elements.from(values, Number);
}

/** Unpacks elements of a few bits from bytes. */
function split(bytes, bits, count, Elements) {
  const values = 2 ** bits;
  const all = Array.from(bytes, (byte) => byte & 255).flatMap((byte) =>
    Array.from({ length: 8 / bits }, (_, i) => Math.floor(byte / values ** i) % values),
  );
  if (Math.ceil((count * bits) / 8) !== bytes.length) {
    throw new Error(`${bytes.length} bytes do not hold ${count} elements of ${bits} bits`);
  }
  const isSigned = Elements === Int8Array;
  const numbers = all.map((code) => (isSigned && code >= values / 2 ? code - values : code));
  return Elements.from(numbers.slice(0, count));
}

function elements(message, Elements, field) {
  if (Elements === Array) return message.stringData.map((bytes) => utf8.decode(bytes));
  return message.rawData === undefined
    ? fromField(message[field], Elements)
    : fromRaw(message.rawData, Elements);
}

/** @returns {{type: string, data: ArrayLike<number | bigint | string>, dims: number[]}} */
export function tensorFrom(message) {
  const known = storage[message.dataType];
  if (!known) throw new Error(`TensorProto has data type ${message.dataType}`);
  if (message.segment !== undefined || message.dataLocation) {
    throw new Error('TensorProto holds a segment, or keeps its data in another file');
  }
  const [type, Elements, field, bits] = known;
  const dims = message.dims.map(Number);
  const stored = elements(message, Elements, field);
  const count = dims.reduce((product, size) => product * size, 1);
  const data = bits ? split(stored, bits, count, Elements) : stored;
  return { type, data, dims };
}

const sequenceFrom = ({ tensorValues }) => tensorValues.map(tensorFrom);

function optionalFrom({ tensorValue, sequenceValue }) {
  if (sequenceValue) return sequenceFrom(sequenceValue);
  return tensorValue ? tensorFrom(tensorValue) : null;
}

/** @param {Uint8Array} bytes */
export const readTensor = (bytes) => tensorFrom(readMessage(bytes, tensorProto));

/**
 * A tensor; the tensors of a sequence; or null for an optional value that holds nothing.
 * @param {Uint8Array} bytes
 * @param {'tensor' | 'sequence' | 'optional'} kind
 */
export function readValue(bytes, kind) {
  if (kind === 'sequence') return sequenceFrom(readMessage(bytes, sequenceProto));
  return kind === 'optional' ? optionalFrom(readMessage(bytes, optionalProto)) : readTensor(bytes);
}
