/**
 * Features that clients of onnxruntime-web rely on, as functions of a runtime: `{ ort, model }` with its
 * exports and a model's bytes by name. The same functions run on onnxruntime-web, which is the oracle.
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
  'numbers that the type does not have are converted as JavaScript does': ({ Tensor }) => {
    assert.deepEqual([...new Tensor('uint8', [300, -1, 1.7]).data], [44, 255, 1]);
    assert.deepEqual([...new Tensor('int8', [200]).data], [-56]);
    assert.deepEqual([...new Tensor('uint32', [-1]).data], [2 ** 32 - 1]);
    assert.deepEqual([...new Tensor('float32', ['1', 'x']).data], [1, Number.NaN]);
    assert.deepEqual([...new Tensor('bool', [1, 0, 2]).data], [1, 0, 2]);
    const clamped = new Tensor('uint8', Uint8ClampedArray.of(1, 2)).data;
    assert.deepEqual(clamped, Uint8Array.of(1, 2));
  },
  'more tensors that throw': ({ Tensor }) => {
    throws(() => new Tensor('int4', Int8Array.of(1), [2]));
    throws(() => new Tensor('uint4', [1], [2]));
    throws(() => new Tensor('float32', [1], null));
    throws(() => new Tensor('float32', [1], '1'));
    throws(() => new Tensor('float32', [1], [1.5]));
    throws(() => new Tensor('string', 'a', [1]));
    throws(() => new Tensor('int64', Int32Array.of(1)));
    throws(() => new Tensor([1n]));
    throws(() => new Tensor());
    throws(() => Tensor('float32', [1]));
  },
  'the dims that were given are those of the tensor': ({ Tensor }) => {
    const dims = [2];
    const tensor = new Tensor('float32', [1, 2], dims);
    assert.equal(tensor.dims, dims);
    dims.push(1);
    assert.deepEqual([tensor.dims, tensor.size], [[2, 1], 2]);
  },
  'a tensor over a pinned buffer': ({ Tensor }) => {
    const data = Float32Array.of(1, 2);
    const tensor = Tensor.fromPinnedBuffer('float32', data, [2, 1]);
    assert.deepEqual([tensor.data, tensor.dims, tensor.location], [data, [2, 1], 'cpu-pinned']);
    assert.deepEqual(Tensor.fromPinnedBuffer('float32', data).dims, [2]);
    throws(() => Tensor.fromPinnedBuffer('int64', data, [2]));
    for (const given of [[], ['float32'], ['float32', null]])
      throws(() => Tensor.fromPinnedBuffer(...given));
  },
  'no tensor is on a GPU': ({ Tensor }) => {
    const tensor = new Tensor('float32', [1]);
    throws(() => tensor.texture);
    throws(() => tensor.gpuBuffer);
    throws(() => tensor.mlTensor);
    for (const name of ['fromImage', 'fromTexture', 'fromGpuBuffer', 'fromMLTensor'])
      assert.equal(typeof Tensor[name], 'function');
    throws(() => new Tensor('float32', [1]).toDataURL());
  },
  'a subclass has instances of its own': ({ Tensor }) => {
    class Own extends Tensor {}
    assert.ok(new Own('float32', [1]) instanceof Own);
    assert.ok(new Own('float32', [1]) instanceof Tensor);
    assert.ok(!(new Tensor('float32', [1]) instanceof Own));
    assert.ok(!({} instanceof Tensor) && !(null instanceof Tensor));
  },
  'a tensor is cloned with its data': ({ Tensor }) => {
    const { type, dims, cpuData } = structuredClone(new Tensor('float32', [1, 2], [2]));
    assert.deepEqual([type, dims, cpuData], ['float32', [2], Float32Array.of(1, 2)]);
  },
  'a reshaped tensor has the same data': ({ Tensor }) => {
    const tensor = new Tensor('float32', [1, 2], [2]);
    tensor.reshape([2, 1]).data[0] = 9;
    assert.equal(tensor.data[0], 9);
    for (const dims of [[-1], [1.5], [0], [2n], [], 'x', null]) throws(() => tensor.reshape(dims));
  },
  'a tensor may be disposed of twice': ({ Tensor }) => {
    const tensor = new Tensor('float32', [1], [1]);
    tensor.dispose();
    tensor.dispose();
    assert.deepEqual([tensor.location, tensor.size, tensor.type], ['none', 1, 'float32']);
    throws(() => tensor.reshape([1]));
  },
  'members that cannot be written': ({ Tensor }) => {
    const tensor = new Tensor('float32', [1], [1]);
    throws(() => {
      tensor.data = Float32Array.of(2);
    });
    throws(() => {
      tensor.location = 'cpu';
    });
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
  'settings of their own are kept': ({ env }) => {
    env.logLevel = 'info';
    env.logLevel = undefined;
    assert.equal(env.logLevel, 'info');
    env.logLevel = 'warning';
    throws(() => {
      env.logLevel = 3;
    });
    env.own = 1;
    assert.equal(env.own, 1);
    delete env.own;
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
  'a model from shared memory': async (ort) => {
    const shared = new SharedArrayBuffer(add.length);
    new Uint8Array(shared).set(add);
    for (const given of [shared, new Uint8Array(shared), Buffer.from(add)]) {
      const session = await create(ort, given);
      assert.deepEqual([...session.inputNames], ['a', 'b']);
      await session.release();
    }
  },
  'models and options that are none': async (ort) => {
    const buffer = Uint8Array.from(add).buffer;
    for (const given of [
      [null],
      [3],
      [{}],
      [[1, 2]],
      [new Uint8Array(0)],
      [add.subarray(0, 20)],
      [''],
      ['no-such-file.onnx'],
      [buffer, 1.5],
      [buffer, 0, 0],
      [buffer, 0, 1.5],
      [buffer, 0, buffer.byteLength, 'x'],
      [add, null],
      [add, 'x'],
      [add, 3],
    ])
      await fails(() => ort.InferenceSession.create(...given));
    await fails(() => create(ort, node('NoSuchOperator', 'float32')));
  },
  'values that options do not have': async (ort) => {
    for (const options of [
      { graphOptimizationLevel: 'most' },
      { executionMode: 'both' },
      { logSeverityLevel: 9 },
      { logSeverityLevel: 'x' },
      { logVerbosityLevel: -1 },
      { freeDimensionOverrides: { N: -1 } },
      { freeDimensionOverrides: { N: 1.5 } },
      { freeDimensionOverrides: { N: 'x' } },
      { executionProviders: ['webgl'] },
      { externalData: 'x' },
    ])
      await fails(() => create(ort, add, options));
  },
  'values that options do have': async (ort) => {
    for (const options of [
      undefined,
      {},
      { executionProviders: null },
      { executionProviders: undefined },
      ...['disabled', 'basic', 'extended', 'layout', 'all'].map((graphOptimizationLevel) => ({
        graphOptimizationLevel,
      })),
      { executionMode: 'parallel' },
      { enableProfiling: true, profileFilePrefix: 'x' },
      { preferredOutputLocation: { sum: 'cpu', product: 'cpu-pinned' } },
      { preferredOutputLocation: 'cpu-pinned' },
      ...['freeDimensionOverrides', 'graphOptimizationLevel', 'executionMode'].map((name) => ({
        [name]: null,
      })),
      ...['logSeverityLevel', 'logVerbosityLevel', 'externalData'].map((name) => ({
        [name]: null,
      })),
      { enableMemPattern: false, enableCpuMemArena: false },
      { own: 1 },
    ]) {
      const session = await create(ort, add, options);
      assert.deepEqual(values((await session.run(pair(ort))).sum), [11, 22, 33]);
      await session.release();
    }
  },
  'a size for a symbolic dimension': async (ort) => {
    const session = await create(ort, add, { freeDimensionOverrides: { N: 1 } });
    assert.deepEqual([...session.inputMetadata[0].shape], [1, 3]);
    assert.deepEqual([...session.outputMetadata[0].shape], [1, 3]);
    assert.deepEqual(values((await session.run(pair(ort))).sum), [11, 22, 33]);
    await session.release();
    await (await create(ort, add, { freeDimensionOverrides: { other: 1 } })).release();
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
  'external data in its forms': async (ort) => {
    const data = new Uint8Array(Float32Array.of(5, 7).buffer);
    for (const externalData of [
      [{ path: 'w.bin', data: data.buffer }],
      [{ path: './w.bin', data }],
      [{ path: 'w.bin', data: new Blob([data]) }],
      [
        { path: 'w.bin', data },
        { path: 'other.bin', data },
      ],
    ]) {
      const session = await create(ort, weights, { externalData });
      assert.deepEqual(values((await session.run({ x: x2(ort) })).y), [5, 14]);
      await session.release();
    }
    for (const externalData of [
      undefined,
      [],
      [{ path: 'v.bin', data }],
      [{ path: 'w.bin', data: data.subarray(0, 4) }],
    ])
      await fails(() => create(ort, weights, externalData ? { externalData } : {}));
  },
  'targets, and what is none': async (ort) => {
    const session = await create(ort, add);
    const feeds = pair(ort);
    const names = async (...given) => Object.keys(await session.run(feeds, ...given)).sort();
    assert.deepEqual(await names({ sum: undefined }), ['product', 'sum']);
    assert.deepEqual(await names({ sum: {} }), ['product', 'sum']);
    assert.deepEqual(await names({ sum: null, other: 1 }), ['sum']);
    assert.deepEqual(await names(['sum', 'sum']), ['sum']);
    assert.deepEqual(await names(undefined, {}), ['product', 'sum']);
    assert.deepEqual(await names(undefined, null), ['product', 'sum']);
    const target = new ort.Tensor('float32', new Float32Array(3), [1, 3]);
    const { sum } = await session.run(feeds, { sum: target });
    assert.equal(sum, target);
    for (const given of [
      [null],
      [null, {}],
      [5],
      [[1]],
      [feeds.a],
      [['sum'], null],
      [['sum'], 5],
      [['sum'], 'x'],
      [{ logSeverityLevel: 9 }],
      [['sum'], { logSeverityLevel: 'x' }],
      [{ terminate: true }],
    ])
      await fails(() => session.run(feeds, ...given));
    assert.deepEqual(await names({ terminate: false }), ['product', 'sum']);
    await session.release();
  },
  'runs at the same time': async (ort) => {
    const session = await create(ort, add);
    const feeds = pair(ort);
    const results = await Promise.all([1, 2, 3].map(() => session.run(feeds)));
    for (const { sum } of results) assert.deepEqual(values(sum), [11, 22, 33]);
    await session.release();
  },
  'feeds with dims of their own, and without elements': async (ort) => {
    const session = await create(ort, add);
    const { b } = pair(ort);
    const a = new ort.Tensor('float32', [1, 2, 3], [3]);
    a.dims = [1, 3];
    assert.deepEqual(values((await session.run({ a, b })).sum), [11, 22, 33]);
    const none = new ort.Tensor('float32', [], [0, 3]);
    const { sum } = await session.run({ a: none, b });
    assert.deepEqual([[...sum.dims], sum.size], [[0, 3], 0]);
    a.dispose();
    await fails(() => session.run({ a, b }));
    await fails(() => session.run({ a: none, b: null }));
    await fails(() => session.run({ a: none, b: 5 }));
    await fails(() => session.run(new Map(Object.entries({ a: none, b }))));
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
      ['int16', Int16Array.of(1, -2)],
      ['uint32', Uint32Array.of(1, 2)],
      ['uint64', BigUint64Array.of(1n, 2n)],
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
  'names of inputs cannot be written': async (ort) => {
    const session = await create(ort, add);
    for (const name of ['inputNames', 'outputNames', 'inputMetadata', 'outputMetadata'])
      throws(() => {
        session[name] = [];
      });
    await session.release();
  },
  'a released session rejects': async (ort) => {
    const session = await create(ort, add);
    await session.release();
    await fails(() => session.run(pair(ort)));
  },
};
