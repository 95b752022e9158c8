/** Drawings that are updated in place look the same as on a page that was opened in that state. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { presets } from './lib/model.mjs';
import { follow } from './lib/page.mjs';
import { random } from './lib/random.mjs';
import { usePage } from './lib/suite.mjs';

const { encode } = await importModule('state/url.ts');
const seed = 1_121;
const rounds = 24;
const drawn = ['sentence', 'verdict', 'figure', 'explain'];

/** Waits for the repairs of a conflict, which are drawn last. */
const settled = (page) =>
  page.locator('.repairs-place:not([inert])').waitFor({ state: 'attached' });

/** The drawn elements, without announcements; attributes and styles sorted by name. */
const read = (page) =>
  page.evaluate((views) => {
    const write = (node, depth) => {
      if (node.nodeType !== Node.ELEMENT_NODE) return node.data.trim();
      const ordered = ({ name, value }) =>
        name === 'style' ? value.split(/; ?/).filter(Boolean).sort().join('; ') : value;
      const attributes = [...node.attributes]
        .map((attribute) => `${attribute.name}="${ordered(attribute)}"`)
        .sort();
      const start = [node.localName, ...attributes, node.value ?? ''].join(' ');
      if (node.hasAttribute('aria-live')) return start;
      const inside = [...node.childNodes].map((child) => write(child, depth + 1));
      return [start, ...inside].join(`\n${' '.repeat(depth)}`);
    };
    const parts = views.map((name) => document.querySelector(`[data-view="${name}"]`));
    return Object.fromEntries(parts.map((part) => [part.dataset.view, write(part, 1)]));
  }, drawn);

describe('a page that was led from state to state', { skip: withoutBrowser }, () => {
  const { openTab, url } = usePage();

  test('is the same as one that was opened there', async (t) => {
    t.diagnostic(`seed ${seed}`);
    const below = random(seed);
    const options = { reducedMotion: 'reduce' };
    const [led, opened] = [await openTab(options), await openTab(options)];
    await led.load(url());
    for (let i = 0; i < rounds; i += 1) {
      const { state } = presets[below(presets.length)];
      const hash = encode({ ...state, step: below(3) ? state.step : below(4), tab: 'code' });
      if (hash === (await led.page.evaluate(() => location.hash))) continue;
      await follow(led.page, hash);
      await opened.load(url() + hash);
      await opened.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await Promise.all([settled(led.page), settled(opened.page)]);
      const [there, here] = [await read(led.page), await read(opened.page)];
      for (const name of drawn) assert.equal(there[name], here[name], `${name} at ${hash}`);
    }
    assert.deepEqual(led.problems, []);
  });

  test('has one stop for Tab in each drawing, wherever the arrows were', async () => {
    const { page, load } = await openTab();
    await load(`${url()}#v=1&r=numpy&op=Add&i=4.1|3&f=addr`);
    const stops = () =>
      page
        .locator('.tensor')
        .evaluateAll((drawings) =>
          drawings.map((each) => each.querySelectorAll('[tabindex="0"]').length),
        );
    await page.locator('.tensor').last().locator('.cell').first().focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(key);
    }
    assert.deepEqual(await stops(), [1, 1, 1]);
    for (const shapes of ['4.1|2', '2.2|2', '3.1|1.2|2.1.1&op=Sum', '', '5.1|3']) {
      const [sizes, op = 'op=Add'] = shapes.split('&');
      await follow(page, `#v=1&r=numpy&${op}&i=${sizes || '|'}&f=addr`);
      const counts = await stops();
      assert.ok(counts.length > 2 && counts.every((count) => count === 1), `${shapes}: ${counts}`);
    }
  });
});
