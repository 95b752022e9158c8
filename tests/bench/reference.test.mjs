/** The reference of the benchmark's cases, on results that are obvious. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceOf } from './reference.mjs';

const floats = (name, dims, ...data) => ({
  name,
  type: 'float32',
  dims,
  data: Float32Array.from(data),
});
const of = (node, ...operands) =>
  referenceOf({
    operands,
    nodes: [{ inputs: operands.map(({ name }) => name), output: 'Y', attributes: {}, ...node }],
  });

test('shapes are aligned at their right ends', () => {
  const { dims, values } = of(
    { op: 'Sub' },
    floats('A', [2, 3], 1, 2, 3, 4, 5, 6),
    floats('B', [2, 1], 1, 4),
  );
  assert.deepEqual(
    [dims, values],
    [
      [2, 3],
      [0, 1, 2, 0, 1, 2],
    ],
  );
  const row = of({ op: 'Add' }, floats('A', [2, 1], 10, 20), floats('B', [3], 1, 2, 3));
  assert.deepEqual(
    [row.dims, row.values],
    [
      [2, 3],
      [11, 12, 13, 21, 22, 23],
    ],
  );
});

test('64-bit integers are exact, and wrap', () => {
  const int64 = (name, value) => ({
    name,
    type: 'int64',
    dims: [1],
    data: BigInt64Array.of(value),
  });
  const quotient = of({ op: 'Div' }, int64('A', 2n ** 62n + 1n), int64('B', 3n));
  assert.deepEqual(quotient.values, [(2n ** 62n + 1n) / 3n]);
  const sum = of({ op: 'Add' }, int64('A', 2n ** 63n - 1n), int64('B', 1n));
  assert.deepEqual(sum.values, [-(2n ** 63n)]);
});

test('a product of matrices, transposed and with a bias, and its tolerance', () => {
  const a = floats('A', [2, 2], 1, 2, 3, 4);
  const b = floats('B', [2, 2], 5, 6, 7, 8);
  assert.deepEqual([...of({ op: 'Gemm' }, a, b).values], [19, 22, 43, 50]);
  assert.deepEqual(
    [...of({ op: 'Gemm', attributes: { transA: 1 } }, a, b).values],
    [26, 30, 38, 44],
  );
  assert.deepEqual(
    [...of({ op: 'Gemm', attributes: { transB: 1 } }, a, b).values],
    [17, 23, 39, 53],
  );
  assert.deepEqual(
    [...of({ op: 'Gemm' }, a, b, floats('C', [2], 10, 20)).values],
    [29, 42, 53, 70],
  );
  const { bound } = of({ op: 'Gemm' }, a, b);
  assert.ok(bound[0] > 19 * 2 * 2 ** -24 && bound[0] < 19 * 8 * 2 ** -24);
});

test('along axes', () => {
  const x = floats('A', [2, 3], 3, 1, 2, 0, 6, 6);
  assert.deepEqual(of({ op: 'ReduceSum', attributes: { axes: [1] } }, x).values, [6, 12]);
  assert.deepEqual(of({ op: 'ReduceSum', attributes: { axes: [0] } }, x).values, [3, 7, 8]);
  assert.deepEqual(of({ op: 'ReduceMean', attributes: { axes: [0, 1] } }, x).values, [3]);
  assert.deepEqual(of({ op: 'ReduceMax', attributes: { axes: [1] } }, x).values, [3, 6]);
  assert.deepEqual(of({ op: 'ArgMax', attributes: { axis: 1 } }, x).values, [0n, 1n]);
  assert.deepEqual(of({ op: 'Transpose' }, x).values, [3, 0, 1, 6, 2, 6]);
  const twice = { ...x, name: 'B' };
  assert.deepEqual(
    of({ op: 'Concat', attributes: { axis: 1 } }, x, twice).values,
    [3, 1, 2, 3, 1, 2, 0, 6, 6, 0, 6, 6],
  );
  const rows = { name: 'B', type: 'int32', dims: [3], data: Int32Array.of(1, 0, 1) };
  assert.deepEqual(
    of({ op: 'Gather', attributes: { axis: 0 } }, x, rows).values,
    [0, 6, 6, 3, 1, 2, 0, 6, 6],
  );
  const [first, second, third] = of(
    { op: 'Softmax' },
    floats('A', [1, 3], 0, 0, Math.log(2)),
  ).values;
  assert.ok(Math.abs(first - 0.25) < 1e-7 && first === second && Math.abs(third - 0.5) < 1e-7);
});

test('nodes follow one another, and integers round as their type does', () => {
  const { values } = referenceOf({
    operands: [floats('A', [2], 2, -3), floats('B', [], 0.5)],
    nodes: [
      { op: 'Mul', inputs: ['A', 'B'], output: 'T' },
      { op: 'Relu', inputs: ['T'], output: 'Y' },
    ],
  });
  assert.deepEqual([...values], [1, 0]);
  const cast = of({ op: 'Cast', attributes: { to: 'int32' } }, floats('A', [3], 1.9, -1.9, 3e9));
  assert.deepEqual(cast.values, [1n, -1n, 2147483647n]);
});
