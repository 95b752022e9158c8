/** transformers.js in Node with onnxruntime-node replaced by npm's overrides: nothing is set before it is loaded. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bounds, differences } from './agree.mjs';
import { installClients, installed } from './install.mjs';
import { models } from './models/index.mjs';
import { writeModels } from './models/write.mjs';
import { loadOracle } from './oracle.mjs';
import { runCase } from './pipelines.mjs';
import { makeProject } from './project.mjs';

const skip = (await installClients()) ?? false;
if (skip) console.error(`! transformers.js by overrides: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('the clients are there', { skip }, () => {});

const NAMES = ['feature extraction', 'text generation', 'image classification'];
const LOADS = {
  import: "const transformers = await import('@huggingface/transformers');",
  require: `const { createRequire } = await import('node:module');
    const transformers = createRequire(process.cwd() + '/x.js')('@huggingface/transformers');`,
};

/** A program that runs the cases with transformers.js' defaults, and prints their results. */
const program = (load) => `
  ${load}
  const { runCase } = await import('./pipelines.mjs');
  Object.assign(transformers.env, { localModelPath: 'models/', allowRemoteModels: false, logLevel: 50 });
  const results = {};
  for (const name of ${JSON.stringify(NAMES)}) results[name] = await runCase(transformers, name, {});
  console.log(JSON.stringify({ results, versions: transformers.env.backends.onnx.versions }));`;

describe('in the place of onnxruntime-node', { skip }, async () => {
  if (skip) return;
  const { folder, remove } = makeProject();
  after(remove);
  const used = ['embeddings', 'chat', 'classes'].map((name) => [name, models[name]]);
  mkdirSync(join(folder, 'models'));
  writeModels(join(folder, 'models'), Object.fromEntries(used), ['fp32']);
  copyFileSync(
    fileURLToPath(new URL('pipelines.mjs', import.meta.url)),
    join(folder, 'pipelines.mjs'),
  );

  globalThis[Symbol.for('onnxruntime')] = await loadOracle();
  const transformers = await import(
    new URL('dist/transformers.node.mjs', installed('@huggingface/transformers')).href
  );
  const ours = { localModelPath: join(folder, 'models'), allowRemoteModels: false };
  Object.assign(transformers.env, { ...ours, logLevel: transformers.LogLevel.NONE });
  const expected = {};
  for (const name of NAMES)
    expected[name] = await runCase(transformers, name, { device: 'auto', dtype: 'fp32' });

  for (const [kind, load] of Object.entries(LOADS))
    it(`by ${kind}`, () => {
      const args = ['--preserve-symlinks', '--input-type=module', '-e', program(load)];
      const said = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      const { results, versions } = JSON.parse(said);
      assert.equal('web' in versions, false);
      assert.deepEqual([...differences(results, expected, bounds.fp32)], []);
    });
});
