/** The engine's caches are bounded, and never return another call's entry. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { affine } from '../onnx/models.mjs';
import { importSource } from '../support/sources.mjs';

const MiB = 2 ** 20;

/** A separate instance that no other test has used. */
const fresh = (maximumMemory) => load({ maximumMemory });

describe('layouts', () => {
  it('are not mistaken for each other after more than 65,536 of them', async () => {
    const sc = await fresh(65 * MiB);
    const counted = (n) =>
      sc.tensor(
        Float32Array.from({ length: n }, (_, i) => i),
        [n],
      );
    const double = (tensor) => {
      const [n] = tensor.dims;
      const sum = sc.add(tensor, tensor);
      assert.deepEqual([sum.dims, sum.toArray().at(-1)], [[n], 2 * (n - 1)]);
    };
    const sizes = Array.from({ length: 400 }, (_, i) => i + 1);
    const early = sizes.map(counted);
    early.forEach(double);
    // Tensors only: operators would create plans, and early ones would be evicted.
    const nothing = new Float32Array(0);
    // Just enough that recycled numbers would be those of the early ones.
    for (let n = 1; n <= 2 ** 16 - 300; n++) sc.tensor(nothing, [0, n]).dispose();
    // In another order: reused numbers would find the plans of the early tensors.
    const late = [...sizes].reverse().map(counted);
    early.forEach(double);
    late.forEach(double);
  });
});

describe('plans', () => {
  it('are not mistaken for each other where attributes are 0 and -0', async () => {
    for (const alphas of [
      [0, -0],
      [-0, 0],
    ]) {
      const sc = await fresh(64 * MiB);
      for (let run = 0; run < 2; run++)
        for (const alpha of alphas) {
          const { data } = sc.run('LeakyRelu', [Float32Array.of(-3)], { attributes: { alpha } });
          assert.ok(Object.is(data[0], alpha * -3), `${data[0]}`);
        }
      sc.close();
    }
  });

  it('take no more memory after 20,000 shapes than after 1,100', async () => {
    const sc = await fresh(66 * MiB);
    const one = { data: new Float32Array(1), dims: [1] };
    const numbers = new Float32Array(20_000);
    const bytesAfter = (from, to) => {
      for (let n = from; n < to; n++) sc.add({ data: numbers.subarray(0, n), dims: [n] }, one);
      return sc.memory().bytes;
    };
    // The longest first, so windows have their final size.
    sc.add({ data: numbers, dims: [numbers.length] }, one);
    // 1,024 are kept.
    const some = bytesAfter(1, 1100);
    assert.equal(bytesAfter(1100, 20_000), some);
  });
});

it('of several things, the one that was used least recently is given up first', async () => {
  const { LruCache } = await importSource('base/lru-cache.ts');
  const gone = [];
  const cache = new LruCache(3, (value) => gone.push(value));
  for (const value of ['a', 'b', 'c']) cache.set(value, value, 1);
  cache.get('a');
  cache.set('d', 'd', 1);
  assert.deepEqual([gone, cache.get('a')], [['b'], 'a']);
  // A costly entry replaces several.
  cache.set('e', 'e', 2);
  assert.deepEqual(gone, ['b', 'c', 'd']);
});

describe('programs of a session', () => {
  // Small ones, whose cost exceeds their bytes, and large ones, whose cost is their bytes.
  for (const [title, first, step, count] of [
    ['small', 1, 100, 320],
    ['large', 200_000, 1000, 20],
  ])
    it(`hold no more than a quarter of the memory, ${count} ${title} shapes`, async () => {
      const sc = await fresh(67 * MiB);
      const session = await InferenceSession.create(affine, { engine: sc });
      const start = sc.memory().used;
      let most = 0;
      for (let i = 0; i < count; i++) {
        const n = first + i * step;
        session.runSync({ x: { data: new Float32Array(n * 3), dims: [n, 3] } });
        most = Math.max(most, sc.memory().used);
      }
      assert.ok(most - start < (67 * MiB) / 4 + MiB, `${start} bytes, then up to ${most}`);
      sc.close();
    });

  it('are few even where they hold next to nothing', async () => {
    const sc = await fresh(68 * MiB);
    const session = await InferenceSession.create(affine, { engine: sc });
    const usedAfter = (from, to) => {
      for (let n = from; n < to; n++)
        session.runSync({ x: { data: new Float32Array(n * 3), dims: [n, 3] } });
      return sc.memory().used;
    };
    const some = usedAfter(1, 100);
    // 17, one for each MiB of a quarter, with up to 200 rows of about ten numbers.
    const most = 17 * 200 * 10 * 4;
    const grown = usedAfter(100, 200) - some;
    assert.ok(grown < most, `${grown} bytes more`);
    sc.close();
  });
});

describe('a later operand of several as `out`', () => {
  const rows = [
    [1, 5, -2, 8],
    [4, -3, 7, 0],
    [2, 9, 6, -5],
  ];
  const dims = [
    [4, 4],
    [4, 4],
    [4, 4],
  ];
  const fold = {
    Sum: (values) => values.reduce((a, b) => a + b),
    Max: (values) => Math.max(...values),
    Min: (values) => Math.min(...values),
    Mean: (values) => Math.fround(values.reduce((a, b) => a + b) / values.length),
  };
  // Every operand but `out` is a row that repeats, or as large as the result.
  const shapes = { 'of its own shape': dims, 'beside rows': [[4], [4], [4]] };

  for (const [op, of] of Object.entries(fold)) {
    for (const [title, given] of Object.entries(shapes)) {
      for (const at of [0, 1, 2]) {
        it(`${op}, operand ${at}, ${title}`, async () => {
          const sc = await load();
          const shapeOf = (k) => (k === at ? [4, 4] : given[k]);
          const element = (k, i) =>
            rows[k][i % 4] + (shapeOf(k).length > 1 ? Math.floor(i / 4) : 0);
          const size = (k) => shapeOf(k).reduce((a, b) => a * b);
          const operands = rows.map((_, k) =>
            sc.tensor(
              Float32Array.from({ length: size(k) }, (_, i) => element(k, i)),
              shapeOf(k),
            ),
          );
          const expected = Array.from({ length: 16 }, (_, i) =>
            of(rows.map((_, k) => element(k, shapeOf(k).length > 1 ? i : i % 4))),
          );
          const out = operands[at];
          assert.equal(sc.run(op, operands, { out }), out);
          assert.deepEqual([...out.toArray()], expected);
          for (const tensor of operands) tensor.dispose();
        });
      }
    }
  }
});
