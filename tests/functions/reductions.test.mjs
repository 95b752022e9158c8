/** Reductions against loops over every element. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldDepth, gamma, laneOf, stored } from '../support/bounds.mjs';
import {
  at,
  build,
  floats,
  highest,
  indicesOf,
  isBig,
  isFloat,
  isInt,
  lowest,
  normal,
  numbers,
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
  sizeOf,
  wide,
  wrap,
} from './oracle.mjs';

const all = (list) => list.every(Boolean);
/** NaN is larger and smaller than every number. */
const extreme = (list, better) => {
  let best = 0;
  for (let i = 1; i < list.length; i++) {
    if (Number.isNaN(list[best])) break;
    if (Number.isNaN(list[i]) || better(list[i], list[best])) best = i;
  }
  return best;
};
const larger = (a, b) => a > b;
const smaller = (a, b) => a < b;
const big = (list) => list.map(BigInt);

/** The fold of each reduction. */
const folds = {
  sum: (type, list) =>
    isInt(type)
      ? wrap(
          type,
          big(list).reduce((a, b) => a + b, 0n),
        )
      : rounded(
          type,
          list.reduce((a, b) => a + b, 0),
        ),
  prod: (type, list) =>
    isInt(type)
      ? wrap(
          type,
          big(list).reduce((a, b) => a * b, 1n),
        )
      : rounded(
          type,
          list.reduce((a, b) => a * b, 1),
        ),
  mean: (type, list) =>
    isInt(type)
      ? wrap(type, big(list).reduce((a, b) => a + b, 0n) / BigInt(list.length))
      : rounded(type, list.reduce((a, b) => a + b, 0) / list.length),
  max: (type, list) => {
    if (list.length > 0) return list[extreme(list, larger)];
    return type === 'bool' ? false : isFloat(type) ? -Infinity : lowest(type);
  },
  min: (type, list) => {
    if (list.length > 0) return list[extreme(list, smaller)];
    return type === 'bool' ? true : isFloat(type) ? Infinity : highest(type);
  },
  all: (_, list) => all(list),
  any: (_, list) => list.some(Boolean),
};
const types = {
  sum: wide,
  prod: wide,
  mean: wide,
  max: [...wide, 'int8', 'uint8', 'bool'],
  min: [...wide, 'int8', 'uint8', 'bool'],
  all: ['bool'],
  any: ['bool'],
};

const reduced = (x, axes, keepDims, fold) => {
  const gone = axes.map((a) => normal(a, x.dims.length));
  const kept = x.dims.map((d, a) => (gone.includes(a) ? 1 : d));
  const spans = x.dims.map((d, a) => (gone.includes(a) ? d : 1));
  const whole = build(x.type, kept, (index) =>
    fold(
      x.type,
      indicesOf(spans).map((span) =>
        at(
          x,
          index.map((i, a) => i + span[a]),
        ),
      ),
    ),
  );
  return keepDims ? whole : { ...whole, dims: kept.filter((_, a) => !gone.includes(a)) };
};

const randomAxes = (r, rank) => {
  const axes = [];
  for (let a = 0; a < rank; a++) if (r.chance(0.5)) axes.push(r.chance(0.5) ? a : a - rank);
  if (r.chance(0.5)) axes.reverse();
  return axes;
};

for (const name of Object.keys(folds)) {
  test(`${name}: random shapes, types and axes (seed ${SEED})`, () => {
    const r = randomOf(name);
    for (let i = 0; i < 250; i++) {
      const type = r.pick(types[name]);
      const rank = r.int(0, 5);
      const x = randomValue(r, type, randomDims(r, rank), !isInt(type) || r.chance(0.5));
      const keepDims = r.chance(0.5);
      let axes = randomAxes(r, rank);
      const options = keepDims || r.chance(0.5) ? { keepDims } : {};
      if (axes.length === 0) axes = x.dims.map((_, a) => a);
      else if (axes.length === 1 && r.chance(0.5)) options.axis = axes[0];
      else options.axes = axes;
      const expected = reduced(
        x,
        axes,
        keepDims,
        folds[name] === folds.mean
          ? (t, list) =>
              list.length === 0 ? (isInt(t) ? undefined : Number.NaN) : folds.mean(t, list)
          : folds[name],
      );
      if (expected.values.includes(undefined)) continue;
      // Integers of one digit are added exactly; only quotients and long products round.
      const roundings = { mean: 1, prod: x.values.length / expected.values.length }[name];
      const near = (_, want) =>
        roundings && isFloat(type)
          ? gamma(roundings, laneOf(type)) * Math.abs(want) + 2 * stored(want, type)
          : 0;
      for (const place of places) {
        const tensor = operand(x, place);
        const what = `${name} of ${type} (${x.dims}) ${place} ${JSON.stringify(options)}`;
        same(sc[name](tensor, options), expected, what, { place, near, zeros: true });
        if (place === 'wasm') {
          same(tensor[name](options), expected, `method ${what}`, { place, near, zeros: true });
          tensor.dispose();
        }
      }
    }
  });
}

for (const [name, better] of [
  ['argMax', larger],
  ['argMin', smaller],
]) {
  test(`${name}: the first of equals, along an axis or of all (seed ${SEED})`, () => {
    const r = randomOf(name);
    for (let i = 0; i < 250; i++) {
      const type = r.pick(numbers);
      const rank = r.int(0, 5);
      const x = randomValue(r, type, randomDims(r, rank, 1), r.chance(0.7));
      if (isFloat(type))
        x.values = x.values.map((v) =>
          r.chance(0.1) ? Number.NaN : r.chance(0.1) ? -Infinity : v,
        );
      const keepDims = r.chance(0.5);
      const whole = rank === 0 || r.chance(0.3);
      const axis = r.int(-rank, rank - 1);
      const options = { keepDims, ...(whole ? {} : { axis }) };
      const axes = whole ? x.dims.map((_, a) => a) : [axis];
      const expected = {
        ...reduced(x, axes, keepDims, (_, list) => BigInt(extreme(list, better))),
        type: 'int64',
      };
      for (const place of places) {
        const tensor = operand(x, place);
        const what = `${name} of ${type} (${x.dims}) [${x.values.slice(0, 20)}] ${place} ${JSON.stringify(options)}`;
        same(sc[name](tensor, options), expected, what, { place });
        if (place === 'wasm') same(tensor[name](options), expected, what, { place });
      }
    }
  });
}

test('NaN wins in max and min, and spreads in sum, mean and prod', () => {
  for (const type of floats)
    for (const place of places)
      for (const where of [0, 3, 8, 16]) {
        const values = Array.from({ length: 17 }, (_, i) => (i === where ? Number.NaN : i));
        const x = operand({ type, dims: [17], values }, place);
        for (const name of ['max', 'min', 'sum', 'mean', 'prod'])
          same(sc[name](x), { type, dims: [], values: [Number.NaN] }, `${name} ${type} ${where}`);
      }
});

test('infinities: of one sign they stay, of both they give NaN', () => {
  for (const type of floats) {
    const x = operand({ type, dims: [3], values: [1, Infinity, 2] }, 'wasm');
    const y = operand({ type, dims: [3], values: [-Infinity, Infinity, 2] }, 'wasm');
    assert.equal(x.sum().item(), Infinity);
    assert.equal(x.mean().item(), Infinity);
    assert.ok(Number.isNaN(y.sum().item()));
    assert.equal(y.max().item(), Infinity);
    assert.equal(y.min().item(), -Infinity);
  }
});

test('of no elements: 0, 1, the ends of the type', () => {
  for (const place of places) {
    for (const type of types.max) {
      const x = operand({ type, dims: [2, 0, 3], values: [] }, place);
      for (const name of ['sum', 'prod', 'max', 'min']) {
        if (!types[name].includes(type)) continue;
        const value = folds[name](type, []);
        const expected = { type, dims: [2, 3], values: Array(6).fill(value) };
        same(sc[name](x, { axis: 1 }), expected, `${name} ${type}`);
        same(sc[name](x), { type, dims: [], values: [value] }, `${name} ${type}, all`);
        same(sc[name](x, { axis: 0 }), { type, dims: [0, 3], values: [] }, `${name} ${type}, 0`);
      }
    }
    const none = operand({ type: 'bool', dims: [0], values: [] }, place);
    assert.equal(sc.all(none).item(), true);
    assert.equal(sc.any(none).item(), false);
    const x = operand({ type: 'float32', dims: [0, 2], values: [] }, place);
    refuses(() => sc.argMax(x, { axis: 0 }), 'argMax of nothing');
    refuses(() => sc.argMin(x), 'argMin of nothing');
    same(sc.argMax(x, { axis: 1 }), { type: 'int64', dims: [0], values: [] }, 'argMax, no rows');
    same(sc.mean(x), { type: 'float32', dims: [], values: [Number.NaN] }, 'mean of nothing');
  }
});

test('a mean of integers does not wrap on the way, and is truncated towards zero', () => {
  for (const type of ['int32', 'uint32', 'int64', 'uint64']) {
    const most = highest(type);
    const least = lowest(type);
    const one = isBig(type) ? 1n : 1;
    for (const list of [
      [most, most],
      [most, most, most - one],
      [least, least, least],
      [least, least + one],
      [most, least, most, most, most],
    ])
      for (const place of places) {
        const x = operand({ type, dims: [list.length], values: list }, place);
        const want = wrap(type, list.map(BigInt).reduce((a, b) => a + b) / BigInt(list.length));
        same(sc.mean(x), { type, dims: [], values: [want] }, `mean of ${type} ${list}`);
      }
  }
  same(sc.mean(Int32Array.of(-3, -4)), { type: 'int32', dims: [], values: [-3] }, '-3.5');
  same(sc.mean(Int32Array.of(3, 4)), { type: 'int32', dims: [], values: [3] }, '3.5');
});

test('long sums of floats stay within the bound of a fold', () => {
  const r = randomOf('long');
  for (const type of floats)
    for (const n of [1000, 40_000]) {
      const x = randomValue(r, type, [n], false);
      const exact = x.values.reduce((a, b) => a + b, 0);
      const size = x.values.reduce((a, b) => a + Math.abs(b), 0);
      const near = () =>
        (gamma(foldDepth(n), laneOf(type)) + gamma(n, 'float64')) * size + 2 * stored(exact, type);
      for (const place of places) {
        same(
          sc.sum(operand(x, place)),
          { type, dims: [], values: [rounded(type, exact)] },
          `sum of ${n} ${type}`,
          { near },
        );
        same(
          sc.mean(operand(x, place)),
          { type, dims: [], values: [rounded(type, exact / n)] },
          `mean of ${n} ${type}`,
          { near: () => (near() + stored(exact, laneOf(type))) / n },
        );
      }
    }
});

test('a mean of float16 whose sum is above the largest float16', () => {
  const x = { type: 'float16', dims: [100], values: Array(100).fill(1000) };
  for (const place of places)
    same(sc.mean(operand(x, place)), { type: 'float16', dims: [], values: [1000] }, 'mean');
});

test('types that ONNX does not give a reduction are rejected', () => {
  const every = [...numbers, 'bool', 'string'];
  for (const [name, taken] of Object.entries(types))
    for (const type of every) {
      const value = type === 'bool' ? true : type === 'string' ? 'x' : isBig(type) ? 1n : 1;
      const x = operand({ type, dims: [1], values: [value] }, 'js');
      if (taken.includes(type)) sc[name](x);
      else refuses(() => sc[name](x), `${name} of ${type}`, 'DTypeError');
    }
  refuses(
    () => sc.argMax(operand({ type: 'bool', dims: [1], values: [true] }, 'js')),
    'argMax of bool',
    'DTypeError',
  );
});

test('axes that are not there, or twice, and unknown options are rejected', () => {
  for (const name of [...Object.keys(folds), 'argMax', 'argMin']) {
    const type = types[name]?.[0] ?? 'float32';
    const x = operand(
      { type, dims: [2, 3], values: Array(6).fill(type === 'bool' ? true : 1) },
      'wasm',
    );
    const wrong = [
      { axis: 2 },
      { axis: -3 },
      { axis: 0.5 },
      { axis: Number.NaN },
      { axis: '0' },
      { axis: {} },
    ];
    for (const options of wrong)
      refuses(
        () => sc[name](x, options),
        `${name} ${options.axis}`,
        'ShapeError',
        'AttributeError',
      );
    const error = refuses(() => sc[name](x, { dim: 1 }), `${name} dim`, 'AttributeError');
    assert.equal(error.code, 'option_unknown');
    assert.match(error.message, /dim/);
    assert.match(error.message, /keepDims/);
    if (name.startsWith('arg')) continue;
    for (const axes of [[0, 0], [0, -2], [2], [0, 5], [0.5], 'x', {}, [{}]])
      refuses(
        () => sc[name](x, { axes }),
        `${name} axes ${JSON.stringify(axes)}`,
        'ShapeError',
        'AttributeError',
      );
  }
});

test('sizes are right for many rows and columns', () => {
  const dims = [7, 130, 3];
  const data = Float32Array.from({ length: sizeOf(dims) }, (_, i) => i % 11);
  const x = { type: 'float32', dims, values: Array.from(data) };
  for (const axes of [[0], [1], [2], [0, 1], [1, 2], [0, 2]])
    for (const name of ['sum', 'max', 'min'])
      same(
        sc[name](operand(x, 'wasm'), { axes }),
        reduced(x, axes, false, folds[name]),
        `${name} ${axes}`,
      );
});

test('an axis of null, alone or among axes, is not axis 0', () => {
  const x = sc.ones([2, 3]);
  for (const name of ['sum', 'mean', 'max', 'min', 'prod', 'argMax', 'argMin'])
    refuses(() => sc[name](x, { axis: null }), name, 'ShapeError', 'AttributeError');
  for (const name of ['sum', 'mean', 'max', 'min', 'prod'])
    refuses(() => sc[name](x, { axes: [null] }), name, 'ShapeError', 'AttributeError');
});
