/**
 * transformers.js, unchanged, on simdcast/ort and on onnxruntime-web: every pipeline in four forms returns
 * the same texts and labels, and numbers within bounds. Both find their runtime by the global symbol.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import * as ort from 'simdcast/ort';
import { bounds, differences } from './agree.mjs';
import { installClients, installed } from './install.mjs';
import { models } from './models/index.mjs';
import { writeModels } from './models/write.mjs';
import { loadOracle, nodeByNode } from './oracle.mjs';
import { cases, runCase } from './pipelines.mjs';

const skip = (await installClients()) ?? false;
if (skip) console.error(`! transformers.js: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('transformers.js is there', { skip }, () => {});

const folder = mkdtempSync(join(tmpdir(), 'simdcast-clients-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let copies = 0;

/** A copy of transformers.js on a runtime. */
async function transformersOn(runtime) {
  globalThis[Symbol.for('onnxruntime')] = runtime;
  copies += 1;
  const file = new URL('dist/transformers.node.mjs', installed('@huggingface/transformers'));
  const exports = await import(`${file}?copy=${copies}`);
  const { LogLevel, env } = exports;
  Object.assign(env, { localModelPath: folder, allowRemoteModels: false, logLevel: LogLevel.NONE });
  return exports;
}

describe('pipelines', { skip }, async () => {
  if (skip) return;
  writeModels(folder, models);
  const ours = await transformersOn(ort);
  const optimised = await transformersOn(await loadOracle());
  const exact = await transformersOn(await loadOracle(nodeByNode));

  const requests = [];
  const { fetch } = globalThis;
  globalThis.fetch = (resource, options) => {
    requests.push(String(resource));
    return fetch(resource, options);
  };

  for (const [form, bound] of Object.entries(bounds))
    for (const name of Object.keys(cases))
      it(`${name}, ${form}`, async () => {
        const options = { device: 'auto', dtype: form };
        const theirs = form === 'q8' ? exact : optimised;
        const expected = await runCase(theirs, name, options);
        const before = requests.length;
        const got = await runCase(ours, name, options);
        assert.deepEqual([...differences(got, expected, bound)], []);
        assert.deepEqual(requests.slice(before), [], 'it asks no server for anything');
      });

  it('the runtime is simdcast', () => {
    const { versions } = ours.env.backends.onnx;
    assert.deepEqual(versions, ort.env.versions);
    assert.equal('web' in versions, false);
  });
});
