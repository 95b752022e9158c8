/** Invalid nodes of `com.microsoft`, and models that do not import the domain. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, SimdcastError } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { Draw } from '../differential/draw.mjs';
import { modelOf } from '../differential/microsoft/model.mjs';
import { operators } from '../differential/microsoft/operators.mjs';
import { seeded } from '../operators/support/values.mjs';
import { encodeModel } from './models.mjs';

const engine = await load();
const { random, seed } = seeded(97);
const TIMES = 60;

async function run(model, feeds) {
  const session = await InferenceSession.create(model, { engine });
  try {
    return await session.run(feeds);
  } finally {
    await session.release();
  }
}

/** A tensor with one of its axes longer, shorter, gone or new, and no elements that a bad index could be. */
function bent(draw, { type, dims, data, constant }) {
  const at = draw.whole(0, Math.max(0, dims.length - 1));
  const changed = draw.choose([
    dims.map((size, axis) => (axis === at ? size + 1 : size)),
    dims.map((size, axis) => (axis === at ? size - 1 : size)),
    dims.map((size, axis) => (axis === at ? 0 : size)),
    dims.slice(1),
    [...dims, 1],
    [1, ...dims],
    [],
  ]);
  const count = changed.reduce((product, size) => product * size, 1);
  return { type, dims: changed, data: new data.constructor(count), constant };
}

/** A node with one thing changed that its operator may or may not take. */
function mangled(draw, node) {
  const inputs = [...node.inputs];
  const there = inputs.flatMap((input, at) => (input ? [at] : []));
  const at = draw.choose(there);
  const changes = [
    () => inputs.splice(at, 1, bent(draw, inputs[at])),
    () => inputs.splice(at, 1, null),
    () => inputs.splice(at, inputs.length - at),
    () => inputs.splice(at, 1, draw.tensor('int32', inputs[at].dims)),
    () => inputs.splice(at, 1, draw.tensor('float64', inputs[at].dims)),
    () => inputs.push(draw.tensor('float32', [1])),
  ];
  const attributes = { ...node.attributes };
  const names = Object.keys(attributes);
  if (names.length > 0)
    changes.push(() => {
      attributes[draw.choose(names)] = draw.choose([-1, 0, 3, 2 ** 31, { float: -0.5 }, 'no', [1]]);
    });
  draw.choose(changes)();
  const outputs = node.outputs ?? ['float32'];
  return {
    ...node,
    inputs,
    attributes,
    outputs: [...outputs, ...(draw.chance(0.2) ? ['float32'] : [])],
  };
}

describe(`com.microsoft, ${seed}`, () => {
  for (const [name, make] of Object.entries(operators))
    it(`${name}: what is wrong has an error of the package`, async () => {
      for (let i = 0; i < TIMES; i++) {
        const draw = new Draw(random);
        const { model, feeds } = modelOf(mangled(draw, make(draw)));
        await run(model, feeds).catch((error) =>
          assert.ok(error instanceof SimdcastError, `${seed}, ${i}: ${error.stack}`),
        );
      }
    });

  it('a domain that the model does not import is at its newest opset', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [3] }],
      outputs: [{ name: 'y', dims: [3] }],
      nodes: [{ op: 'QuickGelu', domain: 'com.microsoft', inputs: ['x'], outputs: ['y'] }],
    });
    const data = Float32Array.of(-1, 0, 2);
    const { y } = await run(model, { x: { data, dims: [3] } });
    for (const [i, x] of data.entries())
      assert.ok(Math.abs(y.data[i] - x / (1 + Math.exp(-1.702 * x))) < 1e-6);
    const { errors, uncertain } = await checkModel(model, { engine });
    assert.deepEqual([errors, uncertain], [0, []]);
  });

  it('a skip gives no statistics', async () => {
    const vector = { type: 'float32', dims: [1, 2], data: new Float32Array(2) };
    const { model } = modelOf({
      op: 'SkipLayerNormalization',
      inputs: [vector, vector, { ...vector, dims: [2] }],
      outputs: ['float32', 'float32'],
    });
    await assert.rejects(run(model, {}), SimdcastError);
  });

  /** onnxruntime's CPU kernels do not support packed tensors, so the separate tensors are the reference. */
  it('packed queries, keys and values are what they are apart', async () => {
    const draw = new Draw(random);
    const [batch, length, heads, size] = [2, 3, 2, 4];
    const apart = draw.list(3, () => draw.tensor('float32', [batch, length, heads * size]));
    const packed = (tensors) => {
      const dims = [batch, length, heads, tensors.length, size];
      const data = new Float32Array(batch * length * heads * tensors.length * size);
      for (const [part, tensor] of tensors.entries())
        for (const [at, value] of tensor.data.entries())
          data[(Math.floor(at / size) * tensors.length + part) * size + (at % size)] = value;
      return { type: 'float32', dims, data };
    };
    const results = [];
    for (const inputs of [apart, [packed(apart)], [apart[0], packed(apart.slice(1))]]) {
      const node = { op: 'MultiHeadAttention', attributes: { num_heads: heads }, inputs };
      const { model, feeds } = modelOf(node);
      results.push((await run(model, feeds)).y0);
    }
    const [expected, ...others] = results;
    for (const actual of others) assert.deepEqual(actual, expected);
  });
});
