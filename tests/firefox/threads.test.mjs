/** Several threads on a page of Firefox. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { servePage } from '../threads/page.mjs';
import { startFirefox, withoutFirefox } from './lib.mjs';

describe('threads', { skip: withoutFirefox }, () => {
  let browser;
  before(async () => {
    browser = await startFirefox();
  });
  after(() => browser?.close());

  test('two run on a page that is isolated, with the bits of one', async () => {
    const server = await servePage(true);
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => document.title !== '', { timeout: 60_000 });
    const { threads, reason, isolated, same } = JSON.parse(await page.title());
    await server.close();
    assert.deepEqual(
      { threads, isolated, same },
      { threads: 2, isolated: true, same: true },
      reason,
    );
  });
});
