/**
 * A recurrent model in an AudioWorklet and trees in a service worker: the recipes, bundled as readers would
 * bundle them, compared with the same model in Node. The speech model is a small network with the inputs of
 * silero-vad, and silero-vad itself if it is beside the repository.
 */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel, floats, int64s } from '../onnx/models.mjs';
import { projectFolder, recipe } from '../support/recipes.mjs';
import { startBrowser, withoutBrowser } from './lib/browser.mjs';
import { random } from './lib/random.mjs';
import { serve } from './lib/server.mjs';

const silero = new URL('../../../shared/models/silero_vad_op18_ifless.onnx', import.meta.url);
const engine = fileURLToPath(new URL('../../dist/simd.wasm', import.meta.url));

/** Small numbers of either sign. */
function weights(next, dims) {
  const size = dims.reduce((product, n) => product * n, 1);
  return floats(dims, ...Array.from({ length: size }, () => (next(2001) - 1000) / 10_000));
}

/** A convolution and an LSTM of 128 units, whose state goes in and out. */
function smallVoice() {
  const next = random(16);
  return encodeModel({
    inputs: [
      { name: 'input', dims: [1, 576] },
      { name: 'state', dims: [2, 1, 128] },
      { name: 'sr', type: 'int64', dims: [] },
    ],
    outputs: [
      { name: 'output', dims: [1, 1] },
      { name: 'stateN', dims: [2, 1, 128] },
    ],
    constants: {
      wave: int64s(1, 1, 576),
      one: int64s(1),
      row: int64s(1, 128),
      filters: weights(next, [32, 1, 64]),
      w: weights(next, [1, 512, 32]),
      r: weights(next, [1, 512, 128]),
      v: weights(next, [128, 1]),
      rate: floats([], 16000),
    },
    nodes: [
      { op: 'Reshape', inputs: ['input', 'wave'], outputs: ['x'] },
      { op: 'Conv', inputs: ['x', 'filters'], outputs: ['c'], attributes: { strides: [32] } },
      { op: 'Relu', inputs: ['c'], outputs: ['a'] },
      { op: 'Transpose', inputs: ['a'], outputs: ['t'], attributes: { perm: [2, 0, 1] } },
      { op: 'Split', inputs: ['state'], outputs: ['h', 'k'], attributes: { axis: 0 } },
      {
        op: 'LSTM',
        inputs: ['t', 'w', 'r', '', '', 'h', 'k'],
        outputs: ['', 'h1', 'k1'],
        attributes: { hidden_size: 128 },
      },
      { op: 'Concat', inputs: ['h1', 'k1'], outputs: ['stateN'], attributes: { axis: 0 } },
      { op: 'Reshape', inputs: ['h1', 'row'], outputs: ['last'] },
      { op: 'MatMul', inputs: ['last', 'v'], outputs: ['m'] },
      { op: 'Cast', inputs: ['sr'], outputs: ['hertz'], attributes: { to: 1 } },
      { op: 'Div', inputs: ['hertz', 'rate'], outputs: ['share'] },
      { op: 'Mul', inputs: ['m', 'share'], outputs: ['scaled'] },
      { op: 'Sigmoid', inputs: ['scaled'], outputs: ['output'] },
    ],
    opset: 13,
  });
}

/** Three classes by two trees of the recipe's four features. */
const smallTrees = () =>
  encodeModel({
    inputs: [{ name: 'x', dims: ['N', 4] }],
    outputs: [
      { name: 'label', type: 'int64', dims: ['N'] },
      { name: 'scores', dims: ['N', 3] },
    ],
    nodes: [
      {
        op: 'TreeEnsembleClassifier',
        domain: 'ai.onnx.ml',
        inputs: ['x'],
        outputs: ['label', 'scores'],
        attributes: {
          nodes_treeids: [0, 0, 0, 0, 0, 1, 1, 1],
          nodes_nodeids: [0, 1, 2, 3, 4, 0, 1, 2],
          nodes_featureids: [2, 0, 3, 0, 0, 1, 0, 0],
          nodes_values: { floats: [2.45, 0, 1.75, 0, 0, 3, 0, 0] },
          nodes_modes: [
            'BRANCH_LEQ',
            'LEAF',
            'BRANCH_LEQ',
            'LEAF',
            'LEAF',
            'BRANCH_LEQ',
            'LEAF',
            'LEAF',
          ],
          nodes_truenodeids: [1, 0, 3, 0, 0, 1, 0, 0],
          nodes_falsenodeids: [2, 0, 4, 0, 0, 2, 0, 0],
          class_treeids: [0, 0, 0, 1, 1],
          class_nodeids: [1, 3, 4, 1, 2],
          class_ids: [0, 1, 2, 1, 0],
          class_weights: { floats: [0.5, 0.5, 0.5, 0.25, 0.25] },
          classlabels_int64s: [0, 1, 2],
        },
      },
    ],
    domains: [[3, 'ai.onnx.ml']],
  });

/** Bundles the programs of the recipe into a folder that is served, and opens a page that runs the last one. */
async function start(t, programs, files) {
  const folder = projectFolder(t);
  for (const { name, code } of programs) writeFileSync(join(folder, name), code);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  copyFileSync(engine, join(folder, 'simd.wasm'));
  const page = (script) =>
    `<!doctype html><link rel="icon" href="data:,">${script && `<script type="module" src="${script}"></script>`}`;
  writeFileSync(join(folder, 'run.html'), page('main.js'));
  writeFileSync(join(folder, 'empty.html'), page(''));
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
  const problems = [];
  tab.on('pageerror', (error) => problems.push(error.message));
  return { tab, url: server.url, problems };
}

async function firstLine(tab, address) {
  const said = tab.waitForEvent('console', { timeout: 30_000 });
  await tab.goto(address);
  return `${(await said).text()}\n`;
}

/** The processor's results for a tone, one number per block. */
const oddsOf = (tab) =>
  tab.evaluate(async () => {
    const context = new OfflineAudioContext(1, 16000, 16000);
    const [wasm, model] = await Promise.all([
      WebAssembly.compileStreaming(fetch('simd.wasm')),
      fetch('silero_vad.onnx').then((response) => response.arrayBuffer()),
      context.audioWorklet.addModule('worklet.js'),
    ]);
    const samples = Float32Array.from({ length: 16000 }, (_, at) => Math.sin(at * 0.09) / 2);
    const buffer = new AudioBuffer({ length: 16000, sampleRate: 16000 });
    buffer.copyToChannel(samples, 0);
    const voice = new AudioWorkletNode(context, 'voice', { processorOptions: { wasm, model } });
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(voice).connect(context.destination);
    source.start();
    const odds = [];
    return new Promise((resolve, reject) => {
      voice.onprocessorerror = () => reject(new Error('the processor failed'));
      voice.port.onmessage = ({ data }) => {
        if (data === 'ready') context.startRendering();
        else if (odds.push(data) === 31) resolve(odds);
      };
    });
  });

/** The same in Node. */
async function oddsInNode(model) {
  const session = await InferenceSession.create(model);
  const samples = Float32Array.from({ length: 16000 }, (_, at) => Math.sin(at * 0.09) / 2);
  let state = new Float32Array(256);
  const odds = [];
  for (let block = 0; block < 31; block++) {
    const data = new Float32Array(576);
    const from = Math.max(0, block * 512 - 64);
    data.set(samples.subarray(from, block * 512 + 512), block === 0 ? 64 : 0);
    const { output, stateN } = session.runSync({
      input: { data, dims: [1, 576] },
      state: { data: state, dims: [2, 1, 128] },
      sr: 16000n,
    });
    state = stateN.data;
    odds.push(output.data[0]);
  }
  return odds;
}

const voices = {
  'a small voice model': () => smallVoice(),
  'silero-vad': () => readFileSync(silero),
};

for (const [title, read] of Object.entries(voices)) {
  const absent =
    title === 'silero-vad' && !existsSync(silero)
      ? 'shared/models is not beside the repository, so silero-vad did not run'
      : false;
  test(`${title} in an AudioWorklet`, { skip: withoutBrowser || absent }, async (t) => {
    const { programs, output } = recipe('AudioWorklets');
    const model = read();
    const { tab, url, problems } = await start(t, programs, { 'silero_vad.onnx': model });
    assert.equal(await firstLine(tab, `${url}run.html`), output);
    await tab.goto(`${url}empty.html`);
    const [odds, expected] = [await oddsOf(tab), await oddsInNode(model)];
    odds.forEach((value, at) => {
      assert.ok(Math.abs(value - expected[at]) < 1e-5, `block ${at}: ${value}, ${expected[at]}`);
    });
    assert.ok(new Set(odds).size > 20);
    assert.deepEqual(problems, []);
  });
}

test('the default entry in an AudioWorklet', { skip: withoutBrowser }, async (t) => {
  const { programs } = recipe('AudioWorklets');
  const own = programs.map(({ name, code }) => ({
    name,
    code: code.replace("'simdcast/core'", "'simdcast'").replace('load({ wasm })', 'load()'),
  }));
  assert.notDeepEqual(own, programs);
  const model = smallVoice();
  const { tab, url, problems } = await start(t, own, { 'silero_vad.onnx': model });
  await tab.goto(`${url}empty.html`);
  const [odds, expected] = [await oddsOf(tab), await oddsInNode(model)];
  odds.forEach((value, at) => {
    assert.ok(Math.abs(value - expected[at]) < 1e-5, `block ${at}: ${value}, ${expected[at]}`);
  });
  assert.deepEqual(problems, []);
});

test('trees in a service worker', { skip: withoutBrowser }, async (t) => {
  const { programs, output } = recipe('Service workers');
  const model = smallTrees();
  const { tab, url, problems } = await start(t, programs, { 'trees.onnx': model });
  assert.equal(await firstLine(tab, `${url}run.html`), output);
  const rows = [
    [5, 3.5, 1.4, 0.2],
    [6.7, 3, 5.2, 2.3],
    [6, 2.2, 4, 1],
  ];
  const answers = await tab.evaluate(
    (all) =>
      Promise.all(all.map((row) => fetch(`classify?features=${row}`).then((it) => it.json()))),
    rows,
  );
  // By hand, from the two trees.
  assert.deepEqual(answers, [
    { label: 0, scores: [0.75, 0, 0] },
    { label: 2, scores: [0, 0.25, 0.5] },
    { label: 1, scores: [0, 0.75, 0] },
  ]);
  assert.deepEqual(problems, []);
});
