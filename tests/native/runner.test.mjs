/** The program that runs ONNX's node tests in C++ can fail, and says why. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { floats, model, scalar, temporaryFolder, writeTest } from '../conformance/support.mjs';
import { runFolder } from './program.mjs';

const add = { operator: 'Add' };
const pair = [floats([1, 2]), floats([10, 20])];
const good = { model: model([add], { opset: 14 }), inputs: pair, output: floats([11, 22]) };

async function outcomeOf(t, case_) {
  const folder = temporaryFolder(t);
  writeTest(folder, 'test_it', case_);
  return runFolder(folder);
}

const passes = ({ code, passed, failed }) =>
  assert.deepEqual({ code, passed, failed }, { code: 0, passed: 1, failed: 0 });

async function fails(t, case_, pattern) {
  const { code, failed, output } = await outcomeOf(t, case_);
  assert.deepEqual([code, failed], [1, 1]);
  assert.match(output, pattern);
}

test('a right result passes, and a wrong one fails', async (t) => {
  passes(await outcomeOf(t, good));
  const wrong = { ...good, output: floats([11, 23]) };
  await fails(t, wrong, /^test_it: output 0: item 1 is 22, expected 23$/m);
  const longer = { ...good, output: floats([11, 22, 33]) };
  await fails(t, longer, /^test_it: output 0: shape \(2,\), expected \(3,\)$/m);
});

test('initializers are read, and inputs may be left out', async (t) => {
  const initializers = [floats([10, 20], 'b')];
  const constant = model([add], { opset: 14, inputs: ['a'], initializers });
  passes(await outcomeOf(t, { ...good, model: constant, inputs: [pair[0]] }));
  const clip = model([{ operator: 'Clip', inputs: ['a', '', 'b'] }], { opset: 13 });
  const inputs = [pair[0], scalar(1.5)];
  passes(await outcomeOf(t, { model: clip, inputs, output: floats([1, 1.5]) }));
});

test('a test of an operator that sessions lack is skipped', async (t) => {
  const other = model([{ operator: 'ImageDecoder' }], { opset: 20 });
  const { code, skipped } = await outcomeOf(t, { ...good, model: other });
  assert.deepEqual(skipped, { 'without the operator ImageDecoder': 1 });
  assert.equal(code, 1, 'no test has passed');
});

test('a test that cannot be read fails', async (t) => {
  await fails(
    t,
    { ...good, model: Uint8Array.of(255, 255) },
    /^test_it: .+ \(invalid_protobuf\)$/m,
  );
  await fails(t, { ...good, inputs: [pair[0]] }, /'b' is missing from the feeds/);
  const folder = temporaryFolder(t);
  writeTest(folder, 'test_it', good);
  rmSync(join(folder, 'test_it/test_data_set_0'), { recursive: true });
  assert.match((await runFolder(folder)).output, /^test_it: it has no test_data_set$/m);
});
