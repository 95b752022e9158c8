import assert from 'node:assert/strict';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesBelow, unlessCurrent } from '../../tools/lib/stamps.mjs';
import { temporaryFolder } from './support.mjs';

/** A step that copies one file; `run` gives whether it had to run. */
function copyStep(t) {
  const folder = temporaryFolder(t);
  const input = join(folder, 'input');
  const output = join(folder, 'output');
  const files = {
    inputs: () => filesBelow([input]),
    outputs: () => filesBelow([output]),
    stampFile: join(folder, 'stamps/copy'),
  };
  writeFileSync(input, 'one');
  const run = () => unlessCurrent('copy', files, async () => writeFileSync(output, 'made'));
  return { input, output, files, run };
}

test('a step runs once while nothing changes, even when a file is touched', async (t) => {
  const { input, run } = copyStep(t);
  assert.equal(await run(), true);
  assert.equal(await run(), false);
  utimesSync(input, new Date(), new Date());
  assert.equal(await run(), false);
});

const changes = {
  'an input changes': ({ input }) => writeFileSync(input, 'two'),
  'an output is gone': ({ output }) => rmSync(output),
  'an output changes': ({ output }) => writeFileSync(output, 'edited'),
};

for (const [name, change] of Object.entries(changes)) {
  test(`a step runs again when ${name}`, async (t) => {
    const step = copyStep(t);
    await step.run();
    change(step);
    assert.equal(await step.run(), true);
    assert.equal(await step.run(), false);
  });
}

test('a step that fails runs again', async (t) => {
  const { files, run } = copyStep(t);
  const failing = async () => {
    throw new Error('half way');
  };
  await assert.rejects(unlessCurrent('copy', files, failing), /half way/);
  assert.equal(await run(), true);
});
