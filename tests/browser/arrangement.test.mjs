/** The arrangement of the figure: parts that belong together are visible together. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { follow, hashOf, hashWith, size } from './lib/page.mjs';
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
    assert.ok((await boxOf(page, '.tensor .cell')).y < player.y);
  });

  test('sheets of three columns stand beside each other', async () => {
    const { page } = await open(hashOf('2.2.3|3'), { viewport: phone });
    const rights = await page.$$eval('.panel', (all) =>
      all.map((each) => each.getBoundingClientRect().right),
    );
    assert.equal(rights.length, 6);
    for (const each of rights) assert.ok(each <= phone.width, `${each}`);
  });

  test('on its side it has the formula, the verdict and the head of the ladder in sight', async () => {
    const { page } = await open('', { viewport: { width: 740, height: 360 } });
    for (const part of ['.sentence', '.headline', '.player', '.ladder thead']) {
      assert.ok(bottom(await boxOf(page, part)) <= 360, part);
    }
  });

  test('on its side a size has its steps, an operand its axes, and the ways follow the figure', async () => {
    const { page } = await open('', { viewport: { width: 740, height: 360 } });
    await size(page, 'B', 0).focus();
    await page.getByRole('button', { name: 'B, axis 0: one more' }).click();
    await hashWith(page, 'i=4.3|4&');
    await page.getByRole('button', { name: 'Add an axis to A' }).waitFor({ state: 'hidden' });
    await size(page, 'A', 0).focus();
    await page.getByRole('button', { name: 'Add an axis to A' }).click();
    await hashWith(page, 'i=1.4.3|4&');
    const ways = page.locator('.ways');
    assert.equal(await ways.isVisible(), true);
    assert.ok((await ways.boundingBox()).y >= bottom(await boxOf(page, '.bench')));
  });

  test('the ways out of a warning stand in one row below it', async () => {
    const { page } = await open(hashOf('77.1|77'), { viewport: phone });
    const helps = page.locator('.warning').getByRole('button');
    const tops = await helps.evaluateAll((all) => all.map((each) => each.offsetTop));
    assert.equal(tops.length, 2);
    assert.equal(tops[0], tops[1]);
  });

  test('a repair beside the operands has the width for its words', async () => {
    const { page } = await open(hashOf('3.4|3'), { viewport: phone });
    const words = page.locator('.fix-words').first();
    await words.waitFor();
    const { width, height } = await words.boundingBox();
    assert.ok(width > height, `${width} × ${height}`);
  });

  test('the tab that is chosen is in sight', async () => {
    const { page } = await open(hashOf('3.4|3', '&t=clinic'), { viewport: phone });
    const { x, width } = await page.getByRole('tab', { name: 'Error clinic' }).boundingBox();
    assert.ok(x >= 0 && x + width <= phone.width, `${x} to ${x + width}`);
  });

  test('what the field at the top answers covers nothing', async () => {
    const { page } = await open('', { viewport: phone });
    await page
      .locator('.door-field')
      .fill('operands could not be broadcast with shapes (3,4) (3,)');
    await page.locator('.door-said:not(:empty)').waitFor();
    await page.locator('.headline.bad').waitFor();
    const formula = await boxOf(page, '.sentence');
    assert.ok(bottom(await boxOf(page, '.door-said')) <= formula.y);
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
  test('the controls of four operands have one line', async () => {
    const { page } = await open('#v=1&r=numpy&op=Sum&i=5.1|1.6|6|&f=addr', { viewport: wide });
    const tops = await page.$$eval('.controls .label', (labels) =>
      labels.filter((each) => each.offsetWidth > 0).map((each) => each.offsetTop),
    );
    assert.equal(tops.length, 8);
    assert.equal(new Set(tops).size, 1);
  });

  test('at 1280 × 720 the first view holds the sentence, the verdict and the whole figure', async () => {
    const viewport = { width: 1280, height: 720 };
    const { page } = await open('', { viewport });
    for (const part of [
      '.sentence',
      '.headline',
      '.player',
      '.ladder',
      '.tensor >> nth=2',
      '.equation',
    ]) {
      assert.ok(bottom(await boxOf(page, part)) <= viewport.height, part);
    }
  });

  const threeAxes = ['2.3.4|3.1', '2.3.4|2.1.1', '2.2.3|3', '3.2.4|2.1'];
  const windows = [{ width: 1280, height: 720 }, wide, { width: 1920, height: 1080 }];
  for (const viewport of windows) {
    for (const shapes of threeAxes) {
      test(`at ${viewport.width} × ${viewport.height} so does that of three axes: ${shapes}`, async () => {
        const { page } = await open(hashOf(shapes), { viewport });
        const [ladder, ...values] = await page.$$eval('.ladder-place, .panel', (all) =>
          all.map((each) => {
            const { right, bottom, top } = each.getBoundingClientRect();
            return { right, bottom, top };
          }),
        );
        assert.ok(values.length >= 6, 'sheets');
        for (const { right, bottom, top } of values) {
          assert.ok(bottom <= viewport.height && right <= viewport.width, 'in the first view');
          assert.ok(top < ladder.bottom, 'beside the ladder');
        }
      });
    }
  }

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

  for (const viewport of windows) {
    test(`at ${viewport.width} pixels four axes stand beside the ladder, which cuts none of its words`, async () => {
      const { page } = await open(hashOf('2.2.3.4|3.1'), { viewport });
      const ladder = await boxOf(page, '.ladder-place');
      const tensors = await page.locator('.tensor').all();
      assert.equal(tensors.length, 3);
      for (const each of tensors) {
        const { x, y } = await each.boundingBox();
        assert.ok(x >= right(ladder) && y < bottom(ladder), 'beside');
      }
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

  for (const shapes of ['2.2.3.4|2.3.4', '2.3.4.5|3.1.5']) {
    test(`at 1280 pixels the tensors of four axes stand in one row: ${shapes}`, async () => {
      const { page } = await open(hashOf(shapes), { viewport: { width: 1280, height: 720 } });
      const tops = await page.$$eval('.tensor', (all) => all.map((each) => each.offsetTop));
      assert.deepEqual(tops, Array(3).fill(tops[0]));
      const rights = await page.$$eval('.panel', (all) =>
        all.map((each) => each.getBoundingClientRect().right),
      );
      assert.ok(rights.length >= 3, 'panels');
      const why = await boxOf(page, '.why');
      for (const each of rights) assert.ok(each <= why.x);
    });
  }

  test('a conflict, its column and its repairs are in the first view', async () => {
    const { page } = await open(hashOf('3.4|3'), { viewport: wide });
    await page.locator('.fix').first().waitFor();
    const [verdict, column, repairs, values] = await Promise.all([
      boxOf(page, '.headline'),
      boxOf(page, '.rung.conflict'),
      boxOf(page, '.fix-list'),
      boxOf(page, '.stage'),
    ]);
    for (const box of [verdict, column, repairs]) assert.ok(bottom(box) <= wide.height);
    assert.ok(repairs.x >= right(values), 'in the place of the result');
    await page.locator('.fix').first().click();
    await page.waitForFunction(
      () => !document.querySelector('.verdict').textContent.includes('conflict'),
    );
  });

  test('the reasons are on the right, beside the values', async () => {
    const { page } = await open('', { viewport: wide });
    const [values, why, title] = await Promise.all([
      boxOf(page, '.stage'),
      boxOf(page, '.why'),
      boxOf(page, '.why h3'),
    ]);
    assert.ok(why.x >= right(values));
    assert.ok(title.y < bottom(values));
  });

  test('five rules are in one row', async () => {
    const { page } = await open(hashOf('3.3|3'), { viewport: wide });
    await page.waitForSelector('#panel-rules .lane');
    const tops = await page
      .locator('#panel-rules .lane')
      .evaluateAll((lanes) => lanes.map((lane) => Math.round(lane.getBoundingClientRect().top)));
    assert.deepEqual(tops, Array(5).fill(tops[0]));
  });
});

/** Where the parts of the figure are, each by its name. */
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
    '.ladder-place',
    '.tensor',
    '.tensor h3',
    '.why',
    '.equation',
  ];
  const examples = ['4.1|3', '4.3|3', '2.3.4|3.1', '|3', '3.3|3', '5.1|1.6', '12.1|12'];

  for (const viewport of [wide, { width: 360, height: 740 }]) {
    test(`no step moves a part of the figure, ${viewport.width} pixels`, async () => {
      const { page } = await open('', { viewport, reducedMotion: 'reduce' });
      for (const shapes of examples) {
        await follow(page, hashOf(shapes, '&s=1'));
        const before = await placesOf(page, parts);
        for (let step = 2; step <= 5; step += 1) {
          await page.getByRole('button', { name: 'Next step' }).click();
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
          await page.getByRole('button', { name: 'Next step' }).click();
          assert.deepEqual(await placesOf(page, stored), before, `${shapes}, step ${step}`);
        }
      }
    });
  }

  for (const [viewport, figure] of [
    [wide, ['.player', '.ladder-place', '.why']],
    [{ width: 1280, height: 720 }, ['.player', '.ladder-place', '.why']],
    // The reasons are below all that there is.
    [{ width: 768, height: 1024 }, ['.player', '.ladder-place']],
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
