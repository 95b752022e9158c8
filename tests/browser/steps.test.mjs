/** The steps: the player, and the presentation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
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

  test('plays on request, steps through the elements, and pauses', async () => {
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

  test('fills the window: a formula of 76 pixels and cells of 96 at 1080 lines, and nothing outside', async () => {
    const { page, problems } = await present('4.3|3');
    const cell = await page.locator('.cell').first().boundingBox();
    assert.ok(cell.width >= 96 && cell.height >= 96, `${cell.width} × ${cell.height}`);
    const letters = await page
      .locator('.sentence .word')
      .first()
      .evaluate((word) => Number.parseFloat(getComputedStyle(word).fontSize) * word.currentCSSZoom);
    assert.ok(Math.abs(letters - 76) < 1, `${letters}`);
    const figure = await page.locator('.figure .stage').boundingBox();
    const share = figure.height / projector.height;
    assert.ok(share >= 0.5 && share <= 0.8, `${share} of the height`);
    for (const [shapes, viewport] of [
      ['4.3|3', projector],
      ['4.1|3', { width: 1280, height: 720 }],
      ['2.3.4|3.1', { width: 1280, height: 720 }],
      ['8.8.8|8', { width: 1440, height: 900 }],
      ['8.3.200.300|3', { width: 1280, height: 720 }],
      ['8.1.6.1|7.1.5', { width: 1280, height: 720 }],
      ['12.1|12', { width: 1024, height: 768 }],
      ['4.3|3', { width: 768, height: 1024 }],
      ['4.3|3', { width: 360, height: 740 }],
    ]) {
      const { page: other } = await present(shapes, viewport);
      const outside = await other.evaluate(() =>
        [
          ...document.querySelectorAll(
            '.sentence, .step-words, .track, .ladder, .tensor, .addend, .present-bar',
          ),
        ]
          .map((part) => [part.className, part.getBoundingClientRect()])
          .filter(([, { right, bottom }]) => right > innerWidth + 1 || bottom > innerHeight + 1)
          .map(([name]) => name),
      );
      assert.deepEqual(outside, [], `${shapes} at ${viewport.width}`);
      assert.equal(await other.locator('.door, .more, .colophon').first().isVisible(), false);
    }
    assert.deepEqual(problems, []);
  });

  test('only the subject of a step moves', async () => {
    for (const viewport of [projector, { width: 1280, height: 720 }]) {
      for (const shapes of ['4.3|3', '2.3.4|3.1']) {
        const { page } = await present(`${shapes}`, viewport);
        const places = () =>
          page.evaluate(() => {
            const parts =
              '.sentence, .stage, .tensor h3, .tensor[data-of="0"] .cell, .tensor[data-of="result"], .ladder-place, .step-words, .track, .present-bar';
            const all = [...document.querySelectorAll(parts)];
            for (const each of document.getAnimations()) each.finish();
            return all.map((part) => {
              const { left, top } = part.getBoundingClientRect();
              return `${part.dataset.key ?? part.localName} ${Math.round(left)} ${Math.round(top)}`;
            });
          });
        const before = await places();
        for (let step = 4; step > 0; step -= 1) {
          await page.keyboard.press('PageUp');
          assert.match(await stepOf(page), new RegExp(`^${step} of 5`));
          assert.deepEqual(await places(), before, `${shapes}, step ${step}`);
        }
      }
    }
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
    await page.keyboard.press('b');
    assert.equal(await page.locator('html[data-blank]').count(), 0);
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), true, 'the letter is switched off');
    await named(page, 'Hide the result').click();
    assert.equal(await result.isVisible(), false);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('pr=1'));
    assert.equal(await result.isVisible(), true);
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), true, 'no letter is a key outside');
    await page.evaluate(() => localStorage.clear());
  });

  test('is led by a clicker, wherever the focus is, and blanked by B and the full stop', async () => {
    const { page } = await present('2.3.4|3.1');
    await page.locator('.figure .tensor .cell').first().focus();
    await page.keyboard.press('PageUp');
    assert.match(await stepOf(page), /^4 of 5/);
    await page.keyboard.press('ArrowRight');
    assert.match(await stepOf(page), /^4 of 5/, 'arrows move among the cells');
    await page.keyboard.press('PageDown');
    assert.match(await stepOf(page), /^5 of 5/);
    const blank = () => page.locator('html[data-blank]').count();
    for (const key of ['b', '.']) {
      await page.keyboard.press(key);
      assert.equal(await blank(), 1);
      await page.keyboard.press(key);
      assert.equal(await blank(), 0);
    }
    await page.keyboard.press('b');
    await page.keyboard.press('PageUp');
    assert.equal(await blank(), 0, 'a key that leads on shows the figure again');
    assert.match(await stepOf(page), /^5 of 5/);
    await page.keyboard.press('b');
    await page.keyboard.press('Escape');
    assert.equal(await blank(), 0);
    assert.equal(await page.locator('html[data-present]').count(), 1);
    await named(page, 'Back').click();
    assert.match(await stepOf(page), /^4 of 5/);
    await named(page, 'Next').click();
    assert.match(await stepOf(page), /^5 of 5/);
  });

  test('its controls appear with the pointer and with the focus', async () => {
    const { page } = await present('4.3|3');
    const opacity = () =>
      page.locator('.present-bar').evaluate((bar) => getComputedStyle(bar).opacity);
    await page.waitForSelector('html:not([data-awake])');
    assert.equal(await opacity(), '0');
    await named(page, 'Next').focus();
    assert.equal(await opacity(), '1');
    await named(page, 'Next').blur();
    assert.equal(await opacity(), '0');
    await page.mouse.move(300, 300);
    assert.equal(await opacity(), '1');
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

describe('a deck', { skip: withoutBrowser }, () => {
  const deck = '#deck=i=4.3|3&s=4;i=3.4|3;v=1&r=numpy&op=Mul&i=2.3.4|3.1&f=addr';
  const title = (page) => page.locator('.figure .ladder').evaluate(({ innerText }) => innerText);
  const slide = (page) => page.locator('.slides').getAttribute('aria-label');

  test('leads through its slides from the step of each, and back to their ends', async () => {
    const { page, problems } = await open(deck);
    await page.waitForSelector('html[data-present]');
    assert.equal(await slide(page), 'Slide 1 of 3');
    assert.match(await stepOf(page), /^4 of 5/);
    await page.keyboard.press('PageDown');
    assert.match(await stepOf(page), /^5 of 5/);
    await page.keyboard.press('PageDown');
    assert.equal(await slide(page), 'Slide 2 of 3');
    assert.match(await page.locator('.headline').innerText(), /A has 4, B has 3/);
    assert.match(await page.evaluate(() => location.hash), /^#at=2&deck=/);
    await page.keyboard.press(' ');
    assert.equal(await slide(page), 'Slide 3 of 3');
    assert.match(await page.locator('.sentence').innerText(), /×/);
    await page.keyboard.press('ArrowRight');
    assert.equal(await slide(page), 'Slide 3 of 3', 'the last one stays');
    await page.keyboard.press('Home');
    assert.equal(await slide(page), 'Slide 1 of 3');
    assert.match(await stepOf(page), /^5 of 5/);
    await page.keyboard.press('PageUp');
    assert.match(await stepOf(page), /^4 of 5/);
    await page.keyboard.press('End');
    assert.equal(await slide(page), 'Slide 3 of 3');
    await page.goBack();
    assert.equal(await slide(page), 'Slide 1 of 3', 'Back goes to the slide before');
    await page.reload();
    await page.waitForSelector('html[data-present]');
    assert.equal(await slide(page), 'Slide 1 of 3');
    await page.keyboard.press('Escape');
    await page.waitForSelector('html:not([data-present])');
    assert.match(await page.evaluate(() => location.hash), /^#v=1&r=numpy&op=Add&i=4\.3\|3/);
    assert.match(await title(page), /A/);
    assert.deepEqual(problems, []);
  });

  test('says which slide is shown, and names one that cannot be read', async () => {
    const { page } = await open('#deck=i=4.3|3;i=x;i=2|2');
    await page.waitForSelector('html[data-present]');
    const spoken = page.locator('.present-place [aria-live]');
    await page.keyboard.press('PageDown');
    await page.waitForFunction(
      () => document.querySelector('.present-place [aria-live]').textContent === 'Slide 2 of 3',
    );
    assert.equal(await spoken.innerText(), 'Slide 2 of 3');
    assert.match(await page.locator('.notice').innerText(), /^Slide 2: “i=x” in this link/);
    await page.keyboard.press('c');
    await page.waitForFunction(
      () =>
        document.querySelector('.present-place [aria-live]').textContent ===
        'The result is hidden.',
    );
  });

  test('consists of pasted links, one per line', async () => {
    const { page } = await open(hashOf('4.3|3'));
    await page.evaluate(() => localStorage.clear());
    await page.locator('.share summary').click();
    await page.getByText('Present several figures').click();
    const field = page.getByLabel('Links, one a line');
    await field.fill(`https://example.org/${hashOf('3.4|3', '&pr=1')}\nhttps://example.org/none`);
    await page.getByRole('button', { name: 'Add this figure' }).click();
    assert.equal((await field.inputValue()).split('\n').length, 3);
    await page.getByRole('button', { name: 'Present them' }).click();
    await page
      .locator('.notice', { hasText: '“https://example.org/none” is not a link' })
      .waitFor();
    await page.waitForSelector('html[data-present]');
    assert.equal(await slide(page), 'Slide 1 of 2');
    assert.equal(
      await page.evaluate(() => location.hash),
      '#deck=r=numpy&op=Add&i=3.4|3&f=addr;r=numpy&op=Add&i=4.3|3&f=addr',
    );
    await page.evaluate(() => localStorage.clear());
  });

  test('its address is read as chat programs change it, and kept within bounds', async () => {
    const { parseDeck, encodeDeck, readLinks, maximumSlides } = await importModule('state/deck.ts');
    const two = { slides: ['i=4.3|3', 'i=3|3&s=2'], at: 1 };
    assert.deepEqual(parseDeck(encodeDeck(two)), two);
    assert.deepEqual(parseDeck('#at=2&amp;deck=i=4.3%7C3%3Bi=3%7C3&s=2'), two);
    assert.equal(parseDeck('#at=9&deck=i=4').at, 0);
    assert.equal(parseDeck('#at=0&deck=i=4').at, 0);
    assert.equal(parseDeck('#deck='), undefined);
    assert.equal(parseDeck('#deck=;;'), undefined);
    assert.equal(parseDeck('#v=1&i=4'), undefined);
    const many = parseDeck(`#at=77&deck=${Array(99).fill('i=4').join(';')}`);
    assert.equal(many.slides.length, maximumSlides);
    assert.ok(many.at < maximumSlides);
    assert.deepEqual(readLinks(`https://a.b/${encodeDeck(two)}\n\n#v=1&i=2`).slides, [
      ...two.slides,
      'i=2',
    ]);
  });
});
