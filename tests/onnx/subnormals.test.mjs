/** Masked softmax results below 2^-126: they are 0 if only products use them, as in onnxruntime. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from './models.mjs';

const engine = await load();

/** The last three of four scores are masked: by 50, by 100, and by enough to leave nothing. */
const scores = { data: Float32Array.of(0, -50, -100, -1e4), dims: [1, 4] };

const constant = (dims, data) => ({ type: 'float32', dims, data: Float32Array.from(data) });
const constants = {
  values: constant([4, 1], [0, 0, 2 ** 120, 1]),
  larger: constant([4, 1], [0, 2 ** 70, 0, 0]),
  factor: constant([1], [2 ** 120]),
  one: constant([1, 1], [1]),
  zeros: constant([1, 4], [0, 0, 0, 0]),
};

const softmax = { op: 'Softmax', inputs: ['x'], outputs: ['p'] };
const product = { op: 'MatMul', inputs: ['p', 'values'], outputs: ['y'] };

/** The output of this name that a model computes from the scores. */
async function made(name, nodes, outputs = [name]) {
  const model = encodeModel({
    inputs: [{ name: 'x', dims: [1, 4] }],
    outputs: outputs.map((output) => ({ name: output })),
    constants,
    nodes: [softmax, ...nodes],
  });
  const session = await InferenceSession.create(model, { engine });
  const { data } = (await session.run({ x: scores }))[name];
  session.release();
  return [...data];
}

function near(value, expected, error) {
  assert.ok(Math.abs(value / expected - 1) <= error, `${value}, expected ${expected}`);
}

/** 26.5 times the smallest subnormal number, which float32 rounds by up to 2 %. */
const share = Math.exp(-100);
const exact = 0.05;

describe('subnormal shares', () => {
  it('are 0 where only products read them', async () => {
    assert.deepEqual(await made('y', [product]), [0]);
    const second = { op: 'Gemm', inputs: ['p', 'values'], outputs: ['z'] };
    assert.deepEqual(await made('z', [product, second], ['y', 'z']), [0]);
  });

  it('leave normal ones as they are', async () => {
    const [value] = await made('y', [{ op: 'Gemm', inputs: ['p', 'larger'], outputs: ['y'] }]);
    near(value, Math.exp(-50) * 2 ** 70, 1e-6);
  });

  it('are there for the caller', async () => {
    near((await made('p', [product], ['p', 'y']))[2], share, exact);
  });

  it('are there for other operators', async () => {
    const times = { op: 'Mul', inputs: ['p', 'factor'], outputs: ['z'] };
    near((await made('z', [product, times], ['y', 'z']))[2], share * 2 ** 120, exact);
  });

  it('are there where a product adds them', async () => {
    const sum = { op: 'Gemm', inputs: ['one', 'zeros', 'p'], outputs: ['y'] };
    near((await made('y', [sum]))[2], share, exact);
  });
});

describe('a fused expression', () => {
  it('has the bits of its operators one by one', () => {
    const fused = engine.fuse((x, v) => x.softmax().matMul(v));
    const x = { data: Float32Array.of(0, -88.5, -100, -103), dims: [1, 4] };
    for (const values of [
      [0, 1e38, 0, 0],
      [0, 0, 2 ** 120, 0],
      [0, 0, 0, 2 ** 127],
    ]) {
      const v = { data: Float32Array.from(values), dims: [4, 1] };
      const [made] = fused(x, v).data;
      assert.notEqual(made, 0);
      assert.equal(made, engine.matMul(engine.softmax(x), v).data[0]);
    }
  });
});
