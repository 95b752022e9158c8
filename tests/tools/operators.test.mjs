/** docs/operators.md against the sources, and against the tests, which use every operator that it lists. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesBelow } from '../../tools/lib/files.mjs';
import { inTop } from '../../tools/lib/paths.mjs';

// The tables name an operator in the first column.
const listed = [
  ...readFileSync(inTop('docs/operators.md'), 'utf8').matchAll(/^\| ([A-Z]\w+) \|/gm),
].map(([, name]) => name);

const read = async (folders, isRead) =>
  (
    await filesBelow(
      folders.map((folder) => inTop(folder)),
      isRead,
    )
  )
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('every operator of the list is in a test', async () => {
  assert.ok(listed.length > 250, `${listed.length} names`);
  // ONNX's own node tests are not part of the repository, and a list of versions does not test values.
  const folders = ['functions', 'onnx', 'operators', 'tensor', 'differential'];
  const tests = await read(
    folders.map((folder) => `tests/${folder}`),
    (file) =>
      file.endsWith('.mjs') && !file.includes('node_modules') && !file.endsWith('changelog.mjs'),
  );
  const isTested = (name) => new RegExp(`'${name}'|\\b${name}[:(,]`).test(tests);
  assert.deepEqual(
    listed.filter((name) => !isTested(name)),
    [],
  );
});

test('every operator that sessions have is in the list', async () => {
  const sources = await read(['web/operators'], (file) => file.endsWith('.ts'));
  const named = [...sources.matchAll(/\bname: '([A-Z]\w*)'/g)].map(([, name]) => name);
  assert.ok(named.length > 90, `${named.length} names`);
  assert.deepEqual(
    named.filter((name) => !listed.includes(name)),
    [],
  );
});
