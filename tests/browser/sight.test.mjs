/** The visible part is drawn within an edit, and the part further down right after it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { hashOf } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

/** Increments the last size, and reads the page's result synchronously. */
const edit = (page, { thenFocus } = {}) =>
  page.evaluate((focused) => {
    const key = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true });
    [...document.querySelectorAll('.sentence .size')].at(-1).dispatchEvent(key);
    if (focused) document.querySelector(focused).focus();
    return {
      sentence: document.querySelector('.sentence .outcome').innerText.replace(/\s/g, ''),
      values: [...document.querySelectorAll('.stage h3')].at(-1).innerText,
      verdict: document.querySelector('.headline').innerText,
      mayRepair: document.querySelector('.fix')?.closest('[inert]') === null,
    };
  }, thenFocus);

const tall = hashOf('5.1.1|10.3');

describe('an edit', { skip: withoutBrowser }, () => {
  for (const [name, hash, values] of [
    ['three values', hashOf('4.1|3'), 'C (4,4)'],
    ['hundreds of values', tall, 'C (5,10,4)'],
  ]) {
    test(`draws the figure that is in sight as one, with ${name}`, async () => {
      const { page } = await open(hash);
      assert.equal((await edit(page)).values, values);
    });
  }

  test('draws what is out of sight after what is in sight', async () => {
    const { page } = await open(tall, { viewport: { width: 1440, height: 300 } });
    const bottom = () =>
      page.locator('.sentence').evaluate((part) => part.getBoundingClientRect().bottom);
    // The window ends at the formula, and the figure is below it.
    await page.setViewportSize({ width: 1440, height: Math.floor(await bottom()) });
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
    const { sentence, values } = await edit(page);
    assert.match(sentence, /10.*4/);
    assert.equal(values, 'C (5,10,3)');
    await page.waitForFunction(
      () => [...document.querySelectorAll('.stage h3')].at(-1).innerText === 'C (5,10,4)',
    );
  });

  test('draws what the focus is moved to at once', async () => {
    const { page } = await open(tall);
    const { values } = await edit(page, { thenFocus: '.stage .cell' });
    assert.equal(values, 'C (5,10,4)');
  });

  test('is followed by its repairs, and those before cannot be pressed', async () => {
    const { page } = await open(hashOf('3.5|2'));
    await page.waitForFunction(() => document.querySelector('.fix')?.closest('[inert]') === null);
    const { verdict, mayRepair } = await edit(page);
    assert.match(verdict, /A has 5, B has 3/);
    assert.equal(mayRepair, false);
    await page.getByRole('button', { name: 'Make B (3,1)' }).click();
    await page.waitForFunction(() => document.querySelector('.fix') === null);
  });

  test('opens a part from afar', async () => {
    const { page } = await open(tall);
    await page.evaluate(() => {
      location.hash = `${location.hash}&t=memory`;
    });
    await page.locator('#panel-memory .memory-bars').waitFor();
  });
});
