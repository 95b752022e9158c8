/** Browsers that open a page and wait for its title, and the server that the pages come from. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { setUpBrowser, setUpFirefox } from '../../tools/setup/browser.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** The policy of a careful site: its own scripts, and WebAssembly. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** Further headers for threads. */
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export async function serveFolder(folder, { isolated = false, policy = POLICY } = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, normalize(decodeURIComponent(pathname)));
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
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

/** A page of an extension that is in a folder, in a browser of its own. */
const extensionIn = (executablePath) => async (folder, file) => {
  const profile = await mkdtemp(join(tmpdir(), 'simdcast-extension-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
  });
  try {
    const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
    return await titleOf(await context.newPage(), new URL(file, worker.url()).href);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
};

const kinds = {
  Chromium: {
    setUp: setUpBrowser,
    launch: (executablePath) => chromium.launch({ executablePath, args: ['--no-sandbox'] }),
    titleInExtension: extensionIn,
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

/** The title that a page has once it is done. */
async function titleOf(page, url, seconds = 30) {
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => problems.push(message.text()));
  try {
    await page.goto(url);
    for (let round = 0; round < seconds * 10; round++) {
      const title = await page.title();
      if (title !== 'waiting') return title;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return `no answer in ${seconds} s: ${problems.join('; ')}`;
  } finally {
    await page.close();
  }
}

/**
 * Starts a browser by its name. Only Chromium opens a page of an extension in a folder.
 * @returns {Promise<{ titleOf(url: string, seconds?: number): Promise<string>, close(): Promise<void>,
 *   titleInExtension?(folder: string, file: string): Promise<string> }>}
 */
export async function openBrowser(name) {
  const { setUp, launch, titleInExtension } = kinds[name];
  const { path, reason } = await setUp(task);
  if (!path) throw new Error(reason);
  const browser = await launch(path);
  return {
    titleOf: async (url, seconds) => titleOf(await browser.newPage(), url, seconds),
    titleInExtension: titleInExtension?.(path),
    close: () => browser.close(),
  };
}
