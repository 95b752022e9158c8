/** Real models, if they exist next to the repository, compared with onnxruntime-web. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { feedsOf, sharedModelFiles, sharedModels, worst } from '../support/shared-models.mjs';
import { peerResults } from './close.mjs';
import { installPeer } from './install.mjs';
import { loadPeer } from './peer.mjs';

const absent = 'shared/models is not beside the repository, so no real model ran';
const skip = existsSync(sharedModels) ? ((await installPeer()) ?? false) : absent;
if (skip) console.error(`! Models: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('the models and onnxruntime-web are there', { skip }, () => {});

const { random, seed } = seeded(79);

/** Relative to the largest number of an output. */
const RELATIVE = 1e-4;

describe(`models against onnxruntime-web, ${seed}`, { skip }, async () => {
  const ort = skip ? undefined : await loadPeer();
  const engines = await loadFlavours();

  for (const file of sharedModelFiles)
    it(file, async (t) => {
      const url = new URL(file, sharedModels);
      if (!existsSync(url)) return t.skip(`${file} is not among the models`);
      const model = readFileSync(url);
      for (const engine of engines) {
        const session = await InferenceSession.create(model, { engine });
        const feeds = feedsOf(file, session.inputMetadata, random);
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
