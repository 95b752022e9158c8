/** Every operator that docs/models.md lists is in a test of the repository, and every one that there is, in the list. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesBelow } from '../../tools/lib/files.mjs';
import { inTop } from '../../tools/lib/paths.mjs';

const section = readFileSync(inTop('docs/models.md'), 'utf8')
  .split('\n## ')
  .find((part) => part.startsWith('Operators\n'));
// The names are in the second column, and remarks on them in brackets.
const listed = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap(
    (line) =>
      line
        .split('|')[2]
        .replace(/\([^)]*\)/g, '')
        .match(/\b[A-Z]\w+/g) ?? [],
  );

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
  assert.ok(listed.length > 190, `${listed.length} names`);
  // ONNX's own node tests do not come with the repository, and a list of versions tests no values.
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
    // ZipMap has a row of its own, in the first column.
    named.filter((name) => !listed.includes(name) && name !== 'ZipMap'),
    [],
  );
});
