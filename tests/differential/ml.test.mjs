/** Random trees, linear models and encoders by a session here and by onnxruntime-web. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { expectClose, peerResults } from './close.mjs';
import { installPeer } from './install.mjs';
import { operators, randomModel } from './ml.mjs';
import { loadPeer } from './peer.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('onnxruntime-web is there', { skip }, () => {});

const { random, seed } = seeded(83);
const TIMES = 40;

describe(`ai.onnx.ml against onnxruntime-web, ${seed}`, { skip }, async () => {
  const ort = skip ? undefined : await loadPeer();
  const engines = await loadFlavours();

  for (const [name, make] of Object.entries(operators))
    it(name, async () => {
      for (let i = 0; i < TIMES; i++) {
        const { model, feeds, about } = randomModel(make, random);
        const expected = await peerResults(ort, model, feeds);
        for (const engine of engines) {
          const session = await InferenceSession.create(model, { engine });
          const actual = await session.run(feeds);
          for (const [output, tensor] of Object.entries(expected))
            expectClose(
              actual[output],
              tensor,
              `${seed}, ${i}, ${engine.flavour}, ${output}: ${about}`,
            );
          assert.equal(Object.keys(expected).length, session.outputNames.length);
          await session.release();
        }
      }
    });
});
