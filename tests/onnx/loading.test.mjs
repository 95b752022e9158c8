/** Loading sessions: external data, selected outputs, early compilation, progress. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { load } from 'simdcast';
import { checkModel, InferenceSession, ModelError } from 'simdcast/onnx';
import { encodeModel, floats, int64s } from './models.mjs';

const engine = await load();
const create = (model, options = {}) => InferenceSession.create(model, { engine, ...options });

const refused = (promise, code, message) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof ModelError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });

/** y = x · w + b, with weights in two files. */
const affine = (w = {}, b = {}) =>
  encodeModel({
    inputs: [{ name: 'x', dims: ['n', 2] }],
    outputs: [{ name: 'y' }],
    constants: {
      w: { type: 'float32', dims: [2, 3], external: { location: 'w.bin', offset: 4, ...w } },
      b: { type: 'float32', dims: [3], external: { location: 'b.bin', ...b } },
    },
    nodes: [{ op: 'Gemm', inputs: ['x', 'w', 'b'], outputs: ['y'] }],
  });
const files = {
  'w.bin': Float32Array.of(99, 1, 2, 3, 4, 5, 6),
  'b.bin': new Blob([Float32Array.of(10, 20, 30)]),
};

describe('weights in other files', () => {
  it('come from what is given for each', async () => {
    const session = await create(affine({ length: 24 }), { externalData: files });
    const { y } = await session.run({ x: floats([1, 2], 1, -1) });
    assert.deepEqual([...y.data], [7, 17, 27]);
    await session.release();
  });

  it('are not read at places that are not aligned as they are', async () => {
    const bytes = new Uint8Array(29);
    bytes.set(new Uint8Array(Float32Array.of(1, 2, 3, 4, 5, 6).buffer), 5);
    const externalData = { ...files, 'w.bin': bytes };
    const session = await create(affine({ offset: 5 }), { externalData });
    const { y } = await session.run({ x: floats([1, 2], 1, 0) });
    assert.deepEqual([...y.data], [11, 22, 33]);
    await session.release();
  });

  it('must be given, whole, and at a place that can be', async () => {
    const { 'w.bin': w } = files;
    await refused(
      create(affine(), { externalData: { 'w.bin': w } }),
      'external_data',
      /'b' is in the file 'b\.bin'\. Pass it as externalData.*in addition to w\.bin/,
    );
    await refused(
      create(affine({ offset: 8 }), { externalData: files }),
      'external_data',
      /'w' extends to byte 32 of the file 'w\.bin', which has only 28/,
    );
    for (const wrong of [
      { offset: -4 },
      { offset: 'x' },
      { length: 20 },
      { offset: 1e30 },
      { location: '' },
    ])
      await refused(
        create(affine(wrong), { externalData: files }),
        'invalid_tensor',
        /invalid offset or length/,
      );
    await refused(create(affine(), { externalData: 7 }), 'invalid_option', /externalData/);
  });

  it('are not needed by the checker', async () => {
    const { broadcasts, errors, outputs } = await checkModel(affine(), { engine });
    assert.equal(errors, 0);
    assert.equal(broadcasts.length, 1);
    assert.equal(outputs[0].name, 'y');
  });
});

describe('wanted outputs', () => {
  const model = encodeModel({
    inputs: [
      { name: 'a', dims: [2] },
      { name: 'b', dims: [2] },
    ],
    outputs: [{ name: 'p' }, { name: 'q' }],
    constants: {
      two: floats([], 2),
      far: { type: 'float32', dims: [2], external: { location: 'far.bin' } },
    },
    nodes: [
      { op: 'Mul', inputs: ['a', 'two'], outputs: ['p'] },
      { op: 'Unheard', inputs: ['b', 'far'], outputs: ['q'] },
    ],
  });

  it('load what they need, and ask for no more', async () => {
    const session = await create(model, { outputs: ['p'] });
    assert.deepEqual([session.inputNames, session.outputNames], [['a'], ['p']]);
    assert.deepEqual([...(await session.run({ a: floats([2], 1, 2) })).p.data], [2, 4]);
    await refused(
      session.run({ a: floats([2], 1, 2), b: floats([2], 1, 2) }),
      'invalid_feeds',
      /no input 'b'/,
    );
    await session.release();
  });

  it('must be there', async () => {
    await refused(
      create(model, { outputs: ['r'] }),
      'invalid_option',
      /lists 'r', which is not an output of the model\. Its outputs are p, q/,
    );
    await refused(create(model, { outputs: [] }), 'invalid_option', /a list of names/);
    await refused(create(model, { outputs: 'p' }), 'invalid_option', /a list of names/);
  });
});

describe('what a model leaves out', () => {
  it('is the type of an output, which has that of what is made', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [3] }],
      outputs: [
        { name: 'y', type: null },
        { name: 'count', type: null },
      ],
      nodes: [
        { op: 'Relu', inputs: ['x'], outputs: ['y'] },
        { op: 'Size', inputs: ['x'], outputs: ['count'] },
      ],
    });
    const session = await create(model);
    assert.deepEqual(
      session.outputMetadata.map(({ type, shape }) => [type, shape]),
      [
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
    const { y, count } = await session.run({ x: floats([3], -1, 2, 3) });
    assert.deepEqual(
      [y.type, ...y.data, count.type, ...count.data],
      ['float32', 0, 2, 3, 'int64', 3n],
    );
    await session.release();
    const { outputs } = await checkModel(model);
    assert.deepEqual(
      outputs.map(({ type }) => type),
      ['unknown', 'unknown'],
    );
  });

  it('is a reader of an output, which asks for nothing then', async () => {
    // Opset 7's training statistics, which exporters name without using them.
    const outputs = ['y', 'mean', 'variance', 'savedMean', 'savedVariance'];
    const normalised = (more) =>
      encodeModel({
        opset: 7,
        inputs: [{ name: 'x', dims: [1, 2, 1] }],
        outputs: ['y', ...more].map((name) => ({ name })),
        constants: {
          scale: floats([2], 2, 4),
          bias: floats([2], 1, 0),
          average: floats([2], 1, 1),
          spread: floats([2], 4, 16),
        },
        nodes: [
          {
            op: 'BatchNormalization',
            inputs: ['x', 'scale', 'bias', 'average', 'spread'],
            outputs,
            attributes: { epsilon: { float: 0 } },
          },
        ],
      });
    const session = await create(normalised([]));
    const { y } = await session.run({ x: floats([1, 2, 1], 5, -3) });
    assert.deepEqual([...y.data], [5, -4]);
    await session.release();
    await assert.rejects(
      async () => (await create(normalised(['mean']))).run({ x: floats([1, 2, 1], 5, -3) }),
      {
        code: 'invalid_node',
      },
    );
  });
});

describe('prepare', () => {
  const model = encodeModel({
    inputs: [
      { name: 'x', dims: ['n', 2] },
      { name: 'shape', type: 'int64', dims: [2] },
    ],
    outputs: [{ name: 'y' }],
    nodes: [{ op: 'Reshape', inputs: ['x', 'shape'], outputs: ['y'] }],
  });

  it('takes dims, and tensors where values decide shapes', async () => {
    const session = await create(model);
    const shape = int64s(2, -1);
    session.prepare({ x: [3, 2], shape });
    assert.deepEqual(
      (await session.run({ x: floats([3, 2], 1, 2, 3, 4, 5, 6), shape })).y.dims,
      [2, 3],
    );
    const wrong = async (shapes, message) =>
      refused((async () => session.prepare(shapes))(), 'invalid_feeds', message);
    await wrong({ x: [3, 2], shape: [2] }, /values of the input 'shape' determine a shape/);
    await wrong({ x: [3, 3], shape }, /must have shape \(n,2\)/);
    await wrong({ shape }, /'x' is missing/);
    await wrong({ x: [3, 2], shape, z: [1] }, /no input 'z'/);
    await wrong(undefined, /an object with the dims/);
    await session.release();
    await refused((async () => session.prepare({ x: [3, 2], shape }))(), 'released', /released/);
  });
});

it('a response of an error is refused with its status, and its address where it has one', async () => {
  const sentence = (status) => new RegExp(`^The model could not be read: status ${status}\\.$`);
  const response = (statusText) => new Response('', { status: 404, statusText });
  await refused(create(response('')), 'fetch_failed', sentence('404'));
  await refused(create(response('Not Found')), 'fetch_failed', sentence('404 \\(Not Found\\)'));
});

describe('progress', () => {
  it('counts the bytes of the model and its files', async () => {
    const bytes = affine();
    const parts = [bytes.slice(0, 40), bytes.slice(40)];
    const stream = new ReadableStream({
      pull: (controller) =>
        parts.length > 0 ? controller.enqueue(parts.shift()) : controller.close(),
    });
    const source = new Response(stream, { headers: { 'content-length': String(bytes.length) } });
    const seen = [];
    const session = await create(source, {
      externalData: files,
      onProgress: ({ loaded, total }) => seen.push([loaded, total]),
    });
    const all = bytes.length + 28 + 12;
    assert.deepEqual(seen[0], [40, bytes.length]);
    assert.deepEqual(seen.at(-1), [all, all]);
    assert.ok(seen.every(([loaded], i) => i === 0 || loaded >= seen[i - 1][0]));
    await session.release();
    await refused(
      create(bytes, { onProgress: 7 }),
      'invalid_option',
      /onProgress must be a function/,
    );
  });
});

describe('a session keeps', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

  it('its weights, and not the bytes of the file', async () => {
    const weights = floats([64, 64], ...new Array(4096).fill(0.5));
    let bytes = encodeModel({
      inputs: [{ name: 'x', dims: ['n', 64] }],
      outputs: [{ name: 'y' }],
      constants: { w: weights },
      nodes: [
        { op: 'Constant', outputs: ['k'], attributes: { value: weights } },
        { op: 'Add', inputs: ['w', 'k'], outputs: ['sum'] },
        { op: 'MatMul', inputs: ['x', 'sum'], outputs: ['h'] },
        { op: 'LeakyRelu', inputs: ['h'], outputs: ['y'], attributes: { alpha: { float: 0.5 } } },
      ],
    }).slice();
    const buffer = new WeakRef(bytes.buffer);
    const session = await create(bytes);
    bytes = undefined;
    for (let i = 0; i < 20 && buffer.deref(); i++) {
      await settled();
      collect();
    }
    assert.equal(buffer.deref(), undefined);
    const x = floats([1, 64], ...new Array(64).fill(1));
    assert.equal((await session.run({ x })).y.data[0], 64);
    await session.release();
  });

  it('what it computes from constants once, and not what that was computed from', async () => {
    const big = floats([256, 256], ...new Array(65536).fill(1));
    const model = encodeModel({
      inputs: [{ name: 'x', dims: ['n', 256] }],
      outputs: [{ name: 'y' }],
      constants: { w: big },
      nodes: [
        { op: 'Transpose', inputs: ['w'], outputs: ['t'] },
        { op: 'Neg', inputs: ['t'], outputs: ['s'] },
        { op: 'MatMul', inputs: ['x', 's'], outputs: ['y'] },
      ],
    });
    const before = engine.memory().used;
    const session = await create(model);
    const held = engine.memory().used - before;
    assert.ok(held < 1.5 * 65536 * 4, `${held} bytes`);
    session.prepare({ x: [1, 256] });
    session.prepare({ x: [2, 256] });
    const prepared = engine.memory().used - before;
    assert.ok(prepared < 1.5 * 65536 * 4, `${prepared} bytes`);
    const x = floats([2, 256], ...new Array(512).fill(1));
    assert.equal((await session.run({ x })).y.data[511], -256);
    await session.release();
    assert.equal(engine.memory().used, before);
  });
});
