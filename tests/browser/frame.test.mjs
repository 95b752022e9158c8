/** The first real run, on the page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { plainLoop, countEqual, channelMean, channelDeviation } = await importModule('frame-run.ts');
const { makeFrame, toPixels } = await importModule('scene.ts');
const { createNormaliser } = await importModule('model/frame.ts');

describe('the plain loop that the run is compared with', () => {
  test('is the formula, rounded to float32 after each step', () => {
    const frame = Float32Array.from({ length: 30 }, (_, i) => i * 8.5);
    const out = new Float32Array(30);
    plainLoop(frame, out);
    frame.forEach((value, i) => {
      const centred = Math.fround(value - channelMean[i % 3]);
      assert.equal(out[i], Math.fround(centred / channelDeviation[i % 3]));
    });
  });

  test('is compared bit by bit: a zero of another sign counts, and so does a NaN', () => {
    const a = Float32Array.of(0, 1, Number.NaN, 2);
    assert.equal(countEqual(a, a.slice()), 4);
    assert.equal(countEqual(a, Float32Array.of(-0, 1, Number.NaN, 3)), 2);
  });
});

describe('the tensors of the run', () => {
  test("hold the plain loop's result, and are given back", async () => {
    const { load } = await import('simdcast');
    const engine = await load();
    const before = engine.memory().tensors;
    const frame = makeFrame(1080, 1920);
    const normaliser = createNormaliser(engine, frame);
    normaliser.run();
    const expected = new Float32Array(frame.length);
    plainLoop(frame, expected);
    assert.equal(countEqual(normaliser.result, expected), frame.length);
    normaliser.dispose();
    assert.equal(engine.memory().tensors, before);
  });
});

describe('the picture', () => {
  test('has values from 0 to 255, and not all the same', () => {
    const frame = makeFrame(27, 48);
    assert.equal(frame.length, 27 * 48 * 3);
    assert.ok(frame.every((value) => value >= 0 && value <= 255));
    assert.ok(new Set(frame).size > 50);
  });

  test('is drawn opaque and held within a byte', () => {
    const pixels = toPixels(Float32Array.of(-9, 100, 999), 1, 0);
    assert.deepEqual([...pixels], [0, 100, 255, 255]);
  });
});

describe('the run', { skip: withoutBrowser }, () => {
  const { open } = usePage();

  test('agrees with the plain loop in every element, and shows both times', async () => {
    const { page, problems } = await open();
    assert.equal(
      await page.locator('.report .times').count(),
      0,
      'nothing runs before it is asked to',
    );
    await page.getByRole('button', { name: 'Run it here' }).click();
    await page.waitForSelector('.report .times', { timeout: 60_000 });
    assert.equal(
      await text(page, '.agreement'),
      "✓ All 6,220,800 elements are equal to the plain loop's, bit for bit.",
    );
    const times = await texts(page, '.report .time');
    assert.equal(times.length, 2);
    for (const time of times) assert.match(time, /^\d+\.\d ms$/);
    const drawn = await page.locator('.canvas').evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return { width: canvas.width, height: canvas.height, shades: new Set(data).size };
      }),
    );
    for (const { width, height, shades } of drawn) {
      assert.deepEqual([width, height], [1920, 1080]);
      assert.ok(shades > 50);
    }
    assert.deepEqual(problems, []);
  });

  test('can be run again', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Run it here' }).click();
    await page.waitForSelector('.report .times', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.waitForSelector('.report p:has-text("Running")');
    await page.waitForSelector('.report .times', { timeout: 60_000 });
    assert.match(await text(page, '.agreement'), /^✓ All/);
  });
});
