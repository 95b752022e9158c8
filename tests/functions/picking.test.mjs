/** slice, gather, pad and oneHot. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  build,
  isBig,
  normal,
  numbers,
  operand,
  places,
  randomDims,
  randomElement,
  randomOf,
  randomValue,
  refuses,
  SEED,
  same,
  sc,
} from './oracle.mjs';

const every = [...numbers, 'bool', 'string'];

/**
 * The indices that start:end:step picks from an axis. ONNX clamps the start of a negative step to the
 * first element, where NumPy would have an empty slice.
 */
const picked = (size, start, end, step) => {
  const limit = (i, low, high) => Math.min(Math.max(i < 0 ? i + size : i, low), high);
  const list = [];
  if (step > 0)
    for (let i = limit(start, 0, size); i < limit(end, 0, size); i += step) list.push(i);
  else if (size > 0)
    for (let i = limit(start, 0, size - 1); i > limit(end, -1, size - 1); i += step) list.push(i);
  return list;
};

test(`slice: random starts, ends, axes and steps (seed ${SEED})`, () => {
  const r = randomOf('slice');
  for (let i = 0; i < 400; i++) {
    const rank = r.int(1, 5);
    const x = randomValue(r, r.pick(every), randomDims(r, rank, 0, 6), false);
    const named = r.chance(0.6);
    const count = named ? r.int(1, rank) : r.int(0, rank);
    let axes = x.dims.map((_, a) => a);
    if (named) axes = axes.sort(() => r.next() - 0.5);
    axes = axes.slice(0, count);
    const starts = axes.map(() =>
      r.pick([0, 1, r.int(-9, 9), -1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1]),
    );
    const ends = axes.map(() =>
      r.pick([r.int(-9, 9), 2 ** 31 - 1, -(2 ** 31), 2 ** 53 - 1, 4, -(2 ** 53) + 1]),
    );
    const stepped = r.chance(0.6);
    const steps = axes.map(() => r.pick([1, 1, 2, 3, -1, -2, -7, 2 ** 31, -(2 ** 40)]));
    const lists = x.dims.map((d) => Array.from({ length: d }, (_, k) => k));
    for (const [k, a] of axes.entries())
      lists[a] = picked(x.dims[a], starts[k], ends[k], stepped ? steps[k] : 1);
    const expected = build(
      x.type,
      lists.map((l) => l.length),
      (index) =>
        at(
          x,
          index.map((k, a) => lists[a][k]),
        ),
    );
    const options = {};
    if (named) options.axes = axes.map((a) => (r.chance(0.5) ? a : a - rank));
    if (stepped) options.steps = steps;
    const given = [starts, ends, ...(named || stepped ? [options] : [])];
    for (const place of places) {
      const tensor = operand(x, place);
      const what = `slice of ${x.type} (${x.dims}) ${place} ${JSON.stringify(given)}`;
      same(sc.slice(tensor, ...given), expected, what, { place });
      if (tensor.location === 'wasm') same(tensor.slice(...given), expected, what, { place });
    }
  }
});

test(`gather: indices of both types and signs (seed ${SEED})`, () => {
  const r = randomOf('gather');
  for (let i = 0; i < 300; i++) {
    const rank = r.int(1, 4);
    const axis = r.int(-rank, rank - 1);
    const cut = normal(axis, rank);
    const base = randomDims(r, rank);
    const x = randomValue(r, r.pick(every), base.with(cut, Math.max(base[cut], 1)), false);
    const size = x.dims[cut];
    const type = r.pick(['int32', 'int64']);
    const at1 = build(type, randomDims(r, r.int(0, 3), 0, 3), () => {
      const k = r.int(-size, size - 1);
      return isBig(type) ? BigInt(k) : k;
    });
    const wide = at1.dims.length;
    const dims = x.dims.toSpliced(cut, 1, ...at1.dims);
    const expected = build(x.type, dims, (index) => {
      const k = normal(Number(at(at1, index.slice(cut, cut + wide))), size);
      return at(x, index.toSpliced(cut, wide, k));
    });
    for (const place of places)
      for (const indexPlace of places) {
        const what = `gather of ${x.type} (${x.dims}) at ${type} (${at1.dims}) [${at1.values}] axis ${axis} ${place} ${indexPlace}`;
        const given = [operand(at1, indexPlace), ...(axis === 0 ? [] : [{ axis }])];
        const result = sc.gather(operand(x, place), ...given);
        const home = place === 'wasm' || indexPlace === 'wasm' ? 'wasm' : 'js';
        same(result, expected, what, { place: home });
      }
  }
  const x = sc.tensor([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  const want = { type: 'float32', dims: [2, 2], values: [5, 6, 1, 2] };
  same(x.gather([2, 0]), want, 'nested indices are integers', { place: 'wasm' });
  same(x.gather([-1, -3]), want, 'negative nested indices', { place: 'wasm' });
  same(x.gather(1), { type: 'float32', dims: [2], values: [3, 4] }, 'a number', { place: 'wasm' });
  same(
    sc.gather([10, 20, 30], [2, 0]),
    { type: 'float32', dims: [2], values: [30, 10] },
    'nested',
    { place: 'js' },
  );
});

test('gather rejects indices that are not there', () => {
  const x = sc.tensor([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  for (const index of [3, -4, 2n ** 40n, 2 ** 31, 0.5, Number.NaN, '1', true, null])
    refuses(() => x.gather([index]), `gather ${String(index)}`);
  refuses(() => x.gather(Float32Array.of(1)), 'float indices', 'DTypeError');
  refuses(() => x.gather(Uint8Array.of(1)), 'uint8 indices', 'DTypeError');
  refuses(() => x.gather(BigInt64Array.of(1n, 3n)), 'one of two');
  refuses(() => x.gather([0], { axis: 2 }), 'axis 2', 'ShapeError', 'AttributeError');
  refuses(() => sc.zeros([0, 2]).gather([0]), 'of no rows');
  refuses(() => sc.tensor(1).gather([0]), 'of rank 0');
  refuses(() => x.gather(), 'without indices');
});

/** The source index for a padded axis, or -1 for new elements, as np.pad does. */
const folded = (mode, i, size) => {
  if (i >= 0 && i < size) return i;
  if (mode === 'constant') return -1;
  if (mode === 'edge') return i < 0 ? 0 : size - 1;
  if (mode === 'wrap') return ((i % size) + size) % size;
  const period = 2 * (size - 1);
  const k = ((i % period) + period) % period;
  return k < size ? k : period - k;
};

for (const mode of ['constant', 'edge', 'reflect', 'wrap'])
  test(`pad: ${mode}, with negative pads (seed ${SEED})`, () => {
    const r = randomOf(`pad ${mode}`);
    for (let i = 0; i < 250; i++) {
      const rank = r.int(0, 4);
      const x = randomValue(
        r,
        r.pick(every),
        randomDims(r, rank, mode === 'constant' ? 0 : 1),
        false,
      );
      const most = (d) => ({ constant: 3, edge: 3, reflect: d - 1, wrap: d })[mode];
      const cuts = x.dims.map((d) => (d > 2 && r.chance(0.2) ? r.int(1, d - 1) : 0));
      const front = x.dims.map((d, a) =>
        cuts[a] > 0 && r.chance(0.5) ? -cuts[a] : r.int(0, most(d)),
      );
      const back = x.dims.map((d, a) =>
        cuts[a] > 0 && front[a] >= 0 ? -cuts[a] : r.int(0, most(d)),
      );
      // Cropped elements cannot be reflected or wrapped: padding and cropping are tested separately.
      for (const a of x.dims.keys())
        if (mode !== 'constant' && mode !== 'edge' && cuts[a] > 0) {
          if (front[a] > 0) front[a] = 0;
          if (back[a] > 0) back[a] = 0;
        }
      const dims = x.dims.map((d, a) => d + front[a] + back[a]);
      const value =
        mode === 'constant' && x.type !== 'string' && r.chance(0.6)
          ? randomElement(r, x.type, true)
          : undefined;
      const blank = x.type === 'string' ? '' : x.type === 'bool' ? false : isBig(x.type) ? 0n : 0;
      const expected = build(x.type, dims, (index) => {
        const source = index.map((k, a) => folded(mode, k - front[a], x.dims[a]));
        return source.includes(-1) ? (value ?? blank) : at(x, source);
      });
      const options = {};
      if (mode !== 'constant' || r.chance(0.5)) options.mode = mode;
      if (value !== undefined) options.value = value;
      for (const place of places) {
        const tensor = operand(x, place);
        const what = `pad of ${x.type} (${x.dims}) ${place} by ${front} | ${back} ${mode} ${String(value)}`;
        same(sc.pad(tensor, [...front, ...back], options), expected, what, { place });
        if (tensor.location === 'wasm')
          same(tensor.pad([...front, ...back], options), expected, what, { place });
      }
    }
  });

test('pad wider than the axis: as np.pad, or rejected', () => {
  const x = { type: 'int32', dims: [3], values: [1, 2, 3] };
  for (const mode of ['reflect', 'wrap'])
    for (const place of places) {
      let result;
      try {
        result = sc.pad(operand(x, place), [7, 8], { mode });
      } catch {
        refuses(() => sc.pad(operand(x, place), [7, 8], { mode }), mode);
        continue;
      }
      const expected = build('int32', [18], ([k]) => x.values[folded(mode, k - 7, 3)]);
      same(result, expected, mode);
    }
  for (const mode of ['edge', 'reflect', 'wrap'])
    refuses(() => sc.pad(sc.zeros([0]), [1, 1], { mode }), `${mode} of nothing`);
});

test('pad rejects what it cannot do', () => {
  const x = sc.tensor('int32', [
    [1, 2],
    [3, 4],
  ]);
  refuses(() => x.pad([1, 1]), 'two pads for two axes');
  refuses(() => x.pad([0, 0, 0, 0.5]), 'half a pad');
  refuses(() => x.pad([-2, 0, -1, 0]), 'cut below nothing');
  refuses(() => x.pad([1, 1, 1, 1], { mode: 'mirror' }), 'mode', 'AttributeError');
  refuses(() => x.pad([1, 1, 1, 1], { value: 2.5 }), 'value', 'DTypeError');
  refuses(() => x.pad([2 ** 40, 0, 0, 0]), 'huge');
  refuses(() => x.pad([Number.NaN, 0, 0, 0]), 'NaN');
  refuses(() => x.pad(null), 'null');
  refuses(() => x.pad([0, 0, 0, 0], { values: 1 }), 'option', 'AttributeError');
});

test(`oneHot: depth, axis, types and indices out of range (seed ${SEED})`, () => {
  const r = randomOf('oneHot');
  for (let i = 0; i < 200; i++) {
    const kind = r.pick(['int32', 'int64', 'uint8', 'float32']);
    const dims = randomDims(r, r.int(0, 3));
    const depth = r.int(1, 5);
    const low = kind === 'uint8' ? 0 : -depth - 2;
    const x = build(kind, dims, () => {
      const k = r.int(low, depth + 2);
      return isBig(kind) ? BigInt(k) : k;
    });
    const rank = dims.length + 1;
    const axis = r.int(-rank, rank - 1);
    const spot = normal(axis, rank);
    const type = r.pick([undefined, ...numbers.filter((t) => t !== 'bfloat16'), 'bool']);
    const result = type ?? 'float32';
    const [on, off] = result === 'bool' ? [true, false] : isBig(result) ? [1n, 0n] : [1, 0];
    const expected = build(result, dims.toSpliced(spot, 0, depth), (index) => {
      const k = Number(at(x, index.toSpliced(spot, 1)));
      return (k < 0 ? k + depth : k) === index[spot] ? on : off;
    });
    const options = {};
    if (axis !== -1 || r.chance(0.5)) options.axis = axis;
    if (type) options.type = type;
    for (const place of places) {
      const what = `oneHot of ${kind} (${dims}) [${x.values.slice(0, 9)}] depth ${depth} ${JSON.stringify(options)} ${place}`;
      same(sc.oneHot(operand(x, place), depth, options), expected, what, { place });
    }
  }
  same(
    sc.oneHot([0, 2], 3),
    { type: 'float32', dims: [2, 3], values: [1, 0, 0, 0, 0, 1] },
    'nested',
    { place: 'js' },
  );
  for (const depth of [0, -1, 0.5, Number.NaN, '3', null, undefined, 2 ** 40])
    refuses(() => sc.oneHot([0, 1], depth), `depth ${String(depth)}`);
  refuses(() => sc.oneHot([0], 2, { axis: 2 }), 'axis', 'ShapeError', 'AttributeError');
  refuses(() => sc.oneHot(['a'], 2), 'strings', 'DTypeError');
});

test('slice rejects what it cannot do', () => {
  const x = sc.arange(0, 6).reshape([2, 3]);
  const wrong = [];
  for (const given of [
    [[0], [1, 2]],
    [
      [0, 0, 0],
      [1, 1, 1],
    ],
    [[0], [1], { axes: [2] }],
    [[0], [1], { axes: [-3] }],
    [[0, 0], [1, 1], { axes: [0, 0] }],
    [[0, 0], [1, 1], { axes: [0, -2] }],
    [[0], [1], { steps: [0] }],
    [[0], [1], { steps: [1, 1] }],
    [[0.5], [1]],
    [[Number.NaN], [1]],
    ['0', '1'],
    [[0]],
    [],
    [[0], [1], { steps: [Number.NaN] }],
    [[0], [1], { axis: 0 }],
    [[null], [1]],
    [[0], [null]],
  ])
    try {
      refuses(() => sc.slice(x, ...given), `slice ${JSON.stringify(given)}`);
    } catch (error) {
      wrong.push(error.message);
    }
  assert.deepEqual(wrong, []);
});
