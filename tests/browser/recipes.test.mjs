/** The recipe of the worker, bundled as its readers would, runs as shown. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { projectFolder, recipe } from '../support/recipes.mjs';
import { startBrowser, withoutBrowser } from './lib/browser.mjs';
import { serve } from './lib/server.mjs';

const title = 'Workers';

test(`recipe: ${title}`, { skip: withoutBrowser }, async (t) => {
  const { programs, output } = recipe(title);
  const folder = projectFolder(t);
  for (const { name, code } of programs) writeFileSync(join(folder, name), code);
  const page =
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="main.js"></script>';
  writeFileSync(join(folder, 'bundle.html'), page);
  await build({
    entryPoints: programs.map(({ name }) => join(folder, name)),
    outdir: folder,
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
  });

  const server = await serve(folder);
  t.after(() => server.close());
  const browser = await startBrowser();
  t.after(() => browser.close());
  const tab = await browser.newPage();
  const said = tab.waitForEvent('console', { timeout: 20_000 });
  await tab.goto(`${server.url}bundle.html`);
  assert.equal(`${(await said).text()}\n`, output);

  const [a, b] = [
    [1, 2, 3],
    [1, 10],
  ];
  const products = a.flatMap((x) => b.map((y) => x * y));
  assert.equal(output, `3x2 ${products.join(' ')}\n`);
});
