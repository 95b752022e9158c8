/** The page without a network, and without storage. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { both, go, hashOf } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open, openTab, url } = usePage();

describe('without a network', { skip: withoutBrowser }, () => {
  test('the second visit shows every part', async () => {
    const { page, context } = await open(both, { serviceWorkers: 'allow' });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return registration.scope;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      return registration.scope;
    });
    await context.setOffline(true);
    try {
      await page.goto(url());
      await page.goto(url() + hashOf('3.4|3', '&t=code'));
      await page.waitForSelector('html[data-state="live"]');
      await page.waitForSelector('#panel-code code');
      for (const mode of ['learn', 'challenge']) {
        await go(page, hashOf('3.4|3', `&m=${mode}`));
        await page.waitForSelector(mode === 'learn' ? '.question' : '.puzzle h3');
      }
      await go(page, '#v=1&r=numpy&op=Sum&i=5.1|1.6|6|&f=addr');
      await page.waitForFunction(() =>
        document.querySelector('.headline').textContent.includes('(5,6)'),
      );
      await go(page, hashOf('3.4|3', '&m=lab'));
      await page.locator('#digits-title').evaluate((title) => title.scrollIntoView());
      await page.waitForSelector('.read .best');
    } finally {
      await context.setOffline(false);
    }
  });

  test('a page of the version before still finds its lazy parts', async () => {
    const { page } = await open(both, { serviceWorkers: 'allow' });
    const found = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
      }
      const before = await caches.open('simdcast-page-before');
      const address = new URL('./assets/before-1234.js', location.href).href;
      await before.put(address, new Response('of the version before'));
      const answer = await (await fetch(address)).text();
      await caches.delete('simdcast-page-before');
      return answer;
    });
    assert.equal(found, 'of the version before');
  });

  test('what is kept, apart from the digits, is at most 652 KB on the wire', async () => {
    const { readFile } = await import('node:fs/promises');
    const { brotliCompressSync } = await import('node:zlib');
    const { builtPage } = await import('./lib/build.mjs');
    const worker = await readFile(`${builtPage()}/worker.js`, 'utf8');
    // A language is kept once it is used.
    const named = [...worker.matchAll(/"(assets\/[^"]+)"/g)]
      .map((found) => found[1])
      .filter((file) => !/\/[a-z]{2}-[\da-f]{8}\.js$/.test(file));
    assert.equal(named.filter((file) => file.endsWith('.wasm')).length, 2);
    // The digits and the checker are not part of the page's specification: they and their own imports do not
    // count.
    const imports = new Map();
    for (const file of named.filter((each) => each.endsWith('.js'))) {
      const code = await readFile(`${builtPage()}/${file}`, 'utf8');
      const found = code.matchAll(/\b(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+)["'`]/g);
      imports.set(
        file,
        [...found].map(([, name]) => `assets/${name}`),
      );
    }
    const beyond = new Set(named.filter((file) => /\/(?:digits|check)-/.test(file)));
    const importersOf = (file) =>
      [...imports.keys()].filter((each) => imports.get(each).includes(file));
    for (const file of [...imports.keys(), ...imports.keys()]) {
      const importers = importersOf(file);
      if (importers.length > 0 && importers.every((each) => beyond.has(each))) beyond.add(file);
    }
    const files = named.filter((file) => !beyond.has(file));
    const texts = await Promise.all(
      [...beyond].map((file) => readFile(`${builtPage()}/${file}`, 'utf8')),
    );
    assert.ok(
      texts.some((code) => code.includes('InferenceSession.create')),
      'the sessions',
    );
    assert.ok(files.length > 5);
    const sizes = await Promise.all(
      ['index.html', ...files].map(
        async (file) => brotliCompressSync(await readFile(`${builtPage()}/${file}`)).length,
      ),
    );
    const sum = sizes.reduce((a, b) => a + b, 0);
    assert.ok(sum <= 652_000, `${sum} bytes`);
  });
});

describe('where nothing may be kept', { skip: withoutBrowser }, () => {
  test('the page works, though to ask for storage or workers is an error', async () => {
    const { page, context, load, problems } = await openTab();
    await context.addInitScript(() => {
      const denied = {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      };
      Object.defineProperty(window, 'localStorage', denied);
      Object.defineProperty(navigator, 'serviceWorker', denied);
    });
    await load(url() + hashOf('3.4|3', '&m=challenge'));
    await page.waitForSelector('.puzzle h3');
    assert.deepEqual(problems, []);
    await context.close();
  });
});
