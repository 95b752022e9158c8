/** The peculiarities of a narrow page, and of a frame in another page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { hashOf, hashWith } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open, openTab, url } = usePage();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe('the ladder of a phone', { skip: withoutBrowser }, () => {
  test('is an editor: a size that is tapped has a bar that changes it', async () => {
    const { page } = await open(hashOf('4.3|3'), phone);
    const rung = (row, column) =>
      page.locator(`.ladder-place .ladder tbody tr:nth-child(${row}) td:nth-of-type(${column})`);
    await rung(1, 2).tap();
    const bar = page.getByRole('group', { name: 'Change a size' });
    await bar.getByRole('button', { name: 'A, axis 1 or −1: one more' }).tap();
    await hashWith(page, 'i=4.4|3');
    await bar.getByRole('button', { name: 'A, axis 1 or −1: one fewer' }).tap();
    await hashWith(page, 'i=4.3|3');
    await rung(2, 1).tap();
    await bar.getByRole('button', { name: 'B, axis 0 or −2: one more' }).tap();
    await hashWith(page, 'i=4.3|2.3');
    await bar.getByRole('button', { name: /remove it/ }).tap();
    await hashWith(page, 'i=4.3|3');
    assert.equal(await bar.count(), 0);
  });

  test('has everything within the window, with fingers too', async () => {
    const { page } = await open('', phone);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    const player = await page.locator('.player').boundingBox();
    const last = await page.locator('.tensor >> nth=2').boundingBox();
    assert.ok(player.y + player.height <= 740 && last.y + last.height <= player.y + 1);
  });

  test('the rules compared are a row to be swiped, one in sight at a time', async () => {
    const { page } = await open(hashOf('3.3|3', '&t=rules'), phone);
    await page.waitForSelector('#panel-rules .lane');
    const found = await page.locator('#panel-rules .lanes').evaluate((row) => {
      const boxes = [...row.querySelectorAll('.lane')].map((each) => each.getBoundingClientRect());
      return {
        tops: new Set(boxes.map(({ top }) => Math.round(top))).size,
        lanes: boxes.length,
        widest: Math.max(...boxes.map(({ width }) => width)),
        room: row.clientWidth,
        content: row.scrollWidth,
        snap: getComputedStyle(row).scrollSnapType,
      };
    });
    assert.ok(found.lanes >= 3, 'lanes');
    assert.equal(found.tops, 1, 'one row');
    assert.ok(found.widest <= found.room && found.content > 2 * found.room, JSON.stringify(found));
    assert.match(found.snap, /^x\b/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  });

  test('the numbers of sheets stand clear of the rulers', async () => {
    const { page } = await open(hashOf('2.2.2|2'), phone);
    await page.locator('.where').first().waitFor();
    const { rulers, places } = await page.evaluate(() => {
      const boxOf = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top, bottom };
      };
      const drawn = (selector) => [...document.querySelectorAll(`.stage ${selector}`)];
      const first = drawn('.panel:first-child .ruler.across .letter');
      return {
        rulers: first.map((letter) => {
          const { right, ...box } = boxOf(letter);
          // The letter, a space and a digit.
          return { ...box, right: right + 12 };
        }),
        places: drawn('.where').map(boxOf),
      };
    });
    assert.ok(rulers.length === 3 && places.length >= 6);
    for (const ruler of rulers) {
      for (const place of places) {
        const apart =
          place.left >= ruler.right + 2 ||
          place.right <= ruler.left - 2 ||
          place.top >= ruler.bottom ||
          place.bottom <= ruler.top;
        assert.ok(apart, JSON.stringify({ ruler, place }));
      }
    }
  });

  test('the formula stays in sight as one line', async () => {
    const { page } = await open(hashOf('4.1|3'), phone);
    const line = page.locator('.formula-line');
    assert.equal(await line.isVisible(), false);
    await page.locator('.settings').evaluate((place) => place.scrollIntoView());
    await line.waitFor();
    assert.equal(await line.innerText(), 'A (4,1) + B (3,) = C (4,3)');
    assert.equal((await line.boundingBox()).height, 48);
  });
});

describe('the embedded figure in a frame of 16:9', { skip: withoutBrowser }, () => {
  const frames = [
    ['4.1|3', 640],
    ['4.3|3', 800],
    ['3.4|3', 800],
    ['2.3.4|3.1', 1000],
  ];
  for (const [shapes, width] of frames) {
    test(`shows formula, verdict, ladder, values and player: ${shapes}, ${width} pixels`, async () => {
      const height = Math.round((width * 9) / 16);
      const { page, context } = await openTab({ viewport: { width, height } });
      await page.goto(`${url()}embed.html${hashOf(shapes)}`);
      await page.waitForSelector('html[data-state="live"]');
      await page.waitForTimeout(300);
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('.sentence, .headline, .ladder, .tensor, .player, .fix-list')]
          .filter((part) => {
            const { right, bottom } = part.getBoundingClientRect();
            return right > innerWidth + 1 || bottom > innerHeight + 1;
          })
          .map((part) => part.className),
      );
      assert.deepEqual(outside, []);
      await context.close();
    });
  }
});
