/** What is taken from the page says the same as the page, and all of it can be seen. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { defaultState, model, withShapes } from './lib/model.mjs';
import { usePage } from './lib/suite.mjs';

const { toMarkdown, toAlternative } = await importModule('share/text.ts');
const { toSvg } = await importModule('share/svg.ts');
const { open, openTab } = usePage();

const conflict = withShapes(defaultState, [[3, 4], [3]]);
const outer = { ...withShapes(defaultState, [[2, 3, 4], [2]]), rule: 'ncnn' };

describe('under ncnn', () => {
  test('the table has the numbers of its sentences', () => {
    const lines = toMarkdown(model(outer)).split('\n');
    const head = lines.find((line) => line.startsWith('|'));
    // A is [4,3,2], so its 4 lies on axis 0, which is w.
    assert.equal(
      head,
      '|  | l (axis 0, ncnn 2 (c)) | m (axis 1, ncnn 1 (h)) | n (axis 2, ncnn 0 (w)) |',
    );
    assert.ok(lines.some((line) => line.startsWith('- Axis 0 (w): A has 4')));
  });

  test('the description writes shapes as its sentences do', () => {
    assert.match(
      toAlternative(model(outer)),
      /^How A \[4,3,2\] and B \[2\] line up: C \[4,3,2\]\./,
    );
    assert.match(toAlternative(model({})), /^How A \(4,1\) and B \(3\) line up: C \(4,3\)\./);
  });
});

describe('a drawing', () => {
  test('says of the sizes that disagree that they do', () => {
    const words = [...toSvg(model(conflict), false).matchAll(/<text [^>]*>([^<]*)/g)];
    assert.equal(words.filter(([, word]) => word === 'disagrees').length, 2);
    assert.equal(words.filter(([, word]) => word === 'added, stretched').length, 1);
  });

  test('has room for all of its words', { skip: withoutBrowser }, async () => {
    const { page, context } = await openTab();
    const long = withShapes(defaultState, [
      [2, 3, 4, 5, 6, 7],
      [2, 3, 4, 5, 6, 8],
    ]);
    for (const state of [{}, conflict, outer, long]) {
      await page.setContent(toSvg(model(state), false));
      const outside = await page.evaluate(() => {
        const { width, height } = document.querySelector('svg').viewBox.baseVal;
        return [...document.querySelectorAll('text')].flatMap((words) => {
          const box = words.getBBox();
          const inside =
            box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
          return inside ? [] : [words.textContent];
        });
      });
      assert.deepEqual(outside, []);
    }
    await context.close();
  });
});

describe('on paper', { skip: withoutBrowser }, () => {
  test('the sizes stand between their brackets', async () => {
    const { page } = await open();
    await page.emulateMedia({ media: 'print' });
    const apart = await page.evaluate(() =>
      [...document.querySelectorAll('.sentence .tuple')].flatMap((tuple) => {
        const middle = (element) => {
          const { top, height } = element.getBoundingClientRect();
          return top + height / 2;
        };
        const bracket = middle(tuple.querySelector('.soft'));
        return [...tuple.querySelectorAll('.size')].map((size) => Math.abs(middle(size) - bracket));
      }),
    );
    await page.emulateMedia({ media: null });
    assert.equal(apart.length, 3);
    assert.ok(Math.max(...apart) < 6, apart.join());
  });
});
