/** The memory of a session in addition to its weights. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { encodeModel } from './models.mjs';

const hidden = 256;
const weights = (...dims) => {
  const size = dims.reduce((product, n) => product * n, 1);
  return { type: 'float32', dims, data: new Float32Array(size) };
};

/** Bytes in use after a run of several layers with the same weights. */
async function usedBy(layers) {
  const engine = await load();
  const names = Array.from({ length: layers }, (_, i) => `y${i}`);
  const model = encodeModel({
    inputs: [{ name: 'x', dims: [2, 1, 1] }],
    outputs: names.map((name) => ({ name })),
    constants: { w: weights(1, 4 * hidden, 1), r: weights(1, 4 * hidden, hidden) },
    nodes: names.map((name) => ({
      op: 'LSTM',
      inputs: ['x', 'w', 'r'],
      outputs: [name],
      attributes: { hidden_size: hidden },
    })),
  });
  const session = await InferenceSession.create(model, { engine });
  session.runSync({ x: weights(2, 1, 1) });
  const { used } = engine.memory();
  engine.close();
  return used;
}

it('weights of recurrent layers are transposed once, however many nodes take them', async () => {
  const [one, three] = [await usedBy(1), await usedBy(3)];
  const bytes = 4 * hidden * hidden * 4;
  assert.ok(three - one < bytes / 2, `${three - one} bytes more, of weights of ${bytes}`);
});

const whole = (dims, type = 'float32') => {
  const { data } = weights(...dims);
  const array = type === 'float64' ? Float64Array : Float32Array;
  return { type, dims, data: array.from(data, (_, i) => ((i * 7) % 13) - 6) };
};

describe('weights of convolutions', () => {
  it('are in memory once, for images of all sizes', async () => {
    const engine = await load();
    const channels = 256;
    const w = whole([channels, channels, 3, 3]);
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [1, channels, 'h', 'w'] }],
      outputs: [{ name: 'y' }],
      constants: { w },
      nodes: [
        { op: 'Conv', inputs: ['x', 'w'], outputs: ['y'], attributes: { pads: [1, 1, 1, 1] } },
      ],
    });
    const { used } = engine.memory();
    const session = await InferenceSession.create(model, { engine });
    for (const size of [2, 3, 4]) session.runSync({ x: weights(1, channels, size, size) });
    const more = engine.memory().used - used;
    assert.ok(more < 1.5 * w.data.byteLength, `${more} bytes of weights of ${w.data.byteLength}`);
    await session.release();
    assert.equal(engine.memory().used, used);
  });

  /** Six output channels in each of two groups: a full stripe of four, and a partial one. */
  const w = whole([12, 3, 3, 3]);
  const graph = {
    inputs: [{ name: 'x', dims: [1, 6, 'h', 'w'] }],
    constants: { w },
    nodes: [
      {
        op: 'Conv',
        inputs: ['x', 'w'],
        outputs: ['y'],
        attributes: { group: 2, pads: [1, 1, 1, 1] },
      },
    ],
  };

  it('are what they were for whoever reads them as they are', async () => {
    for (const engine of await loadFlavours()) {
      const model = encodeModel({
        ...graph,
        outputs: [{ name: 'y' }, { name: 'w' }, { name: 'negative' }],
        nodes: [...graph.nodes, { op: 'Neg', inputs: ['w'], outputs: ['negative'] }],
      });
      const session = await InferenceSession.create(model, { engine });
      for (const size of [5, 4]) {
        const results = session.runSync({ x: weights(1, 6, size, size) });
        assert.deepEqual([...results.w.data], [...w.data]);
        assert.deepEqual([...results.negative.data], [...w.data.map((value) => -value)]);
      }
      await session.release();
    }
  });

  it('are what they were for an image that only some of their taps read', async () => {
    const engine = await load();
    const model = encodeModel({ ...graph, outputs: [{ name: 'y' }] });
    const session = await InferenceSession.create(model, { engine });
    for (const size of [4, 1, 4]) {
      const x = whole([1, 6, size, size]);
      const { y } = session.runSync({ x });
      // The tap in the middle of the kernel is the only one within an image of one pixel.
      const expected = Array.from({ length: 12 }, (_, to) =>
        [0, 1, 2].reduce((sum, from) => {
          const given = x.data[(to < 6 ? 0 : 3) + from];
          return sum + given * w.data[(to * 3 + from) * 9 + 4];
        }, 0),
      );
      if (size === 1) assert.deepEqual([...y.data], expected);
      else assert.deepEqual([...y.dims], [1, 12, 4, 4]);
    }
    await session.release();
  });
});

describe('matrices of products', () => {
  const [depth, columns] = [300, 93];

  /** Integers, whose sums are exact in any order. */
  function product(x, w, bias, isTransposed) {
    const rows = x.data.length / depth;
    return Array.from({ length: rows * columns }, (_, place) => {
      const [i, j] = [Math.floor(place / columns), place % columns];
      let sum = bias ? bias.data[j] : 0;
      for (let p = 0; p < depth; p++)
        sum += x.data[i * depth + p] * w.data[isTransposed ? j * depth + p : p * columns + j];
      return sum;
    });
  }

  const forms = {
    MatMul: { op: 'MatMul', dims: ['n', 'm', depth], isTransposed: false },
    Gemm: { op: 'Gemm', dims: ['n', depth], isTransposed: false, hasBias: true },
    'Gemm of a transposed one': {
      op: 'Gemm',
      dims: ['n', depth],
      isTransposed: true,
      hasBias: true,
      attributes: { transB: 1 },
    },
  };
  for (const [name, { op, dims, isTransposed, hasBias, attributes }] of Object.entries(forms))
    for (const type of ['float32', 'float64'])
      it(`${name}, ${type}, of any number of rows`, async () => {
        const w = whole(isTransposed ? [columns, depth] : [depth, columns], type);
        const bias = whole([columns], type);
        const model = encodeModel({
          inputs: [{ name: 'x', type, dims }],
          outputs: [{ name: 'y', type }],
          constants: hasBias ? { w, bias } : { w },
          nodes: [
            { op, inputs: hasBias ? ['x', 'w', 'bias'] : ['x', 'w'], outputs: ['y'], attributes },
          ],
        });
        for (const engine of await loadFlavours()) {
          const session = await InferenceSession.create(model, { engine });
          // One or two rows use a transposed matrix in place; otherwise panels are used.
          for (const rows of [5, 1, 2, 3, 16, 1, 4]) {
            const x = whole(dims.length === 3 ? [1, rows, depth] : [rows, depth], type);
            const { y } = session.runSync({ x });
            assert.deepEqual([...y.data], product(x, w, hasBias && bias, isTransposed));
          }
          await session.release();
        }
      });

  it('give the bits of a matrix that is fed, for any number of rows', async () => {
    const { random, seed } = seeded(20261127);
    const floats = (...dims) => ({
      ...weights(...dims),
      data: Float32Array.from(weights(...dims).data, () => random() - 0.5),
    });
    const w = floats(577, 701);
    const graph = {
      inputs: [{ name: 'x', dims: ['n', 577] }],
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'MatMul', inputs: ['x', 'w'], outputs: ['y'] }],
    };
    const constant = encodeModel({ ...graph, constants: { w } });
    const fed = encodeModel({ ...graph, inputs: [...graph.inputs, { name: 'w', dims: w.dims }] });
    for (const engine of await loadFlavours()) {
      const [packed, inPlace] = [
        await InferenceSession.create(constant, { engine }),
        await InferenceSession.create(fed, { engine }),
      ];
      for (const rows of [1, 2, 3, 9, 1]) {
        const x = floats(rows, 577);
        const a = packed.runSync({ x }).y.data;
        const b = inPlace.runSync({ x, w }).y.data;
        assert.deepEqual(a, b, `${rows} rows, ${seed}`);
      }
      await packed.release();
      await inPlace.release();
    }
  });

  it('are in memory once where all products take them packed', async () => {
    const engine = await load();
    const w = whole([512, 2048]);
    const model = encodeModel({
      inputs: [{ name: 'x', dims: ['n', 512] }],
      outputs: [{ name: 'y' }],
      constants: { w },
      nodes: [{ op: 'MatMul', inputs: ['x', 'w'], outputs: ['y'] }],
    });
    const { used } = engine.memory();
    const session = await InferenceSession.create(model, { engine });
    for (const rows of [3, 1, 2, 5]) session.runSync({ x: weights(rows, 512) });
    const more = engine.memory().used - used;
    assert.ok(more < 1.5 * w.data.byteLength, `${more} bytes of weights of ${w.data.byteLength}`);
    await session.release();
    assert.equal(engine.memory().used, used);
  });
});
