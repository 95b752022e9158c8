/** Memory as a tape: a head for each operand, which stands still where the stride is 0. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { hashOf, text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

/** The tapes at an element of the result. */
async function walkTo(page, at) {
  await page.locator('.tapes .range').fill(String(at));
  return page.locator('.tape').evaluateAll((tapes) =>
    tapes.map((tape) => ({
      cells: [...tape.querySelectorAll('.tape-value')].map((cell) => cell.textContent),
      addresses: [...tape.querySelectorAll('.tape-cell small')].map((cell) => cell.textContent),
      head: [...tape.querySelectorAll('.tape-cell')].findIndex((cell) =>
        cell.classList.contains('here'),
      ),
    })),
  );
}

describe('the tapes', { skip: withoutBrowser }, () => {
  const hash = hashOf('4.1|3', '&t=memory');

  test('have the stored numbers with their addresses, and a head over what is read', async () => {
    const { page, problems } = await open(hash);
    await page.waitForSelector('.tapes');
    const [a, b, c] = await walkTo(page, 5);
    assert.deepEqual(a.cells, ['10', '20', '30', '40']);
    assert.deepEqual(a.addresses, ['0', '4', '8', '12']);
    assert.deepEqual(b.cells, ['1', '2', '3']);
    assert.deepEqual(c.cells.slice(0, 7), ['11', '12', '13', '21', '22', '23', '']);
    assert.deepEqual([a.head, b.head, c.head], [1, 2, 5]);
    assert.match(await text(page, '.tape-said'), /^C\[1,2\] is made from A at 4 and B at 8\./);
    assert.deepEqual(problems, []);
  });

  test('the head of a stretched operand stands still along the axis', async () => {
    const { page } = await open(hash);
    await page.waitForSelector('.tapes');
    const heads = [];
    for (const at of [0, 1, 2, 3]) heads.push((await walkTo(page, at))[0].head);
    assert.deepEqual(heads, [0, 0, 0, 1]);
    assert.match(await text(page, '.tape-said'), /Stride 0: the head stands still in A along n/);
  });

  test('backwards, each cell collects its gradient, which is a sum', async () => {
    const { page } = await open(hash);
    await page.waitForSelector('.tapes');
    await page.locator('.tapes .option', { hasText: 'gradient' }).click();
    const [a, b] = await walkTo(page, 11);
    assert.deepEqual(a.cells, ['3', '3', '3', '3']);
    assert.deepEqual(b.cells, ['4', '4', '4']);
    assert.match(await text(page, '.tape-said'), /summed in A along n and B along m/);
  });

  test('addresses follow the width of an element, and a walk can be watched', async () => {
    const { page } = await open(hash);
    await page.waitForSelector('.tapes');
    await page.locator('.option', { hasText: '8' }).last().click();
    const [, b] = await walkTo(page, 0);
    assert.deepEqual(b.addresses, ['0', '8', '16']);
    await page.getByRole('button', { name: 'Walk C' }).click();
    await page.waitForFunction(() => document.querySelector('.tapes .range').value === '2');
    await page.getByRole('button', { name: 'Pause' }).click();
  });

  test('shapes that do not fit have none, and large ones are cut', async () => {
    const { page } = await open(hashOf('3.4|3', '&t=memory'));
    await page.waitForSelector('.memory-bars');
    assert.equal(await page.locator('.tapes').count(), 0);
    const large = await open(hashOf('300.200|200', '&t=memory'));
    await large.page.waitForSelector('.tapes');
    assert.deepEqual(await texts(large.page, '.tape > small'), [
      '… 59,936 more',
      '… 136 more',
      '… 59,936 more',
    ]);
  });
});
