/** topK, sort, argSort, mask, nonZero, unique, takeAlong, einsum: against loops from NumPy's documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import {
  at,
  build,
  indicesOf,
  numbers,
  operand,
  places,
  randomDims,
  randomElement,
  randomOf,
  randomValue,
  refuses,
  same,
  sc,
  sizeOf,
} from './oracle.mjs';

/** Ascending; NaN is larger than every number. */
function compare(a, b) {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return a < b ? -1 : Number(a > b);
}

/** The sorted indices along an axis, equal elements in their original order: np.argsort(kind='stable'). */
function order(x, along, index, descending) {
  const valueAt = (i) =>
    at(
      x,
      index.map((j, axis) => (axis === along ? i : j)),
    );
  const list = Array.from({ length: x.dims[along] }, (_, i) => i);
  const sign = descending ? -1 : 1;
  return list.sort((a, b) => sign * compare(valueAt(a), valueAt(b)) || a - b);
}

function picked(x, along, indices) {
  return build(x.type, indices.dims, (index) =>
    at(
      x,
      index.map((j, axis) => (axis === along ? Number(at(indices, index)) : j)),
    ),
  );
}

for (const place of places)
  for (const type of numbers)
    test(`topK, sort, argSort and takeAlong of ${type}, ${place}`, () => {
      const r = randomOf(`order ${type}`);
      for (let round = 0; round < 8; round++) {
        const x = randomValue(r, type, randomDims(r, r.int(1, 3), 0, 5), round % 2 === 0);
        if (type.startsWith('float') && x.values.length > 2)
          x.values[r.int(0, x.values.length - 1)] = NaN;
        const axis = r.int(-x.dims.length, x.dims.length - 1);
        const along = axis < 0 ? axis + x.dims.length : axis;
        const descending = r.chance(0.5);
        const [given, what] = [
          operand(x, place),
          `(${x.dims}) axis ${axis} descending ${descending}`,
        ];
        const indexAt = (index) => BigInt(order(x, along, index, descending)[index[along]]);
        const indices = build('int64', x.dims, indexAt);
        same(sc.argSort(given, { axis, descending }), indices, `argSort ${what}`, { place });
        const sorted = picked(x, along, indices);
        same(sc.sort(given, { axis, descending }), sorted, `sort ${what}`, { place });
        same(
          sc.takeAlong(given, sc.argSort(given, { axis, descending }), axis),
          sorted,
          `takeAlong ${what}`,
          { place },
        );

        const k = r.int(0, x.dims[along]);
        const dims = x.dims.map((size, a) => (a === along ? k : size));
        const best = build('int64', dims, indexAt);
        const top = sc.topK(given, k, { axis, largest: descending });
        assert.deepEqual(Object.keys(top), ['values', 'indices']);
        same(top.indices, best, `topK ${k} ${what}`, { place });
        same(top.values, picked(x, along, best), `topK ${k} ${what}`, { place });
      }
    });

test('the axis is the last by default, and may be a number', () => {
  const x = sc.tensor([
    [3, 1, 2],
    [1, 5, 4],
  ]);
  assert.deepEqual(x.sort().toNested(), [
    [1, 2, 3],
    [1, 4, 5],
  ]);
  assert.deepEqual(x.argSort(0).toNested(), [
    [1n, 0n, 0n],
    [0n, 1n, 1n],
  ]);
  assert.deepEqual(x.topK(1, 0).values.toNested(), [[3, 5, 4]]);
  assert.deepEqual(x.topK(1, { largest: false }).indices.toNested(), [[1n], [0n]]);
  const out = sc.zeros([2, 3]);
  assert.equal(x.sort({ out }), out);
  assert.equal(out.at(0).at(0), 1);
});

for (const place of places)
  for (const type of [...numbers, 'bool', 'string'])
    test(`mask, nonZero and unique of ${type}, ${place}`, () => {
      const r = randomOf(`mask ${type}`);
      for (let round = 0; round < 10; round++) {
        const x = randomValue(r, type, randomDims(r, r.int(0, 3)));
        const where = type === 'string' ? 'js' : place;
        const given = operand(x, where);
        const first = r.int(0, x.dims.length);
        const last = r.int(first, x.dims.length);
        const mask = build('bool', x.dims.slice(first, last), () => r.chance(0.5));
        // NumPy's x[:, mask]: the axes of the mask become one.
        const chosen = indicesOf(mask.dims).filter((index) => at(mask, index));
        const dims = [...x.dims.slice(0, first), chosen.length, ...x.dims.slice(last)];
        const want = build(type, dims, (index) =>
          at(x, [...index.slice(0, first), ...chosen[index[first]], ...index.slice(first + 1)]),
        );
        if (type !== 'bfloat16') {
          const axis = first < x.dims.length && r.chance(0.5) ? first - x.dims.length : first;
          for (const condition of [
            operand(mask, where),
            new Tensor('bool', mask.values, mask.dims),
          ])
            same(
              sc.mask(given, condition, { axis }),
              want,
              `mask (${x.dims}) by (${mask.dims}) at ${axis}`,
              { place: where },
            );
        }
        if (type === 'string') continue;
        const isOther = (value) => value !== false && Number(value) !== 0;
        const found = indicesOf(x.dims).filter((index) => isOther(at(x, index)));
        if (x.dims.length > 0)
          same(
            sc.nonZero(given),
            build('int64', [x.dims.length, found.length], ([axis, i]) => BigInt(found[i][axis])),
            `nonZero (${x.dims})`,
            { place },
          );
        if (type === 'bfloat16') continue;
        const values = [...x.values]
          .sort(compare)
          .filter((value, i, all) => compare(value, all[i - 1]) !== 0 || i === 0);
        same(sc.unique(given), { type, dims: [values.length], values }, `unique (${x.dims})`, {
          place,
          zeros: true,
        });
      }
    });

test('a result whose size depends on values is as resident as its operands', () => {
  const [x, plain] = [sc.tensor([1, 0, 2]), new Tensor('float32', [1, 0, 2], [3])];
  assert.equal(sc.nonZero(x).location, 'wasm');
  assert.equal(sc.nonZero(plain).location, 'js');
  assert.equal(sc.mask(plain, x.greater(1)).location, 'wasm');
  assert.equal(sc.run('NonZero', [x]).location, 'wasm');
  assert.equal(sc.run('Compress', [plain, x.greater(1)]).location, 'wasm');
  assert.deepEqual(x.mask([true, false, true]).toNested(), [1, 2]);
  assert.deepEqual(sc.unique(['b', 'a', 'b']).toNested(), ['a', 'b']);
  assert.deepEqual(
    sc
      .tensor([
        [2, 1],
        [0, 1],
        [2, 1],
      ])
      .unique(0)
      .toNested(),
    [
      [0, 1],
      [2, 1],
    ],
  );
});

test('calls with other values each time keep nothing', () => {
  const r = randomOf('kept values');
  const call = () => {
    const values = Float32Array.from({ length: 5000 }, () => r.int(0, 9));
    sc.tidy(() => sc.tensor(values).unique().add(1));
    sc.nonZero(values);
    sc.run('Unique', [values], { outputs: 4 });
    const data = Uint8Array.from(values, (v) => Number(v > 4));
    sc.mask(values, { type: 'bool', data, dims: [5000] });
  };
  for (let i = 0; i < 5; i++) call();
  const { used } = sc.memory();
  for (let i = 0; i < 20; i++) call();
  assert.ok(sc.memory().used - used < 200_000, `${sc.memory().used - used} bytes more`);
});

/** A sum over all labels' values, as np.einsum defines it. */
function einsum(equation, operands) {
  const [terms, output] = equation.split('->').map((part) => part.split(','));
  const sizes = new Map();
  for (const [i, term] of terms.entries())
    for (const [axis, label] of [...term].entries()) sizes.set(label, operands[i].dims[axis]);
  const labels = [...sizes.keys()];
  const dims = [...output[0]].map((label) => sizes.get(label));
  const totals = build('float64', dims, () => 0);
  for (const index of indicesOf(labels.map((label) => sizes.get(label)))) {
    const placeIn = (term) => [...term].map((label) => index[labels.indexOf(label)]);
    const product = terms.reduce((p, term, i) => p * at(operands[i], placeIn(term)), 1);
    const to = placeIn(output[0]).reduce((offset, i, axis) => offset * dims[axis] + i, 0);
    totals.values[to] += product;
  }
  return totals;
}

test('einsum of thousands of operands, in time that is linear in their number', () => {
  const signs = Array.from({ length: 8000 }, (_, i) => [i % 3 ? 1 : -1, 1]);
  // 2667 of the factors are -1.
  const terms = signs.map(() => 'i').join();
  assert.deepEqual([...sc.einsum(`${terms}->i`, ...signs).data], [-1, 1]);
  assert.deepEqual(sc.einsum('ij,k,l', ...[[[1]], [2], [3, 4]]).toNested(), [[[[6, 8]]]]);
  assert.deepEqual(sc.einsum('ba', [[1, 2]]).toNested(), [[1], [2]]);
});

test('einsum', () => {
  const r = randomOf('einsum');
  const small = (dims) => ({ ...build('float64', dims, () => randomElement(r, 'float64', true)) });
  const cases = [
    ['ij,jk->ik', [2, 3], [3, 4]],
    ['bij,bkj->bik', [2, 3, 4], [2, 5, 4]],
    ['ii->i', [3, 3]],
    ['ij->ji', [2, 3]],
    ['i,j->ij', [2], [3]],
    ['ij,ij->', [2, 3], [2, 3]],
    ['i,ij,j->', [2], [2, 3], [3]],
  ];
  for (const place of places)
    for (const [equation, ...shapes] of cases) {
      const operands = shapes.map(small);
      const given = operands.map((x) => operand(x, place));
      const want = einsum(equation, operands);
      const near = () => 1e-9;
      same(sc.einsum(equation, ...given), want, equation, { place, near });
      const [first, ...others] = given.map((x) => sc.tensor(x));
      same(first.einsum(equation, ...others), want, equation, { place: 'wasm', near });
      const out = sc.zeros(want.dims, 'float64');
      assert.equal(sc.einsum(equation, ...given, { out }), out);
      same(out, want, `${equation} out`, { near });
    }
  assert.deepEqual(
    sc
      .einsum(
        'ij,j',
        [
          [1, 2],
          [3, 4],
        ],
        [1, 10],
      )
      .toNested(),
    [21, 43],
  );
  const x = sc.tensor([
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(
    sc
      .fuse((a) => a.einsum('ij->j').add(1))(x)
      .toNested(),
    [5, 7],
  );
  assert.match(refuses(() => sc.einsum('ij'), 'none', 'ShapeError').message, /after the equation/);
  refuses(() => sc.einsum(x, x), 'no equation', 'AttributeError');
  refuses(() => sc.einsum(), 'nothing', 'AttributeError');
  refuses(() => sc.einsum('ij,jk', x), 'too few', 'AttributeError');
  refuses(() => sc.einsum('ij', x, { alpha: 1 }), 'option', 'AttributeError');
});

test('rejected', () => {
  const x = sc.tensor([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  refuses(() => x.topK(4), 'k', 'ShapeError');
  refuses(() => x.topK(-1), 'k', 'ShapeError');
  refuses(() => x.topK(), 'no k', 'ShapeError');
  refuses(() => x.topK(1, { out: x }), 'out of several', 'AttributeError');
  refuses(() => x.sort(2), 'axis', 'ShapeError');
  refuses(() => sc.sort(['b', 'a']), 'strings', 'DTypeError');
  refuses(() => x.takeAlong([[3]]), 'index', 'ShapeError');
  refuses(() => x.takeAlong([0]), 'rank', 'ShapeError', 'AttributeError');
  assert.match(refuses(() => x.mask([true]), 'mask', 'ShapeError').message, /\(1,\).*\(2,3\)/);
  refuses(() => x.mask([true, false], 1), 'mask', 'ShapeError');
  assert.match(refuses(() => x.mask([true], 3), 'axis', 'ShapeError').message, /-2 to 2.*but is 3/);
  refuses(() => x.mask([true, false, true], 2), 'axis', 'ShapeError');
  assert.match(refuses(() => sc.nonZero(['a']), 'strings', 'DTypeError').message, /^A of nonZero/);
  assert.match(
    refuses(() => x.cast('float64').nonMaxSuppression(x), 'type', 'DTypeError').message,
    /^A of/,
  );
  assert.match(refuses(() => x.mask(x), 'type', 'DTypeError').message, /greater/);
  assert.deepEqual([...sc.fuse((a) => a.mask(a.greater(1)))(x).data], [2, 3, 4, 5, 6]);
  assert.deepEqual(
    sc
      .fuse((a) => a.mask([true, false]).add(1))(x)
      .toNested(),
    [[2, 3, 4]],
  );
  assert.equal(sizeOf(sc.fuse((a) => ({ ...a.topK(2) }))(x).values.dims), 4);
});
