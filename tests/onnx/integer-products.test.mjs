/**
 * Products of bytes and constant matrices, which a session packs: MatMulInteger and QGemm against plain loops
 * over integers, chains that quantise their input against the separate operators, and the weights' memory.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { some } from '../support/extent.mjs';
import { encodeModel } from './models.mjs';
import { engines, runNode, t } from './one-node.mjs';

const { random, seed } = seeded(8137);
const below = (count) => Math.floor(random() * count);
const oneOf = (...items) => items[below(items.length)];
const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);
const arrays = { int8: Int8Array, uint8: Uint8Array };

function bytes(type, dims) {
  const lowest = type === 'int8' ? -128 : 0;
  const one = () => lowest + (random() < 0.3 ? oneOf(0, 255) : below(256));
  return { type, dims, data: arrays[type].from({ length: sizeOf(dims) }, one) };
}

/** The element at a position of a tensor that broadcasts to it. */
const elementAt = ({ dims, data }, position) => {
  const own = position.slice(position.length - dims.length);
  return data[dims.reduce((at, size, axis) => at * size + (size === 1 ? 0 : own[axis]), 0)];
};

/** The product of [...batch, m, k] and [k, n] or [...batch, k, n]; zero points broadcast with the elements. */
function multiplied(a, b, zeroA, zeroB) {
  const [m, k] = a.dims.slice(-2);
  const n = b.dims.at(-1);
  const batch = a.dims.slice(0, -2);
  const made = [];
  for (let matrix = 0; matrix < sizeOf(batch); matrix++) {
    let left = matrix;
    const outer = batch.map((_, axis) => {
      const inner = sizeOf(batch.slice(axis + 1));
      const at = Math.floor(left / inner);
      left %= inner;
      return at;
    });
    for (let row = 0; row < m; row++)
      for (let column = 0; column < n; column++) {
        let sum = 0;
        for (let p = 0; p < k; p++) {
          const [first, second] = [
            [...outer, row, p],
            [...outer, p, column],
          ];
          sum +=
            (elementAt(a, first) - elementAt(zeroA, first)) *
            (elementAt(b, second) - elementAt(zeroB, second));
        }
        made.push(sum | 0);
      }
  }
  return made;
}

const CASES = some(200);
it(`MatMulInteger: ${CASES} constant matrices`, async () => {
  for (let i = 0; i < CASES; i++) {
    const [typeA, typeB] = [oneOf('int8', 'uint8'), oneOf('int8', 'uint8')];
    const [m, k, n] = [below(40), below(oneOf(12, 70)), below(oneOf(12, 70))];
    const batch = oneOf([], [], [2], [3, 2]);
    const batchB = oneOf([], batch);
    const a = bytes(typeA, [...batch, m, k]);
    const b = bytes(typeB, [...batchB, k, n]);
    // A vector of zero points for the first matrix has one for each row.
    const forRows = bytes(typeA, oneOf([], [1], [m], [...batch, m, 1]));
    const zeroB = bytes(typeB, oneOf([], [1], [n], [...batchB, 1, n]));
    const isVector = forRows.dims.length === 1 && m !== 1;
    const zeroA = isVector ? { ...forRows, dims: [...forRows.dims, 1] } : forRows;
    const expected = multiplied(a, b, zeroA, zeroB);
    const label = `${seed}, case ${i}: ${[a, b, forRows, zeroB].map(({ dims }) => `(${dims})`)}`;
    for (const engine of engines) {
      const inputs = [a, b, forRows, zeroB];
      const [y] = await runNode(engine, { op: 'MatMulInteger', inputs, constants: [1, 3] });
      assert.deepEqual(y.dims, [...batch, m, n], label);
      assert.deepEqual([...y.data], expected, label);
    }
  }
});

it(`QGemm: ${CASES} constant matrices, transposed or not`, async () => {
  for (let i = 0; i < CASES; i++) {
    const type = oneOf('int8', 'uint8');
    const [m, k, n] = [1 + below(40), 1 + below(70), 1 + below(70)];
    const [transA, transB] = [below(2), below(2)];
    const a = bytes(type, transA ? [k, m] : [m, k]);
    const b = bytes(type, transB ? [n, k] : [k, n]);
    const zeroA = bytes(type, []);
    const zeroB = bytes(type, oneOf([], [n]));
    const one = t([], [1]);
    const turned = ({ dims: [rows, columns], ...rest }) => ({
      ...rest,
      dims: [columns, rows],
      data: rest.data.map((_, at) => rest.data[(at % rows) * columns + Math.floor(at / rows)]),
    });
    const expected = multiplied(transA ? turned(a) : a, transB ? turned(b) : b, zeroA, zeroB);
    const label = `${seed}, case ${i}: ${m}, ${k}, ${n}, ${transA}, ${transB}`;
    for (const engine of engines) {
      const [y] = await runNode(engine, {
        op: 'QGemm',
        domain: 'com.microsoft',
        inputs: [a, one, zeroA, b, one, zeroB],
        attributes: { transA, transB },
        constants: [1, 2, 3, 4, 5],
      });
      // Sums of fewer than 2^24 are floats exactly.
      assert.deepEqual([...y.data], expected.map(Math.fround), label);
    }
  }
});

it('a layer that quantises its input has the bits of its operators alone', async () => {
  const [k, n] = [75, 41];
  const weights = bytes('int8', [k, n]);
  const scales = t([n], Float32Array.from({ length: n }, random));
  const zeros = bytes('int8', [n]);
  const model = encodeModel({
    inputs: [{ name: 'x', dims: ['rows', k] }],
    outputs: [{ name: 'y' }],
    constants: { weights, scales, zeros },
    nodes: [
      { op: 'DynamicQuantizeLinear', inputs: ['x'], outputs: ['q', 'scale', 'zero'] },
      { op: 'MatMulInteger', inputs: ['q', 'weights', 'zero', 'zeros'], outputs: ['sums'] },
      { op: 'Mul', inputs: ['scale', 'scales'], outputs: ['factor'] },
      { op: 'Cast', inputs: ['sums'], outputs: ['floats'], attributes: { to: 1 } },
      { op: 'Mul', inputs: ['floats', 'factor'], outputs: ['y'] },
    ],
  });
  for (const engine of engines) {
    const session = await InferenceSession.create(model, { engine });
    for (const rows of [1, 2, 3, 4, 5, 16, 37, 300]) {
      const x = t(
        [rows, k],
        Float32Array.from({ length: rows * k }, () => random() * 9 - 4),
      );
      const [q, scale, zero] = engine.run('DynamicQuantizeLinear', [x], { outputs: 3 });
      const sums = multiplied(q, weights, { dims: [], data: zero.data }, zeros);
      const factors = scales.data.map((each) => Math.fround(each * scale.data[0]));
      const expected = sums.map((sum, at) => Math.fround(Math.fround(sum) * factors[at % n]));
      const { y } = session.runSync({ x });
      assert.deepEqual([...y.data], expected, `${seed}, ${engine.flavour}, ${rows} rows`);
    }
    await session.release();
  }
});

/** Bytes in use after runs of several numbers of rows with weights of 1,024 columns. */
async function usedBy(depth) {
  const engine = await load();
  const model = encodeModel({
    inputs: [{ name: 'x', type: 'uint8', dims: ['rows', depth] }],
    outputs: [{ name: 'y', type: 'int32' }],
    constants: { weights: bytes('uint8', [depth, 1024]), zero: bytes('uint8', []) },
    nodes: [{ op: 'MatMulInteger', inputs: ['x', 'weights', 'zero', 'zero'], outputs: ['y'] }],
  });
  const session = await InferenceSession.create(model, { engine });
  for (const rows of [1, 16, 3]) session.runSync({ x: bytes('uint8', [rows, depth]) });
  const { used } = engine.memory();
  engine.close();
  return used;
}

it('weights of 8 bits are in memory once, as bytes', async () => {
  const [less, more] = [await usedBy(512), await usedBy(2560)];
  const weights = 2048 * 1024;
  assert.ok(more - less < 1.2 * weights, `${more - less} bytes more, of weights of ${weights}`);
});
