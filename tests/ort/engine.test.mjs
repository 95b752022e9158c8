/** Which engine sessions with onnxruntime's names run on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { load } from 'simdcast';
import { load as loadCore } from 'simdcast/core';
import { env, InferenceSession, Tensor } from 'simdcast/ort';
import { load as loadThreads } from 'simdcast/threads';
import { encodeModel } from '../onnx/models.mjs';

const wasm = readFileSync(new URL('../../dist/simd.wasm', import.meta.url));
const model = encodeModel({
  inputs: [{ name: 'x', dims: [2] }],
  outputs: [{ name: 'y', dims: [2] }],
  nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
});
const feeds = { x: new Tensor('float32', Float32Array.of(1, 2), [2]) };

/** Whether a session runs, and rejects once the engine is closed. */
async function expectOn(engine) {
  const session = await InferenceSession.create(model);
  assert.deepEqual([...(await session.run(feeds)).y.data], [-1, -2]);
  engine.close();
  await assert.rejects(session.run(feeds), { code: 'closed' });
}

it('is the one that is open, whichever module it was loaded from', async () => {
  await expectOn(await loadCore({ wasm }));
});

it('is that of `simdcast` if none is open', async () => {
  const session = await InferenceSession.create(model);
  assert.deepEqual([...(await session.run(feeds)).y.data], [-1, -2]);
  (await load()).close();
  await assert.rejects(session.run(feeds), { code: 'closed' });
});

it('has several threads if numThreads requests them', async () => {
  env.wasm.numThreads = 2;
  await expectOn(await loadThreads({ threads: 2 }));
  env.wasm.numThreads = 1;
});
