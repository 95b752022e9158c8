/** Operators of images, indices and recurrences, one node at a time, compared with onnxruntime-web. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { expectClose, peerResults } from './close.mjs';
import { installPeer } from './install.mjs';
import { layers, modelOf, randomLayer } from './layers.mjs';
import { loadPeer } from './peer.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('onnxruntime-web is there', { skip }, () => {});

const { random, seed } = seeded(78);
const ROUNDS = { Conv: 80, ConvTranspose: 80, Resize: 60, Einsum: 60, Attention: 60, Tan: 5 };
const USUAL_ROUNDS = 25;

const shown = ({ op, attributes, inputs }) =>
  `${op} ${JSON.stringify(attributes)} of ${inputs.map((input) => input?.dims.join('x') ?? '-')}`;

describe(`layers against onnxruntime-web, ${seed}`, { skip }, async () => {
  const ort = skip ? undefined : await loadPeer();
  const engines = await loadFlavours();

  for (const op of Object.keys(layers)) {
    const rounds = ROUNDS[op] ?? USUAL_ROUNDS;
    it(`${op}: ${rounds} nodes`, async (t) => {
      let compared = 0;
      for (let i = 0; i < rounds; i++) {
        const node = randomLayer(random, op);
        const { model, feeds } = modelOf(node);
        let expected;
        try {
          expected = await peerResults(ort, model, feeds);
        } catch (error) {
          t.diagnostic(`onnxruntime-web refuses ${shown(node)}: ${error.message.slice(0, 160)}`);
          continue;
        }
        compared++;
        for (const engine of engines) {
          const session = await InferenceSession.create(model, { engine });
          const actual = await session.run(feeds);
          for (const [name, tensor] of Object.entries(expected))
            expectClose(
              actual[name],
              tensor,
              `${seed}, node ${i}, ${shown(node)}, ${engine.flavour}, ${name}`,
            );
          await session.release();
        }
      }
      assert.ok(compared >= rounds / 2, `onnxruntime-web took ${compared} of ${rounds}`);
    });
  }
});
