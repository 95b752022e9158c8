/** Where the parts of the figure stand, so that what belongs together is seen at once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { hashOf } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();
const wide = { width: 1440, height: 900 };

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();
const bottom = ({ y, height }) => y + height;
const right = ({ x, width }) => x + width;

describe('on a phone', { skip: withoutBrowser }, () => {
  const phone = { width: 360, height: 740 };

  test('the verdict begins above the player', async () => {
    const { page } = await open('', { viewport: phone });
    const [verdict, player] = await Promise.all([boxOf(page, '.headline'), boxOf(page, '.player')]);
    assert.ok(verdict.y < player.y);
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

  test('no line crosses a value: they run between the rows and beside the tables', async () => {
    const { page } = await open('', { viewport: phone });
    const crossed = await page.evaluate(() => {
      const cells = [...document.querySelectorAll('.stage .cell')];
      // What is inside the border of a cell is where its value stands.
      const inside = cells.map((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        return [left + 3, right - 3, top + 3, bottom - 3];
      });
      const found = [];
      for (const path of document.querySelectorAll('.connectors path')) {
        const matrix = path.getScreenCTM();
        for (let at = 0; at <= path.getTotalLength(); at += 2) {
          const { x, y } = path.getPointAtLength(at).matrixTransform(matrix);
          inside.forEach(([left, right, top, bottom], i) => {
            if (x > left && x < right && y > top && y < bottom) found.push(cells[i].textContent);
          });
        }
      }
      return { lines: document.querySelectorAll('.connectors path').length, found };
    });
    assert.deepEqual(crossed, { lines: 2, found: [] });
  });
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

  test('a conflict, its column and its repairs are in the first view', async () => {
    const { page } = await open(hashOf('3.4|3'), { viewport: wide });
    const [verdict, column, repairs] = await Promise.all([
      boxOf(page, '.headline'),
      boxOf(page, '.rung.conflict'),
      boxOf(page, '.fix-list'),
    ]);
    for (const box of [verdict, column, repairs]) assert.ok(bottom(box) <= wide.height);
    assert.ok(repairs.x > right(column), 'beside the figure');
    assert.ok(await boxOf(page, '.verdict'), 'what has no box is never in sight');
    // The verdict lies under the figure, which can be pressed all the same.
    await page.getByRole('button', { name: 'Previous step' }).click();
    await page.locator('[data-view="grids"] .cell').first().click();
    await page.locator('.fix').first().click();
    await page.waitForFunction(
      () => !document.querySelector('.verdict').textContent.includes('conflict'),
    );
  });

  test('a warning of a conflict has a place of its own', async () => {
    const { page } = await open('#v=1&r=ncnn&op=Add&i=197.768|1.197.768&f=addr', {
      viewport: wide,
    });
    const [warning, player, repairs] = await Promise.all([
      boxOf(page, '.warning'),
      boxOf(page, '.player'),
      boxOf(page, '.fixes'),
    ]);
    assert.ok(bottom(warning) <= player.y);
    assert.ok(right(warning) <= repairs.x);
  });

  test('the reasons are beside the values', async () => {
    const { page } = await open('', { viewport: wide });
    const [values, why, sections] = await Promise.all([
      boxOf(page, '.stage'),
      boxOf(page, '.why'),
      boxOf(page, '.why h3'),
    ]);
    assert.ok(why.x >= right(values));
    assert.ok(sections.y < bottom(values));
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
