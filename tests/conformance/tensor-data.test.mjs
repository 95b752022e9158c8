/** Every encoding of TensorProto that onnx.proto names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytes, double, float, integer, message, packed, unsigned } from './support.mjs';
import { readTensor } from './tensor-data.mjs';

const dims = (...sizes) => sizes.map((size) => integer(1, size));
const typed = (type, ...fields) => readTensor(message(...dims(2), integer(2, type), ...fields));

const int32Field = [
  [2, 'uint8', Uint8Array.of(255, 1)],
  [3, 'int8', Int8Array.of(-128, 1)],
  [4, 'uint16', Uint16Array.of(65535, 1)],
  [5, 'int16', Int16Array.of(-32768, 1)],
  [6, 'int32', Int32Array.of(-2147483648, 1)],
  [9, 'bool', Uint8Array.of(1, 0)],
  [10, 'float16', Uint16Array.of(0x3c00, 0xfc00)],
  [16, 'bfloat16', Uint16Array.of(0x3f80, 0xff80)],
  [17, 'float8e4m3fn', Uint8Array.of(0x38, 0xff)],
  [24, 'float8e8m0', Uint8Array.of(127, 0)],
];

describe('typed fields', () => {
  for (const [number, type, data] of int32Field) {
    it(`int32_data holds ${type}`, () => {
      const expected = { type, data, dims: [2] };
      assert.deepEqual(typed(number, packed(5, 'int32', data)), expected);
    });
  }

  it('elements of a few bits share bytes, the first in the lowest bits', () => {
    const fields = (value) => [packed(5, 'int32', [value]), bytes(9, Uint8Array.of(value))];
    for (const field of fields(0x87)) {
      assert.deepEqual(typed(22, field), { type: 'int4', data: Int8Array.of(7, -8), dims: [2] });
      assert.deepEqual(typed(21, field).data, Uint8Array.of(7, 8));
      assert.deepEqual(typed(23, field).data, Uint8Array.of(7, 8));
    }
    for (const field of fields(0b0110)) {
      assert.deepEqual(typed(26, field).data, Int8Array.of(-2, 1));
      assert.deepEqual(typed(25, field).data, Uint8Array.of(2, 1));
    }
  });

  it('64-bit integers keep every bit', () => {
    const low = -(2n ** 63n);
    const high = 2n ** 64n - 1n;
    const signed = typed(7, packed(7, 'int64', [low, 2n ** 53n + 1n]));
    assert.deepEqual(signed.data, BigInt64Array.of(low, 2n ** 53n + 1n));
    const wide = typed(13, packed(11, 'uint64', [high, 1n]));
    assert.deepEqual(wide.data, BigUint64Array.of(high, 1n));
    assert.deepEqual(typed(12, packed(11, 'uint64', [4294967295n, 1n])).data.at(0), 4294967295);
  });

  it('floats, and complex numbers as pairs of them', () => {
    assert.deepEqual(typed(1, packed(4, 'float', [1.5, -0])).data, Float32Array.of(1.5, -0));
    assert.deepEqual(typed(11, packed(10, 'double', [0.1, 2])).data, Float64Array.of(0.1, 2));
    const pairs = typed(14, packed(4, 'float', [1, 2, 3, 4]));
    assert.deepEqual(pairs, { type: 'complex64', data: Float32Array.of(1, 2, 3, 4), dims: [2] });
    assert.deepEqual(typed(15, packed(10, 'double', [1, 2, 3, 4])).type, 'complex128');
  });

  it('numbers that are not packed', () => {
    assert.deepEqual(typed(6, integer(5, -7), integer(5, 8)).data, Int32Array.of(-7, 8));
    assert.deepEqual(typed(1, float(4, 0.5), float(4, 2)).data, Float32Array.of(0.5, 2));
    assert.deepEqual(typed(11, double(10, 0.1), double(10, 2)).data, Float64Array.of(0.1, 2));
    assert.deepEqual(typed(13, unsigned(11, 5n), unsigned(11, 6n)).data, BigUint64Array.of(5n, 6n));
  });

  it('strings are UTF-8', () => {
    const encoded = ['é', ''].map((string) => bytes(6, new TextEncoder().encode(string)));
    assert.deepEqual(typed(8, ...encoded), { type: 'string', data: ['é', ''], dims: [2] });
  });
});

describe('raw_data', () => {
  it('is little-endian, at any offset', () => {
    const raw = Uint8Array.of(1, 2, 3, 4, 255, 255, 255, 255);
    const tensor = typed(6, bytes(9, raw));
    assert.deepEqual(tensor.data, Int32Array.of(0x04030201, -1));
    assert.deepEqual(typed(9, bytes(9, Uint8Array.of(1, 0))).data, Uint8Array.of(1, 0));
  });

  it('rank 0 and zero sizes', () => {
    const scalar = readTensor(message(integer(2, 2), bytes(9, Uint8Array.of(7))));
    assert.deepEqual(scalar, { type: 'uint8', data: Uint8Array.of(7), dims: [] });
    const empty = readTensor(message(...dims(0, 3), integer(2, 1), bytes(9, new Uint8Array())));
    assert.deepEqual(empty, { type: 'float32', data: new Float32Array(), dims: [0, 3] });
  });

  it('unreadable data is an error', () => {
    assert.throws(() => typed(1, bytes(9, new Uint8Array(7))), /whole number of elements/);
    assert.throws(() => typed(99, bytes(9, new Uint8Array(1))), /data type 99/);
    assert.throws(() => typed(22, bytes(9, new Uint8Array(2))), /2 bytes do not hold 2/);
    assert.throws(() => typed(1, integer(14, 1)), /another file/);
  });
});
