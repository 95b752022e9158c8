/** Errors of simdcast/ort are typed. Node has neither ImageData nor a canvas. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { env, InferenceSession, Tensor } from 'simdcast/ort';
import { encodeModel } from '../onnx/models.mjs';

it('images without ImageData or a canvas', async () => {
  const tensor = new Tensor('float32', [0, 0, 0], [1, 3, 1, 1]);
  const wanted = { name: 'AttributeError', code: 'option_value' };
  assert.throws(() => tensor.toImageData(), wanted);
  assert.throws(() => tensor.toImageData(null), wanted);
  assert.throws(() => tensor.toDataURL(), wanted);
  await assert.rejects(Tensor.fromImage('x.png'), wanted);
});

it('dims that are not sizes', () => {
  const tensor = new Tensor('float32', [1, 2]);
  for (const dims of [[2n], [2, 1n], ['2'], [1.5], [-2]]) {
    const wanted = { name: 'ShapeError', code: 'invalid_size' };
    assert.throws(() => tensor.reshape(dims), wanted);
    assert.throws(() => new Tensor('float32', [1, 2], dims), wanted);
    assert.throws(() => new Tensor('int4', Uint8Array.of(1), dims), wanted);
  }
  for (const dims of [null, 'x', 2])
    assert.throws(() => tensor.reshape(dims), { name: 'ShapeError', code: 'invalid_dims' });
});

it('pinned buffers that are missing', () => {
  for (const given of [[], ['float32'], ['float32', null], ['int4'], ['string', null]])
    assert.throws(() => Tensor.fromPinnedBuffer(...given), { name: 'DTypeError' });
});

it('numbers of threads that are not', async () => {
  const model = encodeModel({
    inputs: [{ name: 'x', dims: [1] }],
    outputs: [{ name: 'y', dims: [1] }],
    nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
  });
  for (const threads of [1.5, '4', 1000, Number.POSITIVE_INFINITY]) {
    env.wasm.numThreads = threads;
    await assert.rejects(InferenceSession.create(model), {
      name: 'AttributeError',
      message: `The option 'env.wasm.numThreads' must be an integer from 0 to 64, but is ${threads}.`,
    });
  }
  env.wasm.numThreads = undefined;
});
