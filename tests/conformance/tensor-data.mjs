/**
 * TensorProto in all its encodings, as `{ type, data, dims }`.
 *
 * Elements are in `raw_data`, little-endian, or in the typed field that onnx.proto names for the
 * type: several types share `int32_data`, float16 and bfloat16 as bits.
 */

import { readMessage } from './message.mjs';
import { tensorProto } from './onnx-schema.mjs';

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
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A copy, because `raw_data` may lie anywhere in its message. */
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
  const [type, Elements, field] = known;
  return { type, data: elements(message, Elements, field), dims: message.dims.map(Number) };
}

/** @param {Uint8Array} bytes */
export const readTensor = (bytes) => tensorFrom(readMessage(bytes, tensorProto));
