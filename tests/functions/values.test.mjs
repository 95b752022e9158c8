/** Tensors as values: made with new, cloned, written as JSON and read again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel, Worker } from 'node:worker_threads';
import { Tensor } from 'simdcast';
import {
  isBig,
  isFloat,
  numbers,
  operand,
  places,
  refuses,
  rounded,
  same,
  sc,
  valuesOf,
} from './oracle.mjs';

const samples = (type) => {
  if (type === 'bool') return [true, false, true, false];
  if (type === 'string') return ['', 'ä', '😀', '"\\'];
  if (isBig(type))
    return type === 'int64'
      ? [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n]
      : [2n ** 64n - 1n, 0n, 1n, 2n ** 53n + 1n];
  if (isFloat(type)) return [Number.NaN, Infinity, -Infinity, -0].map((v) => rounded(type, v));
  return [0, 1, 2, 3];
};
const every = [...numbers, 'bool', 'string'];

test('new Tensor has type, dims, data, size, rank and location, without an engine', () => {
  for (const type of every) {
    const x = new Tensor(type, samples(type), [2, 2]);
    same(x, { type, dims: [2, 2], values: samples(type) }, type, { place: 'js' });
    assert.equal(x.rank, 2);
    assert.equal(x.size, 4);
    assert.ok(Object.isFrozen(x.dims));
  }
  const data = Float32Array.of(1, 2);
  assert.equal(new Tensor('float32', data, [2]).data, data, 'a typed array is taken as it is');
  same(
    new Tensor('float32', Float64Array.of(1.5, 2), [2]),
    { type: 'float32', dims: [2], values: [1.5, 2] },
    'converted',
  );
  same(
    new Tensor('int32', Uint8Array.of(1, 2), [2]),
    { type: 'int32', dims: [2], values: [1, 2] },
    'converted',
  );
  assert.deepEqual([...new Tensor('complex64', Float32Array.of(1, 2), [1]).data], [1, 2]);
  const dims = [1];
  const y = new Tensor('float32', [1], dims);
  dims[0] = 5;
  assert.deepEqual([...y.dims], [1]);
});

test('new Tensor rejects what does not fit', () => {
  const wrong = [];
  for (const [given, ...classes] of [
    [['float31', [1], [1]], 'DTypeError', 'AttributeError'],
    [[undefined, [1], [1]]],
    [['float32', [1, 2], [1]], 'ShapeError'],
    [['float32', [1], [2]], 'ShapeError'],
    [['float32', [1], [-1]], 'ShapeError'],
    [['float32', [1], [1.5]], 'ShapeError'],
    [['float32', ['a'], [1]], 'DTypeError'],
    [['int8', [300], [1]], 'DTypeError'],
    [['int8', [1.5], [1]], 'DTypeError'],
    [['int64', [2 ** 60], [1]], 'DTypeError'],
    [['float32', null, [1]]],
    [['float32', {}, [1]]],
    [['float32', [1], null]],
    [['float32', [1], '1']],
    [['float32', [1], [2 ** 60]]],
    [['string', [1], [1]], 'DTypeError'],
    [['bool', [2], [1]]],
    [['float32', [[1]], [1]]],
    [[]],
    [['float32']],
    [['float32', [1]]],
    [[{ type: 'float32' }]],
    [['int8', Float32Array.of(1.5), [1]], 'DTypeError'],
    [['float32', [1], [1, Number.NaN]]],
    [['uint8', [-1], [1]], 'DTypeError'],
    [['float32', [true], [1]], 'DTypeError'],
  ])
    try {
      refuses(() => new Tensor(...given), `new Tensor(${JSON.stringify(given)})`, ...classes);
    } catch (error) {
      wrong.push(error.message);
    }
  assert.deepEqual(wrong, []);
});

test("new Tensor's methods say that it belongs to no engine, and the functions of sc take it", () => {
  const x = new Tensor('float32', [1, 4, 9, 16], [2, 2]);
  const names = Object.getOwnPropertyNames(Tensor.prototype).filter(
    (n) => typeof Object.getOwnPropertyDescriptor(Tensor.prototype, n).value === 'function',
  );
  const own = ['constructor', 'toArray', 'toNested', 'item', 'toJSON', 'toString', 'dispose'];
  const operators = names.filter((n) => !own.includes(n));
  for (const name of [
    'add',
    'sum',
    'reshape',
    'transpose',
    'softmax',
    'cast',
    'oneHot',
    'split',
    'matMul',
    'where',
    'clip',
    'stack',
  ]) {
    assert.ok(operators.includes(name), name);
    const error = refuses(() => x[name](), name);
    assert.match(error.message, /engine/);
    assert.match(error.message, new RegExp(`sc\\.${name}|\\b${name}\\b`));
  }
  for (const name of [
    'sqrt',
    'sum',
    'transpose',
    'flatten',
    'softmax',
    'exp',
    'flip',
    'squeeze',
    'argMax',
  ])
    assert.ok(sc[name](x) instanceof Tensor, name);
  x.dispose();
  assert.deepEqual([...x.data], [1, 4, 9, 16]);
  const result = sc.add(x, 1);
  same(
    result.mul(2),
    { type: 'float32', dims: [2, 2], values: [4, 10, 20, 34] },
    'results have an engine',
    { place: 'js' },
  );
  same(
    result.add(x),
    { type: 'float32', dims: [2, 2], values: [3, 9, 19, 33] },
    'and take it as an operand',
    { place: 'js' },
  );
});

test('every function of the contract is there, and a method of tensors', () => {
  const names =
    `add sub mul div pow mod maximum minimum neg abs sign sqrt reciprocal exp log sin cos tanh sigmoid relu leakyRelu prelu gelu
    erf softplus floor ceil round clip and or xor not equal notEqual greater less greaterOrEqual lessOrEqual isNaN isInf where bitShift
    bitwiseAnd bitwiseOr bitwiseXor bitwiseNot sum mean max min prod argMax argMin all any softmax logSoftmax layerNormalization reshape
    transpose expand squeeze unsqueeze flatten concat stack split slice gather tile pad flip matMul gemm cast stringConcat oneHot`.split(
      /\s+/,
    );
  for (const name of names) {
    assert.equal(typeof sc[name], 'function', `sc.${name}`);
    assert.equal(typeof Tensor.prototype[name], 'function', `tensor.${name}`);
  }
});

test('structuredClone and postMessage keep type, dims and data, of new tensors and of results', async () => {
  const { port1, port2 } = new MessageChannel();
  const got = [];
  port2.on('message', (m) => got.push(m));
  const sent = [];
  for (const type of every) {
    const x = new Tensor(type, samples(type), [2, 2]);
    const y = sc.reshape(x, [4, 1]);
    for (const t of [x, y, sc.concat([x, x])]) {
      const clone = structuredClone(t);
      assert.equal(clone.type, type);
      assert.deepEqual([...clone.dims], [...t.dims]);
      assert.deepEqual(clone.data, t.data);
      same(
        sc.reshape(clone, [-1]),
        { type, dims: [t.size], values: valuesOf(t) },
        `${type}, cloned, as an operand`,
      );
      port1.postMessage({ t });
      sent.push(t);
    }
  }
  while (got.length < sent.length) await new Promise((done) => setTimeout(done, 5));
  port1.close();
  for (const [i, t] of sent.entries()) {
    assert.deepEqual(
      [got[i].t.type, [...got[i].t.dims], got[i].t.data],
      [t.type, [...t.dims], t.data],
    );
  }
});

test('a resident tensor rejects to be cloned rather than losing its elements', () => {
  const x = sc.tensor([1, 2]);
  let clone;
  try {
    clone = structuredClone(x);
  } catch {
    return;
  }
  assert.deepEqual([...clone.data], [1, 2]);
});

test('a worker computes with what it is sent, and sends a result back', async () => {
  const code = `
    import { parentPort } from 'node:worker_threads';
    import { load } from 'simdcast';
    const sc = await load();
    parentPort.once('message', (x) => parentPort.postMessage(sc.mul(x, 2n)));`;
  const url = new URL(
    `data:text/javascript,${encodeURIComponent(code.replace("'simdcast'", `'${import.meta.resolve('simdcast')}'`))}`,
  );
  const worker = new Worker(url);
  const reply = new Promise((done, fail) => worker.once('message', done).once('error', fail));
  worker.postMessage(new Tensor('int64', [1n, 2n ** 60n], [2]));
  const result = await reply;
  await worker.terminate();
  assert.deepEqual(
    [result.type, [...result.dims], [...result.data]],
    ['int64', [2], [2n, 2n ** 61n]],
  );
});

test('JSON and back through new Tensor, for every type and place', () => {
  for (const type of every)
    for (const place of places) {
      const x = operand({ type, dims: [2, 2], values: samples(type) }, place);
      const text = JSON.stringify(x);
      const { type: t, data, dims } = JSON.parse(text);
      assert.equal(t, type);
      assert.deepEqual(dims, [2, 2]);
      same(
        new Tensor(t, data, dims),
        { type, dims: [2, 2], values: samples(type) },
        `${text} new Tensor`,
      );
      assert.deepEqual(JSON.parse(JSON.stringify({ x: [x] })).x[0], JSON.parse(text));
    }
  const complex = new Tensor('complex128', Float64Array.of(1, Number.NaN, -0, 4), [2]);
  const { type, data, dims } = JSON.parse(JSON.stringify(complex));
  assert.ok(new Tensor(type, data, dims).data.every((v, i) => Object.is(v, complex.data[i])));
  assert.equal(
    JSON.stringify(new Tensor('float32', [], [0, 2])),
    '{"type":"float32","dims":[0,2],"data":[]}',
  );
});

test('item, toNested, toArray and printing', () => {
  for (const place of places) {
    const x = operand({ type: 'int64', dims: [2, 1, 2], values: [1n, 2n, 3n, 4n] }, place);
    assert.deepEqual(x.toNested(), [[[1n, 2n]], [[3n, 4n]]]);
    refuses(() => x.item(), 'item of four', 'ShapeError');
    const copy = x.toArray();
    copy[0] = 9n;
    assert.equal(x.data[0], 1n);
    assert.equal(operand({ type: 'bool', dims: [1, 1], values: [true] }, place).item(), true);
    assert.equal(operand({ type: 'float32', dims: [], values: [2.5] }, place).toNested(), 2.5);
    assert.deepEqual(operand({ type: 'float32', dims: [2, 0], values: [] }, place).toNested(), [
      [],
      [],
    ]);
    assert.match(String(x), /int64 \(2,1,2\)/);
  }
  assert.deepEqual(sc.tensor('complex64', Float32Array.of(1, 2, 3, 4), [2]).toNested(), [
    [1, 2],
    [3, 4],
  ]);
});

test('creation: zeros, ones, full, arange, eye, fromImageData and tensor', () => {
  for (const type of [...numbers, 'bool']) {
    const [zero, one] = type === 'bool' ? [false, true] : isBig(type) ? [0n, 1n] : [0, 1];
    same(sc.zeros([2, 2], type), { type, dims: [2, 2], values: Array(4).fill(zero) }, 'zeros', {
      place: 'wasm',
    });
    same(sc.ones([3], type), { type, dims: [3], values: [one, one, one] }, 'ones', {
      place: 'wasm',
    });
    same(sc.full([2], one, type), { type, dims: [2], values: [one, one] }, 'full', {
      place: 'wasm',
    });
    same(sc.eye(2, type), { type, dims: [2, 2], values: [one, zero, zero, one] }, 'eye', {
      place: 'wasm',
    });
    if (type === 'bool') continue;
    const num = (v) => (isBig(type) ? BigInt(v) : v);
    same(sc.arange(1, 8, 3, type), { type, dims: [3], values: [1, 4, 7].map(num) }, 'arange', {
      place: 'wasm',
    });
  }
  same(sc.arange(4), { type: 'float32', dims: [4], values: [0, 1, 2, 3] }, 'arange');
  same(sc.arange(2, 4), { type: 'float32', dims: [2], values: [2, 3] }, 'arange');
  same(sc.arange(5, 0, -2), { type: 'float32', dims: [3], values: [5, 3, 1] }, 'arange');
  same(
    sc.arange(0, 1, 0.25, 'float64'),
    { type: 'float64', dims: [4], values: [0, 0.25, 0.5, 0.75] },
    'arange',
  );
  same(sc.arange(3, 1), { type: 'float32', dims: [0], values: [] }, 'arange');
  same(sc.arange(0), { type: 'float32', dims: [0], values: [] }, 'arange');
  same(sc.full([2], 2n), { type: 'int64', dims: [2], values: [2n, 2n] }, 'full');
  same(sc.full([], true), { type: 'bool', dims: [], values: [true] }, 'full');
  same(sc.zeros([0, 3]), { type: 'float32', dims: [0, 3], values: [] }, 'zeros');
  const image = { data: Uint8ClampedArray.from({ length: 24 }, (_, i) => i), width: 3, height: 2 };
  same(
    sc.fromImageData(image),
    { type: 'uint8', dims: [2, 3, 4], values: [...image.data] },
    'image',
    { place: 'wasm' },
  );
  same(sc.tensor(2.5), { type: 'float32', dims: [], values: [2.5] }, 'tensor');
  same(sc.tensor([[1n], [2n]]), { type: 'int64', dims: [2, 1], values: [1n, 2n] }, 'tensor');
  same(sc.tensor([true]), { type: 'bool', dims: [1], values: [true] }, 'tensor', { place: 'wasm' });
  same(
    sc.tensor(Int16Array.of(1, 2), [2, 1]),
    { type: 'int16', dims: [2, 1], values: [1, 2] },
    'tensor',
  );
  same(
    sc.tensor({ data: Int16Array.of(1, 2), dims: [1, 2] }),
    { type: 'int16', dims: [1, 2], values: [1, 2] },
    'tensor',
  );
  same(sc.tensor('uint8', [[1, 2]]), { type: 'uint8', dims: [1, 2], values: [1, 2] }, 'tensor');
  const wrong = [];
  for (const call of [
    () => sc.zeros([-1]),
    () => sc.zeros(3),
    () => sc.zeros([2 ** 40]),
    () => sc.zeros([2 ** 20, 2 ** 20, 2 ** 20]),
    () => sc.zeros([1.5]),
    () => sc.zeros(),
    () => sc.zeros([1], 'float'),
    () => sc.zeros(null),
    () => sc.full([1], 2.5, 'int32'),
    () => sc.full([1]),
    () => sc.full([1], null),
    () => sc.full([1], 'a', 'float32'),
    () => sc.arange(0, 1, 0),
    () => sc.arange(0, Infinity),
    () => sc.arange(Number.NaN),
    () => sc.arange(),
    () => sc.arange(0, 2 ** 50),
    () => sc.arange(0, 300, 1, 'int8'),
    () => sc.arange(0, 2, 0.5, 'int32'),
    () => sc.arange('3'),
    () => sc.arange(null),
    () => sc.eye(-1),
    () => sc.eye(1.5),
    () => sc.eye(2 ** 20),
    () => sc.eye('2'),
    () => sc.eye(),
    () => sc.eye(null),
    () => sc.fromImageData(null),
    () => sc.fromImageData({ data: new Uint8ClampedArray(3), width: 1, height: 1 }),
    () => sc.fromImageData({ data: new Float32Array(4), width: 1, height: 1 }),
    () => sc.fromImageData({ data: new Uint8ClampedArray(4), width: -1, height: -1 }),
    () => sc.tensor(),
    () => sc.tensor([[1], [2, 3]]),
    () => sc.tensor(null),
    () => sc.tensor([1], [2]),
    () => sc.tensor({}),
  ])
    try {
      refuses(call, String(call));
    } catch (error) {
      wrong.push(error.message);
    }
  assert.deepEqual(wrong, []);
});
