/**
 * Whole models in sessions of simdcast and onnxruntime-web, arrays in and out: a perceptron, an attention
 * block, a graph of elementwise operators with broadcasting, and the models next to the repository.
 */
import { existsSync, readFileSync } from 'node:fs';
import { InferenceSession, load } from '../onnx/entry.mjs';
import { encodeModel, floats, int64s } from '../onnx/models.mjs';
import { feedsOf, sharedModelFiles, sharedModels, worst } from '../support/shared-models.mjs';
import { Mismatch } from './compare.mjs';
import { measure, ratio } from './measure.mjs';
import { sessionOptions, start } from './peers/ort.mjs';
import { summarise } from './statistics.mjs';
import { random } from './values.mjs';

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

function makeWeights(seed) {
  const next = random(seed);
  return (dims, low = -0.1, high = 0.1) => {
    const data = Float32Array.from({ length: sizeOf(dims) }, () => low + next() * (high - low));
    return { type: 'float32', dims, data };
  };
}

/** Three layers with Relu between them, sized for images of 28×28. */
function perceptron(batch, seed) {
  const weights = makeWeights(seed);
  const widths = [784, 256, 128, 10];
  const layers = widths.slice(1).map((width, i) => ({ from: widths[i], to: width, i }));
  const nodes = layers.flatMap(({ i }) => [
    { op: 'Gemm', inputs: [i === 0 ? 'x' : `a${i - 1}`, `w${i}`, `b${i}`], outputs: [`h${i}`] },
    { op: i < 2 ? 'Relu' : 'Softmax', inputs: [`h${i}`], outputs: [`a${i}`] },
  ]);
  return {
    label: `perceptron 784-256-128-10, ${batch} at once`,
    model: encodeModel({
      inputs: [{ name: 'x', dims: ['N', 784] }],
      outputs: [{ name: 'a2', dims: ['N', 10] }],
      constants: Object.fromEntries(
        layers.flatMap(({ from, to, i }) => [
          [`w${i}`, weights([from, to])],
          [`b${i}`, weights([to])],
        ]),
      ),
      nodes,
    }),
    feeds: () => ({ x: weights([batch, 784], 0, 1) }),
  };
}

/** Attention with four heads, a residual addition, and a layer. */
function attention({ length, width, heads }, seed) {
  const weights = makeWeights(seed);
  const each = width / heads;
  const projections = ['q', 'k', 'v'].flatMap((name) => [
    { op: 'MatMul', inputs: ['x', `w${name}`], outputs: [`${name}0`] },
    { op: 'Add', inputs: [`${name}0`, `b${name}`], outputs: [`${name}1`] },
    { op: 'Reshape', inputs: [`${name}1`, 'split'], outputs: [`${name}2`] },
    {
      op: 'Transpose',
      inputs: [`${name}2`],
      outputs: [name],
      attributes: { perm: name === 'k' ? [0, 2, 3, 1] : [0, 2, 1, 3] },
    },
  ]);
  const square = [width, width];
  return {
    label: `attention, ${length} by ${width}, ${heads} heads`,
    model: encodeModel({
      inputs: [{ name: 'x', dims: ['B', length, width] }],
      outputs: [{ name: 'y', dims: ['B', length, width] }],
      constants: {
        ...Object.fromEntries(['q', 'k', 'v', 'o'].map((name) => [`w${name}`, weights(square)])),
        ...Object.fromEntries(['q', 'k', 'v', 'o'].map((name) => [`b${name}`, weights([width])])),
        split: int64s(0, 0, heads, each),
        join: int64s(0, 0, width),
        root: floats([], Math.sqrt(each)),
        gain: weights([width], 0.5, 1.5),
        bias: weights([width]),
      },
      nodes: [
        ...projections,
        { op: 'MatMul', inputs: ['q', 'k'], outputs: ['s'] },
        { op: 'Div', inputs: ['s', 'root'], outputs: ['scaled'] },
        { op: 'Softmax', inputs: ['scaled'], outputs: ['odds'], attributes: { axis: -1 } },
        { op: 'MatMul', inputs: ['odds', 'v'], outputs: ['mixed'] },
        { op: 'Transpose', inputs: ['mixed'], outputs: ['t'], attributes: { perm: [0, 2, 1, 3] } },
        { op: 'Reshape', inputs: ['t', 'join'], outputs: ['joined'] },
        { op: 'MatMul', inputs: ['joined', 'wo'], outputs: ['o0'] },
        { op: 'Add', inputs: ['o0', 'bo'], outputs: ['o1'] },
        { op: 'Add', inputs: ['o1', 'x'], outputs: ['sum'] },
        { op: 'LayerNormalization', inputs: ['sum', 'gain', 'bias'], outputs: ['y'] },
      ],
    }),
    feeds: () => ({ x: weights([1, length, width], -1, 1) }),
  };
}

/** Normalisation by channel, a gate, and the Gelu of the exporters, on [64,64,256]. */
function elementwise(dims, seed) {
  const weights = makeWeights(seed);
  const [, rows, columns] = dims;
  const chain = [
    ['Sub', 'x', 'mean'],
    ['Div', 0, 'deviation'],
    ['Mul', 1, 'gain'],
    ['Add', 2, 'bias'],
    ['Div', 3, 'root'],
    ['Erf', 4],
    ['Add', 5, 'one'],
    ['Mul', 3, 6],
    ['Mul', 7, 'half'],
    ['Sigmoid', 2],
    ['Mul', 8, 9],
    ['Add', 10, 'x'],
    ['Max', 11, 'floor'],
  ];
  const nameOf = (value) => (typeof value === 'number' ? `v${value}` : value);
  return {
    label: `elementwise, ${chain.length} operators on ${dims.join('×')}`,
    model: encodeModel({
      inputs: [{ name: 'x', dims: ['N', rows, columns] }],
      outputs: [{ name: `v${chain.length - 1}`, dims: ['N', rows, columns] }],
      constants: {
        mean: weights([columns]),
        deviation: weights([columns], 0.5, 2),
        gain: weights([rows, 1], 0.5, 1.5),
        bias: weights([rows, 1]),
        root: floats([], Math.SQRT2),
        one: floats([], 1),
        half: floats([], 0.5),
        floor: floats([], -1),
      },
      nodes: chain.map(([op, ...inputs], i) => ({
        op,
        inputs: inputs.map(nameOf),
        outputs: [`v${i}`],
      })),
    }),
    feeds: () => ({ x: weights(dims, -2, 2) }),
  };
}

const models = (seed) => [
  perceptron(1, seed),
  perceptron(64, seed),
  attention({ length: 128, width: 256, heads: 4 }, seed),
  elementwise([64, 64, 256], seed),
];

/** Models next to the repository. */
const sharedRows = (seed, folder = sharedModels) =>
  sharedModelFiles
    .filter((file) => existsSync(new URL(file, folder)))
    .map((file) => ({
      label: file.replace(/(\/model)?\.onnx$/, ''),
      model: readFileSync(new URL(file, folder)),
      feeds: (inputs) => feedsOf(file, inputs, random(seed)),
    }));

const MOST_APART = 1e-4;

async function measureModel(ort, engine, { label, model, feeds: feedsFor }, { effort, seed }) {
  const own = await InferenceSession.create(model, { engine });
  const feeds = feedsFor(own.inputMetadata);
  const peer = await ort.InferenceSession.create(model, sessionOptions);
  const theirs = () =>
    Object.fromEntries(
      Object.entries(feeds).map(([name, { type, data, dims }]) => [
        name,
        new ort.Tensor(type, data, dims),
      ]),
    );
  const runOwn = () => own.runSync(feeds);
  const runPeer = () => peer.run(theirs());
  const [results, expected] = [runOwn(), await runPeer()];
  for (const [name, tensor] of Object.entries(expected)) {
    const apart = worst(results[name], tensor);
    if (!(apart <= MOST_APART)) throw new Mismatch(`${label}: ${name} is ${apart} apart`);
  }
  const samples = await measure(
    [
      { name: 'simdcast', run: runOwn },
      { name: 'ort', run: runPeer, async: true },
    ],
    effort,
    seed,
  );
  await own.release();
  await peer.release();
  return {
    label,
    simdcast: summarise(samples.get('simdcast')),
    ort: summarise(samples.get('ort')),
    ratio: ratio(samples, 'simdcast', 'ort'),
  };
}

/** @returns nanoseconds per run of each model, and how many times longer the peer took */
export async function measureSessions(settings, folder = sharedModels) {
  const { seed, quick } = settings;
  const ort = await start();
  const engine = await load();
  const found = [];
  const all = [...models(seed), ...sharedRows(seed, folder)];
  for (const one of quick ? all.slice(0, 1) : all)
    found.push(await measureModel(ort, engine, one, settings));
  return found;
}
