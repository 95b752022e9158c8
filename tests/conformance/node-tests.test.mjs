/** ONNX's own node tests, if they are beside the repository, in every flavour that runs here. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { flavours } from '../support/flavours.mjs';
import { isFailure, runTree } from './suite.mjs';
import { temporaryFolder } from './support.mjs';
import { tableOf } from './table.mjs';
import { besideRepository } from './tests-folder.mjs';

const absent = 'onnx-node-tests is not beside the repository, so ONNX’s node tests did not run';
const skip = existsSync(besideRepository) ? false : absent;
if (skip) console.error(`! Conformance: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('ONNX’s node tests are there', { skip }, () => {});

/** How many folders the copy of release 1.22.0 has: none may get lost on the way. */
const folders = 248;

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
      assert.equal(outcomes.filter(({ outcome }) => outcome === 'passed').length, folders);
    });
  });
}

const more = join(besideRepository, 'more.tgz');
const skipMore = existsSync(more)
  ? false
  : 'onnx-node-tests/more.tgz is not beside the repository, so the rest of ONNX’s node tests did not run';
if (skipMore && !skip) console.error(`! Conformance: SKIPPED. ${skipMore}`);

/**
 * The minimum number of other tests that pass: fewer, and an operator has regressed. docs/operators.md lists
 * the failures and the reasons.
 */
const others = 1035;
const passing = 1009;

for (const flavour of flavours)
  it(`the rest of ONNX’s node tests, ${flavour}: ${passing} of ${others} pass`, {
    skip: skipMore,
  }, async (t) => {
    const folder = temporaryFolder(t);
    execFileSync('tar', ['-xzf', more, '-C', folder]);
    const outcomes = await runTree(await load({ flavour }), folder);
    const passed = outcomes.filter(({ outcome }) => outcome === 'passed').length;
    assert.equal(outcomes.length, others);
    assert.ok(passed >= passing, `${passed}, of at least ${passing}\n${tableOf(outcomes)}`);
  });
