import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { passedBefore, rememberPassed, suiteState } from '../../tools/lib/unchanged.mjs';
import { temporaryFolder } from './support.mjs';

const suite = { name: 'some', title: 'Some', kind: 'node' };
const counts = { passed: 3, failed: 0, skipped: 0 };

/** A repository with a tracked file and an ignored one, and a browser. */
function repository(t) {
  const folder = temporaryFolder(t);
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  git('init');
  write('tracked', 'one');
  write('.gitignore', 'ignored\n');
  git('add', '.');
  const programs = temporaryFolder(t);
  const browser = { path: join(programs, 'browser') };
  writeFileSync(browser.path, 'a browser');
  const env = { SEED: '1' };
  const state = () => suiteState(suite, { browser, firefox: {} }, folder, env);
  return { folder, write, browser, env, state, records: join(programs, 'passed') };
}

/** Whether a suite that has passed is left out after a change. */
async function isLeftOut(t, change) {
  const place = repository(t);
  const before = await place.state();
  await rememberPassed('some', { before, after: before }, counts, place.records);
  await change(place);
  return (await passedBefore('some', await place.state(), place.records)) !== undefined;
}

const leavesOut = {
  'nothing changes': () => {},
  'a file is touched': ({ folder }) => utimesSync(join(folder, 'tracked'), 1, 1),
  'an ignored file appears': ({ write }) => write('ignored', 'a log'),
};

for (const [name, change] of Object.entries(leavesOut)) {
  test(`a suite that has passed is not run again when ${name}`, async (t) => {
    assert.equal(await isLeftOut(t, change), true);
  });
}

const runsAgain = {
  'a tracked file changes': ({ write }) => write('tracked', 'two'),
  'a file that git does not know yet appears': ({ write }) => write('new', ''),
  'a tracked file is gone': ({ folder }) => rmSync(join(folder, 'tracked')),
  'the browser is another': ({ browser }) => writeFileSync(browser.path, 'a newer browser'),
  'the browser is gone': ({ browser }) => {
    delete browser.path;
  },
  'another seed is asked for': ({ env }) => {
    env.SEED = '2';
  },
  'git cannot tell': ({ folder }) => rmSync(join(folder, '.git'), { recursive: true }),
};

for (const [name, change] of Object.entries(runsAgain)) {
  test(`a suite that has passed is run again when ${name}`, async (t) => {
    assert.equal(await isLeftOut(t, change), false);
  });
}

test('a suite is not remembered when a source changed under way', async (t) => {
  const { state, write, records } = repository(t);
  const before = await state();
  write('tracked', 'two');
  const after = await state();
  await rememberPassed('some', { before, after }, counts, records);
  assert.equal(await passedBefore('some', after, records), undefined);
});

test('what is remembered are the counts and the day, of that suite alone', async (t) => {
  const { state, records } = repository(t);
  const now = await state();
  await rememberPassed('some', { before: now, after: now }, counts, records);
  const passed = await passedBefore('some', now, records);
  assert.deepEqual(passed.counts, counts);
  assert.match(passed.day, /^\d{4}-\d\d-\d\d$/);
  assert.equal(await passedBefore('other', now, records), undefined);
});
