/** Finds and starts the browser, and opens pages that record their errors. */
import { chromium } from 'playwright-core';
import { findExecutable } from '../../support/executables.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser of CHROME_PATH, or one on PATH; undefined if none is found. */
export const findBrowser = () => findExecutable(names, process.env.CHROME_PATH);

/** The reason for a skip, or false. */
export const withoutBrowser = findBrowser()
  ? false
  : 'no Chromium: install one, or name it in CHROME_PATH';

// The sandbox needs privileges that containers lack, and our own page needs no sandbox.
export const startBrowser = () =>
  chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });

// The page then keeps nothing for offline use, which would take a sixth of the time of the tests.
const withoutServiceWorkers = () => {
  delete globalThis.Navigator.prototype.serviceWorker;
};

/**
 * Opens a tab that records the errors and the requests of the page that it loads. Service workers are left out
 * unless the options allow them.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(15_000);
  if (options.serviceWorkers !== 'allow') await context.addInitScript(withoutServiceWorkers);
  const page = await context.newPage();
  const problems = [];
  const requests = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  return {
    page,
    context,
    problems,
    requests,
    /** Reloads at an address, even if only the hash differs, and waits for the page. */
    async load(url) {
      await page.goto('about:blank');
      await page.mouse.move(0, 0);
      problems.length = 0;
      requests.length = 0;
      await page.goto(url);
      const live = options.javaScriptEnabled !== false;
      if (live) await page.waitForSelector('html[data-state="live"]', { timeout: 20_000 });
    },
  };
}
