/** Several threads on a page of Chromium. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ISOLATION, servePage } from '../threads/page.mjs';
import { openPage, startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import { hashOf } from './lib/page.mjs';
import { serve } from './lib/server.mjs';

describe('threads', { skip: withoutBrowser }, () => {
  let browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.close());

  async function findingsOf(isolated) {
    const server = await servePage(isolated);
    const page = await browser.newPage();
    try {
      await page.goto(server.url);
      await page.waitForFunction(() => document.title !== '', undefined, { timeout: 60_000 });
      return JSON.parse(await page.title());
    } finally {
      await page.close();
      await server.close();
    }
  }

  test('two run on a page that is isolated, with the bits of one', async () => {
    const { threads, reason, isolated, same } = await findingsOf(true);
    assert.deepEqual(
      { threads, isolated, same },
      { threads: 2, isolated: true, same: true },
      reason,
    );
  });

  test('one runs on a page that is not, and says why', async () => {
    const { threads, reason, same } = await findingsOf(false);
    assert.deepEqual({ threads, same }, { threads: 1, same: true });
    assert.match(reason, /not cross-origin isolated.*Cross-Origin-Opener-Policy/);
  });

  /** The text of the page's speed lab after a measurement, and the files that it has fetched. */
  async function labOf(headers) {
    const server = await serve(builtPage(), { headers });
    // A separate tab: files that another one cached for visits without a network have other headers.
    const { page, context, problems, requests, load } = await openPage(browser);
    try {
      await load(server.url + hashOf('3.3|3', '&m=lab'));
      await page.click('#speed-lab button:has-text("Run 64")');
      await page.waitForSelector('#speed-lab .times', { timeout: 60_000 });
      const said = await page.locator('#speed-lab').innerText();
      const cores = await page.evaluate(() => navigator.hardwareConcurrency);
      assert.deepEqual(problems, []);
      return { said, cores, fetched: requests.filter((url) => /threads-/.test(url)) };
    } finally {
      await context.close();
      await server.close();
    }
  }

  test('take their turn in the speed lab of a page that is isolated', async () => {
    const { said, cores } = await labOf(ISOLATION);
    assert.match(said, /Several threads take their turn as well/);
    // One core allows one thread.
    assert.match(said, cores > 1 ? /simdcast, several threads/ : /this machine has one core/);
    assert.match(said, cores > 1 ? /\d+ threads: 'auto' uses/ : /One thread/);
  });

  test('are not fetched by the speed lab of another page, which says why', async () => {
    const { said, fetched } = await labOf({});
    assert.match(said, /Threads are unavailable.*Cross-Origin-Opener-Policy: same-origin/s);
    assert.doesNotMatch(said, /simdcast, several threads/);
    assert.deepEqual(fetched, []);
  });
});
