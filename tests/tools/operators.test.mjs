/** Every operator of docs/operators.md, which is written from the engine's table, is in a test. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesBelow } from '../../tools/lib/files.mjs';
import { inTop } from '../../tools/lib/paths.mjs';

// The tables name an operator in the first column.
const listed = [
  ...readFileSync(inTop('docs/operators.md'), 'utf8').matchAll(/^\| ([A-Z]\w+) \|/gm),
].map(([, name]) => name);

test('every operator of the list is in a test', async () => {
  assert.ok(listed.length > 250, `${listed.length} names`);
  // ONNX's own node tests are not part of the repository, and a list of versions does not test values.
  const folders = ['functions', 'onnx', 'operators', 'tensor', 'differential'];
  const files = await filesBelow(
    folders.map((folder) => inTop('tests', folder)),
    (file) =>
      file.endsWith('.mjs') && !file.includes('node_modules') && !file.endsWith('changelog.mjs'),
  );
  const tests = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const isTested = (name) => new RegExp(`'${name}'|\\b${name}[:(,]`).test(tests);
  assert.deepEqual(
    listed.filter((name) => !isTested(name)),
    [],
  );
});
