/** A conflict is drawn, and each fix has a picture that previews its effect. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { gridRows, hashOf, ladderRows, text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

const cells = (page, name) => page.locator(`.stage [aria-label="Values of ${name}"] .cell`);
const missing = (page, name) => page.locator(`.stage [aria-label="Values of ${name}"] .missing`);
const box = async (locator) => locator.boundingBox();

describe('a conflict of columns', { skip: withoutBrowser }, () => {
  test('has B under A, column under column, and an empty place where B has no partner', async () => {
    const { page } = await open(hashOf('3.4|3'));
    assert.equal(await missing(page, 'A').count(), 0);
    assert.equal(await missing(page, 'B').count(), 1);
    assert.equal(await missing(page, 'B').getAttribute('aria-label'), 'no partner');
    const lastOfA = await box(cells(page, 'A').nth(3));
    const place = await box(missing(page, 'B'));
    assert.equal(place.x, lastOfA.x);
    for (const column of [0, 1, 2]) {
      const [a, b] = [
        await box(cells(page, 'A').nth(column)),
        await box(cells(page, 'B').nth(column)),
      ];
      assert.equal(a.x, b.x, `column ${column}`);
      assert.ok(b.y > a.y);
    }
  });

  test('is whole in the first view of a laptop', async () => {
    const viewport = { width: 1280, height: 720 };
    const { page } = await open(hashOf('3.4|3'), { viewport });
    const { y, height } = await box(page.locator('.missing-words'));
    assert.ok(y + height <= viewport.height);
  });

  test('has no empty place before the axes are lined up', async () => {
    const { page } = await open(hashOf('3.4|3', '&s=1'));
    assert.equal(await missing(page, 'B').count(), 0);
    await page.getByRole('button', { name: 'Next step' }).click();
    await missing(page, 'B').waitFor();
  });
});

describe('conflicts of other axes', { skip: withoutBrowser }, () => {
  test('of rows stand side by side', async () => {
    const { page } = await open(hashOf('4.3|3.3'));
    assert.equal(await missing(page, 'B').count(), 3);
    const [a, b] = [await box(cells(page, 'A').first()), await box(cells(page, 'B').first())];
    assert.equal(a.y, b.y);
    assert.ok(b.x > a.x);
  });

  test('each operand lacks what the other has', async () => {
    const { page } = await open(hashOf('3.4|4.3'));
    assert.equal(await missing(page, 'A').count(), 4, 'a row');
    assert.equal(await missing(page, 'B').count(), 4, 'a column');
  });

  test('of long axes, of sizes of 0 and of three operands are drawn too', async () => {
    for (const hash of [
      hashOf('77|64'),
      hashOf('2.0|2'),
      hashOf('0.0|3'),
      hashOf('2.3.4|2.2.4'),
      '#v=1&r=numpy&op=Sum&i=5.1|1.6|7|4&f=addr',
    ]) {
      const { page, problems } = await open(hash);
      assert.ok((await page.locator('.missing').count()) > 0, hash);
      assert.deepEqual(problems, []);
    }
  });
});

describe('the repairs', { skip: withoutBrowser }, () => {
  const fixes = (page) => page.locator('.repairs-place .fix');

  /** A pointer that comes, and moves. */
  const point = async (fix) => {
    await fix.hover({ position: { x: 20, y: 20 } });
    await fix.hover({ position: { x: 24, y: 22 } });
  };

  test('are pictures with a meaning, and none only adds an axis', async () => {
    const { page } = await open(hashOf('3.4|3'));
    await fixes(page).first().waitFor();
    assert.deepEqual(await texts(page, '.meaning'), [
      'one number per row',
      'the axes change places',
    ]);
    assert.equal(await fixes(page).locator('svg.thumb').count(), 2);
    assert.doesNotMatch(await text(page, '.fixes'), /\(3,4,1\)/);
  });

  const meanings = [
    ['2.3.4|2', 'one number per sheet'],
    ['2.3.4|2.3', 'one number for each l and m'],
    ['3|4', 'every number meets every other'],
    ['3.4|4.5', 'one number for each l and m'],
  ];
  for (const [shapes, meaning] of meanings) {
    test(`${shapes}: ${meaning}`, async () => {
      const { page } = await open(hashOf(shapes));
      await fixes(page).first().waitFor();
      assert.equal((await texts(page, '.meaning'))[0], meaning);
    });
  }

  test('pointed at or focused, the figure shows what they make of the operands', async () => {
    const { page } = await open(hashOf('3.4|3'));
    const fix = fixes(page).first();
    await point(fix);
    assert.deepEqual(await gridRows(page, 'B'), [
      ['1', '1*', '1*', '1*'],
      ['2', '2*', '2*', '2*'],
      ['3', '3*', '3*', '3*'],
    ]);
    assert.deepEqual((await ladderRows(page))[1], ['3', '1 → 4 repeated 4×']);
    assert.match(await text(page, '.headline'), /conflict/, 'it is only looked at');
    await page.locator('h1').hover();
    assert.deepEqual(await gridRows(page, 'B'), [['1', '2', '3']]);
    await fix.focus();
    assert.equal((await gridRows(page, 'B')).length, 3);
    await fix.blur();
    assert.equal((await gridRows(page, 'B')).length, 1);
  });

  for (const [width, shapes] of [
    [1280, '3.4|3'],
    [768, '3.4|3'],
    [768, '2.12|2'],
    [1280, '2.3.4|2'],
    [1280, '32.3.28.28|32'],
    [1280, '3.4.28.28|3'],
  ]) {
    test(`what is pointed at stays under the pointer: ${shapes}, ${width} pixels`, async () => {
      const { page } = await open(hashOf(shapes), { viewport: { width, height: 900 } });
      for (const fix of await fixes(page).all()) {
        await fix.scrollIntoViewIfNeeded();
        const before = await fix.boundingBox();
        await point(fix);
        await page.waitForTimeout(80);
        const after = await fix.boundingBox();
        assert.deepEqual([after.x, after.y], [before.x, before.y]);
      }
    });
  }
});
