/** The README's example runs as shown, and prints what the README says it prints. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { firstBlock } from '../support/markdown.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));

test('the example of the README prints what it says', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', firstBlock(readme, 'js')],
    { cwd: top, encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  assert.equal(stdout, firstBlock(readme, 'text'));
});
