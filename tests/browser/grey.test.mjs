/** Borders and patterns of boxes carry their meaning: without colours, and in forced colours. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { difference } from './lib/pictures.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

/** The kinds of boxes of the table, and of elements. */
const kinds = {
  rungs: ['rung', 'rung added', 'rung stretched', 'rung conflict', 'rung refused'],
  cells: ['cell', 'cell ghost'],
};

const modes = {
  'without colours, light': { colorScheme: 'light' },
  'without colours, dark': { colorScheme: 'dark' },
  'in forced colours, light': { colorScheme: 'light', forcedColors: 'active' },
  'in forced colours, dark': { colorScheme: 'dark', forcedColors: 'active' },
};

describe('every kind of box', { skip: withoutBrowser }, () => {
  for (const [mode, options] of Object.entries(modes)) {
    test(`looks different ${mode}`, async () => {
      const { page, context } = await open('', options);
      const workshop = await context.newPage();
      for (const classes of Object.values(kinds)) {
        const pictures = [];
        for (const kind of classes) {
          await page.evaluate((name) => {
            document.documentElement.style.filter = 'grayscale(1)';
            const box = document.createElement('div');
            box.className = name;
            box.id = 'box';
            Object.assign(box.style, { width: '108px', height: '58px', boxSizing: 'border-box' });
            document.querySelector('main').replaceChildren(box);
          }, kind);
          pictures.push([kind, await page.locator('#box').screenshot()]);
        }
        for (const [i, [one, a]] of pictures.entries()) {
          for (const [other, b] of pictures.slice(i + 1)) {
            const apart = await difference(workshop, a, b, 24);
            // One in a hundred of the box's 108 × 58.
            assert.ok(apart > 62, `${one} and ${other}: ${apart} pixels`);
          }
        }
      }
      await workshop.close();
    });
  }
});
