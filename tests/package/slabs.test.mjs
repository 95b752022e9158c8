/** Arrays that are large enough to pass through wasm memory slab by slab. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { Random, seedOf } from './random.mjs';
import { bitsOf, broadcast, count, counting, expected, randomTensor, types } from './reference.mjs';

const MB = 2 ** 20;
const sc = await load();
const seed = seedOf(611);

const same = (actual, wanted, about) =>
  assert.ok(bitsOf(actual.data).equals(bitsOf(wanted.data)), `${about} differs`);

/** Layouts whose operands and results are over a megabyte. */
const layouts = [
  [
    [1000, 1001],
    [1000, 1001],
  ],
  [[1000, 1001], [1001]],
  [
    [1000, 1001],
    [1000, 1],
  ],
  [[1000, 1], [1001]],
  [
    [1, 1001],
    [1000, 1001],
  ],
  [
    [700, 1, 700],
    [2, 1],
  ],
  [[333334, 3], [3]],
  [
    [333334, 3],
    [333334, 1],
  ],
  [[], [1000003]],
  [
    [2, 500009],
    [2, 1],
  ],
  [
    [3, 1, 400000],
    [2, 1],
  ],
  [
    [40, 1, 150, 2],
    [40, 90, 150, 1],
  ],
];

describe(`large arrays, seed ${seed}`, () => {
  const random = new Random(seed);
  for (const [a, b] of layouts) {
    it(`${JSON.stringify(a)} and ${JSON.stringify(b)}`, () => {
      for (const type of ['float32', 'uint8', 'float64']) {
        const [x, y] = [randomTensor(random, type, a), randomTensor(random, type, b)];
        const wanted = expected('sub', type, x, y);
        const fresh = sc.sub(x, y);
        assert.deepEqual(fresh.dims, wanted.dims);
        same(fresh, wanted, `${type}, a new array`);
        const out = { ...wanted, data: new types[type].array(count(wanted.dims)), type };
        assert.equal(sc.sub(x, y, { out }), out);
        same(out, wanted, `${type}, out`);
        same(sc.sub(sc.tensor(x.data, a), y, { out }), wanted, `${type}, one resident`);
        if (String(broadcast(a, b)) === String(a)) {
          sc.sub(x, y, { out: x });
          same(x, wanted, `${type}, in place`);
        }
      }
    });
  }

  it('with an axis of 0, which leaves nothing of a large operand', () => {
    for (const [a, b] of [
      [[0], [MB, 1]],
      [
        [1, 0, 7],
        [(MB / 7) | 0, 1, 7],
      ],
      [
        [MB, 1],
        [1, 0],
      ],
      [
        [2, 0, 1, 3],
        [2, 1, MB / 2, 1],
      ],
    ]) {
      const dims = broadcast(a, b);
      const [x, y] = [randomTensor(random, 'float32', a), randomTensor(random, 'float32', b)];
      assert.deepEqual([sc.add(x, y).dims, sc.add(x, y).data.length], [dims, 0]);
      const out = { data: new Float32Array(0), dims };
      assert.equal(sc.add(x, y, { out }), out);
      assert.deepEqual(sc.add(sc.tensor(x.data, a), y).dims, dims);
    }
  });

  it('of every type', () => {
    for (const type of Object.keys(types)) {
      const [x, y] = [randomTensor(random, type, [70001, 7]), randomTensor(random, type, [7])];
      same(sc.add({ ...x, type }, { ...y, type }), expected('add', type, x, y), type);
    }
  });

  it('of three inputs, one of them of bytes', () => {
    const [rows, columns] = [900, 1100];
    const condition = { type: 'bool', dims: [rows, 1], data: new Uint8Array(rows) };
    condition.data.forEach((_, i, data) => {
      data[i] = random.between(0, 1);
    });
    const [x, y] = [counting([rows, columns]), counting([columns])];
    const chosen = sc.where(condition, x, y);
    chosen.data.forEach((value, i) => {
      if (value !== (condition.data[Math.floor(i / columns)] ? i : i % columns))
        assert.fail(`element ${i} is ${value}`);
    });
  });

  it('compared, expanded and clipped', () => {
    const x = counting([1200, 1000]);
    const less = sc.less(x, { data: new Float32Array([600000]), dims: [] });
    assert.equal(less.data.indexOf(0), 600000);
    assert.equal(less.data.lastIndexOf(1), 599999);
    const wide = sc.expand({ data: x.data.subarray(0, 1200), dims: [1200, 1] }, [1200, 1000]);
    assert.ok(wide.data.every((value, i) => value === Math.floor(i / 1000)));
    const few = sc.clip(x, { data: new Float32Array([5]), dims: [] });
    assert.ok(few.data.every((value, i) => value === Math.max(i, 5)));
  });
});

describe('the memory that large arrays take', () => {
  it('is that of a part of them', async () => {
    const own = await load({ maximumMemory: 12 * MB });
    const before = own.memory().bytes;
    const big = counting([8 * MB]);
    const sum = own.add(big, big);
    assert.equal(sum.data[8 * MB - 1], 2 * (8 * MB - 1));
    assert.ok(own.memory().bytes - before < 2 * MB);
  });
});
