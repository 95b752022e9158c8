/** The arrangement of the figure: parts that belong together are visible together. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { follow, hashOf, hashWith, nextStep, openSettings, size } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();
const wide = { width: 1440, height: 900 };

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();
const bottom = ({ y, height }) => y + height;
const right = ({ x, width }) => x + width;

describe('on a phone', { skip: withoutBrowser }, () => {
  const phone = { width: 360, height: 740 };

  test('the sentence, the verdict, the ladder and all three tensors are in the first view', async () => {
    const { page } = await open('', { viewport: phone });
    const player = await boxOf(page, '.player');
    for (const part of ['.sentence', '.headline', '.ladder', '.tensor >> nth=2']) {
      assert.ok(bottom(await boxOf(page, part)) <= player.y, `${part} is above the player`);
    }
    assert.ok(bottom(player) <= phone.height);
    const tops = await page.$$eval('.tensor', (all) => all.map((each) => each.offsetTop));
    assert.equal(new Set(tops).size, 1, 'side by side');
  });

  test('all sheets of three axes, and the ladder of four, are above the player', async () => {
    const { page } = await open(hashOf('2.3.4|3.1'), { viewport: phone });
    const player = await boxOf(page, '.player');
    const parts = await page
      .locator('.hero .sentence, .figure :is(.headline, .ladder, .panel)')
      .all();
    assert.ok(parts.length >= 6, 'sheets');
    for (const part of parts) assert.ok(bottom(await part.boundingBox()) <= player.y);
    await follow(page, hashOf('8.1.6.1|7.1.5'));
    const ladder = await boxOf(page, '.ladder');
    assert.ok(right(ladder) <= phone.width && bottom(ladder) <= player.y);
  });

  test('sheets of three columns stand beside each other', async () => {
    const { page } = await open(hashOf('2.2.3|3'), { viewport: phone });
    const rights = await page.$$eval('.panel', (all) =>
      all.map((each) => each.getBoundingClientRect().right),
    );
    assert.equal(rights.length, 6);
    for (const each of rights) assert.ok(each <= phone.width, `${each}`);
  });

  test('in landscape the formula, the verdict and the player are in view', async () => {
    const { page } = await open('', { viewport: { width: 740, height: 360 } });
    for (const part of ['.sentence', '.headline', '.player']) {
      assert.ok(bottom(await boxOf(page, part)) <= 360, part);
    }
  });

  test('a size has its steps, and an operand its axes, where the focus is', async () => {
    const { page } = await open('', { viewport: { width: 740, height: 360 } });
    await size(page, 'B', 0).focus();
    await page.getByRole('button', { name: 'B, axis 0: one more' }).click();
    await hashWith(page, 'i=4.3|4&');
    await page.getByRole('button', { name: 'Add an axis to A' }).waitFor({ state: 'hidden' });
    await size(page, 'A', 0).focus();
    await page.getByRole('button', { name: 'Add an axis to A' }).click();
    await hashWith(page, 'i=1.4.3|4&');
  });

  test('the ways out of a warning stand in one row below it', async () => {
    const { page } = await open(hashOf('77.1|77'), { viewport: phone });
    const helps = page.locator('.warning').getByRole('button');
    const tops = await helps.evaluateAll((all) => all.map((each) => each.offsetTop));
    assert.equal(tops.length, 2);
    assert.equal(tops[0], tops[1]);
  });

  test('a repair has the width for its words', async () => {
    for (const width of [360, 768, 1024, 1280, 1440]) {
      const { page } = await open(hashOf('3.4|3'), { viewport: { ...phone, width } });
      await page.locator('.fix').first().waitFor();
      assert.ok((await boxOf(page, '.fix')).width >= 240, `${width}`);
    }
  });

  test('what the field at the top answers is within the page', async () => {
    const { page } = await open('', { viewport: phone });
    await page.locator('.door-field').fill('hello');
    const answer = page.locator('.door-said:not(:empty)');
    await answer.waitFor();
    const { x, width } = await answer.boundingBox();
    assert.ok(x >= 0 && x + width <= phone.width, `${x} to ${x + width}`);
  });

  test('all pixels of an image are above the player', async () => {
    const { page } = await open('#v=1&r=numpy&op=Mul&i=256.256.3|3&f=addr', { viewport: phone });
    const player = await boxOf(page, '.player');
    const pixels = await page.locator('.pixels').all();
    assert.equal(pixels.length, 3);
    for (const each of pixels) assert.ok(bottom(await each.boundingBox()) <= player.y);
  });

  for (const width of [320, 360]) {
    test(`no list cuts its choice, ${width} pixels`, async () => {
      const { page } = await open('', { viewport: { ...phone, width } });
      await openSettings(page);
      const cut = await page.$$eval('.controls select', (lists) => {
        const context = document.createElement('canvas').getContext('2d');
        const arrow = 20;
        return lists
          .filter((list) => list.offsetWidth > 0)
          .filter((list) => {
            const style = getComputedStyle(list);
            context.font = style.font;
            const text = context.measureText(list.selectedOptions[0].text).width;
            const padding = Number.parseFloat(style.paddingLeft) * 2;
            return text + padding + arrow > list.clientWidth;
          })
          .map((list) => list.id);
      });
      assert.deepEqual(cut, []);
    });
  }
});

describe('on a wide page', { skip: withoutBrowser }, () => {
  const laptop = { width: 1280, height: 720 };

  test('at 1280 × 720 everything fits its track', async () => {
    const { page } = await open('', { viewport: laptop });
    const tracks = {
      '.masthead': [0, 56],
      '.idea': [70, 102],
      '.in-short': [102, 124],
      '.sentence': [138, 208],
      '.thumbs': [138, 208],
      '.player': [226, 294],
      '.stage': [318, 670],
      '.tab-list': [684, 720],
    };
    for (const [part, [top, end]] of Object.entries(tracks)) {
      const box = await boxOf(page, part);
      assert.ok(box.y >= top - 4 && bottom(box) <= end + 4, `${part}: ${box.y} to ${bottom(box)}`);
    }
    const cells = await page.$$eval('.stage .cell', (all) =>
      all.map((each) => each.getBoundingClientRect().bottom),
    );
    assert.ok(Math.max(...cells) <= 570);
    const sums = await page.$$eval('.addend', (all) => all.map((each) => each.innerText));
    assert.deepEqual(
      sums.map((each) => each.replace(/\s+/g, ' ')),
      ['80 A[2,1]', '2 B[1]', '82 C[2,1]'],
    );
  });

  test('letters have five sizes, and few things can be pressed', async () => {
    const { page } = await open('', { viewport: laptop });
    const sizes = await page.evaluate(() => {
      const found = new Set();
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const element = node.parentElement;
        const { top, height } = element.getBoundingClientRect();
        if (node.data.trim() && element.checkVisibility() && top < 720 && height > 1) {
          found.add(getComputedStyle(element).fontSize);
        }
      }
      for (const each of document.querySelectorAll('.size'))
        found.add(getComputedStyle(each).fontSize);
      return [...found].map(Number.parseFloat).toSorted((a, b) => a - b);
    });
    assert.deepEqual(sizes, [13, 15, 18, 24, 38]);
    const controls = (page) =>
      page
        .locator('a, button, input, select, summary, [role=slider], [role=spinbutton]')
        .evaluateAll(
          (all) =>
            all.filter((each) => {
              const { top, bottom } = each.getBoundingClientRect();
              const isClipped = getComputedStyle(each).clipPath !== 'none';
              const seen = each.checkVisibility({ visibilityProperty: true }) && !isClipped;
              return seen && top < 720 && bottom > 0;
            }).length,
        );
    assert.ok((await controls(page)) <= 24, `${await controls(page)}`);
    await follow(page, hashOf('8.3.200.300|3'));
    await page.locator('.fix').first().waitFor();
    assert.ok((await controls(page)) <= 30, `${await controls(page)} in a conflict`);
  });

  const shapes = [
    ...[
      '8.8|8',
      '8.8|8.8',
      '8.1|8',
      '4.3|3',
      '8.8.8|8.8.8',
      '8.8.8|8.1',
      '2.8.8|8.1.8',
      '8.1.1|8.8',
    ],
    ...[
      '2.3.4|3.1',
      '2.3.4|2.1.1',
      '2.2.3|3',
      '3.2.4|2.1',
      '1.8.8|8.8',
      '1.1.5|5',
      '1.2.8|8',
      '8|',
      '8|8',
      '5.6.7|7',
    ],
  ];
  test('every pair of shapes up to three axes and sizes of 8 is whole in its track', async () => {
    for (const viewport of [laptop, wide, { width: 1920, height: 1080 }]) {
      for (const pair of shapes) {
        const { page } = await open(hashOf(pair), { viewport });
        const found = await page.evaluate(() => {
          const stage = document.querySelector('.stage').getBoundingClientRect();
          const ladder = document.querySelector('.ladder-place').getBoundingClientRect();
          const parts = [...document.querySelectorAll('.tensor, .panel, .panel .cell, .addend')];
          const boxes = parts.map((part) => part.getBoundingClientRect());
          return {
            outside: boxes.filter(
              ({ right, bottom }) => right > stage.right + 1 || bottom > stage.bottom + 1,
            ).length,
            beside: boxes.every(({ left }) => left >= ladder.right - 1),
            bottom: stage.bottom,
            right: stage.right,
          };
        });
        assert.equal(found.outside, 0, `${pair}, ${viewport.width}`);
        assert.ok(found.beside, `${pair}, ${viewport.width}`);
        if (viewport === laptop) assert.ok(found.bottom <= 670.5 && found.right <= 1240.5, pair);
      }
    }
  });

  test('three operands and their result stand beside the ladder', async () => {
    const { page } = await open('#v=1&r=numpy&op=Where&i=2.1|1.3|&f=addr', { viewport: wide });
    const ladder = await boxOf(page, '.ladder-place');
    const tensors = await page.locator('.tensor').all();
    assert.equal(tensors.length, 4);
    for (const each of tensors) {
      const { x, y } = await each.boundingBox();
      assert.ok(x >= right(ladder) && y < bottom(ladder), 'beside');
    }
  });

  for (const viewport of [laptop, wide]) {
    test(`at ${viewport.width} pixels the ladder of four axes cuts none of its words`, async () => {
      const { page } = await open(hashOf('2.2.3.4|3.1'), { viewport });
      const cut = await page.$$eval('.ladder-place .rung', (all) =>
        all
          .filter(
            (rung) => rung.scrollWidth > rung.clientWidth || rung.scrollHeight > rung.clientHeight,
          )
          .map((rung) => rung.innerText),
      );
      assert.deepEqual(cut, []);
    });
  }

  test('a conflict, its column and its repairs are in the first view', async () => {
    for (const pair of ['3.4|3', '8.3.200.300|3', '256.256.3|256']) {
      const { page } = await open(hashOf(pair), { viewport: laptop });
      await page.locator('.fix').first().waitFor();
      for (const part of ['.headline', '.primary', '.rung.conflict', '.fix-list', '.stage']) {
        assert.ok(bottom(await boxOf(page, part)) <= 684, `${pair}, ${part}`);
      }
    }
  });

  test('five rules are in one row', async () => {
    const { page } = await open(hashOf('3.3|3', '&t=rules'), { viewport: wide });
    await page.waitForSelector('#panel-rules .lane');
    const tops = await page
      .locator('#panel-rules .lane')
      .evaluateAll((lanes) => lanes.map((lane) => Math.round(lane.getBoundingClientRect().top)));
    assert.deepEqual(tops, Array(5).fill(tops[0]));
  });
});

/** The boxes of the figure's parts, keyed by name. */
const placesOf = (page, selectors) =>
  page.evaluate(
    (all) =>
      Object.fromEntries(
        all.flatMap((selector) =>
          [...document.querySelectorAll(selector)].map((element, i) => {
            const { x, y } = element.getBoundingClientRect();
            return [`${selector} ${i}`, [Math.round(x), Math.round(y)]];
          }),
        ),
      ),
    selectors,
  );

describe('a stage that stays put', { skip: withoutBrowser }, () => {
  const parts = [
    '.headline',
    '.player',
    '.watch',
    '.track',
    '.ladder-place',
    '.tensor',
    '.tensor h3',
    '.addend',
    '.tab-list',
  ];
  const examples = ['4.1|3', '4.3|3', '2.3.4|3.1', '|3', '3.3|3', '5.1|1.6', '12.1|12'];

  for (const viewport of [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
    { width: 1280, height: 720 },
    wide,
    { width: 1920, height: 1080 },
  ]) {
    test(`no step moves a part of the figure, ${viewport.width} pixels`, async () => {
      const { page } = await open('', { viewport, reducedMotion: 'reduce' });
      for (const shapes of examples) {
        await follow(page, hashOf(shapes, '&s=1'));
        const before = await placesOf(page, parts);
        for (let step = 2; step <= 5; step += 1) {
          await nextStep(page);
          assert.deepEqual(await placesOf(page, parts), before, `${shapes}, step ${step}`);
        }
      }
    });

    test(`a stored element stays where it is, ${viewport.width} pixels`, async () => {
      const { page } = await open('', { viewport, reducedMotion: 'reduce' });
      for (const shapes of examples) {
        await follow(page, hashOf(shapes, '&s=1'));
        const stored = await page.$$eval('.cell', (cells) =>
          cells.map((cell) => `[data-key="${cell.dataset.key}"]`),
        );
        const before = await placesOf(page, stored);
        for (let step = 2; step <= 5; step += 1) {
          await nextStep(page);
          assert.deepEqual(await placesOf(page, stored), before, `${shapes}, step ${step}`);
        }
      }
    });
  }

  for (const [viewport, figure] of [
    [wide, ['.ladder-place', '.tab-list']],
    [{ width: 1280, height: 720 }, ['.ladder-place', '.tab-list']],
  ]) {
    test(`neither a warning nor a conflict moves the figure, ${viewport.width} pixels`, async () => {
      const { page } = await open('', { viewport });
      await follow(page, hashOf('3.4|3.1'));
      const before = await placesOf(page, figure);
      for (const shapes of ['3.3|3', '3.4|3', '77.1|77', '4.3|3']) {
        await follow(page, hashOf(shapes));
        assert.deepEqual(await placesOf(page, figure), before, shapes);
      }
    });
  }
});
