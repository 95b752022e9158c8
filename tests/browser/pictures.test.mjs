/**
 * The appearance of the page. Everywhere: its parts are in order and nothing is cut off. On a machine that
 * draws text like the one that took the screenshots: the screenshots.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import {
  createPoser,
  difference,
  fileOf,
  knownMachine,
  machineOf,
  poses,
  schemes,
  take,
} from './lib/pictures.mjs';
import { serve } from './lib/server.mjs';

/** A different digit changes more pixels than this, at half size. */
const mostDifferent = 16;
const TRIES = 6;
const PAUSE_MS = 500;
const parts = '.masthead, .hero, .figure, .more, .settings, .run, .puzzle';

describe('the pictures', { skip: withoutBrowser }, () => {
  let server;
  let browser;
  let workshop;
  let strange;
  let pose;

  before(async () => {
    server = await serve(builtPage());
    browser = await startBrowser();
    workshop = await browser.newPage();
    pose = createPoser(browser, server.url);
    const [known, here] = [await knownMachine(), await machineOf(browser, workshop)];
    const same = JSON.stringify(known) === JSON.stringify(here);
    strange = same ? undefined : `letters are drawn otherwise here: ${JSON.stringify(here)}`;
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  /** The page may still be drawing when its elements exist, so it is compared until it matches. */
  async function leastDifference(page, picture, scheme, known) {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && least > mostDifferent; tries++) {
      if (tries > 0) await page.waitForTimeout(PAUSE_MS);
      const apart = await difference(workshop, known, await take(page, picture, scheme, workshop));
      least = Math.min(least, apart);
    }
    return least;
  }

  for (const picture of poses) {
    const { name, viewport } = picture;
    test(`${name}, ${viewport.width} wide`, async (t) => {
      const page = await pose(picture);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
      const boxes = await page.locator(parts).evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .map((element) => element.getBoundingClientRect())
          .map(({ top, bottom }) => [top, bottom]),
      );
      boxes.slice(1).forEach(([top], i) => {
        assert.ok(top >= boxes[i][1] - 0.5, `part ${i + 1} covers the one before`);
      });
      if (strange) {
        t.skip(strange);
        return;
      }
      for (const scheme of schemes) {
        const known = await readFile(fileOf(picture, scheme));
        const apart = await leastDifference(page, picture, scheme, known);
        assert.ok(apart <= mostDifferent, `${scheme}: ${apart} pixels differ`);
      }
    });
  }
});
