import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findVersion, isAtLeast } from '../../tools/lib/versions.mjs';
import { onPath, setUpEmscripten } from '../../tools/setup/emscripten.mjs';
import { fakeProgram, recordingTask, temporaryFolder } from './support.mjs';

const banner = (version) =>
  `emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) ${version} ()\nLicence`;

// The fake programs are shell scripts that need cat.
const withSystem = (folder) => `${folder}:/usr/bin:/bin`;

test('an emcc that is too old is passed over, with a note that names both versions', async (t) => {
  const folder = fakeProgram(temporaryFolder(t), 'emcc', banner('3.1.6~dfsg'));
  const { found, note } = await onPath(withSystem(folder));
  assert.equal(found, undefined);
  assert.equal(note, 'emcc on PATH is passed over: it is 3.1.6, below 3.1.69');
});

test('an emcc that names no version is passed over', async (t) => {
  const folder = fakeProgram(temporaryFolder(t), 'emcc', 'broken');
  const { found, note } = await onPath(withSystem(folder));
  assert.equal(found, undefined);
  assert.match(note, /passed over.*names no version/);
});

for (const version of ['3.1.69', '3.1.70', '4.0.1']) {
  test(`emcc ${version} is used where it is`, async (t) => {
    const folder = fakeProgram(temporaryFolder(t), 'emcc', banner(version));
    const task = recordingTask();
    const emscripten = await setUpEmscripten(task, withSystem(folder));
    assert.equal(emscripten.version, version);
    assert.equal(emscripten.compiler, `${folder}/em++`);
    assert.equal(emscripten.toolchainFile, `${folder}/cmake/Modules/Platform/Emscripten.cmake`);
    assert.deepEqual(emscripten.env, {});
    assert.deepEqual(task.said.notes, []);
  });
}

test('em-config locates the toolchain file if emcc is a wrapper elsewhere', async (t) => {
  const folder = temporaryFolder(t);
  fakeProgram(folder, 'emcc', banner('4.0.0'));
  fakeProgram(folder, 'em-config', '/opt/emscripten');
  const { found } = await onPath(withSystem(folder));
  assert.equal(found.root, '/opt/emscripten');
});

test('no emcc on PATH is no cause for a note', async (t) => {
  assert.deepEqual(await onPath(temporaryFolder(t)), {});
});

const versionCases = [
  ['3.1.69', '3.1.69', true],
  ['3.1.6', '3.1.69', false],
  ['3.1.100', '3.1.69', true],
  ['3.2', '3.1.69', true],
  ['3.1', '3.1.69', false],
  ['4', '3.1.69', true],
];

for (const [version, minimum, expected] of versionCases) {
  test(`${version} is ${expected ? '' : 'not '}at least ${minimum}`, () => {
    assert.equal(isAtLeast(version, minimum), expected);
  });
}

test('a version is found among other words', () => {
  assert.equal(findVersion('cmake version 3.25.1'), '3.25.1');
  assert.equal(findVersion('none'), undefined);
});
