/** The examples that are pages, in a browser, started as their READMEs say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { npmCommand } from '../../tools/lib/examples.mjs';
import { run } from '../../tools/lib/run.mjs';
import { withoutBrowser } from '../browser/lib/browser.mjs';
import { openExample } from './support.mjs';

const skip = withoutBrowser;
if (skip) console.error(`! Examples that are pages: SKIPPED. ${skip}`);

const onPort = (port) => [String(port)];
const status = (page) => page.getByRole('status');
const timeout = 20_000;

test('html: the sum, and why there is none', { skip }, async (t) => {
  const { page, problems } = await openExample(t, 'html', onPort);
  await status(page).filter({ hasText: '(3,4)' }).waitFor({ timeout });
  const rows = [0, 1, 2].map((a) => [0, 1, 2, 3].map((b) => a + b).join(' '));
  assert.equal(await page.locator('pre').innerText(), rows.join('\n'));

  await page.getByLabel('Shape of A').fill('3x2');
  await status(page).filter({ hasText: 'cannot broadcast' }).waitFor({ timeout });
  assert.match(await status(page).innerText(), /in the last axis A has 2 and B has 4/);
  assert.equal(await page.locator('pre').innerText(), '');

  await page.getByLabel('Shape of A').fill('1e9');
  await status(page).filter({ hasText: 'million' }).waitFor({ timeout });
  await page.getByLabel('Shape of A').fill('');
  await status(page).filter({ hasText: '() and ' }).waitFor({ timeout });
  assert.equal(await page.locator('pre').innerText(), '0 1 2 3');
  assert.deepEqual(problems, []);
});

/** Numbers from 0 to 1 that the page and the test both know (Park and Miller's generator). */
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
