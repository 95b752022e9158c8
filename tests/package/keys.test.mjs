/**
 * Programs and plans are cached for repeated calls. Calls that differ in one property, an opset, an
 * attribute, a type, a shape, or the presence of an operand, run in either order on one engine, and return
 * the same results as on a new one.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { load, Tensor } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel, floats } from '../onnx/models.mjs';

const f = (dims, factor = 1) =>
  new Tensor(
    'float32',
    Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, i) =>
      Math.fround(factor * Math.sin(i + 1)),
    ),
    dims,
  );
const of = (type, ...values) => new Tensor(type, values, [values.length]);
const x = f([2, 3, 4]);
const square = f([4, 4]);

const gates = [f([2, 1, 3]), f([1, 8, 3]), f([1, 8, 2])];
const state = f([1, 1, 2]);
const lstm = { attributes: { hidden_size: 2 } };

/** Calls that a key without one of its fields would confuse. */
const calls = {
  'the opset of an operator of several steps': [
    (sc) => sc.run('Softmax', [x], { opset: 11, attributes: { axis: 1 } }),
    (sc) => sc.run('Softmax', [x], { opset: 13, attributes: { axis: 1 } }),
  ],
  'the opset of a function': [
    (sc) => sc.softmax(x, { axis: 1, opset: 12 }),
    (sc) => sc.softmax(x, { axis: 1, opset: 13 }),
  ],
  'the opset of an operator with a broadcasting rule': [
    (sc) => sc.run('Add', [square, f([4])], { opset: 6, attributes: { broadcast: 1 } }),
    (sc) => sc.run('Add', [square, f([4])], { opset: 14 }),
    (sc) => sc.run('Add', [square, f([4])], { opset: 6, attributes: { broadcast: 1, axis: 0 } }),
  ],
  'the opset of an operator without attributes': [
    (sc) => sc.run('PRelu', [f([2, 3, 3]), f([3], 2)], { opset: 6 }),
    (sc) => sc.run('PRelu', [f([2, 3, 3]), f([3], 2)], { opset: 7 }),
    (sc) => sc.run('Add', [square, f([4])], { opset: 7 }),
    (sc) => sc.run('Add', [square, f([4])], { opset: 6 }),
  ],
  'an attribute of an elementwise operator': [
    (sc) => sc.run('LeakyRelu', [x], { attributes: { alpha: 0.5 } }),
    (sc) => sc.run('LeakyRelu', [x], { attributes: { alpha: 0.25 } }),
    (sc) => sc.run('LeakyRelu', [x]),
    (sc) => sc.run('LeakyRelu', [x], { attributes: { alpha: 0 } }),
    (sc) => sc.run('LeakyRelu', [x], { attributes: { alpha: -0 } }),
  ],
  'an attribute of an operator of several steps': [
    (sc) => sc.run('Elu', [x], { attributes: { alpha: 0.5 } }),
    (sc) => sc.run('Elu', [x], { attributes: { alpha: 0.25 } }),
    (sc) => sc.run('Elu', [x]),
    (sc) => sc.run('Elu', [x], { attributes: { alpha: 0 } }),
    (sc) => sc.run('Elu', [x], { attributes: { alpha: -0 } }),
  ],
  'which attribute has the value': [
    (sc) => sc.run('HardSigmoid', [x], { attributes: { alpha: 0.75 } }),
    (sc) => sc.run('HardSigmoid', [x], { attributes: { beta: 0.75 } }),
  ],
  'axes, and whether they are kept': [
    (sc) => sc.sum(x, { axis: 0 }),
    (sc) => sc.sum(x, { axis: 1 }),
    (sc) => sc.sum(x, { axes: [0, 1] }),
    (sc) => sc.sum(x, { axis: 1, keepDims: true }),
    (sc) => sc.sum(x),
    (sc) => sc.mean(x, { axis: 1 }),
    (sc) => sc.max(x, { axis: 1 }),
  ],
  'what a list of axes holds': [
    (sc) => sc.transpose(x, [0, 2, 1]),
    (sc) => sc.transpose(x, [1, 0, 2]),
    (sc) => sc.transpose(x, [2, 1, 0]),
  ],
  'the shape that a tensor becomes': [
    (sc) => sc.reshape(x, [6, 4]),
    (sc) => sc.reshape(x, [4, 6]),
    (sc) => sc.reshape(x, [24]),
  ],
  'values that determine a shape': [
    (sc) => sc.run('Tile', [square, of('int64', 1n, 2n)]),
    (sc) => sc.run('Tile', [square, of('int64', 2n, 1n)]),
    (sc) => sc.run('Pad', [square, of('int64', 0n, 1n, 1n, 0n)]),
    (sc) => sc.run('Pad', [square, of('int64', 1n, 0n, 0n, 1n)]),
  ],
  'the shapes of operands': [
    (sc) => sc.add(f([2, 3]), f([3])),
    (sc) => sc.add(f([3, 2]), f([3, 1])),
    (sc) => sc.add(f([6]), f([1])),
    (sc) => sc.add(f([3]), f([2, 3])),
  ],
  'the types of operands': [
    (sc) => sc.add(of('int32', 1, 2, 3), of('int32', 4, 5, 2 ** 30)),
    (sc) => sc.add(of('uint32', 1, 2, 3), of('uint32', 4, 5, 2 ** 31)),
    (sc) => sc.add(of('float32', 1, 2, 3), of('float32', 4, 5, 0.5)),
    (sc) => sc.softmax(of('float32', 1, 2, 3)),
    (sc) => sc.softmax(of('float64', 1, 2, 3)),
    (sc) => sc.max(of('int8', 100, 100, 1)),
    (sc) => sc.max(of('uint8', 100, 100, 1)),
  ],
  'the type that is made': [
    (sc) => sc.cast(of('float32', 1.5, -1.5), 'int8'),
    (sc) => sc.cast(of('float32', 1.5, -1.5), 'uint8'),
    (sc) => sc.cast(of('float32', 1.5, -1.5), 'bool'),
  ],
  'which operands there are': [
    (sc) => sc.clip(x, -0.5),
    (sc) => sc.clip(x, undefined, -0.5),
    (sc) => sc.run('Clip', [x, f([], 0.5)]),
    (sc) => sc.run('Clip', [x, undefined, f([], 0.5)]),
    (sc) => sc.run('Slice', [square, ...[0n, 2n, 1n].map((one) => of('int64', one)), undefined]),
    (sc) => sc.run('Slice', [square, of('int64', 0n), of('int64', 2n), undefined, of('int64', 1n)]),
    (sc) => sc.run('LSTM', [...gates, undefined, undefined, state, undefined], lstm),
    (sc) => sc.run('LSTM', [...gates, undefined, undefined, undefined, state], lstm),
  ],
  'how many outputs there are': [
    (sc) => sc.run('TopK', [square, of('int64', 2n)], { outputs: 1 }),
    (sc) => sc.run('TopK', [square, of('int64', 2n)], { outputs: 2 }),
    (sc) => sc.run('Split', [square], { outputs: 2, attributes: { num_outputs: 2 } }),
    (sc) => sc.run('Split', [square], { outputs: 3, attributes: { num_outputs: 3 } }),
  ],
  'the operator': [
    (sc) => sc.run('Sub', [square, f([4, 4], 2)]),
    (sc) => sc.run('Div', [square, f([4, 4], 2)]),
    (sc) => sc.run('Mul', [square, f([4, 4], 2)]),
    (sc) => sc.run('ReduceMax', [square]),
    (sc) => sc.run('ReduceMin', [square]),
  ],
};

/** The result of a call, or its error. */
const outcomeOf = (make) => {
  try {
    return plain(make());
  } catch (error) {
    return error.message;
  }
};
const plain = (result) =>
  [result].flat().map((tensor) => [tensor.type, [...tensor.dims], [...tensor.data]]);

let engines = 0;
/** Engines with the same options are shared: each has a different limit. */
const ownEngine = () => load({ maximumMemory: 2 ** 26 - 2 ** 16 * engines++ });

describe('calls that differ in one thing', async () => {
  const shared = await load();
  for (const [name, list] of Object.entries(calls))
    it(name, async () => {
      const alone = [];
      for (const call of list) {
        const own = await ownEngine();
        alone.push(outcomeOf(() => call(own)));
      }
      assert.ok(
        new Set(alone.map((one) => inspect(one, { depth: null }))).size > 1,
        'all give the same',
      );
      const order = [...list.keys()];
      for (const at of [...order, ...order.toReversed(), ...order])
        assert.deepEqual(
          outcomeOf(() => list[at](shared)),
          alone[at],
          `call ${at}`,
        );
    });
});

/** Compares the outputs of one session for all feeds with those of a new session for each. */
async function compareRuns(model, feeds) {
  const shared = await InferenceSession.create(model);
  const outcome = (session, one) => {
    try {
      return Object.values(session.runSync(one)).map(plain);
    } catch (error) {
      return error.message;
    }
  };
  const alone = [];
  for (const one of feeds) {
    const own = await InferenceSession.create(model);
    alone.push(outcome(own, one));
    await own.release();
  }
  assert.ok(
    new Set(alone.map((one) => inspect(one, { depth: null }))).size > 1,
    'all give the same',
  );
  const order = [...feeds.keys()];
  for (const at of [...order, ...order.toReversed(), ...order])
    assert.deepEqual(outcome(shared, feeds[at]), alone[at], `feeds ${at}`);
  await shared.release();
}

describe('feeds that differ in one thing', () => {
  const int64 = (...values) => of('int64', ...values.map(BigInt));

  it('shapes', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: ['a', 'b'] }],
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'ReduceSum', inputs: ['x'], outputs: ['y'] }],
    });
    const shapes = [
      [2, 3],
      [3, 2],
      [1, 6],
      [6, 1],
    ].map((dims) => ({ x: f(dims) }));
    await compareRuns(model, [...shapes, { x: f([2, 6]) }]);
    const sums = encodeModel({
      inputs: ['x', 'y'].map((name) => ({ name, dims: ['a', 'b'] })),
      outputs: [{ name: 'z' }],
      nodes: [{ op: 'Add', inputs: ['x', 'y'], outputs: ['z'] }],
    });
    const [row, column] = [f([1, 4]), f([4, 1])];
    await compareRuns(sums, [
      { x: row, y: column },
      { x: column, y: row },
      { x: row, y: row },
      { x: column, y: column },
    ]);
  });

  it('elements that determine shapes', async () => {
    const model = encodeModel({
      inputs: [
        { name: 'x', dims: ['a'] },
        { name: 's', type: 'int64', dims: ['n'] },
      ],
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'Reshape', inputs: ['x', 's'], outputs: ['y'] }],
    });
    const feeds = [[6, 4], [4, 6], [2, 12], [24], [2, 3, 4]].map((shape) => ({
      x: f([24]),
      s: int64(...shape),
    }));
    await compareRuns(model, feeds);
  });

  it('strings that determine shapes', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', type: 'string', dims: ['a'] }],
      outputs: [{ name: 'y', type: 'string' }],
      nodes: [{ op: 'Unique', inputs: ['x'], outputs: ['y'] }],
    });
    const texts = (...data) => ({ x: { type: 'string', dims: [data.length], data } });
    await compareRuns(model, [
      texts('a,b', 'c'),
      texts('a', 'b,c'),
      texts('a","b', 'c'),
      texts('a', 'a'),
      texts('a', 'A'),
    ]);
  });

  it('optional inputs and sequences', async () => {
    const model = encodeModel({
      opset: 17,
      inputs: [{ name: 's', sequence: true }],
      outputs: [{ name: 'y' }],
      nodes: [
        {
          op: 'ConcatFromSequence',
          inputs: ['s'],
          outputs: ['y'],
          attributes: { axis: 0 },
        },
      ],
    });
    await compareRuns(model, [
      { s: [f([2]), f([3])] },
      { s: [f([3]), f([2])] },
      { s: [f([2]), f([3]), f([2])] },
      { s: [f([5], 2)] },
    ]);
    const lists = ['s', 't'];
    const two = encodeModel({
      opset: 17,
      inputs: lists.map((name) => ({ name, sequence: true })),
      outputs: lists.map((name) => ({ name: `${name}1` })),
      nodes: lists.map((name) => ({
        op: 'ConcatFromSequence',
        inputs: [name],
        outputs: [`${name}1`],
        attributes: { axis: 0 },
      })),
    });
    const [a, b, c] = [1, 2, 3].map((factor) => f([2], factor));
    await compareRuns(two, [
      { s: [a, b], t: [c] },
      { s: [a], t: [b, c] },
    ]);
    // More elements than may be constant at compile time, so the model is split into stages.
    const mask = (size) => f([100], size);
    const cut = encodeModel({
      inputs: [
        { name: 'x', dims: [100] },
        { name: 'b', dims: [100] },
      ],
      outputs: [{ name: 'y' }],
      constants: { b: floats([100], ...new Array(99).fill(0), 1) },
      nodes: [
        { op: 'NonZero', inputs: ['b'], outputs: ['places'] },
        { op: 'Gather', inputs: ['x', 'places'], outputs: ['y'] },
      ],
    });
    await compareRuns(cut, [{ x: mask(2) }, { x: mask(3), b: mask(1) }, { x: mask(4) }]);
    const defaulted = encodeModel({
      inputs: [
        { name: 'x', dims: [2] },
        { name: 'b', dims: [2] },
      ],
      outputs: [{ name: 'y' }],
      constants: { b: floats([2], 10, 20) },
      nodes: [{ op: 'Add', inputs: ['x', 'b'], outputs: ['y'] }],
    });
    await compareRuns(defaulted, [
      { x: f([2]) },
      { x: f([2]), b: f([2], 3) },
      { x: f([2], 2), b: f([2], 4) },
    ]);
  });
});

describe('values derived from one constant', () => {
  const [few, many] = [64, 128];
  const numbers = f([few * many], 0.5);
  const product = (x, w, rows, depth, columns) =>
    Array.from({ length: rows * columns }, (_, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += x.data[row * depth + k] * w(k, column);
      return sum;
    });

  it('under several shapes and transposed', async () => {
    const int64s = (...values) => ({
      type: 'int64',
      dims: [values.length],
      data: BigInt64Array.from(values, BigInt),
    });
    const model = encodeModel({
      inputs: [
        { name: 'a', dims: [4, few] },
        { name: 'b', dims: [4, many] },
      ],
      outputs: ['wide', 'tall', 'turned'].map((name) => ({ name })),
      constants: {
        w: { type: 'float32', dims: [few * many], data: Float32Array.from(numbers.data) },
        wideShape: int64s(few, many),
        tallShape: int64s(many, few),
      },
      nodes: [
        { op: 'Reshape', inputs: ['w', 'wideShape'], outputs: ['w1'] },
        { op: 'Reshape', inputs: ['w', 'tallShape'], outputs: ['w2'] },
        { op: 'MatMul', inputs: ['a', 'w1'], outputs: ['wide'] },
        { op: 'MatMul', inputs: ['b', 'w2'], outputs: ['tall'] },
        { op: 'Gemm', inputs: ['a', 'w2'], outputs: ['turned'], attributes: { transB: 1 } },
      ],
    });
    const [a, b] = [f([4, few]), f([4, many])];
    const session = await InferenceSession.create(model);
    const { wide, tall, turned } = session.runSync({ a, b });
    await session.release();
    const w = numbers.data;
    for (const [got, wanted] of [
      [wide, product(a, (k, c) => w[k * many + c], 4, few, many)],
      [tall, product(b, (k, c) => w[k * few + c], 4, many, few)],
      [turned, product(a, (k, c) => w[c * few + k], 4, few, many)],
    ])
      for (const [i, value] of wanted.entries())
        assert.ok(Math.abs(got.data[i] - value) < 1e-3, `${i}: ${got.data[i]}, expected ${value}`);
  });
});

describe('fused expressions', async () => {
  const sc = await load();

  it('of two opsets', () => {
    const pairs = [12, 13].map((opset) => sc.fuse((a) => a.softmax({ axis: 1 }).add(1), { opset }));
    const [old, now] = pairs.map((call) => plain(call(x)));
    assert.notDeepEqual(old, now);
    for (const at of [0, 1, 0]) assert.deepEqual(plain(pairs[at](x)), [old, now][at]);
  });

  it('of one expression with operands of many layouts', () => {
    const call = sc.fuse((a, b) => a.mul(b).sub(b));
    for (const [a, b] of [
      [f([2, 3]), f([3], 2)],
      [f([3, 2]), f([3, 1], 2)],
      [f([3]), f([2, 3], 2)],
      [f([6]), f([1], 2)],
      [f([2, 3]), f([3], 2)],
      [of('float64', 1, 2, 3), of('float64', 4, 5, 6)],
      [of('int32', 1, 2, 3), of('int32', 4, 5, 6)],
    ])
      assert.deepEqual(plain(call(a, b)), plain(sc.sub(sc.mul(a, b), b)));
  });
});
