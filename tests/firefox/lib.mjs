/** Drives Firefox over WebDriver BiDi. */
import puppeteer from 'puppeteer-core';
import { findExecutable } from '../support/executables.mjs';

/** The browser of FIREFOX_PATH, or one on PATH; undefined if there is none. */
export const findFirefox = () =>
  findExecutable(['firefox-esr', 'firefox'], process.env.FIREFOX_PATH);

/** The reason for a skip, or false. */
export const withoutFirefox = findFirefox()
  ? false
  : 'no Firefox: install one, or name it in FIREFOX_PATH';

/** @param {Record<string, unknown>} [preferences] of about:config */
export const startFirefox = (preferences = {}) =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: { 'ui.systemUsesDarkTheme': 0, ...preferences },
  });

/** Opens the page at an address without a cache, and records its errors. */
export async function openPage(browser, url) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector('html[data-state="live"]', { timeout: 30_000 });
  return { page, problems };
}

const clean = (text) => text.replace(/\s+/g, ' ').trim();

export const text = async (page, selector) =>
  clean(await page.$eval(selector, (element) => element.textContent));

export const texts = async (page, selector) =>
  (await page.$$eval(selector, (elements) => elements.map((each) => each.textContent))).map(clean);
