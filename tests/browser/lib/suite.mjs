/** One browser and one server for the tests of a file. */
import { after, before } from 'node:test';
import { openPage, startBrowser, withoutBrowser } from './browser.mjs';
import { builtPage } from './build.mjs';
import { serve } from './server.mjs';

/**
 * Starts both before the tests of the file that calls it, and stops them after.
 * @param {() => Promise<string> | string} [folderOf] the folder to serve; default: the built page.
 */
export function usePage(folderOf = builtPage) {
  let browser;
  let server;
  const known = new Map();

  before(async () => {
    if (withoutBrowser) return;
    server = await serve(await folderOf());
    browser = await startBrowser();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    /**
     * Loads the page at a hash, with its record of problems and requests. Calls with the same
     * options share a tab, which is quicker than a new one.
     */
    async open(hash = '', options = {}) {
      const key = JSON.stringify(options);
      if (!known.has(key)) known.set(key, await openPage(browser, options));
      const opened = known.get(key);
      await opened.load(server.url + hash);
      return opened;
    },
    /** A separate tab, with its records. */
    openTab: (options) => openPage(browser, options),
    url: () => server.url,
  };
}
