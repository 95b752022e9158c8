/** Accessibility: the page without a mouse, a script, colours, space, motion, or a network. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations, violationsInBoth } from './lib/axe.mjs';
import { withoutBrowser } from './lib/browser.mjs';
import {
  both,
  follow,
  gridRows,
  hashOf,
  hashWith,
  ladderRows,
  size,
  text,
  texts,
} from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open, url } = usePage();

const states = {
  'the first example': '',
  'a conflict': hashOf('3.4|3'),
  'a warning': hashOf('77.1|77', '&sel=1.2'),
  'four axes': hashOf('8.1.6.1|7.1.5', '&sel=0.0.2.3'),
  'five axes': hashOf('3.2.2.2.2|2'),
  'no elements': hashOf('0.3|1.3'),
  'a bad link': '#v=9',
};

describe('axe-core finds nothing', { skip: withoutBrowser }, () => {
  let live;
  for (const [name, hash] of Object.entries(states)) {
    test(`in ${name}`, async () => {
      live ??= await open('', { colorScheme: 'light' });
      await follow(live.page, hash);
      assert.deepEqual(await violationsInBoth(live.page), []);
    });
  }

  test('in the dark', async () => {
    const { page } = await open('', { colorScheme: 'dark' });
    assert.deepEqual(await violations(page), []);
  });

  for (const [name, options] of Object.entries({
    'on a narrow screen': { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    'in forced colours': { forcedColors: 'active' },
  })) {
    test(name, async () => {
      const { page } = await open(hashOf('3.4|3'), options);
      assert.deepEqual(await violations(page), []);
    });
  }

  test('after a run', async () => {
    const { page } = await open('#m=lab');
    await page.getByRole('button', { name: 'Run it here' }).click();
    await page.waitForSelector('.report .agreement', { timeout: 60_000 });
    assert.deepEqual(await violations(page), []);
  });
});

/** The focused element, and the look of its focus. */
const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    // A hidden radio button shows its focus on the adjacent label.
    const shown = element.matches('[type="radio"]') ? element.nextElementSibling : element;
    const style = getComputedStyle(shown);
    const box = shown.getBoundingClientRect();
    const label = element.getAttribute('aria-label') ?? element.textContent.trim();
    return {
      name: `${element.tagName} ${label}`,
      outline: style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth),
      inside: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    };
  });

describe('the keyboard', { skip: withoutBrowser }, () => {
  test('reaches everything, sees where it is, and is never held', async () => {
    const { page } = await open();
    const seen = [];
    const most = 60;
    for (let i = 0; i < most; i += 1) {
      await page.keyboard.press('Tab');
      const stop = await focused(page);
      if (!stop) break;
      assert.ok(stop.outline >= 2, `${stop.name} shows its focus`);
      assert.ok(stop.inside, `${stop.name} is in view`);
      seen.push(stop.name);
    }
    assert.ok(seen.length < most, 'the last stop leads out of the page');
    for (const name of [
      'A, axis 0',
      'A, axis 1',
      'B, axis 0',
      'Watch it',
      'Step',
      'a row',
      'Settings',
    ]) {
      assert.ok(
        seen.some((stop) => stop.includes(name)),
        `${name} is a stop`,
      );
    }
    const watch = seen.findIndex((stop) => stop.includes('Watch it'));
    assert.ok(watch >= 0 && watch < 14, `${watch} stops are before Watch it`);
    // One tab stop for each grid, regardless of its number of cells.
    assert.equal(seen.filter((stop) => stop.startsWith('TD')).length, 3);
  });

  test('leads along the examples with the arrow keys', async () => {
    const { page } = await open();
    const example = (name) => page.getByRole('toolbar', { name: 'Examples' }).getByText(name);
    await example('a row').focus();
    await page.keyboard.press('ArrowRight');
    assert.match((await focused(page)).name, /a column/);
    await page.keyboard.press('End');
    assert.match((await focused(page)).name, /a batch/);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    assert.match((await focused(page)).name, /a row/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    assert.match((await focused(page)).name, /a column/);
    await page.keyboard.press('Enter');
    await hashWith(page, 'i=3.4|3.1');
  });

  test('skips to the content, and the address keeps the state', async () => {
    const { page } = await open(hashOf('3.4|3'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction((hash) => location.hash === hash, hashOf('3.4|3'));
    await page.keyboard.press('Tab');
    assert.match((await focused(page)).name, /Step/);
    await follow(page, hashOf('3.4|3', '&m=learn'));
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((hash) => location.hash === hash, hashOf('3.4|3', '&m=learn'));
  });

  test('everything that can be pressed is at least 24 pixels wide and high', async () => {
    for (const options of [{}, { hasTouch: true, isMobile: true }]) {
      const { page } = await open(hashOf('3.4|3'), options);
      const small = await page
        .locator('button, a.example, summary, .option, .size')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility())
            .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML }))
            .filter(({ box }) => box.width < 24 || box.height < 24)
            .map(({ text }) => text),
        );
      assert.deepEqual(small, []);
    }
  });
});

describe('without a script', { skip: withoutBrowser }, () => {
  test('the first example is complete, and no control is dead', async () => {
    const live = await open();
    const printed = await open('', { javaScriptEnabled: false });
    for (const selector of ['.headline', '[data-view="explain"] li', '.equation', '.tensor h3']) {
      assert.deepEqual(await texts(printed.page, selector), await texts(live.page, selector));
    }
    assert.match(await text(printed.page, '.headline'), /fit: the result is \(4,3\)/);
    assert.equal(await printed.page.locator('button:visible').count(), 0);
  });

  test('the table and the values are those of the live page', async () => {
    const live = await open();
    // The served document, before any script runs.
    const source = await (await fetch(url())).text();
    const reader = await live.context.newPage();
    await reader.setContent(source.replace(/<script.*?<\/script>/gs, ''));
    assert.deepEqual(await ladderRows(reader), await ladderRows(live.page));
    for (const name of ['A', 'B', 'C']) {
      assert.deepEqual(await gridRows(reader, name), await gridRows(live.page, name));
    }
  });
});

describe('narrow, still and quiet', { skip: withoutBrowser }, () => {
  test('a screen of 320 pixels never scrolls sideways', async () => {
    const { page } = await open('', { viewport: { width: 320, height: 640 } });
    for (const hash of Object.values(states)) {
      await follow(page, hash);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, 320, hash);
    }
  });

  test('nothing moves with reduced motion', async () => {
    const { page } = await open(both, { reducedMotion: 'reduce' });
    const running = () => page.evaluate(() => document.getAnimations().length);
    assert.equal(await running(), 0);
    await size(page, 'B', 0).press('ArrowUp');
    await page.locator('[aria-label="Values of C"] .cell').first().hover();
    assert.equal(await running(), 0);
  });

  test('every request goes to the page itself', async () => {
    const { page, requests } = await open();
    await page.waitForLoadState('networkidle');
    const base = url();
    assert.deepEqual(
      requests.filter((request) => !request.startsWith(base)),
      [],
    );
  });

  test('the policy of the page refuses other scripts, and eval', async () => {
    const { page } = await open();
    const policy = await page
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .getAttribute('content');
    assert.match(policy, /default-src 'self'/);
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')/);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.stranger = true';
      document.head.append(script);
      const style = document.createElement('style');
      style.textContent = 'body { --stranger: 1 }';
      document.head.append(style);
      const styled = getComputedStyle(document.body).getPropertyValue('--stranger');
      return 'stranger' in window || styled !== '';
    });
    assert.equal(ran, false);
  });

  test('where the engine cannot start, the page says so and stays readable', async () => {
    const { context } = await open();
    const other = await context.newPage();
    await other.addInitScript(() => {
      delete globalThis.WebAssembly;
    });
    await other.goto(url());
    await other.waitForSelector('html[data-state="printed"]');
    assert.match(await text(other, '.notice'), /The engine did not start/);
    assert.match(await text(other, '.headline'), /fit: the result is \(4,3\)/);
    assert.equal(await other.locator('.shape-box:visible').count(), 0);
  });
});
