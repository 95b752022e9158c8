/**
 * Measures the page's budgets of time, which are not tests: a test would measure the machine. Several built
 * pages are measured in alternation, so that one run compares them:
 *
 *   node tests/browser/measure.mjs [folder ...]
 *
 * An edit is an arrow key in the last size of each example. Its time runs from the event to a message that is
 * posted in the frame, which the browser delivers after painting.
 */
import { basename, dirname } from 'node:path';
import { startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage, importModule } from './lib/build.mjs';
import { presets } from './lib/model.mjs';
import { serve } from './lib/server.mjs';

const { encode } = await importModule('state/url.ts');
const rates = [1, 4];
const rounds = 3;
const keys = ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown'];
// Chrome's own "slow 4G".
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

function watchPaints() {
  globalThis.paints = [];
  globalThis.shift = 0;
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe('largest-contentful-paint', ({ startTime }) => globalThis.paints.push(startTime));
  observe('layout-shift', ({ value, hadRecentInput }) => {
    globalThis.shift += hadRecentInput ? 0 : value;
  });
}

function watchKeys() {
  globalThis.times = [];
  const onKey = () => {
    const start = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => globalThis.times.push(performance.now() - start);
      port2.postMessage(0);
    });
  };
  addEventListener('keydown', onKey, { capture: true });
}

async function openTab(browser, viewport, rate) {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const throttle = (by) => client.send('Emulation.setCPUThrottlingRate', { rate: by });
  return { context, page, client, slowDown: () => throttle(rate), speedUp: () => throttle(1) };
}

async function measureLoad(browser, url, size, slow, note) {
  const tab = await openTab(browser, sizes[size], slow ? 4 : 1);
  const { page, client } = tab;
  if (slow) {
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', slowNetwork);
    await tab.slowDown();
  }
  await page.addInitScript(watchPaints);
  await page.goto(url);
  await page.waitForSelector('html[data-state="live"]', { timeout: 60_000 });
  await page.waitForTimeout(slow ? 1500 : 500);
  const { paint, shift } = await page.evaluate(() => ({
    paint: globalThis.paints.at(-1),
    shift: globalThis.shift,
  }));
  const where = `${size}${slow ? ', slow 4G, 4× CPU' : ''}`;
  note(`largest paint, ${where} [ms]`, paint);
  note(`layout shift, ${where}`, shift);
  await tab.context.close();
}

async function measureEdits(browser, url, rate, note) {
  const tab = await openTab(browser, sizes.desktop, rate);
  const { page } = tab;
  await page.goto(url);
  await page.waitForSelector('html[data-state="live"]');
  await page.evaluate(watchKeys);
  for (const { state } of presets) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, encode(state));
    await page.waitForTimeout(400);
    const box = page.locator('.sentence .size').last();
    if ((await box.count()) === 0) continue;
    await box.focus();
    await tab.slowDown();
    // The first edits in a state compile code.
    for (const key of [...keys, ...keys]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(rate * 100);
    }
    await tab.speedUp();
    const times = await page.evaluate(() => globalThis.times.splice(0));
    const rank = Math.max(...state.shapes.map((shape) => shape.length));
    const axes = rank <= 3 ? 'up to three axes' : 'four axes and more';
    for (const time of times.slice(keys.length)) {
      note(`edit to paint, ${rate}× CPU, ${axes} [ms]`, time);
    }
  }
  await tab.context.close();
}

const quantile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))];

function report(name, notes) {
  console.log(name);
  for (const [what, values] of notes) {
    const [median, most] = [0.5, 0.95].map((part) => quantile(values, part).toPrecision(3));
    console.log(`  ${what}: median ${median}, p95 ${most}, n ${values.length}`);
  }
}

if (withoutBrowser) throw new Error(withoutBrowser);
const folders = process.argv.length > 2 ? process.argv.slice(2) : [builtPage()];
const servers = await Promise.all(folders.map(serve));
const browser = await startBrowser();
try {
  const all = folders.map(() => new Map());
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, { url }] of servers.entries()) {
      const note = (what, value) => all[i].set(what, [...(all[i].get(what) ?? []), value]);
      for (const slow of [false, true]) {
        for (const size of Object.keys(sizes)) await measureLoad(browser, url, size, slow, note);
      }
      for (const rate of rates) await measureEdits(browser, url, rate, note);
    }
  }
  for (const [i, folder] of folders.entries()) {
    report(`${basename(dirname(folder))}/${basename(folder)}`, all[i]);
  }
} finally {
  await browser.close();
  await Promise.all(servers.map((server) => server.close()));
}
