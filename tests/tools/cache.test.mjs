import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cached, cacheRoot } from '../../tools/lib/cache.mjs';
import { withLock } from '../../tools/lib/lock.mjs';
import { temporaryFolder } from './support.mjs';

/** A builder that counts its runs and checks that its folder is empty. */
function fakeBuilder() {
  const builder = {
    runs: 0,
    build: async (folder) => {
      assert.deepEqual(readdirSync(folder), []);
      builder.runs += 1;
      writeFileSync(join(folder, 'tool'), `run ${builder.runs}`);
    },
  };
  return builder;
}

const make = (root, builder) => cached({ root, name: 'tool', key: '1.2-1', build: builder.build });

test('a folder is built once and then found', async (t) => {
  const root = temporaryFolder(t);
  const builder = fakeBuilder();
  assert.deepEqual(await make(root, builder), { folder: join(root, 'tool-1.2-1'), built: true });
  assert.deepEqual(await make(root, builder), { folder: join(root, 'tool-1.2-1'), built: false });
  assert.equal(builder.runs, 1);
  assert.deepEqual(readdirSync(root), ['tool-1.2-1']);
});

test('an incomplete folder, without a stamp, is removed and created again', async (t) => {
  const root = temporaryFolder(t);
  const folder = join(root, 'tool-1.2-1');
  mkdirSync(join(folder, 'usr'), { recursive: true });
  writeFileSync(join(folder, 'usr/part'), 'unpacked before the power went');
  const builder = fakeBuilder();
  assert.equal((await make(root, builder)).built, true);
  assert.equal(existsSync(join(folder, 'usr')), false);
  assert.equal((await make(root, builder)).built, false);
});

test('a stale folder, whose stamp has another key, is removed and created again', async (t) => {
  const root = temporaryFolder(t);
  const folder = join(root, 'tool-1.2-1');
  mkdirSync(folder);
  writeFileSync(join(folder, 'old'), '');
  writeFileSync(join(folder, '.complete'), '1.1-1');
  const builder = fakeBuilder();
  assert.equal((await make(root, builder)).built, true);
  assert.equal(existsSync(join(folder, 'old')), false);
  assert.equal(readFileSync(join(folder, 'tool'), 'utf8'), 'run 1');
});

test('a build that fails leaves no whole folder, and the next one succeeds', async (t) => {
  const root = temporaryFolder(t);
  const failing = async (folder) => {
    writeFileSync(join(folder, 'part'), '');
    throw new Error('no network');
  };
  await assert.rejects(make(root, { build: failing }), /no network/);
  const builder = fakeBuilder();
  assert.equal((await make(root, builder)).built, true);
});

test('an abandoned lock is taken over', async (t) => {
  const lock = join(temporaryFolder(t), 'lock');
  // The id of a process that has ended; it may have been reused.
  writeFileSync(lock, '');
  const said = [];
  const onWait = (text) => said.push(text);
  assert.equal(await withLock(lock, { onWait, staleMs: 700 }, async () => 'done'), 'done');
  assert.match(said[0], /^waiting for another process, which holds .*lock$/);
  assert.equal(existsSync(lock), false);
});

test('a lock whose holder takes long is not', async (t) => {
  const lock = join(temporaryFolder(t), 'lock');
  const order = [];
  const holder = withLock(lock, {}, async () => {
    await sleep(3000);
    order.push('first');
  });
  await sleep(100);
  await withLock(lock, { staleMs: 2000 }, async () => order.push('second'));
  await holder;
  assert.deepEqual(order, ['first', 'second']);
});

const secondRun = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { cached } from ${JSON.stringify(new URL('../../tools/lib/cache.mjs', import.meta.url))};
  const root = process.argv[1];
  await cached({ root, name: 'tool', key: '1.2-1', build: async (folder) => {
    appendFileSync(root + '/builds', 'x');
    await sleep(400);
    writeFileSync(folder + '/tool', 'made');
  } });
  if (!(await import('node:fs')).existsSync(root + '/tool-1.2-1/tool')) process.exitCode = 1;
`;

test('of several runs at once, one builds and the others wait for it', async (t) => {
  const root = temporaryFolder(t);
  const start = () => spawn(process.execPath, ['--input-type=module', '-e', secondRun, root]);
  const ends = await Promise.all([start(), start(), start()].map((child) => once(child, 'close')));
  assert.deepEqual(
    ends.map(([code]) => code),
    [0, 0, 0],
  );
  assert.equal(readFileSync(join(root, 'builds'), 'utf8'), 'x');
});

test('the cache is in XDG_CACHE_HOME, or else in the home folder', () => {
  assert.equal(cacheRoot({ XDG_CACHE_HOME: '/c', HOME: '/h' }), '/c/simdcast');
  assert.equal(cacheRoot({ HOME: '/h' }), '/h/.cache/simdcast');
});
