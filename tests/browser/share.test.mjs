/** Exports of the page match the page, and are completely visible. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { builtPage, importModule } from './lib/build.mjs';
import { drawingOf, hashOfDrawing, stories, takenDrawings } from './lib/cards.mjs';
import { defaultState, model, withShapes } from './lib/model.mjs';
import { both, hashOf, saved } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { toMarkdown, toAlternative } = await importModule('share/text.ts');
const { toSvg } = await importModule('share/svg.ts');
const { paletteNames } = await importModule('share/svg-sheet.ts');
const palette = Object.fromEntries(paletteNames.map((name, i) => [name, `#0000${10 + i}`]));
const { open, openTab, url } = usePage();

const conflict = withShapes(defaultState, [[3, 4], [3]]);
const outer = { ...withShapes(defaultState, [[2, 3, 4], [2]]), rule: 'ncnn' };

describe('under ncnn', () => {
  test('the table has the numbers of its sentences', () => {
    const lines = toMarkdown(model(outer)).split('\n');
    const head = lines.find((line) => line.startsWith('|'));
    // A is (2,3,4), and its size 4 is on axis 2, called w.
    assert.equal(head, '|  | l (axis 0 (c)) | m (axis 1 (h)) | n (axis 2 (w)) |');
    assert.ok(lines.some((line) => line.startsWith('- Axis 2 (w): A has 4')));
  });

  test('the description writes shapes as its sentences do', () => {
    assert.match(
      toAlternative(model(outer)),
      /^How A \(2,3,4\) and B \(2,\) line up: C \(2,3,4\)\./,
    );
    assert.match(toAlternative(model({})), /^How A \(4,3\) and B \(3,\) line up: C \(4,3\)\./);
  });
});

describe('a drawing', () => {
  test('has the marks of the page: signs, axes with their sizes, indices, colours', () => {
    const shapes = withShapes({ ...defaultState, sel: [1, 2, 3] }, [
      [2, 3, 4],
      [3, 1],
    ]);
    const drawing = toSvg(model(shapes), palette);
    const words = [...drawing.matchAll(/<text [^>]*>([^<]*)/g)].map(([, word]) => word);
    for (const word of ['+', '=', 'l 2', 'n 4', 'm 3', 'used 2 times'])
      assert.ok(words.includes(word), word);
    assert.ok(words.some((word) => word.startsWith('C[1,2,3] = ')));
    for (const name of ['tint-a', 'tint-b', 'tint-c', 'axis-n', 'axis-m', 'axis-l'])
      assert.ok(drawing.includes(palette[name]), name);
    assert.ok([...toSvg(model(conflict), palette).matchAll(/nothing here to add/g)].length === 1);
  });

  test('is a card for a forum: 1200 × 630, filled, with digits of 26 pixels', {
    skip: withoutBrowser,
  }, async () => {
    const { page, context } = await openTab({ viewport: { width: 1200, height: 630 } });
    for (const state of [{}, conflict, outer]) {
      await page.setContent(`<style>body { margin: 0 }</style>${toSvg(model(state), palette)}`);
      const { width, height, across, down, digits } = await page.evaluate(() => {
        const all = [...document.querySelectorAll('text, rect + rect, path')];
        const boxes = all.map((each) => each.getBoundingClientRect());
        const reach = (from, to) =>
          Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
        const cells = [...document.querySelectorAll('g text')].filter(
          (each) => each.textContent === '10',
        );
        const svg = document.querySelector('svg').getBoundingClientRect();
        return {
          width: svg.width,
          height: svg.height,
          across: reach('left', 'right'),
          down: reach('top', 'bottom'),
          digits: cells.map((each) => Number(each.getAttribute('font-size')) * each.getCTM().a),
        };
      });
      assert.deepEqual([width, height], [1200, 630]);
      assert.ok(across >= 0.85 * width && down >= 0.85 * height, `${across} × ${down}`);
      if (state !== outer) assert.ok(Math.max(...digits) >= 26, `${digits}`);
    }
    await context.close();
  });

  test('says of the sizes that disagree that they do', () => {
    const words = [...toSvg(model(conflict), palette).matchAll(/<text [^>]*>([^<]*)/g)];
    assert.equal(words.filter(([, word]) => word === 'doesn’t fit').length, 2);
    assert.equal(words.filter(([, word]) => word === 'not written: 1').length, 1);
  });

  test('has room for all of its words', { skip: withoutBrowser }, async () => {
    const { page, context } = await openTab();
    const long = withShapes(defaultState, [
      [2, 3, 4, 5, 6, 7],
      [2, 3, 4, 5, 6, 8],
    ]);
    for (const state of [{}, conflict, outer, long]) {
      await page.setContent(toSvg(model(state), palette));
      const outside = await page.evaluate(() => {
        const { width, height } = document.querySelector('svg').viewBox.baseVal;
        return [...document.querySelectorAll('text')].flatMap((words) => {
          const box = words.getBoundingClientRect();
          const { left, top } = document.querySelector('svg').getBoundingClientRect();
          const [x, y] = [box.left - left, box.top - top];
          const inside = x >= 0 && y >= 0 && x + box.width <= width && y + box.height <= height;
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

  test('closed folds are not printed', async () => {
    const { page } = await open();
    await page.emulateMedia({ media: 'print' });
    const closed = page.locator('details:not([open])');
    assert.ok((await closed.count()) > 0);
    assert.equal(await page.locator('details:not([open]):visible').count(), 0);
    await page.emulateMedia({ media: null });
  });
});

describe('sharing', { skip: withoutBrowser }, () => {
  test('copies a link, the code of a frame, a table and a description', async () => {
    const { page } = await open(both, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.share summary').click();
    const copied = async (name) => {
      await page.getByRole('button', { name }).click();
      await page.waitForTimeout(50);
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied('Copy link'), `${url()}${hashOf('4.1|3', '&sel=1.2')}`);
    const frame = await copied('Copy embed code');
    assert.match(frame, /^<iframe src="[^"]*embed\.html#v=1[^"]*" .*sandbox="allow-scripts"/);
    const markdown = await copied('Copy for a forum');
    assert.match(markdown, /\| B \| 1 added → 4 \| 3 \|/);
    assert.ok(markdown.endsWith(`${url()}${hashOf('4.1|3', '&sel=1.2')}`));
    assert.match(await copied('Copy alt text'), /C\[1,2\] = A\[1,0\] \+ B\[2\]/);
  });

  test('saves a drawing and an image', async () => {
    const { page, problems } = await open(both);
    await page.locator('.share summary').click();
    const drawing = (await saved(page, 'Save as SVG')).toString();
    const parsed = await page.evaluate((source) => {
      const document = new DOMParser().parseFromString(source, 'image/svg+xml');
      return {
        errors: document.querySelectorAll('parsererror').length,
        title: document.querySelector('title').textContent,
        words: [...document.querySelectorAll('text')].map((each) => each.textContent),
      };
    }, drawing);
    assert.equal(parsed.errors, 0);
    assert.match(parsed.title, /fit: the result is \(4,3\)/);
    assert.ok(parsed.words.includes('1 → 3') && parsed.words.includes('23'));
    const picture = await saved(page, 'Save as PNG');
    assert.deepEqual([...picture.subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
    assert.ok(picture.length < 120_000, `${picture.length} bytes`);
    assert.deepEqual(problems, []);
  });

  test('copies a picture', async () => {
    const { page } = await open(both, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.share summary').click();
    await page.getByRole('button', { name: 'Copy picture' }).click();
    await page.getByText('The picture is on the clipboard.').waitFor();
    const types = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return item.types;
    });
    assert.deepEqual(types, ['image/png']);
  });
});

describe('the embedded figure', { skip: withoutBrowser }, () => {
  test('works in a frame without an origin, tells its height and links to the page', async () => {
    const { context } = await open(both);
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url());
    await page.evaluate(
      (address) => {
        addEventListener('message', (event) => {
          if (event.data?.type === 'bcast:size') window.told = event.data.h;
        });
        document.body.innerHTML = `<iframe sandbox="allow-scripts" width="280" height="220" src="${address}"></iframe>`;
      },
      `${url()}embed.html${hashOf('3.4|3')}`,
    );
    const frame = page.frameLocator('iframe');
    await frame.locator('.headline.bad').waitFor();
    assert.ok((await page.waitForFunction(() => window.told)) !== undefined);
    await frame.locator('.primary').click();
    await frame.locator('.headline:not(.bad)').waitFor();
    assert.match(await frame.locator('#full').getAttribute('href'), /i=3\.4\|3\.1/);
    assert.deepEqual(problems, []);
  });
});

describe('the code that embeds the figure', { skip: withoutBrowser }, () => {
  test('sets the frame to the height of the figure, with all values and the chosen theme', async () => {
    const { page, context } = await open(hashOf('4.1|3'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('.share summary').click();
    await page.getByRole('button', { name: 'Copy embed code' }).click();
    await page.waitForTimeout(50);
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const around = await context.newPage();
    await around.setViewportSize({ width: 760, height: 900 });
    await around.setContent(`<body>${code.replace('" width', '&theme=dark" width')}</body>`);
    const frame = around.frameLocator('iframe');
    await frame.locator('.tensor').nth(2).waitFor();
    await around.waitForFunction(() => document.querySelector('iframe').style.height !== '');
    const height = await around.locator('iframe').evaluate((element) => element.clientHeight);
    const { y, height: own } = await frame.locator('.addend').last().boundingBox();
    const top = (await around.locator('iframe').boundingBox()).y;
    assert.ok(y + own - top <= height, 'the values are in the frame');
    assert.equal(await frame.locator('html').getAttribute('data-theme'), 'dark');
    assert.equal(await frame.getByRole('button', { name: 'Watch it' }).count(), 1);
  });
});

describe('the pages for ideas', { skip: withoutBrowser }, () => {
  test('have a title, a description and an image for previews of links, and lead to the figure', async () => {
    const { page, context } = await openTab();
    for (const name of Object.keys(stories)) {
      const html = await readFile(join(builtPage(), 'e', `${name}.html`), 'utf8');
      const meta = (property) => html.match(`<meta property="${property}" content="([^"]+)"`)?.[1];
      assert.ok(meta('og:title') && meta('og:description') && meta('og:image:alt'), name);
      assert.equal(meta('og:image'), `../e/${name}.png`);
      const picture = await readFile(join(builtPage(), 'e', `${name}.png`));
      assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
      assert.ok(picture.length < 120_000, `${name}: ${picture.length} bytes`);
    }
    await page.goto(`${url()}e/one-number-per-row.html`);
    await page.waitForURL(/\/path\/#i=4\.3\|4\.1$/);
    await page.waitForSelector('html[data-state="live"]');
    assert.equal(
      await page.locator('.headline').innerText(),
      '✓ (4,3) and (4,1) fit: the result is (4,3).',
    );
    await context.close();
  });

  test('have the pictures that the page draws now', async () => {
    const taken = await takenDrawings();
    assert.deepEqual(Object.keys(taken), Object.keys(stories));
    for (const [name, { hash }] of Object.entries(stories)) {
      const { page } = await open(hash, { colorScheme: 'light' });
      const drawing = hashOfDrawing(await drawingOf(page));
      assert.equal(drawing, taken[name], `${name}: node tests/browser/cards.mjs takes it again`);
    }
  });
});
