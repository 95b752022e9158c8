import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mismatch } from './compare.mjs';

const float32 = { output: { type: 'float32', dims: [2] }, tolerance: 0 };
const of = (data, dims = [data.length]) => ({ data, dims });

test('equal results match, NaN included', () => {
  const data = Float32Array.of(1, Number.NaN);
  assert.equal(mismatch(float32, of(data), of(data.slice())), undefined);
});

test('a difference names the element and both values', () => {
  const text = mismatch(float32, of(Float32Array.of(1, 2)), of(Float32Array.of(1, 3)));
  assert.equal(text, 'element 1 is 3, not 2');
});

test('NaN against a number is a difference', () => {
  const text = mismatch(float32, of(Float32Array.of(1)), of(Float32Array.of(Number.NaN)));
  assert.match(text, /element 0/);
});

test('shapes are compared, but for sizes of 1', () => {
  const data = new Float32Array(6);
  assert.match(mismatch(float32, of(data, [2, 3]), of(data, [3, 2])), /shape/);
  assert.equal(mismatch(float32, of(data, [2, 3]), of(data, [1, 2, 3])), undefined);
});

test('the tolerance is relative', () => {
  const loose = { ...float32, tolerance: 1e-3 };
  assert.equal(mismatch(loose, of([1000]), of([1000.5])), undefined);
  assert.match(mismatch(loose, of([1000]), of([1002])), /1002/);
});

test('int64 is compared as numbers and float16 as what its bits mean', () => {
  const int64 = { output: { type: 'int64', dims: [1] }, tolerance: 0 };
  assert.equal(mismatch(int64, of(BigInt64Array.of(5n)), of([5])), undefined);
  const float16 = { output: { type: 'float16', dims: [1] }, tolerance: 0 };
  assert.equal(mismatch(float16, of(Uint16Array.of(0x3c00)), of([1])), undefined);
  assert.match(mismatch(float16, of(Uint16Array.of(0x3c00)), of([2])), /is 2, not 1/);
});
