import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { suiteState } from '../../tools/lib/suite-state.mjs';
import { temporaryFolder } from './support.mjs';

const suite = { title: 'One', folders: ['one', 'differential'] };
const skips = [{ reason: /missing/, waits: 'data' }];
const peer = 'tests/differential/node_modules/.package-lock.json';

const files = {
  'package.json': '{}',
  '.gitignore': 'ignored\nnode_modules\ndata\n',
  'tests/one/a.test.mjs': "import '../two/b.mjs'; const text = read('docs/users.md');",
  'tests/two/b.mjs': "import { c } from '../../demo/c.mjs';",
  'tests/three/d.mjs': '',
  'demo/c.mjs': '',
  'docs/users.md': '',
  'src/e.cpp': '',
};

/** A repository with tests that refer to each other, and a browser. */
function repository(t) {
  const folder = temporaryFolder(t);
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  for (const [name, text] of Object.entries(files)) write(name, text);
  git('add', '.');
  const browser = { path: join(temporaryFolder(t), 'browser') };
  writeFileSync(browser.path, 'a browser');
  const env = { SEED: '1' };
  return {
    ...{ folder, write, browser, env },
    state: () => suiteState(suite, { browser, firefox: {} }, skips, { folder, env }),
  };
}

/** The parts of the state that a change affects. */
async function changed(t, change) {
  const place = repository(t);
  const before = await place.state();
  await change(place);
  const after = await place.state();
  return ['inputs', 'outputs'].filter((part) => before[part] !== after?.[part]);
}

const same = {
  'nothing changes': () => {},
  'a file is touched': ({ folder }) => utimesSync(join(folder, 'demo/c.mjs'), 1, 1),
  'an ignored file appears': ({ write }) => write('ignored', 'a log'),
  'a test changes that no test of the suite names': ({ write }) => write('tests/three/d.mjs', '1'),
  'a folder changes that no test of the suite names': ({ write }) => write('src/e.cpp', '1'),
};

for (const [name, change] of Object.entries(same)) {
  test(`a suite is in the same state when ${name}`, async (t) => {
    assert.deepEqual(await changed(t, change), []);
  });
}

const other = {
  'a test of its own changes': ({ write }) => write('tests/one/a.test.mjs', '1'),
  'a file appears that git does not know yet': ({ write }) => write('tests/one/new.mjs', ''),
  'a file is gone': ({ folder }) => rmSync(join(folder, 'tests/two/b.mjs')),
  'a folder changes that a test names': ({ write }) => write('docs/users.md', '1'),
  'a folder changes that a named test names': ({ write }) => write('demo/more.mjs', ''),
  'a file at the top changes': ({ write }) => write('package.json', '{ }'),
  'the browser is another': ({ browser }) => writeFileSync(browser.path, 'a newer browser'),
  'the browser is gone': ({ browser }) => Object.assign(browser, { path: undefined }),
  'what a skip waited for arrives': ({ write }) => write('data', ''),
  'another seed is asked for': ({ env }) => Object.assign(env, { SEED: '2' }),
};

for (const [name, change] of Object.entries(other)) {
  test(`a suite is in another state when ${name}`, async (t) => {
    assert.deepEqual(await changed(t, change), ['inputs']);
  });
}

test('reasons that a run may remove itself are distinguished', async (t) => {
  assert.deepEqual(await changed(t, ({ write }) => write(peer, '')), ['outputs']);
});

test('where git cannot tell, nothing can', async (t) => {
  const { folder, state } = repository(t);
  rmSync(join(folder, '.git'), { recursive: true });
  assert.equal(await state(), undefined);
});
