/** The ways to the parts of the page: the menu in the header, the examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

describe('the head', { skip: withoutBrowser }, () => {
  test('the line that installs the package is copied', async () => {
    const { page } = await open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByLabel('Menu').click();
    await page.getByRole('button', { name: 'npm i simdcast' }).click();
    await page.getByRole('button', { name: 'copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'npm i simdcast');
    const reference = page.locator('.head-tools').getByRole('link', { name: 'API' });
    assert.match(await reference.getAttribute('href'), /api\/index\.html$/);
  });
});

describe('the examples', { skip: withoutBrowser }, () => {
  test('tell a story of seven, each with pictures of its operands', async () => {
    const { page } = await open();
    assert.deepEqual(await texts(page, '.thumbs .example'), [
      ...['a row', 'a column', 'both', 'doesn’t fit', 'a trap', 'an image', 'a batch'],
    ]);
    const pictures = await page
      .locator('.thumbs .example')
      .evaluateAll((links) => links.map((link) => link.querySelectorAll('svg').length));
    assert.deepEqual(pictures, [2, 2, 2, 2, 3, 1, 2]);
    assert.equal(
      await page.locator('.thumbs .missing').count(),
      1,
      'the conflict has a place to fill',
    );
  });
});
