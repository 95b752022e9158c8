/** The first real run, on the page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { plainLoop, countEqual, statisticsOf } = await importModule('data/frame-run.ts');
const { makeFrame, toPixels } = await importModule('data/sunset.ts');
const { createNormaliser } = await importModule('model/frame.ts');

describe('the plain loop that the run is compared with', () => {
  test('is the formula, rounded to float32 after each step', () => {
    const frame = Float32Array.from({ length: 30 }, (_, i) => i * 8.5);
    const out = new Float32Array(30);
    const mean = Float32Array.of(123.675, 116.28, 103.53);
    const deviation = Float32Array.of(58.395, 57.12, 57.375);
    plainLoop(frame, { mean, deviation }, out);
    frame.forEach((value, i) => {
      const centred = Math.fround(value - mean[i % 3]);
      assert.equal(out[i], Math.fround(centred / deviation[i % 3]));
    });
  });

  test('takes the mean and the deviation of each channel', () => {
    const { mean, deviation } = statisticsOf(Float32Array.of(1, 5, 0, 3, 5, 8, 5, 5, 4));
    assert.deepEqual([...mean], [3, 5, 4]);
    const expected = [8 / 3, 0, 32 / 3].map((variance) => Math.fround(Math.sqrt(variance)));
    assert.deepEqual([...deviation], expected);
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
    const statistics = statisticsOf(frame.pixels);
    const normaliser = createNormaliser(engine, frame, statistics);
    normaliser.run();
    const expected = new Float32Array(frame.pixels.length);
    plainLoop(frame.pixels, statistics, expected);
    assert.equal(countEqual(normaliser.result, expected), expected.length);
    const after = statisticsOf(normaliser.result);
    for (const each of after.mean) assert.ok(Math.abs(each) < 1e-4, `mean ${each}`);
    for (const each of after.deviation) assert.ok(Math.abs(each - 1) < 1e-4, `deviation ${each}`);
    normaliser.dispose();
    assert.equal(engine.memory().tensors, before);
  });
});

describe('the picture', () => {
  test('has values from 0 to 255, and not all the same', () => {
    const { pixels } = makeFrame(27, 48);
    assert.equal(pixels.length, 27 * 48 * 3);
    assert.ok(pixels.every((value) => value >= 0 && value <= 255));
    assert.ok(new Set(pixels).size > 50);
  });

  test('has channels that lie apart, so that there is something to normalise', () => {
    const { mean } = statisticsOf(makeFrame(108, 192).pixels);
    const [low, middle, high] = [...mean].toSorted((a, b) => a - b);
    assert.ok(middle - low > 20 && high - middle > 20, [...mean].join());
  });

  test('is drawn opaque and held within a byte', () => {
    const pixels = toPixels(Float32Array.of(-9, 100, 999), 1, 0);
    assert.deepEqual([...pixels], [0, 100, 255, 255]);
  });
});

describe('the run', { skip: withoutBrowser }, () => {
  const { open } = usePage();

  /** Pixels of the canvases: their number and their variety. */
  const drawn = (page) =>
    page.locator('.canvas').evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return { size: [canvas.width, canvas.height], shades: new Set(data).size };
      }),
    );
  const approach = async (options) => {
    const opened = await open('#m=lab', options);
    await opened.page.locator('#run-title').evaluate((title) => title.scrollIntoView());
    await opened.page.waitForSelector('.histogram >> nth=1');
    return opened;
  };
  const statistics = (page) =>
    page
      .locator('.histogram [role="img"]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));

  test('shows both images and the effect of the step at once', async () => {
    const { page, problems } = await approach();
    for (const { size, shades } of await drawn(page)) {
      assert.deepEqual(size, [320, 180]);
      assert.ok(shades > 50);
    }
    const [before, after] = await statistics(page);
    const channel = (name) => `${name}: mean 0.00, deviation 1.00`;
    assert.equal(after, ['red', 'green', 'blue'].map(channel).join('; '));
    const means = [...before.matchAll(/mean (\d+)/g)].map(([, mean]) => Number(mean));
    assert.equal(means.length, 3);
    assert.deepEqual((await texts(page, '.triple td')).slice(0, 3).map(Number), means);
    assert.equal(await page.locator('.agreement').count(), 0, 'nothing is timed unasked');
    assert.deepEqual(problems, []);
  });

  test('agrees with the plain loop in every element, in one line', async () => {
    const { page, problems } = await approach();
    await page.getByRole('button', { name: 'Run it here' }).click();
    await page.waitForSelector('.agreement', { timeout: 60_000 });
    assert.match(
      await text(page, '.agreement'),
      /^✓ \d+\.\d ms, \d+\.\d× the plain loop, 6,220,800 of 6,220,800 equal$/,
    );
    for (const { size, shades } of await drawn(page)) {
      assert.deepEqual(size, [1920, 1080]);
      assert.ok(shades > 50);
    }
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.waitForSelector('.report p:has-text("Running")');
    await page.waitForSelector('.agreement', { timeout: 60_000 });
    assert.deepEqual(problems, []);
  });

  test('the three means slide over the frame, along its width and then its height', async () => {
    const { page } = await approach();
    await page.getByRole('button', { name: 'Run it here' }).click();
    const frames = await page.waitForSelector('.copies').then((copies) =>
      copies.evaluate((element) =>
        element
          .getAnimations()[0]
          .effect.getKeyframes()
          .map(({ transform }) => transform),
      ),
    );
    const [from, , across, down] = frames;
    assert.match(from, /translate\(calc\(.*100%.*\), calc\(.*100%.*\)\)/);
    assert.match(across, /translate\(0px, calc\(.*100%.*\)\)/);
    assert.match(down, /translate\(0px(, 0px)?\)/);
    await page.waitForSelector('.agreement', { timeout: 60_000 });
    assert.equal(await page.locator('.copies').count(), 0);
  });

  test('nothing slides where motion is unwelcome', async () => {
    const { page } = await approach({ reducedMotion: 'reduce' });
    await page.evaluate(() => {
      window.slid = 0;
      new MutationObserver(() => {
        window.slid += document.querySelectorAll('.copies').length;
      }).observe(document.querySelector('.normalising'), { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: 'Run it here' }).click();
    await page.waitForSelector('.agreement', { timeout: 60_000 });
    assert.equal(await page.evaluate(() => window.slid), 0);
  });
});
