/** Reductions, ArgMax, Softmax, LayerNormalization and Range against references in double. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensorOf, types, valuesOf } from '../operators/reference/types.mjs';
import { expectTensor } from '../operators/support/compare.mjs';
import { randomValue, seeded } from '../operators/support/values.mjs';
import { groups, indexOfMax, normalised, reduced, softmax } from './reference.mjs';
import { everyKernels, runTask, sizeOf } from './support.mjs';

const { random, seed } = seeded(20261123);
const floats = ['float32', 'float64', 'float16', 'bfloat16'];
const integers = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];

function randomTensor(type, dims) {
  const values = Array.from({ length: sizeOf(dims) }, () => {
    if (types[type].kind === 'float') return types[type].round((random() * 2 - 1) * 4);
    return randomValue(random, type);
  });
  return tensorOf(type, values, dims);
}

const shapes = [
  [[7], [0]],
  [[300], [0]],
  [[5, 3], [0]],
  [[5, 3], [1]],
  [[2000, 3], [0]],
  [[3, 2500], [1]],
  [[4, 5, 6], [1]],
  [
    [4, 5, 6],
    [0, 2],
  ],
  [
    [2, 3, 4, 5],
    [1, 3],
  ],
  [
    [2, 3, 4, 5],
    [0, 2],
  ],
  [[2, 1, 4], [1]],
  [[3, 4], []],
  [[], []],
  [[1], [0]],
];

// The reference rounds once; a float sum is off by its own roundings, a 16-bit one by its last.
function expectClose(actual, expected, magnitudes) {
  assert.deepEqual([...actual.dims], [...expected.dims]);
  const precision = { float32: 2 ** -21, float64: 2 ** -48, float16: 2 ** -10, bfloat16: 2 ** -7 };
  const [got, wanted] = [valuesOf(actual), valuesOf(expected)];
  got.forEach((x, i) => {
    const bound = precision[expected.type] * Math.max(magnitudes[i], Math.abs(wanted[i]));
    assert.ok(
      Object.is(x, wanted[i]) || Math.abs(x - wanted[i]) <= bound,
      `${i}: ${x}, expected ${wanted[i]}`,
    );
  });
}

const magnitudesOf = (lists) => lists.map((list) => list.reduce((sum, x) => sum + Math.abs(x), 0));

function checkReduction(operation, type, [dims, axes]) {
  const input = randomTensor(type, dims);
  for (const keepDims of [true, false]) {
    const make = (kernels) => kernels.reduce(operation, input, axes, keepDims);
    const [actual] = runTask(make, [input]);
    const expected = reduced(input, operation, axes, keepDims);
    if (types[type].kind === 'int' || operation === 'max' || operation === 'min')
      expectTensor(actual, expected);
    else expectClose(actual, expected, magnitudesOf(groups(input, axes)));
  }
}

describe(`reductions, ${seed}`, () => {
  for (const operation of ['sum', 'mean', 'max', 'min']) {
    for (const type of [...floats, ...integers]) {
      // A mean of int64 sums in int64, and wraps where the reference does not.
      if (operation === 'mean' && type.endsWith('int64')) continue;
      it(`${operation} of ${type}`, () => {
        for (const shape of shapes) checkReduction(operation, type, shape);
      });
    }
  }

  it('products', () => {
    for (const type of ['float32', 'int32', 'int64']) {
      checkReduction('product', type, [[2, 3, 4], [1]]);
      if (type !== 'float32') checkReduction('product', type, [[40], [0]]);
    }
  });

  it('of nothing', () => {
    const empty = { type: 'float32', data: new Float32Array(0), dims: [2, 0] };
    const made = (operation, input) =>
      valuesOf(runTask((kernels) => kernels.reduce(operation, input, [1], false), [input])[0]);
    assert.deepEqual(made('sum', empty), [0, 0]);
    assert.deepEqual(made('product', empty), [1, 1]);
    assert.deepEqual(made('mean', empty), [Number.NaN, Number.NaN]);
    assert.deepEqual(made('max', empty), [-Infinity, -Infinity]);
    assert.deepEqual(made('min', empty), [Infinity, Infinity]);
    for (const type of integers) {
      const none = { type, data: new types[type].array(0), dims: [2, 0] };
      const { low, high } = types[type];
      assert.deepEqual(made('max', none), [low, low], type);
      assert.deepEqual(made('min', none), [high, high], type);
    }
  });

  it('NaN wins in max and min', () => {
    const values = [1, Number.NaN, 3, -Infinity, Infinity, 0];
    const input = tensorOf('float32', values, [2, 3]);
    for (const operation of ['max', 'min']) {
      const [actual] = runTask((kernels) => kernels.reduce(operation, input, [1], false), [input]);
      assert.ok(Number.isNaN(actual.data[0]));
    }
  });

  it('a long sum of float32 keeps its precision', () => {
    const input = { type: 'float32', data: new Float32Array(1 << 20).fill(0.1), dims: [1 << 20] };
    const [{ data }] = runTask((kernels) => kernels.reduce('sum', input, [], false), [input]);
    const exact = Math.fround(0.1) * 2 ** 20;
    assert.ok(Math.abs(data[0] - exact) < exact * 2 ** -16, `${data[0]} for ${exact}`);
  });
});

describe(`ArgMax and ArgMin, ${seed}`, () => {
  for (const type of [...floats, ...integers]) {
    it(type, () => {
      for (const [dims, axis] of [
        [[9], 0],
        [[4, 7], 1],
        [[4, 7], 0],
        [[2, 5, 3], 1],
        [[3, 45], 1],
        [[5, 45], 0],
      ]) {
        const input = randomTensor(type, dims);
        if (type === 'float32') input.data[2] = Number.NaN;
        for (const last of [false, true])
          for (const smallest of [false, true]) {
            const make = (kernels) => kernels.argMax(input, axis, false, last, smallest);
            const [actual] = runTask(make, [input]);
            const expected = groups(input, [axis]).map((list) => indexOfMax(list, last, smallest));
            assert.deepEqual(valuesOf(actual), expected);
          }
      }
    });
  }

  it('the first or the last of equals', () => {
    const input = tensorOf('int32', [5n, 5n, 1n, 5n]);
    const at = (last) =>
      runTask((kernels) => kernels.argMax(input, 0, true, last), [input])[0].data[0];
    assert.equal(at(false), 0n);
    assert.equal(at(true), 3n);
  });
});

/** Groups along the middle axis of [outer, size, inner], in the input's order. */
function checkSoftmax(type, [outer, size, inner], log) {
  const input = randomTensor(type, [outer, size, inner]);
  const make = (kernels) => kernels.softmax(input, outer, size, inner, log);
  const actual = valuesOf(runTask(make, [input])[0]);
  const bound = { float32: 2 ** -20, float64: 2 ** -48, float16: 2 ** -10, bfloat16: 2 ** -7 }[
    type
  ];
  groups(input, [1]).forEach((list, group) => {
    const expected = softmax(list, log);
    const [o, i] = [Math.floor(group / inner), group % inner];
    expected.forEach((x, k) => {
      const got = actual[(o * size + k) * inner + i];
      assert.ok(Math.abs(got - x) <= bound * Math.max(1, Math.abs(x)), `${got}, expected ${x}`);
    });
  });
}

describe(`Softmax and LogSoftmax, ${seed}`, () => {
  for (const type of floats) {
    for (const log of [false, true]) {
      it(`${log ? 'LogSoftmax' : 'Softmax'} ${type}`, () => {
        for (const sizes of [
          [1, 10, 1],
          [3, 1, 1],
          [4, 333, 1],
          [2, 7, 5],
          [3, 9, 70],
          [1, 3, 1],
          [2, 0, 3],
        ])
          checkSoftmax(type, sizes, log);
      });
    }
  }

  it('large numbers do not overflow', () => {
    const input = tensorOf('float32', [0, 1, 2, 3, 10000, 10001, 10002, 10003], [2, 4]);
    const expected = [0.032058604, 0.08714432, 0.23688284, 0.6439143];
    const [{ data }] = runTask((kernels) => kernels.softmax(input, 2, 4, 1, false), [input]);
    data.forEach((x, i) => {
      assert.ok(Math.abs(x - expected[i % 4]) < 1e-6);
    });
  });

  it('refuses integers and sizes that are not the input’s', () => {
    for (const kernels of everyKernels) {
      assert.throws(() => kernels.softmax({ type: 'int32', dims: [4] }, 1, 4, 1, false), {
        name: 'DTypeError',
      });
      assert.throws(() => kernels.softmax({ type: 'float32', dims: [4] }, 1, 5, 1, false), {
        name: 'DTypeError',
      });
    }
  });
});

describe(`LayerNormalization, ${seed}`, () => {
  // ONNX's attributes are float32.
  const epsilon = Math.fround(1e-5);
  /** Half a unit in the last place of 1. */
  const units = { float32: 2 ** -24, float64: 2 ** -53, float16: 2 ** -11, bfloat16: 2 ** -8 };
  /**
   * The mean and the variance add up rows of up to 300 elements in the stash type, pairwise: some dozens
   * of its units. The normalised value, the product and the sum are each rounded to the type.
   */
  const boundOf = (type, stash) => 64 * units[stash] + 3 * units[type];

  function check(
    type,
    dims,
    axis,
    { perElement = false, withBias = true, stash = 'float32' } = {},
  ) {
    const input = randomTensor(type, dims);
    const operandDims = perElement ? dims : dims.slice(axis);
    const scale = randomTensor(type, operandDims);
    const bias = withBias ? randomTensor(type, operandDims) : undefined;
    const options = { axis, epsilon, scale, bias, stash, outputs: 3 };
    const make = (kernels) => kernels.layerNormalization(input, options);
    const [y, means, inverses] = runTask(make, [input, scale, bias]);
    assert.deepEqual(
      means.dims,
      dims.map((size, i) => (i < axis ? size : 1)),
    );
    const [values, factors] = [valuesOf(input), valuesOf(scale)];
    const terms = bias ? valuesOf(bias) : [];
    const size = sizeOf(dims.slice(axis));
    for (let row = 0; row < values.length / size; row++) {
      const reference = normalised(values.slice(row * size, (row + 1) * size), epsilon);
      const offMean = Math.abs(means.data[row] - reference.mean);
      const offInverse = Math.abs(inverses.data[row] / reference.inverse - 1);
      assert.ok(offMean <= 64 * units[stash] * reference.magnitude, `mean off by ${offMean}`);
      assert.ok(offInverse <= 64 * units[stash], `1 / deviation off by ${offInverse}`);
      reference.values.forEach((x, i) => {
        const at = perElement ? row * size + i : i;
        const expected = x * factors[at] + (terms[at] ?? 0);
        const got = valuesOf(y)[row * size + i];
        const near =
          boundOf(type, stash) * (1 + Math.abs(x * factors[at]) + Math.abs(terms[at] ?? 0));
        assert.ok(Math.abs(got - expected) <= near, `${got}, expected ${expected}`);
      });
    }
  }

  for (const type of floats) {
    it(type, () => {
      check(type, [3, 5], 1);
      check(type, [2, 3, 4], 1);
      check(type, [2, 3, 40], 2, { withBias: false });
      check(type, [4, 6], 0);
      check(type, [4, 6], 1, { perElement: true });
      check(type, [2, 300], 1, { stash: 'float64' });
    });
  }

  it('writes only the outputs that are wanted', () => {
    const input = randomTensor('float32', [2, 3]);
    const scale = randomTensor('float32', [3]);
    const options = { axis: 1, epsilon, scale, stash: 'float32', outputs: 1 };
    assert.equal(
      runTask((kernels) => kernels.layerNormalization(input, options), [input, scale]).length,
      1,
    );
  });
});

describe('Range', () => {
  const cases = [
    ['float32', 1, 0.5, 5, [1, 1.5, 2, 2.5, 3]],
    ['float64', 10, -3, 4, [10, 7, 4, 1]],
    ['int16', 5n, -2n, 3, [5n, 3n, 1n]],
    ['int32', 0n, 1n, 0, []],
    ['int64', -3n, 2n, 4, [-3n, -1n, 1n, 3n]],
  ];
  for (const [type, start, delta, count, expected] of cases) {
    it(type, () => {
      const inputs = [start, delta].map((value) => tensorOf(type, [value], []));
      const [actual] = runTask((kernels) => kernels.range(type, count), inputs);
      expectTensor(actual, tensorOf(type, expected));
    });
  }

  it('refuses other types', () => {
    for (const kernels of everyKernels)
      assert.throws(() => kernels.range('uint8', 3), { name: 'DTypeError' });
  });
});
