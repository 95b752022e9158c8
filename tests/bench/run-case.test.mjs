/** A wrong result of any library ends a run with exit code 1 before it is timed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('planted.mjs', import.meta.url));
const one = '^layouts/Add/float32/1M/tiny/resident$';

/** @returns {Promise<{ code: number, stdout: string, stderr: string }>} */
function bench(peers, ...more) {
  const args = [program, '--quick', '--filter', one, '--peers', peers, ...more];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('results that are right are timed, and the run ends with 0', async () => {
  const { code, stdout } = await bench('right,agreeing');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /1 cases compared and measured/);
});

test('one wrong library ends the run with 1, and nothing is written', async (t) => {
  const file = join(tmpdir(), `planted-${process.pid}.json`);
  t.after(() => rm(file, { force: true }));
  const { code, stderr } = await bench('right,agreeing,wrong', '--json', file);
  assert.equal(code, 1);
  assert.match(stderr, /tiny\/resident: wrong is wrong: element 15 is/);
  await assert.rejects(readFile(file));
});

test('a wrong library is found alone, and as the one that others are held against', async () => {
  for (const peers of ['wrong', 'wrong,right,agreeing']) {
    const { code, stderr } = await bench(peers);
    assert.equal(code, 1, peers);
    assert.match(stderr, /wrong is wrong/);
  }
});

test('--check reports every wrong result, and measures no times', async () => {
  const { code, stdout } = await bench('right,wrong', '--check');
  assert.equal(code, 1);
  assert.match(stdout, /BROKEN layouts\/Add\/float32\/1M\/tiny\/resident: wrong is wrong/);
  assert.doesNotMatch(stdout, /geometric mean/);
});
