import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../tools/lib/failure.mjs';
import { ensurePrograms, thisMachine } from '../../tools/lib/system.mjs';
import { setUpBrowser, setUpFirefox } from '../../tools/setup/browser.mjs';
import { compilers } from '../../tools/setup/parts.mjs';
import { fakeProgram, recordingTask, temporaryFolder } from './support.mjs';

const user = (path) => ({ path, apt: true });

async function failureOf(promise) {
  const error = await promise.then(
    () => assert.fail('it should have failed'),
    (reason) => reason,
  );
  assert.ok(error instanceof Failure, error.stack);
  return error.message;
}

test('set-up prints the exact command for missing programs', async (t) => {
  const folder = fakeProgram(temporaryFolder(t), 'c++', '');
  assert.equal(
    await failureOf(ensurePrograms(compilers, recordingTask(), user(folder))),
    'Missing: CMake >= 3.22, Ninja, Python >= 3.8; ' +
      'run: sudo apt-get install -y cmake ninja-build python3',
  );
});

test('without apt the message names no apt line', async (t) => {
  const machine = { ...user(temporaryFolder(t)), apt: false };
  const message = await failureOf(
    ensurePrograms([{ what: 'Ninja', names: ['ninja'], packages: ['ninja-build'] }], null, machine),
  );
  assert.equal(message, 'Missing: Ninja; install it and run this again');
});

test('a program that is too old is missing', async (t) => {
  const folder = fakeProgram(temporaryFolder(t), 'cmake', 'cmake version 3.18.4');
  const cmake = { what: 'CMake', names: ['cmake'], minimum: '3.22', packages: ['cmake'] };
  const path = `${folder}:/bin`;
  assert.match(await failureOf(ensurePrograms([cmake], null, user(path))), /CMake >= 3\.22/);
});

test('on a machine that may install, only missing programs are installed', async (t) => {
  const folder = fakeProgram(temporaryFolder(t), 'one', '');
  const installed = [];
  const install = async (packages) => {
    installed.push(...packages);
    fakeProgram(folder, 'two', '');
  };
  const programs = ['one', 'two'].map((name) => ({ what: name, names: [name], packages: [name] }));
  await ensurePrograms(programs, recordingTask(), { path: folder, apt: true, install });
  assert.deepEqual(installed, ['two']);
});

test('an installation that does not bring the program is a failure', async (t) => {
  const machine = { path: temporaryFolder(t), apt: true, install: async () => {} };
  const programs = [{ what: 'Ninja', names: ['ninja'], packages: ['ninja-build'] }];
  assert.match(
    await failureOf(ensurePrograms(programs, recordingTask(), machine)),
    /^Missing: Ninja/,
  );
});

test('a missing Chromium is a reason, not a failure, and names the apt line', async (t) => {
  const browser = await setUpBrowser(recordingTask(), user(temporaryFolder(t)), '');
  assert.deepEqual(browser, {
    reason: 'Missing: Chromium; run: sudo apt-get install -y chromium fonts-liberation',
  });
});

test('so is a missing Firefox, which comes from FIREFOX_PATH or PATH', async (t) => {
  const nowhere = await setUpFirefox(recordingTask(), user(temporaryFolder(t)), '');
  assert.deepEqual(nowhere, {
    reason: 'Missing: Firefox; run: sudo apt-get install -y firefox-esr fonts-liberation',
  });
  const folder = fakeProgram(temporaryFolder(t), 'firefox-esr', '');
  const found = await setUpFirefox(recordingTask(), user(folder), '');
  assert.deepEqual(found, { path: `${folder}/firefox-esr` });
  assert.deepEqual(await setUpFirefox(recordingTask(), user(folder), '/nowhere'), {
    reason: 'FIREFOX_PATH names no program: /nowhere',
  });
});

test('Chromium comes from CHROME_PATH, or else from PATH', async (t) => {
  const folder = fakeProgram(temporaryFolder(t), 'chromium', '');
  const task = recordingTask();
  assert.deepEqual(await setUpBrowser(task, user(folder), ''), { path: `${folder}/chromium` });
  const own = `${fakeProgram(temporaryFolder(t), 'my-chrome', '')}/my-chrome`;
  assert.deepEqual(await setUpBrowser(task, user(folder), own), { path: own });
  assert.deepEqual(await setUpBrowser(task, user(folder), '/nowhere'), {
    reason: 'CHROME_PATH names no program: /nowhere',
  });
});

test('nothing is installed on the system but by root with CI=true', () => {
  for (const [env, isRoot] of [
    [{}, true],
    [{ CI: 'true' }, false],
    [{ CI: '1' }, true],
  ]) {
    assert.equal(thisMachine(env, isRoot).install, undefined);
  }
  const { apt, install } = thisMachine({ CI: 'true' }, true);
  assert.equal(install !== undefined, apt);
});
