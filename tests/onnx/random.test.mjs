/** Random numbers: distributions, seeds, types, and a new draw in every run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel, floats } from './models.mjs';
import { check, runNode } from './one-node.mjs';

const sc = await load();

/** TensorProto.DataType */
const [FLOAT, INT64, BOOL, FLOAT16, DOUBLE] = [1, 7, 9, 10, 11];

const float = (value) => ({ float: value });
const seed = float(11);

/** A model of one node, with a constant as its input if there is one. */
async function sessionOf(op, attributes, { input, opset = 17, type = 'float32' } = {}) {
  const model = encodeModel({
    opset,
    outputs: [{ name: 'y', type }],
    constants: input ? { x: input } : {},
    nodes: [{ op, inputs: input ? ['x'] : [], outputs: ['y'], attributes }],
  });
  return InferenceSession.create(model, { engine: sc });
}

const drawn = async (...node) => (await sessionOf(...node)).runSync({}).y;

const meanOf = (data) => data.reduce((sum, value) => sum + value, 0) / data.length;

/** Within six standard errors of the expected value: one seed in 500 million is further off. */
function near(actual, expected, deviation, count) {
  const error = (6 * deviation) / Math.sqrt(count);
  assert.ok(Math.abs(actual - expected) < error, `${actual}, not ${expected} ± ${error}`);
}

const COUNT = 100_000;

describe('random numbers', () => {
  it('are uniform between bounds', async () => {
    const y = await drawn('RandomUniform', {
      shape: [COUNT],
      low: float(-1),
      high: float(3),
      seed,
    });
    const data = Array.from(y.data);
    assert.ok(data.every((value) => value >= -1 && value <= 3));
    near(meanOf(data), 1, 4 / Math.sqrt(12), COUNT);
    const tenths = Array(10).fill(0);
    for (const value of data) tenths[Math.min(9, Math.floor((value + 1) * 2.5))]++;
    for (const count of tenths) near(count / COUNT, 0.1, 0.3, COUNT);
    // Neighbours are independent.
    const products = data.slice(1).map((value, i) => (value - 1) * (data[i] - 1));
    near(meanOf(products), 0, 4 / 3, COUNT);
  });

  it('are normal, of a mean and a deviation', async () => {
    for (const dtype of [FLOAT, DOUBLE]) {
      const attributes = { shape: [COUNT], mean: float(2), scale: float(3), dtype, seed };
      const type = dtype === DOUBLE ? 'float64' : 'float32';
      const y = await drawn('RandomNormal', attributes, { type });
      assert.equal(y.type, type);
      const standard = Array.from(y.data, (value) => (value - 2) / 3);
      near(meanOf(standard), 0, 1, COUNT);
      near(meanOf(standard.map((value) => value ** 2)), 1, Math.sqrt(2), COUNT);
      near(meanOf(standard.map((value) => value ** 3)), 0, Math.sqrt(15), COUNT);
      // In a normal distribution, 68.27 % are within one standard deviation, and 95.45 % within two.
      near(meanOf(standard.map((value) => (Math.abs(value) < 1 ? 1 : 0))), 0.6827, 0.47, COUNT);
      near(meanOf(standard.map((value) => (Math.abs(value) < 2 ? 1 : 0))), 0.9545, 0.21, COUNT);
    }
  });

  it('have the shape and the type of an input', async () => {
    const input = floats([2, 3], 1, 2, 3, 4, 5, 6);
    const y = await drawn('RandomNormalLike', {}, { input });
    assert.deepEqual([y.type, ...y.dims], ['float32', 2, 3]);
    const half = await drawn('RandomUniformLike', { dtype: FLOAT16 }, { input, type: 'float16' });
    assert.deepEqual([half.type, ...half.dims], ['float16', 2, 3]);
    const whole = { type: 'int32', dims: [1], data: Int32Array.of(1) };
    await assert.rejects(async () => drawn('RandomNormalLike', {}, { input: whole }), {
      code: 'invalid_attribute',
    });
  });

  it('are the same in every run with a seed, and others without', async () => {
    const session = await sessionOf('RandomNormal', { shape: [50], seed });
    assert.deepEqual([...session.runSync({}).y.data], [...session.runSync({}).y.data]);
    const other = await drawn('RandomNormal', { shape: [50], seed: float(12) });
    assert.notDeepEqual([...session.runSync({}).y.data], [...other.data]);
    const free = await sessionOf('RandomNormal', { shape: [50] });
    assert.notDeepEqual([...free.runSync({}).y.data], [...free.runSync({}).y.data]);
    const run = () => [...sc.run('RandomUniform', [], { attributes: { shape: [50] } }).data];
    assert.notDeepEqual(run(), run());
  });

  /** Printed by NumPy 1.24: `RandomState(seed).rand`, `.randn`, `.binomial(1, …)` and `.uniform(0, 1, 12) >= 0.25`. */
  it('are those of NumPy with its seed', async () => {
    const wide = { type: 'float64' };
    const of = (number, ...dims) => ({ shape: dims, dtype: DOUBLE, seed: float(number) });
    const uniform = await drawn('RandomUniform', of(11, 2, 2), wide);
    const expected = [0.1802696888767692, 0.019475241487624584, 0.4632185264983446];
    assert.deepEqual([...uniform.data], [...expected, 0.7249339291921478]);
    // Past the words of one state, which are 312 numbers.
    const long = await drawn('RandomUniform', of(0, 1000), wide);
    assert.deepEqual(
      [0, 311, 312, 623, 999].map((at) => long.data[at]),
      [
        0.5488135039273248, 0.14694664540037505, 0.07952208258675575, 0.8130538632474607,
        0.6771411441114241,
      ],
    );
    const normal = await drawn('RandomNormal', of(11, 5), wide);
    const deviates = [
      1.7494547413051793, -0.28607299681629417, -0.4845651322211443, -2.653318559261479,
      -0.00828462937293584,
    ];
    // Logarithms of two libraries differ in the last bit.
    for (const [i, value] of deviates.entries())
      assert.ok(Math.abs(normal.data[i] / value - 1) <= 2 ** -51, `${normal.data[i]}, ${value}`);
    const chances = floats([10], 0.25, 0.5, 0.75, 0.9, 0.1, 0.6, 0.4, 1, 0, 0.5);
    const { data } = await drawn('Bernoulli', { seed }, { input: chances });
    assert.deepEqual([...data], [0, 0, 1, 1, 0, 1, 0, 1, 0, 1]);
  });

  it('leave elements out in Dropout', async () => {
    const [ratio, yes] = [floats([], 0.25), { type: 'bool', dims: [], data: Uint8Array.of(1) }];
    const data = Float32Array.from({ length: 12 }, (_, i) => i + 1);
    const kept = [0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1];
    const expected = kept.map((one, i) => Math.fround(one * data[i] * Math.fround(4 / 3)));
    for (const opset of [12, 13, 22]) {
      const inputs = [{ type: 'float32', dims: [3, 4], data }, ratio, yes];
      const node = { op: 'Dropout', opset, inputs, attributes: { seed: 5 }, outputs: 2 };
      await check(node, [
        { type: 'float32', dims: [3, 4], data: expected },
        { type: 'bool', dims: [3, 4], data: kept },
      ]);
    }
    // Up to opset 6, dropout is active unless the node selects test mode; ONNX does not specify which
    // elements are dropped.
    const many = { type: 'float32', dims: [COUNT], data: new Float32Array(COUNT).fill(3) };
    for (const opset of [1, 6]) {
      const node = {
        op: 'Dropout',
        opset,
        inputs: [many],
        attributes: { ratio: 0.75 },
        outputs: 2,
      };
      const [output, mask] = await runNode(sc, node);
      assert.equal(mask.type, 'float32');
      near(meanOf(mask.data), 0.25, Math.sqrt(0.25 * 0.75), COUNT);
      assert.ok(output.data.every((value, i) => value === 12 * mask.data[i]));
    }
  });

  it('are computed with, in what follows', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: ['n'] }],
      outputs: [{ name: 'y' }],
      nodes: [
        { op: 'RandomUniformLike', inputs: ['x'], outputs: ['noise'] },
        { op: 'Add', inputs: ['x', 'noise'], outputs: ['y'] },
      ],
    });
    const session = await InferenceSession.create(model, { engine: sc });
    for (const count of [1, 5, 5]) {
      const data = Float32Array.from({ length: count }, (_, i) => 10 * i);
      const { y } = session.runSync({ x: { data, dims: [count] } });
      assert.deepEqual(
        Array.from(y.data, (value) => Math.floor(value / 10)),
        [...data.keys()],
      );
    }
    await session.release();
  });

  it('may decide shapes', async () => {
    const model = encodeModel({
      outputs: [{ name: 'noise' }, { name: 'places', type: 'int64' }],
      constants: { bound: floats([], 0.5) },
      nodes: [
        { op: 'RandomUniform', outputs: ['noise'], attributes: { shape: [200] } },
        { op: 'Greater', inputs: ['noise', 'bound'], outputs: ['above'] },
        { op: 'NonZero', inputs: ['above'], outputs: ['places'] },
      ],
    });
    const session = await InferenceSession.create(model, { engine: sc });
    for (let i = 0; i < 3; i++) {
      const { noise, places } = session.runSync({});
      const above = [...noise.data.keys()].filter((at) => noise.data[at] > 0.5);
      assert.deepEqual(Array.from(places.data, Number), above);
    }
    await session.release();
  });

  it('are 1 as often as Bernoulli is told', async () => {
    const chances = [0, 0.25, 0.5, 1];
    const data = Float32Array.from({ length: COUNT }, (_, i) => chances[i % 4]);
    const input = { type: 'float32', dims: [COUNT], data };
    for (const [dtype, type] of [
      [FLOAT, 'float32'],
      [BOOL, 'bool'],
      [INT64, 'int64'],
    ]) {
      const y = await drawn('Bernoulli', { dtype, seed }, { input, type });
      assert.equal(y.type, type);
      const values = Array.from(y.data, Number);
      for (const [at, chance] of chances.entries()) {
        const own = values.filter((_, i) => i % 4 === at);
        assert.ok(own.every((value) => value === 0 || value === 1));
        if (chance === 0 || chance === 1) assert.ok(own.every((value) => value === chance));
        else near(meanOf(own), chance, 0.5, own.length);
      }
    }
  });

  it('are classes as often as Multinomial is told', async () => {
    // Logarithms of 1, 2 and 5 eighths, and of one class alone; of both only the differences count.
    const rows = [Math.log(1), Math.log(2), Math.log(5), -Infinity, 7, -Infinity];
    const input = floats([2, 3], ...rows);
    const attributes = { sample_size: COUNT, dtype: INT64, seed };
    const y = await drawn('Multinomial', attributes, { input, type: 'int64' });
    assert.deepEqual([y.type, ...y.dims], ['int64', 2, COUNT]);
    const classes = Array.from(y.data, Number);
    const first = classes.slice(0, COUNT);
    for (const [index, chance] of [1 / 8, 2 / 8, 5 / 8].entries())
      near(meanOf(first.map((one) => (one === index ? 1 : 0))), chance, 0.5, COUNT);
    assert.ok(classes.slice(COUNT).every((one) => one === 1));
  });
});
