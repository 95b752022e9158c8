/** softmax, logSoftmax and layerNormalization against maths in float64. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizationBounds, scaledBound, softmaxBounds } from '../support/bounds.mjs';
import {
  at,
  build,
  floats,
  indicesOf,
  normal,
  offsetOf,
  operand,
  places,
  randomDims,
  randomOf,
  randomValue,
  refuses,
  rounded,
  SEED,
  same,
  sc,
} from './oracle.mjs';

const row = (x, index, axis) =>
  Array.from({ length: x.dims[axis] }, (_, i) => at(x, index.with(axis, i)));
/** The values, and the tolerance of each. */
const softmaxed = (x, axis, log) => {
  const bounds = [];
  const value = build(x.type, x.dims, (index) => {
    const list = row(x, index, axis);
    const top = Math.max(...list);
    const sum = list.reduce((a, b) => a + Math.exp(b - top), 0);
    const exact = list.map((x) => (log ? x - top - Math.log(sum) : Math.exp(x - top) / sum));
    bounds.push(softmaxBounds(list, exact, x.type, log)[index[axis]]);
    return exact[index[axis]];
  });
  return { value, bounds };
};

for (const name of ['softmax', 'logSoftmax'])
  test(`${name}: random shapes and axes (seed ${SEED})`, () => {
    const r = randomOf(name);
    for (let i = 0; i < 200; i++) {
      const type = r.pick(floats);
      const rank = r.int(1, 5);
      const x = randomValue(r, type, randomDims(r, rank, 0, i % 10 === 0 ? 9 : 4), false);
      const axis = r.int(-rank, rank - 1);
      const options = axis === -1 && r.chance(0.5) ? undefined : { axis };
      const { value, bounds } = softmaxed(x, normal(axis, rank), name === 'logSoftmax');
      for (const place of places) {
        const what = `${name} of ${type} (${x.dims}) ${place}, axis ${axis}`;
        same(sc[name](operand(x, place), options), value, what, {
          place,
          near: (i) => bounds[i],
        });
      }
    }
  });

test('softmax of large numbers does not overflow, and of -Infinity gives 0', () => {
  for (const type of floats)
    for (const place of places) {
      const x = operand(
        { type, dims: [4], values: [60000, 60000, -60000, -Infinity].map((v) => rounded(type, v)) },
        place,
      );
      same(sc.softmax(x), { type, dims: [4], values: [0.5, 0.5, 0, 0] }, type);
      const log = sc.logSoftmax(x);
      // The others' powers are 0.
      const [near] = softmaxBounds([0, 0], [-Math.log(2), -Math.log(2)], type, true);
      assert.ok(Math.abs(log.toNested()[0] + Math.log(2)) <= near, `${type} ${log}`);
      assert.equal(log.toNested()[3], -Infinity, type);
    }
});

test('softmax with NaN or nothing but -Infinity gives NaN in that row alone', () => {
  for (const type of floats) {
    const nan = Number.NaN;
    const x = { type, dims: [3, 2], values: [nan, 1, 0, 0, -Infinity, -Infinity] };
    for (const place of places)
      same(
        sc.softmax(operand(x, place)),
        { type, dims: [3, 2], values: [nan, nan, 0.5, 0.5, nan, nan] },
        type,
      );
  }
});

const normalised = (x, scale, bias, axis, epsilon) => {
  const spans = x.dims.map((d, a) => (a < axis ? 1 : d));
  const near = [];
  const values = indicesOf(x.dims).map((index) => {
    const list = indicesOf(spans).map((span) =>
      at(
        x,
        span.map((i, a) => (a < axis ? index[a] : i)),
      ),
    );
    const n = list.length;
    const mean = list.reduce((a, b) => a + b, 0) / n;
    const variance = list.reduce((a, b) => a + (b - mean) ** 2, 0) / n;
    const deviation = Math.sqrt(variance + epsilon);
    const pick = (t) => {
      if (!t) return 0;
      const skip = x.dims.length - t.dims.length;
      return t.values[
        offsetOf(
          t.dims,
          t.dims.map((d, a) => (d === 1 ? 0 : index[a + skip])),
        )
      ];
    };
    const factor = pick(scale);
    const one = (at(x, index) - mean) / deviation;
    const result = one * factor + pick(bias);
    const magnitude = list.reduce((a, b) => a + Math.abs(b), 0) / n;
    const reference = { inverse: 1 / deviation, magnitude, values: [one] };
    // ONNX computes the first stage in float32 (stash_type 1), for float64 too.
    const [off] = normalizationBounds(list, reference, 'float32').values;
    near.push(scaledBound(one, off, factor, result, x.type));
    return result;
  });
  return { value: { type: x.type, dims: x.dims, values }, near };
};

test(`layerNormalization: random shapes and axes (seed ${SEED})`, () => {
  const r = randomOf('layer');
  for (let i = 0; i < 200; i++) {
    const type = r.pick(floats);
    const rank = r.int(1, 4);
    const x = randomValue(r, type, randomDims(r, rank, 1, 6), false);
    const axis = r.chance(0.3) ? rank - 1 : r.int(0, rank - 1);
    const tail = x.dims.slice(axis);
    const inner = (d) => (r.chance(0.15) ? 1 : d);
    const scale = randomValue(r, type, tail.map(inner), true);
    const bias = r.chance(0.6) ? randomValue(r, type, tail.map(inner), true) : undefined;
    const epsilon = r.pick([undefined, 1e-5, 0.1]);
    const options = {};
    if (axis !== rank - 1 || r.chance(0.5)) options.axis = r.chance(0.5) ? axis : axis - rank;
    if (epsilon !== undefined) options.epsilon = epsilon;
    const { value, near } = normalised(x, scale, bias, axis, epsilon ?? 1e-5);
    for (const place of places) {
      const what = `layerNormalization of ${type} (${x.dims}) scale (${scale.dims}) bias (${bias?.dims}) ${JSON.stringify(options)}`;
      const given = [
        operand(x, place),
        operand(scale, place),
        bias && operand(bias, place),
        options,
      ];
      same(sc.layerNormalization(...given), value, what, { place, near: (k) => near[k] });
    }
  }
});

test('layerNormalization without a bias, with numbers, and with a scale that would enlarge x', () => {
  const x = sc.tensor([
    [1, 2, 3],
    [4, 6, 8],
  ]);
  const want = [1, 2].map((d) => [-d, 0, d].map((v) => v / Math.sqrt((d * d * 2) / 3 + 1e-5)));
  const expected = { type: 'float32', dims: [2, 3], values: want.flat() };
  const bounds = [1, 2].map((d) => {
    const inverse = 1 / Math.sqrt((d * d * 2) / 3 + 1e-5);
    const list = d === 1 ? [1, 2, 3] : [4, 6, 8];
    const reference = { inverse, magnitude: list[1], values: [d * inverse] };
    const [off] = normalizationBounds(list, reference, 'float32').values;
    return scaledBound(d * inverse, off, 1, d * inverse, 'float32');
  });
  const near = (i) => bounds[Math.floor(i / 3)];
  same(x.layerNormalization([1, 1, 1]), expected, 'nested scale', { place: 'wasm', near });
  same(x.layerNormalization(1), expected, 'number as scale', { place: 'wasm', near });
  same(x.layerNormalization(1, 0, { axis: 1 }), expected, 'numbers', { place: 'wasm', near });
  refuses(() => x.layerNormalization([1, 1]), 'scale of 2 for 3');
  refuses(() => x.layerNormalization(sc.ones([2, 2, 3])), 'a scale of higher rank');
  refuses(
    () => x.layerNormalization(1, 0, { axis: 2 }),
    'axis 2 of rank 2',
    'ShapeError',
    'AttributeError',
  );
  refuses(
    () => x.layerNormalization(1, 0, { epsilon: 'x' }),
    'epsilon',
    'AttributeError',
    'DTypeError',
  );
  refuses(() => x.layerNormalization(sc.ones([3], 'float64')), 'types', 'DTypeError');
});

test('wrong types and axes are rejected', () => {
  for (const name of ['softmax', 'logSoftmax']) {
    refuses(() => sc[name](Int32Array.of(1)), name, 'DTypeError');
    for (const axis of [1, -2, Number.NaN, 0.5, '0', {}])
      refuses(() => sc[name]([1, 2], { axis }), `${name} ${axis}`, 'ShapeError', 'AttributeError');
    assert.equal(
      refuses(() => sc[name]([1], { axes: [0] }), name, 'AttributeError').code,
      'option_unknown',
    );
  }
});

test('an axis of null is not axis 0', () => {
  for (const name of ['softmax', 'logSoftmax'])
    refuses(() => sc[name]([[1, 2]], { axis: null }), name, 'ShapeError', 'AttributeError');
});
