/** Random nodes of `com.microsoft` by a session here and by onnxruntime-web, which defines them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { expectClose, expectWithinStep, peerResults } from './close.mjs';
import { Draw } from './draw.mjs';
import { installPeer } from './install.mjs';
import { modelOf } from './microsoft/model.mjs';
import { operators } from './microsoft/operators.mjs';
import { loadPeer } from './peer.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('onnxruntime-web is there', { skip }, () => {});

const { random, seed } = seeded(89);
const TIMES = 25;
const STEPS = new Set(['int8', 'uint8', 'int16', 'uint16']);

const described = ({ attributes = {}, inputs }) =>
  JSON.stringify({ attributes, inputs: inputs.map((input) => input && [input.type, input.dims]) });

describe(`com.microsoft against onnxruntime-web, ${seed}`, { skip }, async () => {
  const ort = skip ? undefined : await loadPeer();
  const engines = await loadFlavours();

  for (const [name, make] of Object.entries(operators))
    it(name, async () => {
      for (let i = 0; i < TIMES; i++) {
        const node = make(new Draw(random));
        const { model, feeds } = modelOf(node);
        const expected = await peerResults(ort, model, feeds);
        for (const engine of engines) {
          const session = await InferenceSession.create(model, { engine });
          const actual = await session.run(feeds);
          for (const [output, tensor] of Object.entries(expected)) {
            const about = `${seed}, ${i}, ${engine.flavour}, ${output}: ${described(node)}`;
            if (STEPS.has(tensor.type)) expectWithinStep(actual[output], tensor, about);
            else expectClose(actual[output], tensor, about);
          }
          assert.deepEqual(session.outputNames, Object.keys(expected));
          await session.release();
        }
      }
    });
});
