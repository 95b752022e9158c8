/** Nothing is written to `out` before every element of every input has been checked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, SimdcastError } from 'simdcast';

const sc = await load();
const SENTINEL = 99;

const floats = (dims, from = 0) => ({
  type: 'float32',
  dims,
  data: Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, i) => from + i / 8),
});
const ints = (dims, ...numbers) => ({
  type: 'int64',
  dims,
  data: BigInt64Array.from(numbers, BigInt),
});
const int32s = (dims, ...numbers) => ({ type: 'int32', dims, data: Int32Array.from(numbers) });
const texts = (...data) => ({ type: 'string', dims: [data.length], data });

/** The tensor with its last element replaced. */
function wrong({ data, ...rest }, value) {
  const items = data.slice();
  items[items.length - 1] = typeof items[0] === 'bigint' ? BigInt(value) : value;
  return { ...rest, data: items };
}

/** Operator, inputs, which of them is invalid at its end, invalid values, attributes. */
const CASES = [
  ['Gather', [floats([5, 2]), ints([3], 0, 1, 2)], 1, [5, -6, 2n ** 40n]],
  ['Gather', [floats([5, 2]), int32s([3], 0, 1, 2)], 1, [5, -6]],
  ['GatherElements', [floats([3, 2]), ints([2, 2], 0, 1, 2, 0)], 1, [3, -4]],
  ['GatherND', [floats([3, 2]), ints([2, 1], 0, 1)], 1, [3, -4]],
  ['ScatterElements', [floats([4]), ints([2], 0, 1), floats([2], 5)], 1, [4, -5]],
  [
    'ScatterElements',
    [floats([4]), ints([2], 0, 1), floats([2], 5)],
    1,
    [4, -5],
    { reduction: 'add' },
  ],
  ['ScatterND', [floats([4, 2]), ints([2, 1], 0, 1), floats([2, 2], 5)], 1, [4, -5]],
  ['Scatter', [floats([4]), ints([2], 0, 1), floats([2], 5)], 1, [4, -5], {}, 9],
  [
    'RoiAlign',
    [
      floats([2, 1, 4, 4]),
      { ...floats([3, 4]), data: Float32Array.of(0, 0, 3, 3, 0, 0, 2, 2, 1, 1, 3, 3) },
      ints([3], 0, 1, 1),
    ],
    2,
    [2, -1],
    { output_height: 2, output_width: 2 },
  ],
  [
    'RoiAlign',
    [
      floats([2, 1, 4, 4]),
      { ...floats([3, 4]), data: Float32Array.of(0, 0, 3, 3, 0, 0, 2, 2, 1, 1, 3, 3) },
      ints([3], 0, 1, 1),
    ],
    1,
    [1e30],
    { output_height: 2, output_width: 2, sampling_ratio: 0 },
  ],
  [
    'NegativeLogLikelihoodLoss',
    [floats([3, 2]), ints([3], 0, 1, 1)],
    1,
    [2, -1],
    { reduction: 'none' },
  ],
  [
    'SoftmaxCrossEntropyLoss',
    [floats([3, 2]), ints([3], 0, 1, 1)],
    1,
    [2, -1],
    { reduction: 'none' },
  ],
  [
    'SoftmaxCrossEntropyLoss',
    [floats([3, 2]), ints([3], 0, 1, 1)],
    1,
    [2, -1],
    { reduction: 'mean' },
  ],
  ['ReverseSequence', [floats([3, 4]), ints([4], 1, 2, 3, 3)], 1, [4, -1]],
  [
    'ReverseSequence',
    [floats([4, 3]), ints([4], 1, 2, 3, 3)],
    1,
    [4, -1],
    { batch_axis: 0, time_axis: 1 },
  ],
  [
    'TensorScatter',
    [floats([2, 1, 4, 2]), floats([2, 1, 2, 2], 5), ints([2], 0, 1)],
    2,
    [3, -1, 4],
  ],
  [
    'MaxUnpool',
    [floats([1, 1, 2, 2]), ints([1, 1, 2, 2], 0, 3, 9, 11)],
    1,
    [16, -1],
    { kernel_shape: [2, 2], strides: [2, 2] },
  ],
  ['Cast', [texts('1', '2.5', '3')], 0, ['x'], { to: 1 }],
];

/** A tensor of a result's type and dims, full of sentinels, in wasm memory. */
const sentinels = ({ type, dims }) =>
  sc.full(dims, type.includes('64') && type.includes('int') ? BigInt(SENTINEL) : SENTINEL, type);

function refused(work, what) {
  assert.throws(
    work,
    (error) => error instanceof SimdcastError || assert.fail(`${what}: ${error.stack}`),
    what,
  );
}

describe('a resident out is unchanged', () => {
  for (const [operator, inputs, at, values, attributes = {}, opset] of CASES)
    it(`by ${operator} of a wrong input ${at}: ${values}`, () => {
      const options = { attributes, ...(opset && { opset }) };
      const right = sc.run(operator, inputs, options);
      const out = sentinels(right);
      for (const value of values) {
        const given = inputs.map((input, i) => (i === at ? wrong(input, value) : input));
        const residents = given.map((input) =>
          input.type === 'string' ? input : sc.tensor(input),
        );
        for (const [what, use] of [
          ['plain inputs', () => sc.run(operator, given, { ...options, out })],
          ['resident inputs', () => sc.run(operator, residents, { ...options, out })],
        ]) {
          refused(use, `${operator}, ${what}, ${value}`);
          const numbers = Array.from(out.data, Number);
          assert.ok(
            numbers.every((number) => number === SENTINEL),
            `${what}, ${value}: ${numbers}`,
          );
        }
        for (const one of residents) one.dispose?.();
      }
      // The same `out` accepts a valid result.
      sc.run(operator, inputs, { ...options, out });
      assert.deepEqual([...out.data], [...right.data]);
      out.dispose();
    });
});

describe('a resident out of an expression is unchanged', () => {
  const gathered = {
    'the last step': (x, i) => x.exp().gather(i),
    'in the middle': (x, i) => x.exp().gather(i).neg().softmax(),
    'one of several parts': (x, i) => sc.concat([x.exp(), x.gather(i), x.neg()]),
    'parts within one another': (x, i) => sc.concat([x, sc.concat([x.exp(), x.gather(i)])]),
    stacked: (x, i) => sc.stack([x.gather(i), x.neg().gather(i)]),
    padded: (x, i) => x.gather(i).pad([1, 1]),
  };
  for (const [what, expression] of Object.entries(gathered))
    it(what, () => {
      const f = sc.fuse((x, i) => expression(x, i));
      const x = floats([3]);
      const right = f(x, ints([3], 0, 1, 2));
      const out = sentinels(right);
      for (const index of [3, -4]) {
        refused(() => f(x, ints([3], 0, 1, index), { out }), what);
        assert.ok(
          [...out.data].every((number) => number === SENTINEL),
          `${[...out.data]}`,
        );
      }
      f(x, ints([3], 0, 1, 2), { out });
      assert.deepEqual([...out.data], [...right.data]);
      out.dispose();
    });
});
