/** Tensors that are images are drawn as images, and their factors as light. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { nextStep, saved, text } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();
const { pictureAxes, paintPicture } = await importModule('data/picture.ts');
const image = '#v=1&r=numpy&op=Mul&i=256.256.3|3&f=addr';

/** The colour of a pixel of a tensor's canvas; from a copy, as Chromium warns about frequent reads. */
const pixel = (page, of, x, y) =>
  page.locator(`.tensor[data-of="${of}"] canvas`).evaluate(
    (canvas, at) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d', { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      return [...context.getImageData(...at, 1, 1).data].slice(0, 3);
    },
    [x, y],
  );

describe('which shapes are pictures', () => {
  test('three channels, last or first, and sides that no table shows', () => {
    assert.deepEqual(pictureAxes([256, 200, 3]), { rows: 0, columns: 1, channels: 2 });
    assert.deepEqual(pictureAxes([3, 64, 48]), { rows: 1, columns: 2, channels: 0 });
    for (const shape of [[256, 256], [3, 4, 3], [2, 64, 64], [1, 256, 256, 3], [64, 2, 3], []]) {
      assert.equal(pictureAxes(shape), undefined, shape.join());
    }
  });

  test('a step of 0 paints the same numbers everywhere', () => {
    const image = { width: 2, height: 2, data: new Uint8ClampedArray(16) };
    const elements = { data: [1, 0.5, 0], strides: [0, 0, 1] };
    paintPicture(image, elements, { rows: 0, columns: 1, channels: 2 });
    assert.deepEqual([...image.data], Array(4).fill([255, 128, 0, 255]).flat());
  });
});

describe('a picture', { skip: withoutBrowser }, () => {
  test('times three numbers: each channel of the result is the product of pixel and number', async () => {
    const { page, problems } = await open(image);
    assert.equal(await page.locator('.image').count(), 3);
    assert.equal(await page.locator('.tensor table').count(), 1, 'the three numbers');
    const factors = (await page.locator('.light').allInnerTexts()).map(Number);
    assert.deepEqual(factors, [0.75, 0.5, 0.25]);
    for (const at of [
      [10, 20],
      [180, 110],
    ]) {
      const before = await pixel(page, 0, ...at);
      const expected = before.map((level, c) => level * factors[c]);
      const after = await pixel(page, 'result', ...at);
      for (const [c, level] of after.entries())
        assert.ok(Math.abs(level - expected[c]) <= 1, `${after}`);
      assert.deepEqual(await pixel(page, 1, ...at), [191, 128, 64], 'one colour everywhere');
    }
    assert.deepEqual(problems, []);
  });

  test('unfolds at the stretch, and moves nothing', async () => {
    const { page } = await open(`${image}&s=3`);
    const place = () =>
      page.$$eval('.pixels', (all) =>
        all.map((each) => JSON.stringify(each.getBoundingClientRect())),
      );
    const before = await place();
    assert.equal(await page.locator('.tensor[data-of="1"] .folded').count(), 4);
    await nextStep(page);
    const unfolding = await page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => effect.target.dataset.key)
        .filter((key) => /^B (rows|columns)$/.test(key)),
    );
    assert.deepEqual(unfolding.toSorted(), ['B columns', 'B rows']);
    assert.equal(await page.locator('.folded').count(), 0);
    assert.deepEqual(await place(), before);
  });

  test('is in a drawing that is saved, with its pixels', async () => {
    const { page, problems } = await open(image);
    await page.locator('.share summary').click();
    const drawing = (await saved(page, 'Save as SVG')).toString();
    assert.equal([...drawing.matchAll(/<image /g)].length, 3);
    for (const word of ['l 256', 'm 256', 'n 3', '0.75'])
      assert.ok(drawing.includes(`>${word}<`), word);
    const png = (await saved(page, 'Save as PNG')).toString('base64');
    const middle = (source, of) =>
      page.evaluate(
        async ([type, data, index]) => {
          const parsed = new DOMParser().parseFromString(data, 'image/svg+xml');
          const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
            Number(parsed.querySelectorAll('image')[index].getAttribute(name)),
          );
          const placed = /translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)/;
          const [, right, down, scale] = placed.exec(data).map(Number);
          const bytes = Uint8Array.from(atob(type), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext('2d');
          context.drawImage(bitmap, 0, 0);
          const at = [right + scale * (x + width / 2), down + scale * (y + height / 2)];
          return [...context.getImageData(...at, 1, 1).data].slice(0, 3);
        },
        [source, drawing, of],
      );
    assert.deepEqual(await middle(png, 1), [191, 128, 64], 'B, the same everywhere');
    const [before, after] = [await middle(png, 0), await middle(png, 2)];
    for (const [c, factor] of [0.75, 0.5, 0.25].entries())
      assert.ok(Math.abs(after[c] - before[c] * factor) <= 2, `${before} ${after}`);
    assert.deepEqual(problems, []);
  });

  test('is pointed at: the pixel is marked in all three, and its arithmetic said', async () => {
    const { page } = await open(image);
    const canvas = page.locator('.tensor[data-of="result"] canvas');
    const { width, height } = await canvas.boundingBox();
    await canvas.hover({ position: { x: width / 2, y: height / 4 } });
    await page.waitForSelector('[data-pixel]');
    assert.match(await text(page, '.equation'), /^C\[6\d,12\d,0\] = A\[6\d,12\d,0\] × B\[0\] = /);
    assert.equal(await page.locator('.pixel-mark:visible').count(), 3);
  });
});
