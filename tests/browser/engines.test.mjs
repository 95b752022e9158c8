/** The page's two modules: the small one for every figure, and the whole engine once something needs it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { withoutBrowser } from './lib/browser.mjs';
import { both, follow, go, hashOf, text } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { openTab, url } = usePage();

/** The modules that a tab has fetched. */
function watch(page) {
  const fetched = [];
  page.on('request', (request) => {
    const name = /\/(\w+)-[\w-]+\.wasm$/.exec(request.url())?.[1];
    if (name) fetched.push(name);
  });
  return fetched;
}

/** Holds the whole engine back until it is released. */
async function holdBack(page) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(/\/simd-[\w-]+\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

describe('the engine', { skip: withoutBrowser }, () => {
  test('of every figure, lesson and puzzle is the small one', async () => {
    const { page, context, load, problems } = await openTab();
    const fetched = watch(page);
    await load(url() + both);
    for (const op of ['Where', 'Pow', 'Mean', 'Expand', 'Equal']) {
      const shapes = op === 'Where' ? '4.1|3|4.3' : '4.1|3';
      await follow(page, `#v=1&r=numpy&op=${op}&i=${shapes}&f=addr`);
      assert.match(await text(page, '.headline'), /\(4,3\)/, op);
    }
    for (const tab of ['why', 'rules', 'memory', 'code'])
      await follow(page, hashOf('3.4|3', `&t=${tab}`));
    for (const mode of ['learn', 'challenge']) {
      await go(page, hashOf('3.4|3', `&m=${mode}`));
      await page.waitForSelector(mode === 'learn' ? '.question' : '.puzzle h3');
    }
    assert.deepEqual(fetched, ['play']);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test('is the whole one for models: a bar shows until it is there, and the figure stays', async () => {
    const { page, context, load, problems } = await openTab();
    const fetched = watch(page);
    const release = await holdBack(page);
    await load(url() + hashOf('5.1|1.6', '&m=lab'));
    await page.locator('#digits-title').evaluate((title) => title.scrollIntoView());
    const bar = page.getByRole('progressbar', { name: 'Loading the whole engine' });
    await bar.waitFor();
    assert.deepEqual(await violations(page), []);
    const place = () => page.locator('#digits-title').boundingBox();
    const before = await place();
    release();
    await page.waitForSelector('.read .best');
    assert.equal(await bar.count(), 0);
    assert.deepEqual(await place(), before);
    assert.deepEqual(fetched, ['play', 'simd']);
    await follow(page, hashOf('5.1|1.6', '&m=play'));
    assert.match(await text(page, '.headline'), /\(5,6\)/);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
