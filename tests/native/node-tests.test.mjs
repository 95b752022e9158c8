/** ONNX's own node tests in sessions of C++, under sanitizers, if they are beside the repository. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../tools/lib/run.mjs';
import { temporaryFolder } from '../conformance/support.mjs';
import { besideRepository } from '../conformance/tests-folder.mjs';
import { preset, runFolder } from './program.mjs';

const skip = existsSync(besideRepository)
  ? false
  : 'onnx-node-tests is not beside the repository, so ONNX’s node tests did not run in C++';
const more = join(besideRepository, 'more.tgz');
const skipMore = existsSync(more)
  ? false
  : 'onnx-node-tests/more.tgz is not beside the repository, so the rest of ONNX’s node tests did not run in C++';

/** Compares the outcome of a folder with the numbers of tests that pass, and of skipped ones by reason. */
async function check(folder, passed, skipped) {
  const result = await runFolder(folder);
  assert.equal(result.code, 0, result.output);
  assert.deepEqual({ passed: result.passed, skipped: result.skipped }, { passed, skipped });
}

test(`ONNX’s node tests of release 1.22.0 in C++, ${preset}`, { skip }, () =>
  check(join(besideRepository, 'node'), 248, {}),
);

// tests/cpp/node_tests names those whose expected values are wrong; docs/operators.md has the sources.
test(`the rest of ONNX’s node tests in C++, ${preset}`, { skip: skipMore }, async (t) => {
  const folder = temporaryFolder(t);
  await run('tar', ['-xzf', more, '-C', folder]);
  await check(folder, 1009, {
    'that expect Attention before ONNX corrected it': 11,
    'that expect NaN of zeros, now 0 (onnx/onnx#7618)': 1,
    'that expect bytes which wrap, although they must saturate (onnx/onnx#7868)': 3,
    'that expect certain random numbers': 1,
    'that expect less exact results than their tolerance allows': 2,
    'without the operator ImageDecoder': 8,
  });
});
