/** The engine that a session runs on, and options that belong to it or to another library. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import * as inlined from 'simdcast';
import * as external from 'simdcast/external';
import { InferenceSession } from 'simdcast/onnx';
import * as threads from 'simdcast/threads';
import { encodeModel } from './models.mjs';

/** y = x + s, where x is (n) and s a scalar. */
const model = encodeModel({
  inputs: [
    { name: 'x', type: 'float32', dims: ['n'] },
    { name: 's', type: 'float32', dims: [] },
  ],
  outputs: [{ name: 'y' }],
  nodes: [{ op: 'Add', inputs: ['x', 's'], outputs: ['y'] }],
});
const create = (options) => InferenceSession.create(model, options);

const opened = [];
const open = async (entry, options) => {
  const sc = await entry.load(options);
  opened.push(sc);
  return sc;
};
afterEach(() => {
  for (const sc of opened.splice(0)) sc.close();
});

describe('a session', () => {
  const cases = [
    ['simdcast', inlined, {}],
    ['simdcast with options', inlined, { maximumMemory: 2 ** 26 }],
    ['simdcast/external', external, {}],
    ['simdcast/threads', threads, { threads: 2 }],
  ];
  for (const [name, entry, options] of cases)
    it(`runs on the engine of ${name} if that is the only open one`, async () => {
      const sc = await open(entry, options);
      const session = await create();
      const x = sc.tensor([1, 2, 3]);
      assert.deepEqual([...session.runSync({ x, s: sc.tensor(1) }).y.data], [2, 3, 4]);
      const used = sc.memory().used;
      await session.release();
      assert.ok(sc.memory().used <= used);
    });

  it('runs on the engine of load if several are open, and refuses tensors of others', async () => {
    const sc = await open(inlined, { maximumMemory: 2 ** 26 });
    const other = await open(inlined, { maximumMemory: 2 ** 27 });
    const own = await open(inlined);
    const session = await create();
    assert.deepEqual([...session.runSync({ x: own.tensor([1]), s: 1 }).y.data], [2]);
    for (const stranger of [sc, other]) {
      assert.throws(() => session.runSync({ x: stranger.tensor([1]), s: 1 }), {
        name: 'DTypeError',
        code: 'foreign_tensor',
        message:
          "The input 'x' belongs to a different engine than the session. Create the session with { engine: sc }, where sc is the engine of the tensor.",
      });
      assert.throws(() => session.runSync({ x: [1], s: 1 }, { y: stranger.tensor([1]) }), {
        code: 'foreign_tensor',
        message: /^The tensor for the output 'y' belongs to a different engine/,
      });
    }
  });

  it('runs on a closed engine no more, and on the next one that is open', async () => {
    (await open(inlined, { maximumMemory: 2 ** 26 })).close();
    const sc = await open(inlined, { maximumMemory: 2 ** 27 });
    const session = await create();
    assert.deepEqual([...session.runSync({ x: sc.tensor([1]), s: 1 }).y.data], [2]);
  });

  it('runs on an engine of its own if it has options of load', async () => {
    const sc = await open(inlined);
    const session = await create({ maximumMemory: 2 ** 26 });
    assert.throws(() => session.runSync({ x: sc.tensor([1]), s: 1 }), { code: 'foreign_tensor' });
    opened.push(await inlined.load({ maximumMemory: 2 ** 26 }));
  });

  it('names the input whose tensor has been disposed of', async () => {
    const sc = await open(inlined);
    const session = await create();
    const x = sc.tensor([1]);
    x.dispose();
    assert.throws(() => session.runSync({ x, s: 1 }), {
      name: 'DisposedError',
      message: /^The input 'x' /,
    });
  });
});

describe('options', () => {
  const refused = (options, message) =>
    assert.rejects(create(options), { name: 'AttributeError', code: 'option_unknown', message });

  it('for threads lead to the engine', () =>
    refused({ threads: 2 }, /no option 'threads'; .*\{ engine: await load\(\{ threads: 2 \}\) \}/));

  it('of onnxruntime-web are told apart from mistakes', async () => {
    const names = [
      ...['executionProviders', 'graphOptimizationLevel', 'enableCpuMemArena', 'enableMemPattern'],
      ...['executionMode', 'logSeverityLevel', 'logVerbosityLevel', 'intraOpNumThreads'],
      ...['interOpNumThreads', 'freeDimensionOverrides', 'enableProfiling', 'profileFilePrefix'],
      ...['optimizedModelFilePath', 'logId', 'enableGraphCapture', 'extra'],
    ];
    for (const name of names)
      await refused(
        { [name]: ['wasm'] },
        new RegExp(`^The option '${name}' of onnxruntime-web has no meaning here\\. Omit it\\.`),
      );
    await refused({ executionProvider: ['wasm'] }, /has no option 'executionProvider'/);
    await refused({ freeDimensionOverrides: {} }, /session\.prepare\(shapes\)/);
    await refused({ intraOpNumThreads: 2 }, /simdcast\/threads/);
    await create({ executionProviders: undefined });
  });
});

describe('feeds and fetches', () => {
  it('that name no output give all of them', async () => {
    const session = await create();
    for (const fetches of [undefined, {}, Object.create(null)])
      assert.deepEqual([...session.runSync({ x: [1], s: 2 }, fetches).y.data], [3]);
  });

  it('that are no object of tensors are refused in a sentence', async () => {
    const session = await create();
    const sc = await open(inlined);
    const cases = [
      [undefined, 'undefined'],
      [null, 'null'],
      ['x', "'x'"],
      [[1, 2], 'an array'],
      [sc.tensor([1]), 'a tensor'],
      [{ data: Float32Array.of(1), dims: [1] }, 'a tensor'],
      [new inlined.Tensor('float32', Float32Array.of(1), [1]), 'a tensor'],
      [new Set([1]), 'a Set'],
      [new Map([['x', 1]]), 'a Map. Pass Object.fromEntries(map)'],
      [Float32Array.of(1), 'a Float32Array'],
    ];
    for (const [feeds, got] of cases) {
      const message = `The feeds must be an object with a tensor for each input, such as { x: tensor }, but are ${got}.`;
      assert.throws(() => session.runSync(feeds), { code: 'invalid_feeds', message });
      assert.throws(() => session.prepare(feeds), {
        code: 'invalid_feeds',
        message: /^The shapes must be/,
      });
    }
  });

  it('may be named as the fields of a tensor are', async () => {
    const fields = await InferenceSession.create(
      encodeModel({
        inputs: [
          { name: 'data', dims: ['n'] },
          { name: 'dims', dims: ['n'] },
        ],
        outputs: [{ name: 'data2' }],
        nodes: [{ op: 'Add', inputs: ['data', 'dims'], outputs: ['data2'] }],
      }),
    );
    assert.deepEqual([...fields.runSync({ data: [1], dims: [2] }).data2.data], [3]);
  });

  it('take one element of any rank for a scalar', async () => {
    const session = await create();
    for (const dims of [[], [1], [1, 1], [1, 1, 1]]) {
      const s = { data: Float32Array.of(2), dims };
      const { y } = session.runSync({ x: [1, 2], s });
      assert.deepEqual([...y.data], [3, 4]);
    }
    const wrong = { data: Float32Array.of(2, 3), dims: [2] };
    assert.throws(() => session.runSync({ x: [1, 2], s: wrong }), { code: 'invalid_feeds' });
    const none = { data: new Float32Array(0), dims: [0] };
    assert.throws(() => session.runSync({ x: [1, 2], s: none }), { code: 'invalid_feeds' });
    // An axis of size 1 is not a scalar.
    const two = { data: Float32Array.of(2), dims: [1, 1] };
    assert.throws(() => session.runSync({ x: two, s: 1 }), { code: 'invalid_feeds' });
  });
});
