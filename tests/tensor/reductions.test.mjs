/** Reductions, ArgMax, Softmax, LayerNormalization and Range against references in double. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensorOf, types, valuesOf } from '../operators/reference/types.mjs';
import { expectTensor } from '../operators/support/compare.mjs';
import { refusalOf, runNode, runOutputs, sc } from '../operators/support/engines.mjs';
import { randomValue, seeded } from '../operators/support/values.mjs';
import {
  foldDepth,
  gamma,
  laneOf,
  normalizationBounds,
  scaledBound,
  softmaxBounds,
  stored,
} from '../support/bounds.mjs';
import { groups, indexOfMax, normalised, reduced, softmax } from './reference.mjs';
import { sizeOf } from './support.mjs';

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

// The reference adds up doubles and rounds once.
function expectClose(actual, expected, bounds) {
  assert.deepEqual([...actual.dims], [...expected.dims]);
  const [got, wanted] = [valuesOf(actual), valuesOf(expected)];
  got.forEach((x, i) => {
    const bound = bounds[i] + 2 * stored(wanted[i], expected.type);
    const isClose = Object.is(x, wanted[i]) || Math.abs(x - wanted[i]) <= bound;
    assert.ok(isClose, `${i}: ${x}, expected ${wanted[i]}`);
  });
}

/** ONNX's operators, by the names of their references. */
const REDUCTIONS = {
  sum: 'ReduceSum',
  mean: 'ReduceMean',
  max: 'ReduceMax',
  min: 'ReduceMin',
  product: 'ReduceProd',
};

function reduce(operation, input, axes, keepDims) {
  const listed = axes.length > 0 ? [tensorOf('int64', axes.map(BigInt))] : [];
  return runNode(REDUCTIONS[operation], [input, ...listed], {
    attributes: { keepdims: keepDims ? 1 : 0 },
  });
}

const accepts = (operation, type) => sc.supports(REDUCTIONS[operation], type);

const magnitudeOf = (list) => list.reduce((sum, x) => sum + Math.abs(x), 0);

/** The error bound for a fold of a group, in any order, or in the order of a row. */
function foldBound(operation, type, list, isRow) {
  const lane = laneOf(type);
  const depth = isRow ? foldDepth(list.length) : Math.max(list.length - 1, 0);
  if (operation === 'product') return gamma(depth, lane) * Math.abs(list.reduce((a, b) => a * b));
  const bound = (gamma(depth, lane) + gamma(list.length, 'float64')) * magnitudeOf(list);
  return operation === 'mean' ? bound / list.length : bound;
}

function checkReduction(operation, type, [dims, axes]) {
  const input = randomTensor(type, dims);
  for (const keepDims of [true, false]) {
    const actual = reduce(operation, input, axes, keepDims);
    const expected = reduced(input, operation, axes, keepDims);
    if (types[type].kind === 'int' || operation === 'max' || operation === 'min')
      expectTensor(actual, expected);
    else {
      // One row, or several along the last axis.
      const isRow = dims.length === 1 || axes.join() === `${dims.length - 1}`;
      const bounds = groups(input, axes).map((list) => foldBound(operation, type, list, isRow));
      expectClose(actual, expected, bounds);
    }
  }
}

describe(`reductions, ${seed}`, () => {
  for (const operation of ['sum', 'mean', 'max', 'min']) {
    for (const type of [...floats, ...integers].filter((each) => accepts(operation, each))) {
      // A mean of int64 sums in int64, and wraps where the reference does not.
      if (operation === 'mean' && type.endsWith('int64')) continue;
      it(`${operation} of ${type}`, () => {
        for (const shape of shapes) checkReduction(operation, type, shape);
      });
    }
  }

  it('every element counts once: sums of whole numbers are exact in any order', () => {
    for (const type of floats)
      for (const [dims, axes] of shapes) {
        // Sums of 2,500 stay below 2^24; those that are stored in fewer bits are computed in wider types.
        const values = Array.from({ length: sizeOf(dims) }, () => Math.floor(random() * 17) - 8);
        const input = tensorOf(type, values, dims);
        expectTensor(reduce('sum', input, axes, true), reduced(input, 'sum', axes, true));
      }
  });

  it('products', () => {
    for (const type of ['float32', 'int32', 'int64']) {
      checkReduction('product', type, [[2, 3, 4], [1]]);
      if (type !== 'float32') checkReduction('product', type, [[40], [0]]);
    }
  });

  it('of nothing', () => {
    const empty = { type: 'float32', data: new Float32Array(0), dims: [2, 0] };
    const made = (operation, input) => valuesOf(reduce(operation, input, [1], false));
    assert.deepEqual(made('sum', empty), [0, 0]);
    assert.deepEqual(made('product', empty), [1, 1]);
    assert.deepEqual(made('mean', empty), [Number.NaN, Number.NaN]);
    assert.deepEqual(made('max', empty), [-Infinity, -Infinity]);
    assert.deepEqual(made('min', empty), [Infinity, Infinity]);
    for (const type of integers.filter((each) => accepts('max', each))) {
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
      assert.ok(Number.isNaN(reduce(operation, input, [1], false).data[0]));
    }
  });

  it('a long sum of float32 keeps its precision', () => {
    const input = { type: 'float32', data: new Float32Array(1 << 20).fill(0.1), dims: [1 << 20] };
    const { data } = reduce('sum', input, [], false);
    const exact = Math.fround(0.1) * 2 ** 20;
    const bound = gamma(foldDepth(2 ** 20), 'float32') * exact;
    assert.ok(Math.abs(data[0] - exact) <= bound, `${data[0]} for ${exact}`);
  });
});

const argMax = (input, axis, { keeps = false, last, smallest = false }) =>
  runNode(smallest ? 'ArgMin' : 'ArgMax', [input], {
    attributes: { axis, keepdims: keeps ? 1 : 0, select_last_index: last ? 1 : 0 },
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
            const actual = argMax(input, axis, { last, smallest });
            const expected = groups(input, [axis]).map((list) => indexOfMax(list, last, smallest));
            assert.deepEqual(valuesOf(actual), expected);
          }
      }
    });
  }

  it('the first or the last of equals', () => {
    const input = tensorOf('int32', [5n, 5n, 1n, 5n]);
    const at = (last) => argMax(input, 0, { keeps: true, last }).data[0];
    assert.equal(at(false), 0n);
    assert.equal(at(true), 3n);
  });
});

const runSoftmax = (input, axis, log) =>
  runNode(log ? 'LogSoftmax' : 'Softmax', [input], { attributes: { axis } });

/** Groups along the middle axis of [outer, size, inner], in the input's order. */
function checkSoftmax(type, [outer, size, inner], log) {
  const input = randomTensor(type, [outer, size, inner]);
  const actual = valuesOf(runSoftmax(input, 1, log));
  groups(input, [1]).forEach((list, group) => {
    const expected = softmax(list, log);
    const bounds = softmaxBounds(list, expected, type, log);
    const [o, i] = [Math.floor(group / inner), group % inner];
    expected.forEach((x, k) => {
      const got = actual[(o * size + k) * inner + i];
      assert.ok(Math.abs(got - x) <= bounds[k], `${got}, expected ${x}`);
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
          // Short rows in blocks of columns, the last of which is partial.
          [135, 10, 1],
          [71, 48, 1],
        ])
          checkSoftmax(type, sizes, log);
      });
    }
  }

  it('large numbers do not overflow', () => {
    const input = tensorOf('float32', [0, 1, 2, 3, 10000, 10001, 10002, 10003], [2, 4]);
    const row = [0, 1, 2, 3];
    const expected = softmax(row, false);
    const bounds = softmaxBounds(row, expected, 'float32', false);
    const { data } = runSoftmax(input, 1, false);
    data.forEach((x, i) => {
      assert.ok(Math.abs(x - expected[i % 4]) <= bounds[i % 4]);
    });
  });

  it('rejects integers', () => {
    const { name } = refusalOf('Softmax', [tensorOf('int32', [1n, 2n, 3n, 4n])]);
    assert.equal(name, 'DTypeError');
  });
});

describe(`LayerNormalization, ${seed}`, () => {
  // ONNX's attributes are float32.
  const epsilon = Math.fround(1e-5);
  function check(type, dims, axis, { perElement = false, withBias = true } = {}) {
    const input = randomTensor(type, dims);
    const operandDims = perElement ? dims : dims.slice(axis);
    const scale = randomTensor(type, operandDims);
    const bias = withBias ? randomTensor(type, operandDims) : undefined;
    const [y, means, inverses] = runOutputs('LayerNormalization', [input, scale, bias], {
      attributes: { axis, epsilon },
      outputs: 3,
    });
    assert.deepEqual(
      means.dims,
      dims.map((size, i) => (i < axis ? size : 1)),
    );
    const [values, factors] = [valuesOf(input), valuesOf(scale)];
    const terms = bias ? valuesOf(bias) : [];
    const size = sizeOf(dims.slice(axis));
    for (let row = 0; row < values.length / size; row++) {
      const reference = normalised(values.slice(row * size, (row + 1) * size), epsilon);
      const bounds = normalizationBounds(
        values.slice(row * size, (row + 1) * size),
        reference,
        'float32',
      );
      const offMean = Math.abs(means.data[row] - reference.mean);
      const offInverse = Math.abs(inverses.data[row] / reference.inverse - 1);
      assert.ok(offMean <= bounds.mean, `mean off by ${offMean}`);
      assert.ok(offInverse <= bounds.inverse, `1 / deviation off by ${offInverse}`);
      reference.values.forEach((x, i) => {
        const [factor, term] = [factors, terms].map(
          (list) => list[perElement ? row * size + i : i] ?? 0,
        );
        const got = valuesOf(y)[row * size + i];
        const expected = x * factor + term;
        const bound = scaledBound(x, bounds.values[i], factor, expected, type);
        assert.ok(Math.abs(got - expected) <= bound, `${got}, expected ${expected}`);
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
      check(type, [2, 300], 1);
    });
  }
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
      const isInteger = typeof start === 'bigint';
      const limit = start + (isInteger ? BigInt(count) : count) * delta;
      const inputs = [start, limit, delta].map((value) => tensorOf(type, [value], []));
      expectTensor(runNode('Range', inputs), tensorOf(type, expected));
    });
  }

  it('rejects other types', () => {
    const { name } = refusalOf(
      'Range',
      [0n, 3n, 1n].map((value) => tensorOf('uint8', [value], [])),
    );
    assert.equal(name, 'DTypeError');
  });
});
