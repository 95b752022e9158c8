/** The way to the good parts: the strip under the verdict, the package in the head, the examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { hashWith, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

describe('the strip', { skip: withoutBrowser }, () => {
  const goals = [
    ['Paste an error', '.door-field'],
    ['Compare rules', '#tab-rules'],
    ['Memory', '#tab-memory', 't=memory'],
    ['Code', '#tab-code', 't=code'],
    ['Check a model', '#model-title'],
    ['Race it: 1080p', '#run-title'],
    ['Draw a digit', '#digits-title'],
  ];

  test('each word of the strip leads there, and the focus with it', async () => {
    const { page } = await open('', { reducedMotion: 'reduce' });
    assert.deepEqual(
      await texts(page, '.ways button'),
      goals.map(([word]) => word),
    );
    for (const [word, goal, hash] of goals) {
      await page.locator('.ways button', { hasText: word }).click();
      if (hash) await hashWith(page, hash);
      const there = page.locator(goal);
      assert.equal(await there.evaluate((each) => each === document.activeElement), true, word);
      const { y } = await there.boundingBox();
      assert.ok(y >= 0 && y < 900, `${word}: ${y}`);
    }
  });
});

describe('the head', { skip: withoutBrowser }, () => {
  test('the line that installs the package is copied', async () => {
    const { page } = await open('', { permissions: ['clipboard-read', 'clipboard-write'] });
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
      ...['row', 'column', 'both', 'conflict', 'trap', 'image', 'batch'],
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
