/** The examples that are pages, in a browser, started according to their READMEs. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { npmCommand } from '../../tools/lib/examples.mjs';
import { inTop } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { violationsInBoth } from '../browser/lib/axe.mjs';
import { startBrowser, withoutBrowser } from '../browser/lib/browser.mjs';
import { openExample } from './support.mjs';

const skip = withoutBrowser;
if (skip) console.error(`! Examples that are pages: SKIPPED. ${skip}`);

const onPort = (port) => [String(port)];
const status = (page) => page.getByRole('status');
const timeout = 20_000;

test('no button can be pressed before its script runs', { skip }, async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage({ javaScriptEnabled: false });
  const examples = inTop('examples');
  const files = readdirSync(examples, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html'));
  assert.ok(pages.length > 5);
  for (const file of pages) {
    await page.goto(pathToFileURL(join(examples, file)).href);
    assert.equal(await page.locator('button:enabled').count(), 0, file);
  }
});

test('html: the sum, and why there is none', { skip }, async (t) => {
  const { page, problems } = await openExample(t, 'html', onPort);
  await status(page).filter({ hasText: '(3,4)' }).waitFor({ timeout });
  const rows = [0, 1, 2].map((a) => [0, 1, 2, 3].map((b) => a + b).join(' '));
  assert.equal(await page.locator('pre').innerText(), rows.join('\n'));

  await page.getByLabel('Shape of A').fill('3x2');
  await status(page).filter({ hasText: 'cannot broadcast' }).waitFor({ timeout });
  assert.match(await status(page).innerText(), /Last axis: A has 2, B has 4/);
  assert.equal(await page.locator('pre').innerText(), '');

  await page.getByLabel('Shape of A').fill('1e9');
  await status(page).filter({ hasText: 'million' }).waitFor({ timeout });
  await page.getByLabel('Shape of A').fill('');
  await status(page).filter({ hasText: '() and ' }).waitFor({ timeout });
  assert.equal(await page.locator('pre').innerText(), '0 1 2 3');
  assert.deepEqual(problems, []);
});

/** The same numbers from 0 to 1 in the page and the test (Park and Miller's generator). */
const generator = () => {
  let state = 42;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
};

test('worker: every distance, while the page stays free', { skip }, async (t) => {
  const { page, problems } = await openExample(t, 'worker', onPort, (tab) =>
    tab.addInitScript(`Math.random = (${generator})()`),
  );
  await page.getByRole('button').click();
  await status(page).filter({ hasText: 'longest' }).waitFor({ timeout });

  const random = generator();
  const points = () =>
    Array.from({ length: 2000 }, () => [0, 0, 0].map(() => Math.floor(random() * 64) / 8));
  const [a, b] = [points(), points()];
  let farthest = 0;
  for (const [x, y, z] of a)
    for (const [u, v, w] of b) farthest = Math.max(farthest, Math.hypot(x - u, y - v, z - w));
  const text = await status(page).innerText();
  assert.match(text, /^2000 × 2000 distances in \d+ ms; /);
  assert.ok(text.endsWith(`the longest is ${farthest.toFixed(3)}`), `${text}, not ${farthest}`);
  assert.deepEqual(problems, []);
});

test('vite: the picture, and the production build', { skip }, async (t) => {
  const { page, problems, folder } = await openExample(t, 'vite', (port) => [
    ...['--port', String(port), '--strictPort', '--host', '127.0.0.1'],
  ]);
  await status(page).filter({ hasText: '(256,384)' }).waitFor({ timeout });
  await page.getByRole('slider').fill('5');
  const [width, height, periods] = [384, 256, 5];
  const pixels = await page.locator('canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return Array.from(data);
  });
  assert.equal(pixels.length, 4 * width * height);
  const wave = (i, length) => Math.sin((2 * Math.PI * periods * i) / length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grey = 127.5 * wave(y, height) * wave(x, width) + 127.5;
      const [red, green, blue, alpha] = pixels.slice(4 * (y * width + x), 4 * (y * width + x) + 4);
      assert.ok(Math.abs(red - grey) <= 0.51, `${red} at ${x},${y} for ${grey}`);
      assert.deepEqual([green, blue, alpha], [red, red, 255]);
    }
  }
  assert.deepEqual(problems, []);

  const [command, ...args] = npmCommand(['run', 'build']);
  await run(command, args, { cwd: folder });
});

test('threads: the same product on one thread and on several, and the production build', {
  skip,
}, async (t) => {
  const { page, problems, folder } = await openExample(t, 'threads', (port) => [
    ...['--port', String(port), '--strictPort', '--host', '127.0.0.1'],
  ]);
  await page.getByRole('button').click({ timeout });
  await status(page).filter({ hasText: 'The bits are the same.' }).waitFor({ timeout });
  assert.doesNotMatch(await status(page).innerText(), /no worker|isolated/);
  assert.deepEqual(problems, []);

  const [command, ...args] = npmCommand(['run', 'build']);
  await run(command, args, { cwd: folder });
});

const onVite = (port) => ['--port', String(port), '--strictPort', '--host', '127.0.0.1'];
/** onnxruntime-web, which these pages load too, takes its time where others work. */
const patient = { timeout: 180_000 };

test('transformers: search and chat, the same on both runtimes, and the production build', {
  skip,
}, async (t) => {
  const { page, problems, folder } = await openExample(t, 'transformers', onVite);
  const says = (hasText) => status(page).filter({ hasText }).waitFor(patient);
  await page.getByRole('link', { name: 'embeddings' }).click();
  await page.getByRole('button', { name: 'Load' }).click();
  await says('7 texts are 64 numbers each.');
  await page.getByRole('button', { name: 'Search' }).click();
  await says('nearest');
  const found = await page.getByRole('listitem').allInnerTexts();
  const nearness = found.map((text) => Number(text.match(/-?[\d.]+$/)[0]));
  assert.deepEqual(
    nearness,
    nearness.toSorted((a, b) => b - a),
  );
  assert.ok(Number(await page.locator('#difference').innerText()) < 1e-5);
  assert.deepEqual(await violationsInBoth(page), []);

  await page.goto(new URL('chat.html', page.url()).href);
  await page.getByRole('button', { name: 'Load' }).click();
  await says('Ready.');
  await page.getByLabel('Tokens').fill('12');
  await page.getByRole('button', { name: 'Send' }).click();
  await says('Both wrote the same.');
  assert.deepEqual(await page.getByText(/tokens a second/).count(), 2);
  assert.deepEqual(await violationsInBoth(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 390, 'nothing is wider than a phone');
  // transformers.js requests files that a model may lack.
  assert.deepEqual(
    problems.filter((text) => !text.includes('404')),
    [],
  );

  const [command, ...args] = npmCommand(['run', 'build']);
  await run(command, args, { cwd: folder });
});

test('voice: a detector in an AudioWorklet has the same results as in the page', {
  skip,
}, async (t) => {
  const { page, problems, folder } = await openExample(t, 'voice', onPort);
  const silero = join(folder, 'node_modules/@ricky0123/vad-web/dist/silero_vad_v5.onnx');
  for (const files of [[], [silero]]) {
    await page.locator('input').setInputFiles(files);
    await page.getByRole('button', { name: 'Play' }).click();
    await status(page).filter({ hasText: 'Listening' }).waitFor(patient);
    const frames = page.getByRole('row', { name: 'onnxruntime-web' }).getByRole('cell').nth(1);
    await frames.filter({ hasText: /\d\d/ }).waitFor(patient);
    await status(page).filter({ hasText: 'Stopped' }).waitFor(patient);
    assert.ok(Number(await page.locator('#difference').innerText()) < 1e-4);
  }
  assert.deepEqual(await violationsInBoth(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 390, 'nothing is wider than a phone');
  assert.deepEqual(problems, []);
});
