/** The page has no rule of its own: its sources must not contain these patterns. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const demo = fileURLToPath(new URL('../../demo', import.meta.url));
const files = (await readdir(demo, { recursive: true }))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(demo, file));
const sources = await Promise.all(
  files.map(async (file) => ({ file: relative(demo, file), text: await readFile(file, 'utf8') })),
);
const isView = ({ file }) =>
  /^(clinic|share|views|tabs|porting|digits|present|quiz|learn|challenge)\//.test(file);

/** Statements that take values, not only types, from a module. */
const valueImports = (text) =>
  [...text.matchAll(/^import (?!type )([^;]*?) from '([^']+)'/gms)]
    .filter(([, names]) => !/^\{\s*(?:type \w+,?\s*)+\}$/.test(names))
    .map(([, , from]) => from);

describe('the engine', () => {
  test('is called by the model only: no other file takes more than its types', () => {
    const calls = ({ file, text }) =>
      valueImports(text).some((from) => from.startsWith('simdcast') || from === '#broadcasting') ||
      /import\(\s*'(?:simdcast|#broadcasting)/.test(text)
        ? [dirname(file)]
        : [];
    const callers = new Set(sources.flatMap(calls));
    // The loader, the worker of the speed lab, and the embedded figure's own loader.
    assert.deepEqual([...callers].toSorted(), ['base', 'embed', 'model']);
  });

  test('is not asked by a view except through the model', () => {
    for (const { file, text } of sources.filter(isView)) {
      const own = valueImports(text).filter((from) => /\/(engine|model\/(?!.*worker))/.test(from));
      assert.deepEqual(own, [], file);
    }
  });
});

describe('the sources of the views', () => {
  /** The arithmetic of a broadcasting rule, in the forms in which it would be written. */
  const forbidden = [
    [/[sS]izes?(?:\[[^\]]*\])? *(?:===|!==) *1\b/, 'compares a size with 1'],
    [/\b1 *(?:===|!==) *\w*[sS]ize/, 'compares a size with 1'],
    [/% *\w*\.?(?:size|shape|dims)\b/, 'takes a remainder by a size'],
    [/Math\.max\([^)]*[sS]hape/, 'merges shapes by the maximum'],
  ];
  // Wrong rules, on purpose; a player that counts in C order; loops that are measured.
  const excepted = ['quiz/wrong-rules.ts'];
  for (const [pattern, what] of forbidden) {
    test(`never ${what}`, () => {
      const found = sources
        .filter((source) => isView(source) && !excepted.includes(source.file))
        .filter(({ text }) => pattern.test(text))
        .map(({ file }) => file);
      assert.deepEqual(found, []);
    });
  }
});
