/** The marks of page.md: each has a test, and they add up. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

const read = (path) => readFile(new URL(path, import.meta.url), 'utf8');

/** The weights of the features, A1 to A21 and B1 to B20, from the specification of the page. */
const weights = {
  A: [3, 3, 3, 2, 3, 2, 3, 3, 3, 3, 2, 1, 2, 2, 2, 2, 1, 3, 2, 1, 3],
  B: [2, 3, 3, 3, 2, 3, 2, 3, 3, 3, 3, 2, 1, 2, 2, 2, 1, 2, 1, 2],
};
const worth = { '●': 1, '◐': 0.5 };
const sumOf = (numbers) => numbers.reduce((a, b) => a + b, 0);

describe('the marks of the page', async () => {
  const document = await read('page.md');
  const rows = [...document.matchAll(/^\| ([AB])(\d+) \| .* \| (.) \| (\w+): (.*) \|$/gm)].map(
    ([, table, number, mark, file, title]) => ({
      table,
      number: Number(number),
      mark,
      file,
      title,
    }),
  );

  for (const [table, weight] of Object.entries(weights)) {
    const own = rows.filter((row) => row.table === table);

    test(`${table}: every feature has one, and they add up`, () => {
      assert.deepEqual(
        own.map(({ number }) => number),
        weight.map((_, i) => i + 1),
      );
      const reached = sumOf(own.map(({ mark }, i) => worth[mark] * weight[i]));
      assert.ok(document.includes(`All ${reached} of ${sumOf(weight)} by weight.`));
    });

    test(`${table}: every test is there`, async () => {
      for (const { file, title, number } of own) {
        const source = await read(`${file}.test.mjs`);
        // Titles that are generated from a table of states or parts.
        const made = /^in (.*)$/.exec(title)?.[1] ?? title;
        assert.ok(source.includes(title) || source.includes(`'${made}'`), `${table}${number}`);
      }
    });
  }

  for (const [table, count] of [
    ['AC', 20],
    ['X', 12],
    ['F', 47],
    ['D', 18],
  ]) {
    test(`${table}: every criterion has a test, which is there`, async () => {
      const own = [...document.matchAll(/^\| (AC|X|F|D)(\d+) \| .* \| ([\w./]+): (.*) \|$/gm)];
      const named = own.filter(([, of]) => of === table);
      assert.equal(named.length, count);
      for (const [, , number, file, title] of named) {
        assert.ok((await read(`${file}.test.mjs`)).includes(title), `${table}${number}`);
      }
    });
  }
});
