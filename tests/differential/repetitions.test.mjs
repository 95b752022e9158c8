/** Random loops, scans, sequences, recurrences and quantised graphs, by a session here and by onnxruntime-web. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { expectClose, peerResults } from './close.mjs';
import { installPeer } from './install.mjs';
import { loadPeer } from './peer.mjs';
import { randomDynamic, randomQuantized } from './quantized.mjs';
import { randomLoop, randomRecurrence, randomScan } from './repetitions.mjs';
import { randomSequences } from './sequences.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('onnxruntime-web is there', { skip }, () => {});

const { random, seed } = seeded(79);
const GRAPHS = 60;

const kinds = {
  loops: randomLoop,
  scans: randomScan,
  sequences: randomSequences,
  'recurrent layers': randomRecurrence,
  'quantised layers': randomQuantized,
  'layers that quantise as they run': randomDynamic,
};

describe(`graphs that repeat or are quantised, against onnxruntime-web, ${seed}`, {
  skip,
}, async () => {
  const ort = skip ? undefined : await loadPeer();
  const engines = await loadFlavours();

  for (const [kind, randomGraph] of Object.entries(kinds))
    it(`${GRAPHS} graphs of ${kind}`, async (t) => {
      let compared = 0;
      for (let i = 0; i < GRAPHS; i++) {
        const { model, feeds } = randomGraph(random);
        let expected;
        try {
          expected = await peerResults(ort, model, feeds);
        } catch (error) {
          t.diagnostic(`onnxruntime-web refuses graph ${i}: ${error.message.slice(0, 160)}`);
          continue;
        }
        compared++;
        for (const engine of engines) {
          const session = await InferenceSession.create(model, { engine });
          for (let run = 0; run < 2; run++) {
            const actual = await session.run(feeds);
            for (const [name, tensor] of Object.entries(expected))
              expectClose(
                actual[name],
                tensor,
                `${seed}, ${kind} ${i}, ${engine.flavour}, ${name}`,
              );
          }
          await session.release();
        }
      }
      assert.ok(compared >= (GRAPHS * 3) / 4, `onnxruntime-web took ${compared} of ${GRAPHS}`);
    });
});
