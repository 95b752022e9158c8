/** The accessibility criteria of the page's specification that no other test covers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations, violationsInBoth } from './lib/axe.mjs';
import { withoutBrowser } from './lib/browser.mjs';
import { both, follow, hashOf, hashWith, openSettings, size } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open, url } = usePage();

const eight = '#v=1&r=numpy&op=Sum&i=5.1|1.6|6||5.6|1|5.1|6&f=addr';

/** Every part, with a selector that shows when it is ready. */
const states = {
  'the rules': [hashOf('3.3|3', '&t=rules'), '#panel-rules .lane'],
  memory: [hashOf('3.3|3', '&t=memory'), '.memory-bars'],
  speed: [hashOf('3.3|3', '&m=lab'), '#speed-lab .secondary'],
  code: [hashOf('3.3|3', '&t=code'), '#panel-code code'],
  'a refusal': ['#v=1&r=onnx-uni&op=PRelu&i=4.1|4.3&f=addr', '.rung.refused'],
  ncnn: ['#v=1&r=ncnn&op=Add&i=2.3.4|2&f=addr&nt=ncnn', '.ports'],
  'eight operands': [eight, '.figure .player'],
  Learn: [hashOf('3.3|3', '&m=learn'), '.question'],
  'the lesson on attention': ['#m=learn&l=attention', '[data-lesson="attention"] .question'],
  'the challenge': [hashOf('3.3|3', '&m=challenge'), '.puzzle h3'],
  'the presentation': [hashOf('3.3|3', '&pr=1'), '.present-bar'],
  'a deck, at a conflict': ['#at=2&deck=i=4.3|3;i=3.4|3;i=4.1|3', '.slides'],
};

describe('axe-core finds nothing', { skip: withoutBrowser }, () => {
  let live;
  for (const [name, [hash, there]] of Object.entries(states)) {
    test(`in ${name}`, async () => {
      live ??= await open('', { colorScheme: 'light' });
      await follow(live.page, hash);
      await live.page.waitForSelector(there);
      assert.deepEqual(await violationsInBoth(live.page), []);
    });
  }

  test('in a prediction that was revealed', async () => {
    const { page } = await open(hashOf('3.3|3', '&m=learn'));
    await page.waitForSelector('.question');
    const lesson = page.locator('[data-lesson="rows"]');
    await lesson.locator('.option').first().click();
    await lesson.getByRole('button', { name: 'Check' }).first().click();
    assert.deepEqual(await violations(page), []);
  });

  test('in the open menus and the description', async () => {
    const { page } = await open();
    await openSettings(page);
    for (const name of [
      'Transpose or add an axis',
      'all 22 examples',
      'Describe this figure',
      'Share',
      'Present several figures',
    ]) {
      await page.getByText(name, { exact: true }).click();
    }
    await page.waitForSelector('.share-menu button');
    await page.waitForSelector('.tree > li');
    assert.deepEqual(await violations(page), []);
  });

  for (const options of [{}, { viewport: { width: 320, height: 640 }, forcedColors: 'active' }]) {
    test(`in the digits, ${JSON.stringify(options)}`, async () => {
      const { page } = await open('#m=lab', options);
      await page.locator('#digits-title').evaluate((title) => title.scrollIntoView());
      await page.waitForSelector('.digit-times table');
      const find = options.forcedColors ? violations : violationsInBoth;
      assert.deepEqual(await find(page), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, options.viewport?.width ?? 1440);
    });
  }

  test('in the embedded figure', async () => {
    const { context } = await open();
    const page = await context.newPage();
    await page.setViewportSize({ width: 280, height: 220 });
    await page.goto(`${url()}embed.html${hashOf('3.4|3')}`);
    await page.waitForSelector('html[data-state="live"]');
    assert.deepEqual(await violations(page), []);
    await page.close();
  });

  for (const forcedColors of ['active', 'none']) {
    test(`in a narrow page with eight operands, forced colours ${forcedColors}`, async () => {
      const { page } = await open(eight, { viewport: { width: 320, height: 640 }, forcedColors });
      assert.deepEqual(await violations(page), []);
    });
  }
});

describe('the keyboard alone', { skip: withoutBrowser }, () => {
  /** Presses Tab until the wanted element has focus. */
  const tabTo = async (page, wanted, most = 120) => {
    for (let i = 0; i < most; i += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        return element.getAttribute('aria-label') ?? element.textContent.trim();
      });
      if (name === wanted || name.startsWith(wanted)) return;
    }
    assert.fail(`${wanted} is not reached`);
  };

  test('fixes a conflict, steps, edits a value, changes the tab and the part', async () => {
    const { page } = await open(hashOf('3.4|3'));
    await tabTo(page, 'Make B (3,1)');
    await page.keyboard.press('Enter');
    await hashWith(page, 'i=3.4|3.1');
    await tabTo(page, 'Step');
    await page.keyboard.press('ArrowLeft');
    await hashWith(page, 's=4');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => !location.hash.includes('s=4'));
    await tabTo(page, '10');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await hashWith(page, 'val0=');
    await tabTo(page, 'Rules compared');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await hashWith(page, 't=memory');
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.querySelector('.skip').focus());
    await tabTo(page, 'Learn');
    await page.keyboard.press('Enter');
    await hashWith(page, 'm=learn');
  });

  test('the focus is never under the player that sticks to the foot of a narrow page', async () => {
    const { page } = await open(hashOf('4.3|3'), { viewport: { width: 360, height: 640 } });
    await page.evaluate(() => document.querySelector('.skip').focus());
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const element = document.activeElement;
        const player = document.querySelector('.player');
        if (element === document.body || player.contains(element)) return undefined;
        const a = element.getBoundingClientRect();
        const b = player.getBoundingClientRect();
        const stuck = getComputedStyle(player).position === 'sticky';
        const hidden = stuck && a.top >= b.top && a.bottom <= b.bottom + 1 && a.height > 0;
        return hidden ? element.outerHTML : undefined;
      });
      assert.equal(covered, undefined);
    }
  });
});

describe('what is heard', { skip: withoutBrowser }, () => {
  test('one verdict for a settled edit, of at most 120 characters, and the focus stays', async () => {
    const { page } = await open(both);
    await page.evaluate(() => {
      window.heard = [];
      new MutationObserver(() => {
        window.heard.push(document.querySelector('#spoken-verdict').textContent);
      }).observe(document.querySelector('#spoken-verdict'), {
        childList: true,
        characterData: true,
      });
    });
    await size(page, 'B', 0).focus();
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => window.heard.length > 0);
    await page.waitForTimeout(500);
    const heard = await page.evaluate(() => window.heard);
    assert.equal(heard.length, 1);
    assert.match(heard[0], /\(4,8\)/);
    assert.ok(heard[0].length <= 120);
    assert.equal(await size(page, 'B', 0).evaluate((el) => el === document.activeElement), true);
    await size(page, 'A', 1).focus();
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => window.heard.length > 1);
    assert.ok((await page.evaluate(() => window.heard[1])).length <= 120);
  });

  test('the table has headers, and copies are announced as not stored', async () => {
    const { page } = await open(both);
    const ladder = await page.locator('.ladder-place').ariaSnapshot();
    assert.match(ladder, /columnheader "m axis 0 or −2"/);
    assert.match(ladder, /rowheader "B"/);
    assert.match(ladder, /cell "1 → 4 not written: 1, used 4 times"/);
    const grid = await page.locator('.stage [aria-label="Values of A"]').ariaSnapshot();
    assert.match(grid, /gridcell "10, copy of A\[0,0\], not stored"/);
    // The rulers repeat the table of axes.
    assert.equal(await page.locator('.ruler:not([aria-hidden="true"])').count(), 0);
    assert.ok((await page.locator('.ruler').count()) > 0);
  });

  test('there is a statement with the known gaps', async () => {
    const { page } = await open();
    await page.getByText('Accessibility', { exact: true }).click();
    await page.getByText('Known gaps').waitFor();
  });
});

describe('room', { skip: withoutBrowser }, () => {
  const widest = (page) => page.evaluate(() => document.documentElement.scrollWidth);

  test('no part scrolls sideways at 320 pixels, which is 400 % of 1,280', async () => {
    const { page } = await open('', { viewport: { width: 320, height: 640 } });
    for (const [name, [hash, there]] of Object.entries(states)) {
      await follow(page, hash);
      await page.waitForSelector(there);
      assert.equal(await widest(page), 320, name);
    }
  });

  test('wider letters, words and lines, and twice the size, still fit', async () => {
    for (const css of [
      '* { letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5 } p { margin-bottom: 2em }',
      'html { font-size: 200% }',
    ]) {
      const { page } = await open(hashOf('3.4|3'), { viewport: { width: 640, height: 800 } });
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [sheet];
      }, css);
      assert.ok((await widest(page)) <= 640, css);
      const clipped = await page
        .locator('.rung, .option-text, .fix, .tab')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.scrollWidth > element.clientWidth + 1)
            .map((element) => element.outerHTML),
        );
      assert.deepEqual(clipped, [], css);
    }
  });

  test('everything that can be pressed is at least 24 pixels high and wide, in every part', async () => {
    const { page } = await open();
    for (const [name, [hash, there]] of Object.entries(states)) {
      await follow(page, hash);
      await page.waitForSelector(there);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      const small = await page
        .locator('button, summary, .option, .size, select, .check, a.example, a.mode')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility())
            .map((element) => [element.getBoundingClientRect(), element.outerHTML])
            .filter(([box]) => box.width < 23.9 || box.height < 23.9)
            .map(([, html]) => html),
        );
      assert.deepEqual(small, [], name);
    }
  });
});
