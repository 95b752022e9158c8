/** ONNX's own node tests, if they are beside the repository, in every flavour that runs here. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { flavours } from '../support/flavours.mjs';
import { LEDGER } from './ledger.mjs';
import { conformancePage, PAGE } from './page.mjs';
import { isFailure, runTree } from './suite.mjs';
import { tableOf } from './table.mjs';
import { besideRepository, whyIncomplete, withPacked } from './tests-folder.mjs';

const absent = 'onnx-node-tests is not beside the repository, so ONNX’s node tests did not run';
const skip = existsSync(besideRepository) ? false : absent;
if (skip || whyIncomplete) console.error(`! Conformance: SKIPPED. ${skip || whyIncomplete}`);

// Skipped suites are not counted, so this test is skipped too.
it('ONNX’s node tests are there', { skip }, () => {});

/** How many folders the copy of release 1.22.0 has, and the archive: none may get lost on the way. */
const folders = 248;
const packed = 1035;
/** Those of ImageDecoder. */
const foreign = 8;

const namesOf = (outcomes, wanted) =>
  outcomes.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);

for (const flavour of flavours) {
  describe(`ONNX node tests, ${flavour}`, { skip }, async () => {
    const outcomes = skip ? [] : await runTree(await load({ flavour }), besideRepository);
    const operators = [...new Set(outcomes.map(({ operator }) => operator))].sort();

    for (const operator of operators) {
      const ours = outcomes.filter((one) => one.operator === operator);
      it(`${operator}: ${ours.length} folders`, () => {
        assert.ok(!ours.some(isFailure), tableOf(ours));
      });
    }

    it('runs every folder', () => {
      assert.equal(outcomes.length, folders);
      assert.equal(namesOf(outcomes, 'passed').length, folders);
    });

    describe('the rest of them', { skip: whyIncomplete }, async () => {
      const rest = whyIncomplete
        ? []
        : await withPacked(async (folder) => runTree(await load({ flavour }), folder));

      it('pass, except those of the ledger and of one operator', () => {
        assert.equal(rest.length, packed);
        assert.deepEqual(namesOf(rest, 'failed'), [], tableOf(rest));
        assert.deepEqual(namesOf(rest, 'wrong').sort(), [...LEDGER.keys()].sort());
        assert.equal(namesOf(rest, 'foreign').length, foreign);
      });

      it('make docs/conformance.md; if not, run `npm run conformance -- --write`', () => {
        assert.equal(conformancePage([...outcomes, ...rest]), readFileSync(PAGE, 'utf8'));
      });
    });
  });
}
