/** A conflict is drawn, and each fix has a thumbnail that previews its effect. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { gridRows, hashOf, ladderRows, nextStep, text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

const cells = (page, name) => page.locator(`.stage [aria-label="Values of ${name}"] .cell`);
const missing = (page, name) => page.locator(`.stage [aria-label="Values of ${name}"] .missing`);
const box = async (locator) => locator.boundingBox();

describe('a conflict of columns', { skip: withoutBrowser }, () => {
  test('has B under A, column under column, with empty cells for missing partners', async () => {
    const { page } = await open(hashOf('3.4|3'));
    assert.equal(await missing(page, 'A').count(), 0);
    assert.equal(await missing(page, 'B').count(), 1);
    assert.equal(await missing(page, 'B').getAttribute('aria-label'), 'nothing here to add');
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
    await nextStep(page);
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

  test('have one line of empty places at most, on the innermost axis that disagrees', async () => {
    const { page } = await open(hashOf('3.4|4.3'));
    assert.equal(await missing(page, 'A').count(), 0);
    assert.equal(await missing(page, 'B').count(), 4, 'a column');
    const far = await open(hashOf('3.8|2'));
    assert.equal(await missing(far.page, 'B').count(), 1);
  });

  test('of one axis begin at the same place, with their rulers', async () => {
    for (const hash of [hashOf('4|3'), '#v=1&r=numpy&op=Sum&i=2|3|4&f=addr']) {
      const { page } = await open(hash);
      const grids = await page.$$eval('.stage .tensor', (all) =>
        all.map((each) => each.querySelector('.cell').getBoundingClientRect().left),
      );
      assert.ok(grids.length >= 2, hash);
      for (const each of grids) assert.ok(Math.abs(each - grids[0]) <= 1, `${each} ${grids[0]}`);
      assert.equal(await page.locator('.stage .missing-words').count(), grids.length - 1);
    }
  });

  for (const [shapes, name, lacks] of [
    ['256.256.3|256', 'B', '253 numbers without a partner'],
    ['8.3.200.300|3', 'A', '297 numbers without a partner'],
    ['77|64', 'A', '13 numbers without a partner'],
    ['2.12|2', 'A', '10 numbers without a partner'],
  ]) {
    test(`of long axes are bars under one sheet: ${shapes}`, async () => {
      const { page, problems } = await open(hashOf(shapes), {
        viewport: { width: 1280, height: 720 },
      });
      assert.equal(await text(page, '.missing-words'), lacks);
      assert.match(await text(page, '.stage h3'), new RegExp(`^${name} `));
      assert.equal(await page.locator('.extent-bar.lacks').count(), 1);
      assert.equal(await page.locator('.stage .missing').count(), 0);
      const outside = await page.$$eval('.stage, .stage *', ([stage, ...all]) => {
        const { right, bottom, left } = stage.getBoundingClientRect();
        return all
          .map((each) => each.getBoundingClientRect())
          .filter(
            (each) => each.right > right + 1 || each.bottom > bottom + 1 || each.left < left - 1,
          )
          .map(({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round).join());
      });
      assert.deepEqual(outside, []);
      assert.deepEqual(problems, []);
    });
  }

  test('of sizes of 0 and of three operands are drawn too', async () => {
    for (const hash of [
      hashOf('2.0|2'),
      hashOf('0.0|3'),
      hashOf('2.3.4|2.2.4'),
      '#v=1&r=numpy&op=Sum&i=5.1|1.6|7|4&f=addr',
    ]) {
      const { page, problems } = await open(hash);
      assert.ok((await page.locator('.missing, .stage .slab').count()) > 0, hash);
      assert.deepEqual(problems, []);
    }
  });
});

describe('the repairs', { skip: withoutBrowser }, () => {
  const fixes = (page) => page.locator('.repairs-place .fix');
  const ready = (page) => page.locator('.repairs-place:not([inert]) h3').first().waitFor();

  test('begin with a button in the verdict, which says what it gives', async () => {
    for (const [shapes, name, gives] of [
      ['3.4|3', 'Make B (3,1)', '→ (3,4) one number per row'],
      ['8.3.32.32|8', 'Make B (8,1,1,1)', '→ (8,3,32,32) one number per index of k'],
      ['2.3.4.5|2', 'Make B (2,1,1,1)', '→ (2,3,4,5) one number per index of k'],
      ['2.3.4.5.6|3', 'Make B (3,1,1,1)', '→ (2,3,4,5,6) one number per index of k'],
      ['256.256.3|256', 'Make B (256,1)', '→ (256,256,3) one number per row'],
      ['2.3.4|2', 'Make B (2,1,1)', '→ (2,3,4) one number per sheet'],
    ]) {
      const { page } = await open(hashOf(shapes));
      assert.equal(await text(page, '.primary'), name, shapes);
      assert.equal(await text(page, '.first-fix p'), gives, shapes);
    }
    const { page } = await open(hashOf('4|3'));
    assert.equal(await page.locator('.primary').count(), 0, 'all pairs are no repair');
  });

  test('go on as pictures with a meaning, and none only adds an axis', async () => {
    const { page } = await open(hashOf('3.4|3'));
    await ready(page);
    assert.deepEqual(await texts(page, '.meaning'), ['transpose A', 'one number per column']);
    assert.deepEqual(
      (await texts(page, '.fix-words')).at(-1),
      'Then B needs 4 numbers: check its size.',
    );
    assert.equal(await fixes(page).locator('svg.thumb').count(), 2);
    assert.equal(await text(page, '.fix-code code'), '- A + B + A + B[:, None]');
    await page.getByLabel('Library').selectOption('PyTorch');
    assert.equal(await text(page, '.fix-code code'), '- A + B + A + B.unsqueeze(-1)');
    const other = await open(hashOf('8.3.200.300|3'));
    assert.equal(await other.page.getByLabel('Library').inputValue(), 'PyTorch', 'is kept');
    await other.page.getByLabel('Library').selectOption('TensorFlow');
    const changed = '- A + B + A + B[:, tf.newaxis, tf.newaxis]';
    assert.equal(await text(other.page, '.fix-code code'), changed);
    await other.page.getByLabel('Library').selectOption('NumPy');
  });

  const meanings = [
    ['3|4', 'all pairs'],
    ['3.4|4.5', 'one number for each l and m'],
  ];
  for (const [shapes, meaning] of meanings) {
    test(`${shapes}: ${meaning}`, async () => {
      const { page } = await open(hashOf(shapes));
      await ready(page);
      assert.equal((await texts(page, '.meaning'))[0], meaning);
    });
  }

  test('pointed at or focused, they are previewed in the figure', async () => {
    const { page } = await open(hashOf('3.4|3'));
    const fix = page.locator('.primary');
    await fix.hover();
    await page.locator('[data-key="B[2,3]"].ghost').waitFor();
    assert.deepEqual(await gridRows(page, 'B'), [
      ['1', '1*', '1*', '1*'],
      ['2', '2*', '2*', '2*'],
      ['3', '3*', '3*', '3*'],
    ]);
    // The count runs while the copies are dealt.
    await page.locator('.ladder-place tbody tr', { hasText: '1 → 4' }).waitFor();
    assert.deepEqual((await ladderRows(page))[1], ['3', '1 → 4 used 4 times']);
    assert.match(await text(page, '.headline'), /must match/, 'it is only looked at');
    await page.locator('h1').hover();
    assert.deepEqual(await gridRows(page, 'B'), [['1', '2', '3']]);
    await fix.focus();
    assert.equal((await gridRows(page, 'B')).length, 3);
    await fix.blur();
    assert.equal((await gridRows(page, 'B')).length, 1);
  });

  for (const viewport of [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ]) {
    test(`what is pointed at stays under the pointer, and is what a click makes: ${viewport.width} pixels`, async () => {
      for (const shapes of ['8.3.200.300|3', '3.4|3', '2.12|2', '2.3.4|2', '32.3.28.28|32']) {
        const { page } = await open(hashOf(shapes), { viewport });
        await ready(page);
        const buttons = page.locator('.primary, .repairs-place > .fix-list .fix');
        for (const fix of await buttons.all()) {
          // On a phone the bar at the bottom covers the part under it.
          await fix.evaluate((button) => button.scrollIntoView({ block: 'center' }));
          const { x, y } = await fix.boundingBox();
          const scrolled = await page.evaluate(() => scrollY);
          await page.mouse.move(x + 20, y + 20);
          await page.mouse.move(x + 24, y + 22);
          await page.waitForTimeout(250);
          assert.equal(await page.evaluate(() => scrollY), scrolled, shapes);
          assert.equal(
            await fix.evaluate(
              (button, [left, top]) => button.contains(document.elementFromPoint(left, top)),
              [x + 24, y + 22],
            ),
            true,
            shapes,
          );
        }
        // The last card changes a size.
        const last = page.locator('.repairs-place > .fix-list .fix').last();
        if ((await text(last.page(), '.repairs-place')).includes('check its size')) {
          const before = await page.evaluate(() => location.hash);
          await last.click();
          await page.waitForFunction((old) => location.hash !== old, before);
          assert.equal(await page.locator('.headline.bad').count(), 0, shapes);
          await page.goBack();
          await ready(page);
        }
        const shape = await text(page, '.primary').then((name) => name.replace(/.*\(|\)/g, ''));
        await page.locator('.primary').click();
        await page.waitForFunction(
          (wanted) => location.hash.includes(`|${wanted}&`),
          shape.replaceAll(',', '.'),
        );
      }
    });
  }
});
