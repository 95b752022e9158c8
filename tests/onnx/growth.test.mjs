/**
 * Memory of sessions and expressions that run on many shapes: all share a block, so any number of lengths
 * needs little more than the longest.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { randomFrom, seedOf } from '../rules/support.mjs';
import { decode, growingDecoder, WIDTH } from './growing.mjs';
import { encodeModel } from './models.mjs';

const seed = seedOf(20261126);
/** A new block is this many times as large as the last one, or as large as is necessary. */
const GROWTH = 1.25;

/** Engines with different memory limits, since `load` returns the same engine for equal options. */
let engines = 0;
const freshEngine = () => load({ maximumMemory: 2 ** 31 + 65536 * ++engines });

const floats = (dims, random) => ({
  type: 'float32',
  dims,
  data: Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, () => random() - 0.5),
});

/**
 * Asserts that `visit(sc, length)` for many lengths uses at most 1.25 times the memory of the longest;
 * `kept` are bytes that each length may keep, such as constants of its shape.
 */
async function assertShared(lengths, { prepare = async () => {}, visit, kept = 0 }) {
  const alone = await freshEngine();
  const one = await prepare(alone);
  const before = alone.memory().used;
  visit(alone, lengths.at(-1), one);
  const longest = alone.memory().used - before;
  const sc = await freshEngine();
  const all = await prepare(sc);
  const start = sc.memory().used;
  for (const length of lengths) visit(sc, length, all);
  const grown = sc.memory().used - start;
  const most = GROWTH * longest + kept * lengths.length;
  assert.ok(
    grown <= most,
    `SEED=${seed} ${lengths.length} lengths use ${grown} bytes, the longest ${longest}`,
  );
  sc.close();
  alone.close();
}

const sessionOf = (model, options) => async (engine) =>
  await InferenceSession.create(model, { engine, ...options });

const steps = (from, to, by) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + by * i);

/** Blocks of convolution and activation on images (1,3,48,w). */
function convolutions(random) {
  const constants = {};
  const nodes = [];
  let last = 'x';
  let channels = 3;
  for (const out of [8, 16]) {
    constants[`w${out}`] = floats([out, channels, 3, 3], random);
    const pads = { pads: [1n, 1n, 1n, 1n] };
    nodes.push({ op: 'Conv', inputs: [last, `w${out}`], outputs: [`c${out}`], attributes: pads });
    nodes.push({ op: 'HardSigmoid', inputs: [`c${out}`], outputs: [`h${out}`] });
    nodes.push({ op: 'Mul', inputs: [`h${out}`, `c${out}`], outputs: [`m${out}`] });
    channels = out;
    last = `m${out}`;
  }
  return encodeModel({
    opset: 17,
    inputs: [{ name: 'x', type: 'float32', dims: [1, 3, 48, 'w'] }],
    outputs: [{ name: last }],
    constants,
    nodes,
  });
}

/** Products and shares of (n,64) in the graph of a Loop, which runs three times, and in both branches of an If. */
function bodies(random) {
  const chain = (from, to) => [
    { op: 'MatMul', inputs: [from, 'w'], outputs: [`${to}p`] },
    { op: 'Softmax', inputs: [`${to}p`], outputs: [`${to}s`] },
    { op: 'MatMul', inputs: [`${to}s`, 'w'], outputs: [`${to}q`] },
    { op: 'Tanh', inputs: [`${to}q`], outputs: [to] },
  ];
  const branch = (to) => ({ graph: { outputs: [{ name: to }], nodes: chain('looped', to) } });
  const body = {
    inputs: [
      { name: 'i', type: 'int64', dims: [] },
      { name: 'on', type: 'bool', dims: [] },
      { name: 'state', dims: ['n', 64] },
    ],
    outputs: [{ name: 'still' }, { name: 'next' }],
    nodes: [{ op: 'Identity', inputs: ['on'], outputs: ['still'] }, ...chain('state', 'next')],
  };
  return encodeModel({
    opset: 17,
    inputs: [
      { name: 'x', dims: ['n', 64] },
      { name: 'trips', type: 'int64', dims: [] },
      { name: 'c', type: 'bool', dims: [] },
    ],
    outputs: [{ name: 'y' }],
    constants: { w: floats([64, 64], random) },
    nodes: [
      {
        op: 'Loop',
        inputs: ['trips', '', 'x'],
        outputs: ['looped'],
        attributes: { body: { graph: body } },
      },
      {
        op: 'If',
        inputs: ['c'],
        outputs: ['y'],
        attributes: { then_branch: branch('onTrue'), else_branch: branch('onFalse') },
      },
    ],
  });
}

/** Two stages: the positive elements, then a product with one row per element. */
const stages = (random) =>
  encodeModel({
    opset: 17,
    inputs: [{ name: 'x', dims: ['n', 64] }],
    outputs: [{ name: 'twice' }, { name: 'y' }],
    constants: {
      w: floats([64, 64], random),
      zero: { type: 'float32', dims: [], data: Float32Array.of(0) },
    },
    nodes: [
      { op: 'MatMul', inputs: ['x', 'w'], outputs: ['twice'] },
      {
        op: 'ReduceMax',
        inputs: ['twice'],
        outputs: ['largest'],
        attributes: { axes: [1], keepdims: 0 },
      },
      { op: 'Greater', inputs: ['largest', 'zero'], outputs: ['isPositive'] },
      { op: 'NonZero', inputs: ['isPositive'], outputs: ['places'] },
      { op: 'Transpose', inputs: ['places'], outputs: ['rows'] },
      { op: 'GatherND', inputs: ['twice', 'rows'], outputs: ['chosen'] },
      { op: 'MatMul', inputs: ['chosen', 'w'], outputs: ['product'] },
      { op: 'Softmax', inputs: ['product'], outputs: ['y'] },
    ],
  });

const stageFeeds = (rows, random) => ({ x: floats([rows, 64], random) });

const bodyFeeds = (rows, random) => ({
  x: floats([rows, 64], random),
  trips: { type: 'int64', dims: [], data: BigInt64Array.of(3n) },
  c: { type: 'bool', dims: [], data: Uint8Array.of(rows % 2) },
});

describe('memory for new shapes', () => {
  it('of a decoder is that of its longest cache, over 300 lengths', async () => {
    const random = randomFrom(seed);
    const layers = 1;
    const { model } = growingDecoder({ layers, random });
    const first = floats([1, 1, WIDTH], random);
    const run = (count, from) => (session, onToken) =>
      decode(session, { layers, first, count, from, onToken });
    const alone = await freshEngine();
    const other = await InferenceSession.create(model, { engine: alone });
    const before = alone.memory().used;
    run(1, 299)(other);
    const longest = alone.memory().used - before;
    const sc = await freshEngine();
    const session = await InferenceSession.create(model, { engine: sc });
    const start = sc.memory().used;
    run(300, 0)(session);
    const grown = sc.memory().used - start;
    // Programs keep the constants of their shapes: at most 64 bytes for each.
    assert.ok(
      grown <= GROWTH * longest + 300 * 64,
      `300 lengths use ${grown} bytes, the longest ${longest}`,
    );
  });

  it('of a network of convolutions is that of the widest image', async () => {
    const random = randomFrom(seed);
    const model = convolutions(random);
    const visit = (_, width, session) => session.runSync({ x: floats([1, 3, 48, width], random) });
    await assertShared(steps(100, 500, 20), { prepare: sessionOf(model), visit });
  });

  it('of fused expressions is that of the longest operands', async () => {
    const random = randomFrom(seed);
    const w = floats([64, 64], random);
    const prepare = async (sc) => sc.fuse((x, by) => x.matMul(by).softmax().matMul(by).tanh());
    const visit = (_, rows, fused) => fused(floats([rows, 64], random), w);
    await assertShared(steps(200, 2000, 100), { prepare, visit });
  });

  it('of operators that are programs is that of the longest operands', async () => {
    const random = randomFrom(seed);
    const visit = (sc, rows) => sc.run('LpNormalization', [floats([rows, 64], random)]);
    await assertShared(steps(200, 2000, 100), { visit });
  });

  it('of graphs in loops and branches is that of the longest operands', async () => {
    const random = randomFrom(seed);
    const visit = (_, rows, session) => session.runSync(bodyFeeds(rows, random));
    await assertShared(steps(200, 2000, 100), { prepare: sessionOf(bodies(random)), visit });
  });
});

describe('results, where runs of other shapes share their memory', () => {
  /** The results of all lengths in one session, in an order of growth and shrinking, and of each in its own. */
  async function assertSame(model, feedsOf, options) {
    const random = randomFrom(seed);
    const sc = await freshEngine();
    const session = await InferenceSession.create(model, { engine: sc, ...options });
    const lengths = [3, 40, 7, 200, 3, 90, 200, 7];
    const runs = lengths.map((length) => {
      const feeds = feedsOf(length, random);
      return { length, feeds, results: session.runSync(feeds) };
    });
    for (const { length, feeds, results } of runs) {
      const fresh = await InferenceSession.create(model, { engine: sc });
      const expected = fresh.runSync(feeds);
      await fresh.release();
      for (const [name, { data }] of Object.entries(expected))
        assert.deepEqual(results[name].data, data, `SEED=${seed} ${name} of ${length}`);
    }
    sc.close();
  }

  for (const preferredOutputLocation of ['js', 'wasm']) {
    it(`are those of a session of their own, in ${preferredOutputLocation}`, async () => {
      const options = { preferredOutputLocation };
      await assertSame(bodies(randomFrom(seed)), bodyFeeds, options);
      const images = (width, random) => ({ x: floats([1, 3, 48, width], random) });
      await assertSame(convolutions(randomFrom(seed)), images, options);
      await assertSame(stages(randomFrom(seed)), stageFeeds, options);
    });
  }

  it('stay when they are fed to a longer run', async () => {
    const random = randomFrom(seed);
    const layers = 2;
    const { model } = growingDecoder({ layers, random });
    const first = floats([1, 1, WIDTH], random);
    const sc = await freshEngine();
    const plain = await InferenceSession.create(model, { engine: sc });
    const resident = await InferenceSession.create(model, {
      engine: sc,
      preferredOutputLocation: 'wasm',
    });
    const expected = [];
    const run = (session, onToken) =>
      decode(session, { layers, first, count: 12, from: 0, onToken });
    run(plain, ({ y }) => expected.push(y.data));
    const all = [];
    run(resident, (results) => all.push(results));
    for (const [token, { y }] of all.entries()) assert.deepEqual(y.data, expected[token]);
  });

  it('of several runs that are awaited together are each their own', async () => {
    const random = randomFrom(seed);
    const sc = await freshEngine();
    const session = await InferenceSession.create(bodies(random), { engine: sc });
    const feeds = [5, 300, 20].map((rows) => bodyFeeds(rows, random));
    const together = await Promise.all(feeds.map((one) => session.run(one)));
    for (const [i, one] of feeds.entries())
      assert.deepEqual(session.runSync(one).y.data, together[i].y.data);
  });

  it('of fused expressions are those of their operators', async () => {
    const random = randomFrom(seed);
    const sc = await freshEngine();
    const fused = sc.fuse((x) => x.softmax().add(x).mean({ axis: 1, keepDims: true }).mul(x));
    for (const rows of [3, 500, 20, 1000, 3]) {
      const x = floats([rows, 16], random);
      const steps = sc.mul(sc.mean(sc.add(sc.softmax(x), x), { axis: 1, keepDims: true }), x);
      assert.deepEqual(fused(x).data, steps.data);
    }
  });
});
