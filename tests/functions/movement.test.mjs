/** Functions that move elements without choosing among them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  build,
  normal,
  numbers,
  operand,
  placeOf,
  places,
  randomDims,
  randomOf,
  randomValue,
  refuses,
  SEED,
  same,
  sc,
  sizeOf,
} from './oracle.mjs';

const every = [...numbers, 'bool', 'string'];

/** Runs a case for plain and resident tensors, as a function and as a method. */
const check = (name, x, given, expected) => {
  for (const place of places) {
    const home = placeOf(x.type, place);
    const tensor = operand(x, place);
    const what = `${name} of ${x.type} (${x.dims}) ${place} ${JSON.stringify(given)}`;
    same(sc[name](tensor, ...given), expected, what, { place: home });
    if (home === 'wasm') same(tensor[name](...given), expected, `method ${what}`, { place: home });
    assert.deepEqual([...tensor.dims], x.dims, `${what}: the operand's dims`);
  }
};
const cases = (name, count, make) =>
  test(`${name}: random shapes and types (seed ${SEED})`, () => {
    const r = randomOf(name);
    for (let i = 0; i < count; i++) {
      const rank = r.int(0, 5);
      make(r, randomValue(r, r.pick(every), randomDims(r, rank), false), rank);
    }
  });

const shuffled = (r, list) => {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = r.int(0, i);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
};

cases('transpose', 200, (r, x, rank) => {
  const reversed = r.chance(0.2);
  const axes = x.dims.map((_, a) => a);
  const perm = reversed ? axes.reverse() : shuffled(r, axes);
  const dims = perm.map((a) => x.dims[a]);
  const expected = build(x.type, dims, (index) => {
    const source = Array(rank);
    for (const [to, from] of perm.entries()) source[from] = index[to];
    return at(x, source);
  });
  check('transpose', x, reversed ? [] : [perm], expected);
});

cases('reshape', 200, (r, x) => {
  const size = sizeOf(x.dims);
  const dims = [];
  let rest = Math.max(size, 1);
  for (let a = r.int(0, 3); a > 0; a--) {
    const divisors = Array.from({ length: rest }, (_, i) => i + 1).filter((d) => rest % d === 0);
    const d = r.pick(divisors);
    dims.push(d);
    rest /= d;
  }
  if (rest > 1 || dims.length === 0) dims.push(rest);
  if (size === 0) dims[r.int(0, dims.length - 1)] = 0;
  const given = [...dims];
  if (size > 0 && r.chance(0.5)) given[r.int(0, dims.length - 1)] = -1;
  check('reshape', x, [given], { ...x, dims });
});

cases('expand', 200, (r, x, rank) => {
  const x1 = { ...x, dims: x.dims.map((d) => (r.chance(0.4) ? 1 : d)) };
  const small = randomValue(r, x.type, x1.dims, false);
  const asked = [
    ...Array.from({ length: r.int(0, 5 - rank) }, () => r.int(1, 3)),
    ...small.dims.map((d) => (d === 1 ? r.int(0, 3) : r.chance(0.4) ? 1 : d)),
  ].slice(r.chance(0.2) && rank > 0 ? -r.int(1, rank) : 0);
  const full = Math.max(asked.length, rank);
  const pad = (dims) => [...Array(full - dims.length).fill(1), ...dims];
  const [own, target] = [pad(small.dims), pad(asked)];
  const dims = own.map((d, a) => (d === 1 ? target[a] : d));
  const expected = build(x.type, dims, (index) =>
    at(
      small,
      index.slice(full - rank).map((i, a) => (small.dims[a] === 1 ? 0 : i)),
    ),
  );
  check('expand', small, [asked], expected);
});

cases('squeeze', 200, (r, x, rank) => {
  const dims = x.dims.map((d) => (r.chance(0.5) ? 1 : d));
  const value = randomValue(r, x.type, dims, false);
  const ones = dims.map((_, a) => a).filter((a) => dims[a] === 1);
  if (r.chance(0.3))
    return check('squeeze', value, [], { ...value, dims: dims.filter((d) => d !== 1) });
  const axes = ones.filter(() => r.chance(0.6));
  if (axes.length === 0) return;
  const given = shuffled(r, axes).map((a) => (r.chance(0.5) ? a : a - rank));
  check('squeeze', value, [given], { ...value, dims: dims.filter((_, a) => !axes.includes(a)) });
});

cases('unsqueeze', 200, (r, x, rank) => {
  const count = r.int(1, 3);
  const full = rank + count;
  const axes = shuffled(
    r,
    Array.from({ length: full }, (_, a) => a),
  ).slice(0, count);
  const dims = [];
  let next = 0;
  for (let a = 0; a < full; a++) dims.push(axes.includes(a) ? 1 : x.dims[next++]);
  check('unsqueeze', x, [axes.map((a) => (r.chance(0.5) ? a : a - full))], { ...x, dims });
});

cases('flatten', 200, (r, x, rank) => {
  if (r.chance(0.3)) return check('flatten', x, [], { ...x, dims: [sizeOf(x.dims)] });
  const axis = r.int(-rank, rank);
  const cut = normal(axis, rank);
  const dims = [sizeOf(x.dims.slice(0, cut)), sizeOf(x.dims.slice(cut))];
  check('flatten', x, [{ axis }], { ...x, dims });
});

cases('flip', 200, (r, x, rank) => {
  const whole = r.chance(0.3);
  const axes = x.dims.map((_, a) => a).filter(() => whole || r.chance(0.5));
  const expected = build(x.type, x.dims, (index) =>
    at(
      x,
      index.map((i, a) => (axes.includes(a) ? x.dims[a] - 1 - i : i)),
    ),
  );
  check('flip', x, whole ? [] : [axes.map((a) => (r.chance(0.5) ? a : a - rank))], expected);
});

cases('tile', 200, (r, x) => {
  const repeats = x.dims.map(() => r.pick([0, 1, 1, 2, 3]));
  const dims = x.dims.map((d, a) => d * repeats[a]);
  check(
    'tile',
    x,
    [repeats],
    build(x.type, dims, (index) =>
      at(
        x,
        index.map((i, a) => i % x.dims[a]),
      ),
    ),
  );
});

test(`concat and stack: random shapes and types (seed ${SEED})`, () => {
  const r = randomOf('concat');
  for (let i = 0; i < 200; i++) {
    const type = r.pick(every);
    const rank = r.int(1, 5);
    const axis = r.int(-rank, rank - 1);
    const cut = normal(axis, rank);
    const base = randomDims(r, rank);
    const parts = Array.from({ length: r.int(1, 5) }, () => {
      const dims = base.with(cut, r.int(0, 3));
      return randomValue(r, type, dims, false);
    });
    const sizes = parts.map((p) => p.dims[cut]);
    const expected = build(
      type,
      base.with(
        cut,
        sizes.reduce((a, b) => a + b),
      ),
      (index) => {
        let k = 0;
        let n = index[cut];
        while (n >= sizes[k]) n -= sizes[k++];
        return at(parts[k], index.with(cut, n));
      },
    );
    const equal = parts.map(() => randomValue(r, type, base, false));
    const where = r.int(-rank - 1, rank);
    const spot = normal(where, rank + 1);
    const stacked = build(type, base.toSpliced(spot, 0, parts.length), (index) =>
      at(equal[index[spot]], index.toSpliced(spot, 1)),
    );
    for (const place of places) {
      const home = placeOf(type, place);
      const what = `${type} ${parts.map((p) => `(${p.dims})`)} axis ${axis} ${place}`;
      const list = parts.map((p) => operand(p, place));
      same(sc.concat(list, axis === 0 ? undefined : { axis }), expected, `concat ${what}`, {
        place: home,
      });
      const others = equal.map((p) => operand(p, place));
      same(
        sc.stack(others, where === 0 ? undefined : { axis: where }),
        stacked,
        `stack ${what} ${where}`,
        { place: home },
      );
      if (home === 'js') continue;
      same(list[0].concat(list.slice(1), { axis }), expected, `method concat ${what}`);
      same(others[0].stack(others.slice(1), { axis: where }), stacked, `method stack ${what}`);
    }
  }
});

test(`split: by count and by sizes (seed ${SEED})`, () => {
  const r = randomOf('split');
  for (let i = 0; i < 200; i++) {
    const type = r.pick(every);
    const rank = r.int(1, 5);
    const axis = r.int(-rank, rank - 1);
    const cut = normal(axis, rank);
    const count = r.int(1, 4);
    const even = r.chance(0.5);
    const each = r.int(1, 3);
    const sizes = Array.from({ length: count }, () => (even ? each : r.int(0, 3)));
    const x = randomValue(
      r,
      type,
      randomDims(r, rank).with(
        cut,
        sizes.reduce((a, b) => a + b),
      ),
      false,
    );
    let start = 0;
    const expected = sizes.map((size) => {
      const from = start;
      start += size;
      return build(type, x.dims.with(cut, size), (index) =>
        at(x, index.with(cut, from + index[cut])),
      );
    });
    for (const place of places) {
      const tensor = operand(x, place);
      const what = `split of ${type} (${x.dims}) into ${even ? count : sizes} axis ${axis} ${place}`;
      const parts = sc.split(tensor, even ? count : sizes, axis === 0 ? undefined : { axis });
      assert.ok(Array.isArray(parts), what);
      assert.equal(parts.length, count, what);
      for (const [k, part] of parts.entries())
        same(part, expected[k], `${what} part ${k}`, { place });
      if (tensor.location === 'wasm')
        for (const [k, part] of tensor.split(even ? count : sizes, { axis }).entries())
          same(part, expected[k], `method ${what} part ${k}`, { place });
    }
  }
});

test('large tensors are moved as small ones', () => {
  const x = sc.arange(0, 300 * 257).reshape([300, 257]);
  const y = x.transpose();
  for (const [i, j] of [
    [0, 0],
    [256, 299],
    [100, 7],
    [31, 32],
  ])
    assert.equal(y.data[i * 300 + j], j * 257 + i);
  const plain = sc.transpose({ data: x.toArray(), dims: [300, 257] });
  assert.deepEqual(plain.data, y.toArray());
  const joined = sc.concat([x, x], { axis: 1 });
  assert.deepEqual(
    [...joined.data.subarray(514 * 299)],
    [...x.data.subarray(257 * 299), ...x.data.subarray(257 * 299)],
  );
  assert.deepEqual(joined.split(2, { axis: 1 })[1].toArray(), x.toArray());
});

test('what does not fit is rejected', () => {
  const x = sc.arange(0, 6).reshape([2, 3]);
  const cases = {
    reshape: [
      [[4]],
      [[-1, -1]],
      [[-2, 3]],
      [[-1, 4]],
      [[2.5]],
      [[Number.NaN]],
      ['6'],
      [6.5],
      [null],
      [[0, -1]],
      [],
    ],
    transpose: [[[0]], [[0, 0]], [[0, 2]], [[0, 1, 2]], [[0.5, 1]], ['10'], [[1n, {}]]],
    expand: [[[3, 3]], [[-1, 3]], [[2, 4]], [[0, 3]], [[Number.NaN]], ['x'], [[2 ** 32, 2, 3]], []],
    squeeze: [[[0]], [[2]], [[-3]], [[0.5]], ['x']],
    unsqueeze: [[[0, 0]], [[3]], [[-4]], [[0, -4]], [[0.5]], ['x'], []],
    flatten: [[{ axis: 3 }], [{ axis: -3 }], [{ axis: 'x' }]],
    tile: [
      [[1]],
      [[1, 1, 1]],
      [[-1, 1]],
      [[0.5, 1]],
      [[2 ** 40, 1]],
      [[2 ** 31, 2 ** 31]],
      ['x'],
      [],
    ],
    flip: [[[2]], [[-3]], [[0, 0]], [[0, -2]], ['x'], [[0.5]]],
    split: [
      [4, { axis: 1 }],
      [[1, 1], { axis: 1 }],
      [[-1, 4], { axis: 1 }],
      [0],
      [-1],
      [1.5],
      [Number.NaN],
      ['x'],
      [1, { axis: 2 }],
      [2 ** 40],
      [[]],
      [],
    ],
  };
  const wrong = [];
  for (const [name, calls] of Object.entries(cases))
    for (const given of calls)
      try {
        refuses(
          () => sc[name](x, ...given),
          `${name}(${JSON.stringify(given, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))})`,
        );
      } catch (error) {
        wrong.push(error.message);
      }
  for (const call of [
    () => sc.concat([]),
    () => sc.concat(x),
    () => sc.concat([x, x.transpose()]),
    () => sc.concat([x, sc.zeros([2])]),
    () => sc.concat([x, sc.zeros([2, 3], 'int32')]),
    () => sc.concat([x, x], { axis: 2 }),
    () => sc.concat([sc.tensor(1), sc.tensor(2)]),
    () => sc.concat(null),
    () => sc.stack([]),
    () => sc.stack([x, x.transpose()]),
    () => sc.stack([x, x], { axis: 3 }),
    () => sc.stack([x, x], { axis: -4 }),
  ])
    try {
      refuses(call, String(call));
    } catch (error) {
      wrong.push(error.message);
    }
  assert.deepEqual(wrong, []);
});
