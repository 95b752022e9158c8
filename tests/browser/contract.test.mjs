/** The page draws the trace, even a false one: it has no rule of its own. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withoutBrowser } from './lib/browser.mjs';
import { buildWithEngine } from './lib/build.mjs';
import { gridRows, hashOf, hashWith, ladderRows, text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

let page;

const { open } = usePage(async () => {
  page = await buildWithEngine(fileURLToPath(new URL('lib/doctored-engine.mjs', import.meta.url)));
  return page.folder;
});

after(() => page?.remove());

describe('a doctored trace', { skip: withoutBrowser }, () => {
  test('is drawn unchanged: table, sentences, warning, verdict, result', async () => {
    const { page, problems } = await open(hashOf('4.1|3', '&sel=0.1'));
    assert.deepEqual(await ladderRows(page), [
      ['2 → 3 used 3 times', '5'],
      ['3', '7 → 5 not written: 1, used 5 times'],
      ['3', '5'],
    ]);
    assert.equal(await text(page, '.ladder-place caption'), 'Shapes, lined up on the left');
    assert.match(await text(page, '.headline'), /A false verdict: all is well\./);
    assert.match(await text(page, '.warning'), /A warning of nothing\./);
    const sentences = await texts(page, '[data-view="explain"] li');
    assert.deepEqual(
      sentences.map((each) => each.split(/(?<=\.) /)[0]),
      [
        'The first false sentence.',
        'Axis 1: a false sentence about five and seven.',
        'Axis 0: a false sentence about two and three.',
      ],
    );
    assert.equal(await text(page, '.sentence .outcome .visually-hidden'), 'C (3,5)');
    assert.deepEqual(problems, []);
  });

  test('decides which cells are copies, where they come from and what they feed', async () => {
    const { page } = await open(hashOf('4.1|3', '&sel=0.1'));
    const a = await gridRows(page, 'A');
    assert.deepEqual(
      a.map((row) => row.map((value) => value.endsWith('*'))),
      [Array(5).fill(false), Array(5).fill(true), Array(5).fill(true)],
    );
    // Every cell holds A[1,4], the tenth element, whose weight among 10 and 3 elements is 10.
    assert.deepEqual(new Set(a.flat().map((value) => value.replace('*', ''))), new Set(['100']));
    assert.equal((await gridRows(page, 'C'))[2][4], '914');
    assert.equal(await text(page, '.equation'), 'C[0,1] = A[1,4] + B[2] = 100 + 3 = 901');
    await page.locator('[aria-label="Values of A"] .cell').first().hover();
    assert.equal(await text(page, '.equation'), 'A[1,4] is stored once and used 42 times.');
  });

  test('is believed about a conflict and about a repair', async () => {
    const { page } = await open(hashOf('2.2|2.2'));
    assert.match(await text(page, '.headline'), /✗ .* They differ\./);
    assert.deepEqual(await ladderRows(page), [
      ['2 doesn’t fit', '2 doesn’t fit'],
      ['2 doesn’t fit', '2 doesn’t fit'],
      ['2', '2'],
    ]);
    await page.getByRole('button', { name: 'Make B (9,9,9)' }).click();
    await hashWith(page, 'i=2.2|9.9.9');
  });
});
