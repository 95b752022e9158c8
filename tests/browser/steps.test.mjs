/** The steps: the player, and the presentation that they lead through. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import {
  both,
  gridRows,
  hashOf,
  hashWith,
  ladderRows,
  nextStep,
  previousStep,
  text,
} from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

/** The text of the slider of steps. */
const stepOf = (page) => page.locator('.figure .track').getAttribute('aria-valuetext');

describe('the step player', { skip: withoutBrowser }, () => {
  test('each step has its own address, sentence and table', async () => {
    const { page } = await open(both);
    const expected = [
      [
        ['4', '1'],
        ['3', ''],
        ['', ''],
      ],
      [
        ['4', '1'],
        ['', '3'],
        ['', ''],
      ],
      [
        ['4', '1'],
        ['1 not written: 1', '3'],
        ['', ''],
      ],
      [
        ['4', '1 → 3 used 3 times'],
        ['1 → 4 not written: 1, used 4 times', '3'],
        ['4', '3'],
      ],
    ];
    const words = new Set([await text(page, '.step-words')]);
    const addresses = new Set();
    for (const [i, rows] of [...expected.entries()].reverse()) {
      await previousStep(page);
      addresses.add(await hashWith(page, `s=${i + 1}`));
      assert.deepEqual(await ladderRows(page), rows, `step ${i + 1}`);
      words.add(await text(page, '.step-words'));
    }
    assert.equal(addresses.size, 4);
    assert.equal(words.size, 5);
    // The result is present from the start, without values.
    assert.deepEqual(await gridRows(page, 'C'), []);
    assert.equal(await page.locator('[aria-label="Values of C"] .room.outlined').count(), 12);
  });

  test('a link opens at its step', async () => {
    const { page } = await open(hashOf('4.1|3', '&s=2'));
    assert.equal(await stepOf(page), '2 of 5: Line up');
  });

  test('stops at a conflict', async () => {
    const { page } = await open(hashOf('3.4|3'));
    assert.equal(await stepOf(page), '3 of 3: Add 1s');
    await nextStep(page);
    assert.equal(await stepOf(page), '3 of 3: Add 1s');
  });

  test('the slider goes where it is taken, up to where the axes do not go together', async () => {
    for (const [shapes, last] of [
      ['4.1|3', 5],
      ['3.4|3', 3],
    ]) {
      const { page } = await open(hashOf(shapes));
      const press = async (key, step) => {
        await page.locator('.track').press(key);
        assert.match(await stepOf(page), new RegExp(`^${step} of`), key);
      };
      await press('Home', 1);
      await press('ArrowRight', 2);
      await press('End', last);
      await press('ArrowLeft', last - 1);
    }
  });

  test('plays when asked, walks the elements, and pauses', async () => {
    const { page } = await open(hashOf('2.1|2', '&s=4'));
    await page.getByLabel('Menu').click();
    await page.getByRole('button', { name: 'Speed: 1' }).click();
    await page.getByRole('button', { name: 'Speed: 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.waitForFunction(() =>
      document.querySelector('.equation').textContent.startsWith('C[0,1]'),
    );
    await page.getByRole('button', { name: 'Pause' }).click();
    assert.equal(await page.getByRole('button', { name: 'Watch it' }).count(), 1);
  });

  test('with motion unwelcome nothing is animated', async () => {
    const { page } = await open(both, { reducedMotion: 'reduce' });
    for (let i = 0; i < 4; i += 1) {
      await previousStep(page);
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    }
  });
});

describe('the presentation', { skip: withoutBrowser }, () => {
  const projector = { width: 1920, height: 1080 };
  const present = async (shapes, viewport = projector) => {
    const opened = await open(hashOf(shapes, '&pr=1'), { viewport });
    await opened.page.waitForSelector('html[data-present]');
    await opened.page.waitForFunction(() =>
      document.documentElement.style.getPropertyValue('--fit'),
    );
    return opened;
  };
  const named = (page, name) => page.getByRole('button', { name, exact: true });

  test('fills the window: cells of 72 pixels at 1080 lines, and nothing outside', async () => {
    const { page, problems } = await present('4.1|3');
    const cell = await page.locator('.cell').first().boundingBox();
    assert.ok(cell.width >= 72 && cell.height >= 72, `${cell.width} × ${cell.height}`);
    for (const [shapes, viewport] of [
      ['4.1|3', projector],
      ['2.3.4|3.1', { width: 1280, height: 720 }],
      ['12.1|12', { width: 1024, height: 768 }],
    ]) {
      const { page: other } = await present(shapes, viewport);
      const outside = await other.evaluate(() =>
        [...document.querySelectorAll('.sentence, .step-words, .ladder, .tensor, .present-bar')]
          .map((part) => part.getBoundingClientRect())
          .filter(({ right, bottom }) => right > innerWidth + 1 || bottom > innerHeight + 1),
      );
      assert.deepEqual(outside, [], shapes);
      assert.equal(await other.locator('.door, .more, .colophon').first().isVisible(), false);
    }
    assert.deepEqual(problems, []);
  });

  test('is led by the arrows and Space, covered by C until it is clicked, and left by Escape', async () => {
    const { page } = await present('4.1|3');
    const words = () => stepOf(page);
    const result = page.locator('.figure .tensor[data-of="result"] .cell').first();
    await page.keyboard.press('ArrowLeft');
    assert.match(await words(), /^4 of 5/);
    await page.keyboard.press(' ');
    assert.match(await words(), /^5 of 5/);
    assert.equal(await result.isVisible(), true);
    const before = await page.locator('.figure .tensor').first().boundingBox();
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), false);
    assert.equal(await page.locator('.headline').isVisible(), false);
    assert.deepEqual(await page.locator('.figure .tensor').first().boundingBox(), before);
    await page.locator('.figure .tensor[data-of="result"]').click();
    assert.equal(await result.isVisible(), true);
    await page.getByLabel('Key C hides the result').uncheck();
    await page.getByLabel('Key C hides the result').blur();
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), true, 'the letter is switched off');
    await named(page, 'Cover the result').click();
    assert.equal(await result.isVisible(), false);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('pr=1'));
    assert.equal(await result.isVisible(), true);
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), true, 'no letter is a key outside');
    await page.evaluate(() => localStorage.clear());
  });

  test('is entered by a button, and Back leaves it', async () => {
    const { page } = await open(hashOf('4.3|3'));
    await page.locator('.share summary').click();
    await named(page, 'Present').click();
    await page.waitForSelector('html[data-present]');
    assert.match(await page.evaluate(() => location.hash), /&pr=1/);
    await page.goBack();
    await page.waitForSelector('html:not([data-present])');
  });

  test('copies slide as far as they are apart, however large the figure is', async () => {
    const { page } = await present('4.1|3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    const [moved, apart] = await page.evaluate(() => {
      const at = (key) => document.querySelector(`.figure [data-key="${key}"]`);
      for (const each of at('A[0,1]').getAnimations()) each.finish();
      const [animation] = at('A[0,2]').getAnimations();
      animation.pause();
      animation.currentTime = animation.effect.getTiming().delay;
      const start = at('A[0,2]').getBoundingClientRect().left;
      return [start, at('A[0,1]').getBoundingClientRect().left];
    });
    assert.ok(Math.abs(moved - apart) < 2, `starts at ${moved}, the copy before it is at ${apart}`);
  });
});
