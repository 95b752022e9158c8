/** What a session keeps of weights besides the weights themselves. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from './models.mjs';

const hidden = 256;
const weights = (...dims) => {
  const size = dims.reduce((product, n) => product * n, 1);
  return { type: 'float32', dims, data: new Float32Array(size) };
};

/** Bytes in use after a run of so many layers with the same weights. */
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
