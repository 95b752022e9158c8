/** Several threads on a page of Chromium. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { servePage } from '../threads/page.mjs';
import { startBrowser, withoutBrowser } from './lib/browser.mjs';

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
});
