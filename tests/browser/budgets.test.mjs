/**
 * The size of the page: compressed as a server sends it, counted from the built files. The ceilings are about
 * 3 % above the current sizes, to catch accidents.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { builtPage } from './lib/build.mjs';

const kilobytes = 1000;
const folder = builtPage();
const html = await readFile(join(folder, 'index.html'), 'utf8');
const assets = await readdir(join(folder, 'assets'));
const weigh = async (file) => brotliCompressSync(await readFile(join(folder, file))).length;
const total = async (files) => {
  const weights = await Promise.all(files.map(weigh));
  return weights.reduce((a, b) => a + b, 0);
};

const named = (pattern) =>
  assets.filter((file) => pattern.test(file)).map((file) => `assets/${file}`);
// Fetched only if the page is served with headers for threads and the speed lab runs.
const ofThreads = named(/^(?:threads|worker)-.*\.(?:js|wasm)$/);
// A page in another language than English loads one of these.
const catalogues = named(/^[a-z]{2}-[\da-f]{8}\.js$/);
const scripts = named(/\.js$/).filter((file) => ![...ofThreads, ...catalogues].includes(file));
const engine = named(/^play-.*\.wasm$/);
/** Fetched when a model, a measurement or a comparison with ncnn needs it. */
const wholeEngine = named(/^simd-.*\.wasm$/);
/** The files that the document links, their static imports, and the engine. */
const linked = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map((found) => found[1]);
const styles = linked.filter((file) => file.endsWith('.css'));
const imported = async (file) => {
  const code = await readFile(join(folder, file), 'utf8');
  return [...code.matchAll(/(?:^|[;}])import(?:[^"'(]*from)?["']\.\/([^"']+)["']/g)].map(
    (found) => `assets/${found[1]}`,
  );
};

async function firstScripts() {
  const seen = new Set();
  const waiting = [...linked, ...named(/^broadcasting-.*\.js$/)].filter((file) =>
    file.endsWith('.js'),
  );
  for (const file of waiting) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...(await imported(file)));
  }
  return [...seen];
}

describe('the first view', () => {
  const budgets = {
    'the document, with its style sheet': [18, async () => total(['index.html', ...styles])],
    'scripts before anything can be pressed': [65, async () => total(await firstScripts())],
    'all but the engine': [
      83,
      async () => total(['index.html', ...styles, ...(await firstScripts())]),
    ],
    'the engine': [66, async () => total(engine)],
    'the whole page': [
      149,
      async () =>
        total([
          'index.html',
          ...linked.filter((file) => !file.endsWith('.js')),
          ...(await firstScripts()),
          ...engine,
        ]),
    ],
  };
  for (const [what, [most, weight]] of Object.entries(budgets)) {
    test(`${what}: at most ${most} KB`, async (t) => {
      const bytes = await weight();
      t.diagnostic(`${bytes} bytes`);
      assert.ok(bytes > 0 && bytes <= most * kilobytes, `${bytes} bytes`);
    });
  }
});

describe('the embedded figure', () => {
  test('its script is at most 150 KB after gzip, with the engine in it once', async (t) => {
    const code = await readFile(join(folder, 'embed.js'));
    const bytes = gzipSync(code, { level: 9 }).length;
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes <= 150 * kilobytes, `${bytes} bytes`);
    assert.ok(!code.includes('InferenceSession'), 'sessions are not in it');
  });
});

describe('the whole engine', () => {
  test('at most 412 KB', async (t) => {
    const bytes = await total(wholeEngine);
    t.diagnostic(`${bytes} bytes`);
    assert.equal(wholeEngine.length, 1);
    assert.ok(bytes <= 412 * kilobytes, `${bytes} bytes`);
  });
});

describe('several threads', () => {
  test('at most 436 KB, and none of it in the first view', async (t) => {
    const bytes = await total(ofThreads);
    t.diagnostic(`${bytes} bytes, ${ofThreads.length} files`);
    assert.equal(ofThreads.length, 3);
    assert.ok(bytes <= 436 * kilobytes, `${bytes} bytes`);
    const first = await firstScripts();
    assert.deepEqual(
      first.filter((file) => ofThreads.includes(file)),
      [],
    );
  });
});

describe('all scripts', () => {
  // Split and compressed separately, they are 2 KB larger than as one file.
  test('at most 180 KB', async (t) => {
    const bytes = await total(scripts);
    t.diagnostic(`${bytes} bytes, ${scripts.length} files`);
    assert.ok(bytes <= 180 * kilobytes, `${bytes} bytes`);
  });

  test('sessions are not in the first view', async () => {
    const texts = named(/\.js$/).map(async (file) => [
      file,
      await readFile(join(folder, file), 'utf8'),
    ]);
    const sessions = (await Promise.all(texts)).flatMap(([file, text]) =>
      text.includes('InferenceSession.create') ? [file] : [],
    );
    const first = await firstScripts();
    assert.ok(sessions.length > 0 && sessions.every((file) => !first.includes(file)));
  });

  test('the challenge, the lab and the clinic are not in the first view', async () => {
    const first = await Promise.all(
      (await firstScripts()).map((file) => readFile(join(folder, file), 'utf8')),
    );
    const words = [
      'Find the silent mistake.',
      'a double loop, four at a time',
      'non-broadcastable output',
    ];
    for (const word of words) {
      assert.equal(
        first.some((code) => code.includes(word)),
        false,
        word,
      );
      const all = await Promise.all(scripts.map((file) => readFile(join(folder, file), 'utf8')));
      assert.equal(
        all.some((code) => code.includes(word)),
        true,
        word,
      );
    }
  });
});
