/**
 * How the page looks. Everywhere: its parts stand below each other in order, nothing is cut off. On
 * a machine that draws letters as the one on which the pictures were taken: the pictures.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { openPage, startBrowser, withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import {
  difference,
  fileOf,
  knownMachine,
  machineOf,
  pictures,
  pose,
  take,
} from './lib/pictures.mjs';
import { serve } from './lib/server.mjs';

/** Anti-aliasing may come out otherwise here and there. */
const mostDifferent = 0.004;

describe('the pictures', { skip: withoutBrowser }, () => {
  let server;
  let browser;
  let workshop;
  let strange;

  before(async () => {
    server = await serve(builtPage());
    browser = await startBrowser();
    workshop = await browser.newPage();
    const [known, here] = [await knownMachine(), await machineOf(browser, workshop)];
    const same = JSON.stringify(known) === JSON.stringify(here);
    strange = same ? undefined : `letters are drawn otherwise here: ${JSON.stringify(here)}`;
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  for (const picture of pictures) {
    const { name, width, height, scheme, hash } = picture;
    test(`${name}, ${width} wide, ${scheme}`, async (t) => {
      const options = { viewport: { width, height }, colorScheme: scheme };
      const { page, context, load } = await openPage(browser, options);
      try {
        await load(server.url + hash);
        await pose(page, picture);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        const parts = await page
          .locator(
            '.masthead, .sentence, .controls, .examples, .headline, .bench, .tab-list, .puzzle',
          )
          .evaluateAll((elements) =>
            elements
              .filter((element) => element.checkVisibility())
              .map((element) => element.getBoundingClientRect())
              .map(({ top, bottom }) => [top, bottom]),
          );
        parts.slice(1).forEach(([top], i) => {
          assert.ok(top >= parts[i][1] - 0.5, `part ${i + 1} covers the one before`);
        });
        if (strange) {
          t.skip(strange);
          return;
        }
        const apart = await difference(
          workshop,
          await readFile(fileOf(picture)),
          await take(page, workshop),
        );
        assert.ok(apart <= mostDifferent, `${(apart * 100).toFixed(2)} % of the pixels differ`);
      } finally {
        await context.close();
      }
    });
  }
});
