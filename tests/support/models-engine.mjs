/**
 * Imported before tests: starts the engines that run models by themselves, which `load` then returns, for the
 * flavours that are asked for by name and for none.
 */
import { InferenceSession } from '../../dist/onnx.js';
import { encodeModel } from '../onnx/models.mjs';

const model = encodeModel({
  inputs: [{ name: 'x', dims: [1] }],
  outputs: [{ name: 'y' }],
  nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
});
for (const options of [undefined, { flavour: 'simd' }]) {
  const session = await InferenceSession.create(model, options);
  await session.release();
}
