/** The output in docs/cli.md is what the command prints. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { blocksOf } from '../support/markdown.mjs';
import { simdcast } from './support.mjs';

const blocks = blocksOf(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8'));

blocks.forEach(({ language, code: output }, i) => {
  if (language !== 'text') return;
  const line = blocks[i - 1].code.trim();
  test(`docs/cli.md: ${line}`, async () => {
    const args = line.replace('npx simdcast ', '').split(' ');
    const { stdout } = await simdcast([...args, '--no-color']);
    assert.equal(stdout, output);
  });
});
