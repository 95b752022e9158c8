import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setUpFuzzer } from '../../tools/setup/fuzzer.mjs';
import { fakeProgram, recordingTask, temporaryFolder } from './support.mjs';

const user = (path) => ({ path, apt: true });

const version = 'Debian clang version 14.0.6';
const working = (folder) => fakeProgram(folder, 'clang++', version);

/** A compiler that prints its version, and does not link. */
function withoutLibraries(folder) {
  const script = `#!/bin/sh\necho '${version}'\n[ "$1" = --version ]\n`;
  writeFileSync(join(folder, 'clang++'), script, { mode: 0o755 });
  return folder;
}

test('a missing Clang is a reason, not a failure, and names the apt line', async (t) => {
  const task = recordingTask();
  assert.deepEqual(await setUpFuzzer(task, user(temporaryFolder(t))), {
    reason: 'Missing: Clang; run: sudo apt-get install -y clang',
  });
  assert.equal(task.said.bad, 1);
});

test('set-up requires a Clang that links a fuzz target', async (t) => {
  const folder = working(temporaryFolder(t));
  assert.deepEqual(await setUpFuzzer(recordingTask(), user(folder)), { path: `${folder}/clang++` });
});

test('a Clang without its libraries is a reason that names their package', async (t) => {
  const folder = withoutLibraries(temporaryFolder(t));
  assert.deepEqual(await setUpFuzzer(recordingTask(), user(folder)), {
    reason: 'Missing: the libraries of libFuzzer; run: sudo apt-get install -y libclang-rt-14-dev',
  });
});

test('a machine that may install gets the libraries of the Clang that is there', async (t) => {
  const folder = withoutLibraries(temporaryFolder(t));
  const installed = [];
  const install = async (packages) => {
    installed.push(...packages);
    working(folder);
  };
  const machine = { path: folder, apt: true, install };
  assert.deepEqual(await setUpFuzzer(recordingTask(), machine), { path: `${folder}/clang++` });
  assert.deepEqual(installed, ['libclang-rt-14-dev']);
});

test('libraries that do not help are a reason', async (t) => {
  const folder = withoutLibraries(temporaryFolder(t));
  const machine = { path: folder, apt: true, install: async () => {} };
  const { reason } = await setUpFuzzer(recordingTask(), machine);
  assert.match(reason, /^Missing: the libraries of libFuzzer/);
});
