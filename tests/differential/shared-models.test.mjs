/** Models as people have them, where they lie beside the repository, by a session here and by onnxruntime-web. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { peerResults } from './close.mjs';
import { installPeer } from './install.mjs';
import { loadPeer } from './peer.mjs';

const folder = new URL('../../../shared/models/', import.meta.url);
const absent = 'shared/models is not beside the repository, so no real model ran';
const skip = existsSync(folder) ? ((await installPeer()) ?? false) : absent;
if (skip) console.error(`! Models: SKIPPED. ${skip}`);

// A skipped suite is no skipped test, and would not be counted.
it('the models and onnxruntime-web are there', { skip }, () => {});

const { random, seed } = seeded(79);

/** Of the largest number of an output. */
const RELATIVE = 1e-4;

const bytes = (dims) => ({ dims, low: 0, high: 255 });
const sound = (dims) => ({ dims, low: -0.5, high: 0.5 });
const silero = {
  input: sound([1, 576]),
  state: sound([2, 1, 128]),
  sr: { type: 'int64', dims: [], data: BigInt64Array.of(16000n) },
};

/** What each input is fed: random numbers of these dims, or these data. */
const models = {
  'mnist_8/model.onnx': bytes([1, 1, 28, 28]),
  'super_resolution_10/model.onnx': sound([1, 1, 224, 224]),
  'light_bvlc_alexnet.onnx': sound([1, 3, 224, 224]),
  'light_shufflenet.onnx': sound([1, 3, 224, 224]),
  'light_squeezenet.onnx': sound([1, 3, 224, 224]),
  'light_inception_v1.onnx': sound([1, 3, 224, 224]),
  'light_resnet50.onnx': sound([1, 3, 224, 224]),
  'ultraface_slim_320.onnx': sound([1, 3, 240, 320]),
  'yunet_n_320.onnx': bytes([1, 3, 320, 320]),
  'fastestdet.onnx': sound([1, 3, 352, 352]),
  'basic_pitch.onnx': sound([1, 43844, 1]),
  'silero_vad_op16.onnx': silero,
  'silero_vad_op18_ifless.onnx': silero,
  'dtln_1.onnx': undefined,
  'gtcrn_simple.onnx': undefined,
  'lgbm_classifier_tensor.onnx': undefined,
  'xgboost_classifier_tree.onnx': undefined,
  'linear_classifier.onnx': undefined,
};

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

function feedOf({ type, shape }, said) {
  if (said?.data) return said;
  const { dims, low, high } = said ?? sound(shape.map((n) => (typeof n === 'number' ? n : 1)));
  const drawn = () => low + random() * (high - low);
  if (type === 'float32')
    return { type, dims, data: Float32Array.from({ length: sizeOf(dims) }, drawn) };
  assert.equal(type, 'float64');
  return { type, dims, data: Float64Array.from({ length: sizeOf(dims) }, drawn) };
}

function worst(actual, expected) {
  const largest = expected.data.reduce((most, value) => Math.max(most, Math.abs(Number(value))), 0);
  return expected.data.reduce((most, value, i) => {
    const error = Math.abs(Number(actual.data[i]) - Number(value)) / (largest || 1);
    return error <= most ? most : error;
  }, 0);
}

describe(`models against onnxruntime-web, ${seed}`, { skip }, async () => {
  const ort = skip ? undefined : await loadPeer();
  const engines = await loadFlavours();

  for (const [file, said] of Object.entries(models))
    it(file, async (t) => {
      const url = new URL(file, folder);
      if (!existsSync(url)) return t.skip(`${file} is not among the models`);
      const model = readFileSync(url);
      for (const engine of engines) {
        const session = await InferenceSession.create(model, { engine });
        const feeds = Object.fromEntries(
          session.inputMetadata.map((input) => [
            input.name,
            feedOf(input, said?.dims ? said : said?.[input.name]),
          ]),
        );
        const expected = await peerResults(ort, model, feeds);
        const actual = await session.run(feeds);
        for (const [name, tensor] of Object.entries(expected)) {
          assert.deepEqual([...actual[name].dims], [...tensor.dims], name);
          const error = worst(actual[name], tensor);
          assert.ok(error <= RELATIVE, `${name} is off by ${error} of its largest number`);
        }
        await session.release();
      }
    });
});
