import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mismatch } from './compare.mjs';

const float32 = { output: { type: 'float32', dims: [2] }, tolerance: 0 };
const known = (values, dims = [values.length], type = 'float32') => ({ type, dims, values });
const of = (data, dims = [data.length]) => ({ data, dims });

test('equal results match, NaN included', () => {
  assert.equal(
    mismatch(float32, known([1, Number.NaN]), of(Float32Array.of(1, Number.NaN))),
    undefined,
  );
});

test('a difference names the element and both values', () => {
  assert.equal(
    mismatch(float32, known([1, 2]), of(Float32Array.of(1, 3))),
    'element 1 is 3, not 2',
  );
});

test('NaN against a number is a difference', () => {
  assert.match(mismatch(float32, known([1]), of(Float32Array.of(Number.NaN))), /element 0/);
});

test('shapes are compared, but for sizes of 1', () => {
  const data = new Float32Array(6);
  const zeros = known([...data], [2, 3]);
  assert.match(mismatch(float32, zeros, of(data, [3, 2])), /shape/);
  assert.equal(mismatch(float32, zeros, of(data, [1, 2, 3])), undefined);
});

test('the tolerance is relative, and not for the package', () => {
  const loose = { ...float32, tolerance: 1e-3, own: 1e-4 };
  assert.equal(mismatch(loose, known([1000]), of([1000.5]), false), undefined);
  assert.match(mismatch(loose, known([1000]), of([1002]), false), /1002/);
  assert.match(mismatch(loose, known([1000]), of([1000.5]), true), /1000.5/);
  assert.equal(mismatch(loose, known([1000]), of([1000.05]), true), undefined);
});

test('an infinity is close only to itself', () => {
  const loose = { ...float32, tolerance: 1e-3 };
  const bounded = { ...known([Infinity, 1]), bound: Float64Array.of(Infinity, 0) };
  for (const expected of [known([Infinity, 1]), bounded]) {
    assert.equal(mismatch(loose, expected, of([Infinity, 1]), false), undefined);
    assert.equal(
      mismatch(loose, expected, of([1e30, 1]), false),
      'element 0 is 1e+30, not Infinity',
    );
    assert.match(mismatch(loose, expected, of([-Infinity, 1]), false), /element 0/);
  }
  assert.match(mismatch(loose, known([1]), of([Infinity]), false), /element 0/);
});

test('a bound of the reference is for everybody', () => {
  const bounded = { ...known([1, 1]), bound: Float64Array.of(0, 0.1) };
  assert.equal(mismatch(float32, bounded, of([1, 1.05]), true), undefined);
  assert.match(mismatch(float32, bounded, of([1.05, 1]), true), /element 0/);
});

test('integers are compared exactly in any array, and float16 by the values of its bits', () => {
  const int64 = { output: { type: 'int64', dims: [1] }, tolerance: 0 };
  assert.equal(mismatch(int64, known([5n], [1], 'int64'), of(Int32Array.of(5))), undefined);
  const large = known([2n ** 53n + 1n], [1], 'int64');
  assert.match(mismatch(int64, large, of(BigInt64Array.of(2n ** 53n))), /not 9007199254740993/);
  const notWhole = of(Float32Array.of(Number.NaN));
  assert.equal(mismatch(int64, large, notWhole), 'element 0 is NaN, not 9007199254740993');
  const float16 = { output: { type: 'float16', dims: [1] }, tolerance: 0 };
  assert.equal(
    mismatch(float16, known([1], [1], 'float16'), of(Uint16Array.of(0x3c00))),
    undefined,
  );
  assert.match(
    mismatch(float16, known([2], [1], 'float16'), of(Uint16Array.of(0x3c00))),
    /is 1, not 2/,
  );
});
