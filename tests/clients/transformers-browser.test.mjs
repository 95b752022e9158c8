/**
 * transformers.js in Chromium, unchanged and without a bundler: an import map names simdcast/ort instead of
 * onnxruntime-web. Every pipeline returns the same as on onnxruntime-web.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { withoutBrowser } from '../browser/lib/browser.mjs';
import { bounds, differences } from './agree.mjs';
import { openClients } from './browser.mjs';
import { installClients } from './install.mjs';
import { models } from './models/index.mjs';
import { writeModels } from './models/write.mjs';
import { nodeByNode } from './oracle.mjs';
import { cases } from './pipelines.mjs';

const skip = withoutBrowser || ((await installClients()) ?? false);
if (skip) console.error(`! transformers.js in Chromium: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('transformers.js and Chromium are there', { skip }, () => {});

/** In the page: loads transformers.js. */
async function start() {
  const { env: settings } = await import('onnxruntime-web');
  const dist = new URL('packages/onnxruntime-web/dist/', document.baseURI).href;
  // Runtimes other than onnxruntime-web ignore this.
  Object.assign(settings.wasm, { wasmPaths: dist, numThreads: 1 });
  const exports = await import('@huggingface/transformers');
  const { LogLevel, env } = exports;
  const ours = { localModelPath: 'models/', allowLocalModels: true, allowRemoteModels: false };
  Object.assign(env, { ...ours, useBrowserCache: false, logLevel: LogLevel.NONE });
  globalThis.transformers = exports;
}

/** In the page: runs a case. */
async function use([name, options]) {
  const { runCase } = await import(new URL('clients/pipelines.mjs', document.baseURI).href);
  return runCase(globalThis.transformers, name, options);
}

describe('pipelines in Chromium', { skip }, async () => {
  if (skip) return;
  const { ours, theirs, close } = await openClients((folder) =>
    writeModels(join(folder, 'models'), models),
  );
  after(close);
  for (const { page } of [ours, theirs]) await page.evaluate(start);

  for (const [form, bound] of Object.entries(bounds))
    for (const name of Object.keys(cases))
      it(`${name}, ${form}`, async () => {
        // q8 is its default.
        const options = form === 'q8' ? {} : { dtype: form };
        const session_options = form === 'q8' ? nodeByNode : {};
        const [got, expected] = await Promise.all([
          ours.page.evaluate(use, [name, options]),
          theirs.page.evaluate(use, [name, { ...options, session_options }]),
        ]);
        assert.deepEqual([...differences(got, expected, bound)], []);
      });

  it('simdcast asks for nothing that is not its own', () => {
    const elsewhere = ours.requests.filter((url) => /onnxruntime|https:/.test(url));
    assert.deepEqual(elsewhere, []);
    // transformers.js requests files that a model may lack.
    const problems = ours.problems.filter((text) => !text.includes('404'));
    assert.deepEqual(problems, []);
  });
});
