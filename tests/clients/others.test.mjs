/**
 * Clients of onnxruntime-web with the models of their packages, unchanged, bundled by esbuild for Chromium: once
 * with onnxruntime-web, and once from node_modules in which npm's overrides have replaced it.
 */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withoutBrowser } from '../browser/lib/browser.mjs';
import { differences } from './agree.mjs';
import { openClients } from './browser.mjs';
import { bundleClients } from './bundle.mjs';
import { installClients, installed } from './install.mjs';
import { models } from './models/index.mjs';
import { matte } from './models/vision.mjs';
import { writeModels } from './models/write.mjs';
import { others } from './others.mjs';
import { makeProject } from './project.mjs';

const skip = withoutBrowser || ((await installClients()) ?? false);
if (skip) console.error(`! Other clients: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('the clients and Chromium are there', { skip }, () => {});

const ourDist = fileURLToPath(new URL('../../dist/', import.meta.url));
const theirDist = fileURLToPath(new URL('dist/', installed('onnxruntime-web')));

/** The files that @imgly/background-removal requests from its server, in chunks. Its own models are 170 MB. */
function writeData(folder) {
  mkdirSync(folder);
  const files = {
    '/models/isnet_fp16': matte().graphs.model('fp16').encode(),
    ...Object.fromEntries(
      ['wasm', 'mjs'].map((kind) => [
        `/onnxruntime-web/ort-wasm-simd-threaded.${kind}`,
        readFileSync(join(theirDist, `ort-wasm-simd-threaded.${kind}`)),
      ]),
    ),
  };
  const resources = Object.entries(files).map(([key, bytes], i) => {
    const middle = bytes.length >> 1;
    const chunks = [
      [0, middle],
      [middle, bytes.length],
    ].map(([from, to], part) => {
      const name = `${i}-${part}`;
      writeFileSync(join(folder, name), bytes.subarray(from, to));
      return { name, offsets: [from, to] };
    });
    return [key, { chunks, size: bytes.length, mime: 'application/octet-stream' }];
  });
  writeFileSync(join(folder, 'resources.json'), JSON.stringify(Object.fromEntries(resources)));
}

async function writeBundles(folder) {
  writeData(join(folder, 'data'));
  const { embeddings, 'chat-groups': chat } = models;
  writeModels(join(folder, 'models'), { embeddings, 'chat-groups': chat }, ['fp32']);
  const project = makeProject();
  after(project.remove);
  await bundleClients(project.folder, join(folder, 'ours'), { preserveSymlinks: true });
  // The smallest of its builds, once for all clients.
  const ort = join(theirDist, 'ort.wasm.min.mjs');
  await bundleClients(fileURLToPath(installed('..')), join(folder, 'theirs'), {
    alias: Object.fromEntries(
      ['', '/wasm', '/webgpu'].map((path) => [`onnxruntime-web${path}`, ort]),
    ),
  });
  // Bundlers other than Vite and webpack leave this copy to the project.
  for (const file of ['simd.wasm', 'relaxed.wasm', 'threads.wasm', 'worker.js'])
    copyFileSync(join(ourDist, file), join(folder, 'ours', file));
  for (const file of readdirSync(theirDist).filter((name) => name.startsWith('ort-wasm')))
    symlinkSync(join(theirDist, file), join(folder, 'theirs', file));
}

/** In the page: loads the bundle of a folder. */
async function start(folder) {
  globalThis.clients = await import(new URL(`${folder}/clients.js`, document.baseURI).href);
}

/** In the page: the result of a client as JSON. */
async function use(name) {
  const { others: cases } = await import(new URL('clients/others.mjs', document.baseURI).href);
  const at = (path) => new URL(path, document.baseURI).href;
  const given = await cases[name](globalThis.clients, {
    packages: at('packages/'),
    data: at('data/'),
  });
  return JSON.parse(JSON.stringify(given));
}

/** float32 sums through models with up to 800 nodes. */
const BOUND = 1e-3;

describe('other clients in Chromium', { skip }, async () => {
  if (skip) return;
  const { ours, theirs, close } = await openClients(writeBundles);
  after(close);
  await ours.page.evaluate(start, 'ours');
  await theirs.page.evaluate(start, 'theirs');

  for (const name of Object.keys(others))
    it(name, async () => {
      const [got, expected] = await Promise.all(
        [ours, theirs].map(({ page }) => page.evaluate(use, name)),
      );
      assert.deepEqual([...differences(got, expected, BOUND)], []);
    });

  it('simdcast asks for nothing that is not its own', () => {
    const elsewhere = ours.requests.filter((url) => /ort-wasm|https:/.test(url));
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(ours.problems, []);
  });
});
