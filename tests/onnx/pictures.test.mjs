/** Models whose images determine shapes: outputs of every stage, tensors to write into, errors and branches. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession, ModelError } from 'simdcast/onnx';
import { encodeModel, floats, int64s } from './models.mjs';

const engine = await load();
const create = (model, options) => InferenceSession.create(model, { engine, ...options });

const COUNT = 3000;

/** Numbers, every `every`-th one of which is positive. */
const numbers = (every, count = COUNT) =>
  Float32Array.from({ length: count }, (_, i) => (i % every === 0 ? 1 + (i % 7) : -1));

const positives = (data) => [...data].filter((value) => value > 0);

/** The positive numbers, those above their mean, and a value that depends on neither. */
const model = encodeModel({
  inputs: [{ name: 'x', dims: [COUNT] }],
  outputs: ['x', 'sum', 'positive', 'high', 'least', 'said'].map((name) => ({ name })),
  constants: { zero: floats([], 0), said: floats([2], 5, 6) },
  nodes: [
    { op: 'ReduceSum', inputs: ['x'], outputs: ['sum'], attributes: { keepdims: 0 } },
    { op: 'Greater', inputs: ['x', 'zero'], outputs: ['isPositive'] },
    { op: 'Compress', inputs: ['x', 'isPositive'], outputs: ['positive'], attributes: { axis: 0 } },
    { op: 'ReduceMean', inputs: ['positive'], outputs: ['mean'], attributes: { keepdims: 1 } },
    { op: 'Greater', inputs: ['positive', 'mean'], outputs: ['isHigh'] },
    { op: 'Compress', inputs: ['positive', 'isHigh'], outputs: ['high'], attributes: { axis: 0 } },
    { op: 'Sub', inputs: ['high', 'sum'], outputs: ['apart'] },
    { op: 'ReduceMin', inputs: ['apart'], outputs: ['least'], attributes: { keepdims: 0 } },
  ],
});

function expected(data) {
  const sum = data.reduce((total, value) => total + value, 0);
  const positive = positives(data);
  const mean = positive.reduce((total, value) => total + value, 0) / positive.length;
  const high = positive.filter((value) => value > mean);
  return {
    x: [...data],
    sum: [sum],
    positive,
    high,
    least: [Math.min(...high) - sum],
    said: [5, 6],
  };
}

const listed = (results) =>
  Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, [...data]]));

describe('a model whose picture decides shapes', () => {
  it('gives what each picture asks for', async () => {
    const session = await create(model);
    for (const every of [3, 2, 5, 3, 7]) {
      const data = numbers(every);
      const results = session.runSync({ x: { data, dims: [COUNT] } });
      assert.deepEqual(listed(results), expected(data), `every ${every}`);
    }
    await session.release();
  });

  it('writes into tensors, none of which may lie where the picture is passed on', async () => {
    const session = await create(model);
    const data = numbers(3);
    const x = engine.tensor('float32', data, [COUNT]);
    const sum = engine.tensor('float32', Float32Array.of(0), []);
    session.runSync({ x }, { sum });
    assert.equal(sum.item(), expected(data).sum[0]);
    const high = engine.tensor('float32', new Float32Array(expected(data).high.length));
    session.runSync({ x }, { high });
    assert.deepEqual([...high.data], expected(data).high);
    assert.throws(() => session.runSync({ x }, { x, positive: null, high: x }), {
      name: 'ShapeError',
    });
    assert.deepEqual([...x.data], [...data]);
    for (const tensor of [x, sum, high]) tensor.dispose();
    await session.release();
  });

  it('runs again after a picture that cannot be', async () => {
    const pairs = encodeModel({
      inputs: [{ name: 'x', dims: [COUNT] }],
      outputs: [{ name: 'y' }],
      constants: { zero: floats([], 0), two: int64s(-1, 2) },
      nodes: [
        { op: 'Greater', inputs: ['x', 'zero'], outputs: ['isPositive'] },
        { op: 'Compress', inputs: ['x', 'isPositive'], outputs: ['some'], attributes: { axis: 0 } },
        { op: 'Reshape', inputs: ['some', 'two'], outputs: ['y'] },
      ],
    });
    const session = await create(pairs);
    const run = (every) => session.runSync({ x: { data: numbers(every), dims: [COUNT] } }).y;
    assert.deepEqual([...run(3).dims], [500, 2]);
    assert.throws(
      () => run(200),
      (error) => error instanceof ModelError && error.nodes.length === 1,
    );
    assert.deepEqual([...run(2).dims], [750, 2]);
    await session.release();
  });

  it('takes the branch that a picture asks for', async () => {
    const branch = (name, value) => ({
      graph: {
        nodes: [{ op: 'Identity', inputs: ['all'], outputs: [`${name}_y`] }],
        outputs: [{ name: `${name}_y` }],
        constants: { all: floats([value], ...new Array(value).fill(value)) },
      },
    });
    const either = encodeModel({
      inputs: [{ name: 'x', dims: [COUNT] }],
      outputs: [{ name: 'y' }, { name: 'places' }],
      constants: { zero: floats([], 0) },
      nodes: [
        { op: 'ReduceSum', inputs: ['x'], outputs: ['sum'], attributes: { keepdims: 0 } },
        { op: 'Greater', inputs: ['sum', 'zero'], outputs: ['isPositive'] },
        {
          op: 'If',
          inputs: ['isPositive'],
          outputs: ['y'],
          attributes: { then_branch: branch('then', 2), else_branch: branch('else', 3) },
        },
        { op: 'NonZero', inputs: ['x'], outputs: ['places'] },
      ],
    });
    const session = await create(either);
    const run = (value) =>
      session.runSync({ x: { data: new Float32Array(COUNT).fill(value), dims: [COUNT] } }).y.data;
    assert.deepEqual([...run(1)], [2, 2]);
    assert.deepEqual([...run(-1)], [3, 3, 3]);
    await session.release();
  });
});
