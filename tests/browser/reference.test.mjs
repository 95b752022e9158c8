/** The API reference next to the page: under its policy, without other servers, and complete. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { builtPage } from './lib/build.mjs';
import { usePage } from './lib/suite.mjs';

describe('API reference', { skip: withoutBrowser }, () => {
  const { openTab, url } = usePage();

  it('is a link away from the page', async () => {
    const { page, load, problems } = await openTab();
    await load(url());
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.waitForURL(`${url()}api/index.html`);
    await page.getByRole('link', { name: 'simdcast/onnx' }).first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('finds a method by a part of its name, and asks nobody else', async () => {
    const { page, problems, requests } = await openTab();
    await page.goto(`${url()}api/index.html`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('broadcastSha');
    await page.getByRole('option', { name: 'broadcastShapes' }).locator('a').click();
    await page.waitForURL(/Simdcast\.html#broadcastshapes$/i);
    assert.match(await page.locator('main, .col-content').innerText(), /broadcastShapes/);
    assert.deepEqual(problems, []);
    const others = requests.filter((asked) => !asked.startsWith(`${url()}api/`));
    assert.deepEqual(others, []);
  });

  it('has the recipes', async () => {
    const { page, problems } = await openTab();
    await page.goto(`${url()}api/index.html`);
    await page.getByRole('link', { name: 'recipes', exact: true }).click();
    await page.getByRole('heading', { name: 'Random numbers' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('has a page for all that the entries export', async () => {
    const pages = readdirSync(join(builtPage(), 'api'), { recursive: true });
    const entries = { simdcast: 'index', 'simdcast/external': 'external', 'simdcast/core': 'core' };
    for (const [name, file] of Object.entries(entries)) {
      const names = Object.keys(await import(`../../dist/${file}.js`));
      assert.ok(names.includes('load') && names.includes('Tensor'));
      // Names that several entries share have their page under the first.
      for (const each of file === 'index' ? names : ['load']) {
        const wanted = new RegExp(`/${name.replace('/', '_')}\\.${each}\\.html$`);
        assert.ok(
          pages.some((path) => wanted.test(path)),
          `${name} exports ${each}`,
        );
      }
    }
  });
});
