/**
 * What clients of onnxruntime-web rely on, as functions of a runtime: `{ ort, model }` with its exports and a
 * model's bytes by name. The same functions run on onnxruntime-web, which is the oracle.
 */
import assert from 'node:assert/strict';
import { encodeModel, floats } from '../onnx/models.mjs';

const add = encodeModel({
  inputs: [
    { name: 'a', dims: ['N', 3] },
    { name: 'b', dims: [3] },
  ],
  outputs: [
    { name: 'sum', dims: ['N', 3] },
    { name: 'product', dims: ['N', 3] },
  ],
  nodes: [
    { op: 'Add', inputs: ['a', 'b'], outputs: ['sum'] },
    { op: 'Mul', inputs: ['a', 'b'], outputs: ['product'] },
  ],
});

const node = (op, type, dims = [2], attributes = {}) =>
  encodeModel({
    opset: 21,
    inputs: [{ name: 'x', type, dims }],
    outputs: [{ name: 'y', type, dims }],
    nodes: [{ op, inputs: ['x'], outputs: ['y'], attributes }],
  });

/** A rate that is declared as a scalar, as in voice detectors. */
const scalar = encodeModel({
  inputs: [{ name: 'rate', type: 'int64', dims: [] }],
  outputs: [{ name: 'y', type: 'int64', dims: [] }],
  nodes: [{ op: 'Identity', inputs: ['rate'], outputs: ['y'] }],
});

const weights = encodeModel({
  inputs: [{ name: 'x', dims: [2] }],
  outputs: [{ name: 'y', dims: [2] }],
  constants: {
    w: { type: 'float32', dims: [2], external: { location: 'w.bin', offset: 0, length: 8 } },
  },
  nodes: [{ op: 'Mul', inputs: ['x', 'w'], outputs: ['y'] }],
});

/** An input that has a value in the model. */
const optional = encodeModel({
  inputs: [
    { name: 'x', dims: [2] },
    { name: 'w', dims: [2] },
  ],
  outputs: [{ name: 'y', dims: [2] }],
  constants: { w: floats([2], 3, 4) },
  nodes: [{ op: 'Mul', inputs: ['x', 'w'], outputs: ['y'] }],
});

const x2 = (ort) => new ort.Tensor('float32', Float32Array.of(1, 2), [2]);
const pair = (ort) => ({
  a: new ort.Tensor('float32', Float32Array.of(1, 2, 3), [1, 3]),
  b: new ort.Tensor('float32', Float32Array.of(10, 20, 30), [3]),
});
const values = (tensor) =>
  Array.from(tensor.data, (value) => (typeof value === 'bigint' ? value : Number(value)));
const fails = (work) => assert.rejects(async () => work());
const throws = (work) => assert.throws(work);
const create = (ort, model, options) => ort.InferenceSession.create(model, options);

/** @type {Record<string, (ort: object) => unknown>} */
export const checks = {
  'a tensor by type, array and dims': ({ Tensor }) => {
    const data = Float32Array.of(1, 2);
    const tensor = new Tensor('float32', data, [1, 2]);
    assert.equal(tensor.data, data);
    assert.deepEqual(
      [tensor.type, tensor.size, tensor.location, ...tensor.dims],
      ['float32', 2, 'cpu', 1, 2],
    );
  },
  'a tensor by array alone': ({ Tensor }) => {
    assert.deepEqual([...new Tensor(Int32Array.of(1, 2)).dims], [2]);
    assert.equal(new Tensor(BigInt64Array.of(1n), []).type, 'int64');
    assert.equal(new Tensor(['a', 'b']).type, 'string');
    assert.equal(new Tensor([true, false]).type, 'bool');
    assert.equal(new Tensor(new Uint8ClampedArray(2)).type, 'uint8');
    assert.equal(new Tensor(new Uint16Array(2)).type, 'uint16');
  },
  'a tensor of numbers, bigints and booleans': ({ Tensor }) => {
    assert.deepEqual([...new Tensor('float32', [1, 2.5]).data], [1, 2.5]);
    assert.deepEqual([...new Tensor('int64', [1, 2], [2]).data], [1n, 2n]);
    assert.deepEqual([...new Tensor('int64', [1n, 2n], [2]).data], [1n, 2n]);
    assert.deepEqual([...new Tensor('bool', [true, false], [2]).data], [1, 0]);
    assert.deepEqual([...new Tensor('string', ['a'], [1]).data], ['a']);
  },
  'float16 from bits': ({ Tensor }) => {
    const tensor = new Tensor('float16', Uint16Array.of(0x3c00), [1]);
    const { buffer, byteOffset } = tensor.data;
    assert.equal(new Uint16Array(buffer, byteOffset, 1)[0], 0x3c00);
  },
  'int4 packed': ({ Tensor }) => {
    const tensor = new Tensor('int4', Uint8Array.of(0x21, 0x03), [3]);
    assert.deepEqual([tensor.size, tensor.data.length], [3, 2]);
  },
  'wrong tensors throw': ({ Tensor }) => {
    throws(() => new Tensor('float32', Float32Array.of(1), [2]));
    throws(() => new Tensor('float31', Float32Array.of(1), [1]));
    throws(() => new Tensor('float32', Int32Array.of(1), [1]));
    throws(() => new Tensor([1, 2], [2]));
    throws(() => new Tensor([], [0]));
    throws(() => new Tensor('float32', [1], [-1]));
    throws(() => new Tensor({ location: 'texture', type: 'int8', dims: [1] }));
  },
  'a pinned buffer': ({ Tensor }) => {
    const data = Float32Array.of(1);
    const tensor = new Tensor({ location: 'cpu-pinned', type: 'float32', data, dims: [1] });
    assert.equal(tensor.data, data);
  },
  'dims may be replaced': ({ Tensor }) => {
    const tensor = new Tensor('float32', new Float32Array(6), [6]);
    tensor.dims = [2, 3];
    assert.deepEqual(tensor.dims, [2, 3]);
  },
  'getData, reshape and dispose': async ({ Tensor }) => {
    const tensor = new Tensor('float32', Float32Array.of(1, 2), [2]);
    assert.equal(await tensor.getData(), tensor.data);
    const other = tensor.reshape([2, 1]);
    assert.deepEqual([other.dims, [...other.data], other.type], [[2, 1], [1, 2], 'float32']);
    throws(() => tensor.reshape([3]));
    tensor.dispose();
    assert.equal(tensor.location, 'none');
    throws(() => tensor.data);
    await fails(() => tensor.getData());
  },
  'settings exist and may be written': ({ env }) => {
    env.wasm.numThreads = 1;
    const { wasmPaths } = env.wasm;
    env.wasm.wasmPaths = './';
    env.wasm.wasmPaths = wasmPaths;
    env.wasm.proxy = false;
    env.logLevel = 'error';
    assert.equal(env.logLevel, 'error');
    env.logLevel = 'warning';
    env.debug = false;
    env.webgpu.powerPreference = 'low-power';
    assert.equal(typeof env.versions.common, 'string');
    assert.equal(typeof env.webgl, 'object');
    throws(() => {
      env.logLevel = 'loud';
    });
  },
  'tracing does nothing': (ort) => {
    ort.TRACE('cpu', 'label');
    ort.TRACE_FUNC_BEGIN();
    ort.TRACE_FUNC_END();
    ort.TRACE_EVENT_BEGIN();
    ort.TRACE_EVENT_END();
    assert.equal(typeof ort.registerBackend, 'function');
    assert.equal(ort.default.InferenceSession, ort.InferenceSession);
  },
  'a model from bytes, in each form': async (ort) => {
    const bytes = Uint8Array.from(add);
    const wide = new Uint8Array(bytes.length + 8);
    wide.set(bytes, 3);
    for (const given of [
      [bytes],
      [bytes.buffer],
      [wide.buffer, 3, bytes.length],
      [wide.buffer, 3, bytes.length, {}],
    ]) {
      const session = await ort.InferenceSession.create(...given);
      assert.deepEqual([...session.inputNames], ['a', 'b']);
      assert.deepEqual([...session.outputNames], ['sum', 'product']);
      await session.release();
    }
    await fails(() => ort.InferenceSession.create(wide.buffer, 3, 10_000));
    await fails(() => ort.InferenceSession.create(wide.buffer, -1));
    await fails(() => ort.InferenceSession.create());
    await fails(() => ort.InferenceSession.create(new Uint8Array(3)));
  },
  'metadata of inputs and outputs': async (ort) => {
    const session = await create(ort, add);
    const { name, isTensor, type, shape } = session.inputMetadata[0];
    assert.deepEqual([name, isTensor, type, [...shape]], ['a', true, 'float32', ['N', 3]]);
    assert.equal(session.outputMetadata[1].name, 'product');
    session.config = { own: 1 };
    session.startProfiling();
    session.endProfiling();
    await session.release();
  },
  'options that change nothing': async (ort) => {
    const session = await create(ort, add, {
      executionProviders: ['wasm'],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
      enableCpuMemArena: true,
      enableMemPattern: true,
      logSeverityLevel: 4,
      logVerbosityLevel: 0,
      logId: 'x',
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      extra: { session: { disable_prepacking: '1' } },
      freeDimensionOverrides: { N: 1 },
      preferredOutputLocation: 'cpu',
    });
    assert.deepEqual(values((await session.run(pair(ort))).sum), [11, 22, 33]);
    await session.release();
  },
  'providers as objects, and others before the one there is': async (ort) => {
    for (const executionProviders of [[{ name: 'wasm' }], ['cpu'], []]) {
      const session = await create(ort, add, { executionProviders });
      await session.release();
    }
  },
  'external data as a list': async (ort) => {
    const data = new Uint8Array(Float32Array.of(5, 7).buffer);
    const session = await create(ort, weights, { externalData: [{ path: 'w.bin', data }] });
    assert.deepEqual(values((await session.run({ x: x2(ort) })).y), [5, 14]);
    await session.release();
  },
  'all outputs, some outputs, and options in their place': async (ort) => {
    const session = await create(ort, add);
    const feeds = pair(ort);
    const names = async (...given) => Object.keys(await session.run(feeds, ...given)).sort();
    assert.deepEqual(await names(), ['product', 'sum']);
    assert.deepEqual(await names(['sum']), ['sum']);
    assert.deepEqual(await names({ sum: null }), ['sum']);
    assert.deepEqual(await names({}), ['product', 'sum']);
    assert.deepEqual(await names({ logSeverityLevel: 3, tag: 'x' }), ['product', 'sum']);
    assert.deepEqual(await names(['product'], { tag: 'x' }), ['product']);
    await session.release();
  },
  'wrong runs reject': async (ort) => {
    const session = await create(ort, add);
    const { a, b } = pair(ort);
    await fails(() => session.run());
    await fails(() => session.run(null));
    await fails(() => session.run(a));
    await fails(() => session.run({ a }));
    await fails(() => session.run({ a, b, c: a }));
    await fails(() => session.run({ a, b }, ['none']));
    await fails(() => session.run({ a, b }, []));
    await fails(() => session.run({ a, b }, 'sum'));
    await fails(() => session.run({ a, b: new ort.Tensor('int32', Int32Array.of(1, 2, 3), [3]) }));
    await fails(() => session.run({ a, b: new ort.Tensor('float32', Float32Array.of(1, 2), [2]) }));
    await session.release();
  },
  'a scalar fed as one element': async (ort) => {
    const session = await create(ort, scalar);
    const { y } = await session.run({
      rate: new ort.Tensor('int64', BigInt64Array.of(16000n), [1]),
    });
    assert.deepEqual(values(y), [16000n]);
    await session.release();
  },
  'an input with a value in the model': async (ort) => {
    const session = await create(ort, optional);
    assert.deepEqual(values((await session.run({ x: x2(ort) })).y), [3, 8]);
    await session.release();
  },
  'results are tensors whose data may be written and fed again': async (ort) => {
    const session = await create(ort, node('Neg', 'float32'));
    const { y } = await session.run({ x: x2(ort) });
    assert.ok(y instanceof ort.Tensor);
    assert.deepEqual([y.location, y.size, [...y.dims]], ['cpu', 2, [2]]);
    const again = await session.run({ x: y });
    assert.deepEqual(values(again.y), [1, 2]);
    y.data.fill(7);
    assert.deepEqual([...(await y.getData())], [7, 7]);
    assert.deepEqual(values((await session.run({ x: y })).y), [-7, -7]);
    y.dispose();
    await session.release();
  },
  'large results, unread and read': async (ort) => {
    const session = await create(ort, node('Neg', 'float32', ['N']));
    const count = 100_000;
    const data = Float32Array.from({ length: count }, (_, i) => i);
    let { y } = await session.run({ x: new ort.Tensor('float32', data, [count]) });
    for (let i = 0; i < 4; i++) ({ y } = await session.run({ x: y }));
    assert.equal(y.data[count - 1], -(count - 1));
    y.data[0] = 5;
    y.dims = [1, count];
    y.dims = [count];
    ({ y } = await session.run({ x: y }));
    assert.deepEqual([y.data[0], y.data[1]], [-5, 1]);
    await session.release();
  },
  'types in and out': async (ort) => {
    for (const [type, data] of [
      ['float32', Float32Array.of(1, 2)],
      ['float64', Float64Array.of(1, 2)],
      ['int32', Int32Array.of(1, 2)],
      ['int64', BigInt64Array.of(1n, 2n)],
      ['uint8', Uint8Array.of(1, 2)],
      ['int8', Int8Array.of(1, 2)],
      ['uint16', Uint16Array.of(1, 2)],
      ['bool', Uint8Array.of(1, 0)],
      ['string', ['a', 'é']],
    ]) {
      const session = await create(ort, node('Identity', type));
      const { y } = await session.run({ x: new ort.Tensor(type, data, [2]) });
      assert.equal(y.type, type);
      assert.deepEqual(y.data, data);
      await session.release();
    }
  },
  'tensors of another copy of onnxruntime-common': async (ort) => {
    const { Tensor } = await import('onnxruntime-common');
    const session = await create(ort, node('Neg', 'float32'));
    const { y } = await session.run({ x: new Tensor('float32', Float32Array.of(1, 2), [2]) });
    assert.deepEqual(values(y), [-1, -2]);
    await session.release();
  },
  'a released session rejects': async (ort) => {
    const session = await create(ort, add);
    await session.release();
    await fails(() => session.run(pair(ort)));
  },
};
