/** Browsers that open a page and wait for its title, and the server that the pages come from. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { setUpBrowser, setUpFirefox } from '../../tools/setup/browser.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** What a careful site allows: scripts of its own, and WebAssembly. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** What threads need besides. */
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export async function serveFolder(folder, { isolated = false } = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, normalize(decodeURIComponent(pathname)));
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
      ...(isolated ? ISOLATION : {}),
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const kinds = {
  Chromium: {
    setUp: setUpBrowser,
    launch: (executablePath) => chromium.launch({ executablePath, args: ['--no-sandbox'] }),
  },
  Firefox: {
    setUp: setUpFirefox,
    launch: async (executablePath) => {
      const { default: puppeteer } = await import('puppeteer-core');
      return puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
    },
  },
};

const task = { note() {}, progress() {}, detail() {}, bad() {} };

/**
 * Starts a browser by its name.
 * @returns {Promise<{ titleOf(url: string): Promise<string>, close(): Promise<void> }>}
 */
export async function openBrowser(name) {
  const { setUp, launch } = kinds[name];
  const { path, reason } = await setUp(task);
  if (!path) throw new Error(reason);
  const browser = await launch(path);
  return {
    async titleOf(url) {
      const page = await browser.newPage();
      const problems = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => problems.push(message.text()));
      try {
        await page.goto(url);
        for (let round = 0; round < 300; round++) {
          const title = await page.title();
          if (title !== 'waiting') return title;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return `no answer in 30 s: ${problems.join('; ')}`;
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}
