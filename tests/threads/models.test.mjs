/** Sessions of real models: the same bits on one, two, three and eight threads, in each flavour. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { flavours } from '../support/flavours.mjs';
import { feedsOf, sharedModelFiles, sharedModels } from '../support/shared-models.mjs';
import { eagerTeam } from '../support/teams.mjs';
import { numbers } from './operands.mjs';

const absent = 'shared/models is not beside the repository, so no real model ran';
const skip = existsSync(sharedModels) ? false : absent;
if (skip) console.error(`! Models on several threads: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('the models are there', { skip }, () => {});

const COUNTS = [2, 3, 8];

/** From 0 to 1, the same every time. */
function drawing() {
  const drawn = numbers(997);
  let at = 0;
  return () => (drawn[at++ % drawn.length] + 8) / 16;
}

async function outputsOf(engine, model, file) {
  const session = await InferenceSession.create(model, { engine });
  const results = await session.run(feedsOf(file, session.inputMetadata, drawing()));
  const outputs = Object.entries(results).map(([name, { dims, data }]) => {
    const { buffer, byteOffset, byteLength } = data;
    return {
      name,
      dims: [...dims],
      bits: Buffer.from(buffer, byteOffset, byteLength).toString('hex'),
    };
  });
  await session.release();
  return outputs;
}

describe('models', { skip }, () => {
  for (const file of sharedModelFiles)
    it(file, async (t) => {
      const url = new URL(file, sharedModels);
      if (!existsSync(url)) return t.skip(`${file} is not among the models`);
      const model = readFileSync(url);
      for (const flavour of flavours) {
        const expected = await outputsOf(await load({ flavour }), model, file);
        for (const threads of COUNTS) {
          const { sc } = await eagerTeam({ threads, flavour });
          const actual = await outputsOf(sc, model, file);
          assert.ok(
            JSON.stringify(actual) === JSON.stringify(expected),
            `${file}: ${flavour} on ${threads} threads differs`,
          );
        }
      }
    });
});
