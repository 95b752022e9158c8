/**
 * The operators around those that broadcast, at the opsets where they changed. Expected values are
 * worked out by hand from the operators' texts in ONNX's Changelog.md.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimdcastError } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { normalizationBounds, softmaxBounds } from '../support/bounds.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { encodeModel } from './models.mjs';

const engines = await loadFlavours();

const arrays = {
  float32: Float32Array,
  float64: Float64Array,
  int64: BigInt64Array,
  int32: Int32Array,
  int16: Int16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  bool: Uint8Array,
};

const isBig = (type) => type === 'int64';

/** A tensor of float32, or of the type that follows. */
const t = (dims, data, type = 'float32') => ({
  type,
  dims,
  data: type === 'string' ? data : arrays[type].from(data, isBig(type) ? BigInt : Number),
});
const i64 = (...values) => t([values.length], values, 'int64');
const range = (count) => Array.from({ length: count }, (_, i) => i);

/** Runs one node; `constants` are inputs by position that the model holds, the others are fed. */
async function runNode(engine, { op, opset, inputs, attributes, outputs = 1, constants = [] }) {
  const names = inputs.map((input, i) => (input ? `in${i}` : ''));
  const isConstant = (i) => constants === 'all' || constants.includes(i);
  const given = inputs
    .map((input, i) => ({ ...input, name: names[i], i }))
    .filter(({ name }) => name);
  const made = range(outputs).map((i) => `out${i}`);
  const model = encodeModel({
    opset,
    inputs: given.filter(({ i }) => !isConstant(i)).map(({ name, type }) => ({ name, type })),
    constants: Object.fromEntries(
      given.filter(({ i }) => isConstant(i)).map((one) => [one.name, one]),
    ),
    outputs: made.map((name) => ({ name })),
    nodes: [{ op, inputs: names, outputs: made, attributes }],
  });
  const session = await InferenceSession.create(model, { engine });
  const feeds = given.filter(({ i }) => !isConstant(i)).map((one) => [one.name, one]);
  const results = session.runSync(Object.fromEntries(feeds));
  await session.release();
  return made.map((name) => results[name]);
}

/** Elements as they are written here: float16 is its bits, also where there is a Float16Array. */
const written = ({ type, data }) =>
  type === 'float16' ? [...new Uint16Array(data.buffer, data.byteOffset, data.length)] : [...data];

/** Every element as it is, or within the `bounds` of a tensor that has some. */
function expectTensor(actual, { type, dims, data, bounds }, about) {
  assert.equal(actual.type, type, about);
  assert.deepEqual([...actual.dims], dims, about);
  const [got, wanted] = [written(actual), [...data]];
  const isRight = (x, i) =>
    Object.is(x, wanted[i]) ||
    x === wanted[i] ||
    (bounds !== undefined && Math.abs(x - wanted[i]) <= bounds[i]);
  assert.ok(
    got.length === wanted.length && got.every(isRight),
    `${about}: ${got}, expected ${wanted}`,
  );
}

/** Fed, and as constants, which are computed before the graph runs. */
async function check(node, expected) {
  const wanted = Array.isArray(expected) ? expected : [expected];
  for (const engine of engines)
    for (const constants of [[], 'all']) {
      const about = `${node.op}-${node.opset} ${JSON.stringify(node.attributes ?? {})} ${constants}`;
      const results = await runNode(engine, { ...node, constants, outputs: wanted.length });
      for (const [i, one] of wanted.entries()) expectTensor(results[i], one, about);
    }
}

async function refused(node, message) {
  for (const constants of [[], 'all'])
    await assert.rejects(
      () => runNode(engines[0], { ...node, constants }),
      (error) => error instanceof SimdcastError && message.test(error.message),
      `${node.op}-${node.opset} ${JSON.stringify(node.attributes ?? {})}`,
    );
}

const x = t([2, 3], range(6));
const cube = t([2, 3, 4], range(24));

describe('shapes', () => {
  it('Reshape: by an attribute, then by an input; 0 keeps, -1 takes the rest', async () => {
    await check(
      { op: 'Reshape', opset: 1, inputs: [x], attributes: { shape: [3, -1] } },
      t([3, 2], range(6)),
    );
    for (const opset of [5, 13, 14, 19, 21])
      await check({ op: 'Reshape', opset, inputs: [cube, i64(0, -1)] }, t([2, 12], range(24)));
    await check({ op: 'Reshape', opset: 13, inputs: [t([1], [7]), i64()] }, t([], [7]));
    const none = t([0, 3], []);
    await check(
      { op: 'Reshape', opset: 14, inputs: [none, i64(3, 0)], attributes: { allowzero: 1 } },
      t([3, 0], []),
    );
    await refused(
      { op: 'Reshape', opset: 13, inputs: [x, i64(4, -1)] },
      /cannot give \(2,3\) the shape \(4,-1\)/,
    );
    await refused({ op: 'Reshape', opset: 13, inputs: [x, i64(-1, -1)] }, /Reshape/);
    await refused({ op: 'Reshape', opset: 13, inputs: [x, i64(2, 3, 0)] }, /Reshape/);
    await refused(
      { op: 'Reshape', opset: 13, inputs: [x, i64(7)], attributes: { allowzero: 1 } },
      /allowzero/,
    );
  });

  it('Flatten', async () => {
    for (const opset of [1, 9, 11, 13, 21])
      await check({ op: 'Flatten', opset, inputs: [cube] }, t([2, 12], range(24)));
    await check(
      { op: 'Flatten', opset: 13, inputs: [cube], attributes: { axis: 0 } },
      t([1, 24], range(24)),
    );
    await check(
      { op: 'Flatten', opset: 13, inputs: [cube], attributes: { axis: 3 } },
      t([24, 1], range(24)),
    );
    await check(
      { op: 'Flatten', opset: 11, inputs: [cube], attributes: { axis: -1 } },
      t([6, 4], range(24)),
    );
    await refused({ op: 'Flatten', opset: 13, inputs: [cube], attributes: { axis: 4 } }, /axis 4/);
  });

  it('Squeeze and Unsqueeze: axes by an attribute, then by an input', async () => {
    const ones = t([1, 3, 1], range(3));
    for (const opset of [1, 11, 13, 21])
      await check({ op: 'Squeeze', opset, inputs: [ones] }, t([3], range(3)));
    await check(
      { op: 'Squeeze', opset: 11, inputs: [ones], attributes: { axes: [-1] } },
      t([1, 3], range(3)),
    );
    await check({ op: 'Squeeze', opset: 13, inputs: [ones, i64(0)] }, t([3, 1], range(3)));
    await refused({ op: 'Squeeze', opset: 13, inputs: [ones, i64(1)] }, /axis 1, which has size 3/);
    await check(
      { op: 'Unsqueeze', opset: 1, inputs: [x], attributes: { axes: [0, 3] } },
      t([1, 2, 3, 1], range(6)),
    );
    await check({ op: 'Unsqueeze', opset: 13, inputs: [x, i64(-1, 1)] }, t([2, 1, 3, 1], range(6)));
    await refused({ op: 'Unsqueeze', opset: 13, inputs: [x, i64(1, 1)] }, /axis 1 twice/);
    await refused({ op: 'Unsqueeze', opset: 13, inputs: [x, i64(5)] }, /axis 5/);
  });

  it('Shape', async () => {
    for (const opset of [1, 13, 15, 21])
      await check({ op: 'Shape', opset, inputs: [cube] }, i64(2, 3, 4));
    await check({ op: 'Shape', opset: 15, inputs: [cube], attributes: { start: 1 } }, i64(3, 4));
    await check(
      { op: 'Shape', opset: 15, inputs: [cube], attributes: { start: -9, end: -1 } },
      i64(2, 3),
    );
    await check(
      { op: 'Shape', opset: 15, inputs: [cube], attributes: { start: 2, end: 1 } },
      i64(),
    );
    await refused({ op: 'Shape', opset: 13, inputs: [cube], attributes: { start: 1 } }, /start/);
  });

  it('Identity, also of strings', async () => {
    for (const opset of [1, 13, 16, 21]) await check({ op: 'Identity', opset, inputs: [x] }, x);
    const words = t([2], ['a', 'é'], 'string');
    await check({ op: 'Identity', opset: 13, inputs: [words] }, words);
  });
});

describe('movement', () => {
  it('Transpose', async () => {
    for (const opset of [1, 13, 21])
      await check({ op: 'Transpose', opset, inputs: [x] }, t([3, 2], [0, 3, 1, 4, 2, 5]));
    const turned = [0, 1].flatMap((i) =>
      range(4).flatMap((k) => range(3).map((j) => i * 12 + j * 4 + k)),
    );
    await check(
      { op: 'Transpose', opset: 13, inputs: [cube], attributes: { perm: [0, 2, 1] } },
      t([2, 4, 3], turned),
    );
    await check(
      { op: 'Transpose', opset: 13, inputs: [t([2], [1, 0], 'bool')] },
      t([2], [1, 0], 'bool'),
    );
    await check(
      { op: 'Transpose', opset: 13, inputs: [t([1, 2], ['a', 'b'], 'string')] },
      t([2, 1], ['a', 'b'], 'string'),
    );
    await refused(
      { op: 'Transpose', opset: 13, inputs: [x], attributes: { perm: [0, 0] } },
      /perm of .* is \(0,0\)/,
    );
    await refused({ op: 'Transpose', opset: 13, inputs: [x], attributes: { perm: [0] } }, /perm/);
  });

  it('Concat', async () => {
    const y = t([2, 1], [7, 8]);
    await check({ op: 'Concat', opset: 1, inputs: [x, y] }, t([2, 4], [0, 1, 2, 7, 3, 4, 5, 8]));
    for (const opset of [4, 11, 13])
      await check(
        { op: 'Concat', opset, inputs: [x, y, x], attributes: { axis: 1 } },
        t([2, 7], [0, 1, 2, 7, 0, 1, 2, 3, 4, 5, 8, 3, 4, 5]),
      );
    await check(
      { op: 'Concat', opset: 13, inputs: [x, t([0, 3], [])], attributes: { axis: -2 } },
      x,
    );
    await check(
      { op: 'Concat', opset: 13, inputs: [i64(1), i64(2)], attributes: { axis: 0 } },
      i64(1, 2),
    );
    const [a, b] = [t([1], ['a'], 'string'), t([2], ['b', 'c'], 'string')];
    await check(
      { op: 'Concat', opset: 13, inputs: [a, b], attributes: { axis: 0 } },
      t([3], ['a', 'b', 'c'], 'string'),
    );
    await refused({ op: 'Concat', opset: 13, inputs: [x, y] }, /needs the attribute 'axis'/);
    await refused(
      { op: 'Concat', opset: 13, inputs: [x, y], attributes: { axis: 0 } },
      /cannot join \(2,3\) and \(2,1\) along axis 0/,
    );
    await refused(
      { op: 'Concat', opset: 13, inputs: [x, i64(1)], attributes: { axis: 0 } },
      /one type/,
    );
  });

  it('Split', async () => {
    const six = t([6], range(6));
    const halves = [t([3], [0, 1, 2]), t([3], [3, 4, 5])];
    for (const opset of [2, 11, 13]) await check({ op: 'Split', opset, inputs: [six] }, halves);
    const parts = [t([2], [0, 1]), t([4], [2, 3, 4, 5])];
    await check({ op: 'Split', opset: 2, inputs: [six], attributes: { split: [2, 4] } }, parts);
    await check({ op: 'Split', opset: 13, inputs: [six, i64(2, 4)] }, parts);
    const uneven = [t([3], [0, 1, 2]), t([3], [3, 4, 5]), t([1], [6])];
    await check(
      { op: 'Split', opset: 18, inputs: [t([7], range(7))], attributes: { num_outputs: 3 } },
      uneven,
    );
    await check({ op: 'Split', opset: 13, inputs: [x, i64(1, 2)], attributes: { axis: -1 } }, [
      t([2, 1], [0, 3]),
      t([2, 2], [1, 2, 4, 5]),
    ]);
    await refused({ op: 'Split', opset: 13, inputs: [six, i64(2, 3)], outputs: 2 }, /into \(2,3\)/);
    await refused(
      { op: 'Split', opset: 13, inputs: [t([5], range(5))], outputs: 2 },
      /2 equal parts/,
    );
  });

  it('Slice: by attributes, then by inputs, with steps', async () => {
    const attributes = { starts: [0, 1], ends: [1, 99], axes: [0, 1] };
    await check({ op: 'Slice', opset: 1, inputs: [x], attributes }, t([1, 2], [1, 2]));
    for (const opset of [10, 11, 13]) {
      await check(
        { op: 'Slice', opset, inputs: [x, i64(0), i64(-1), i64(1)] },
        t([2, 2], [0, 1, 3, 4]),
      );
      await check(
        { op: 'Slice', opset, inputs: [x, i64(-1), i64(-9e15), i64(1), i64(-2)] },
        t([2, 2], [2, 0, 5, 3]),
      );
    }
    await check(
      { op: 'Slice', opset: 13, inputs: [x, i64(1, 0), i64(2, 3), undefined, i64(1, 2)] },
      t([1, 2], [3, 5]),
    );
    await check({ op: 'Slice', opset: 13, inputs: [x, i64(2), i64(1), i64(1)] }, t([2, 0], []));
    await check({ op: 'Slice', opset: 13, inputs: [x, i64(5), i64(9), i64(0)] }, t([0, 3], []));
    await check(
      { op: 'Slice', opset: 13, inputs: [t([2], ['a', 'b'], 'string'), i64(1), i64(2)] },
      t([1], ['b'], 'string'),
    );
    await refused(
      { op: 'Slice', opset: 13, inputs: [x, i64(0), i64(1), i64(0), i64(0)] },
      /step of 0/,
    );
    await refused(
      { op: 'Slice', opset: 13, inputs: [x, i64(0, 0), i64(1)] },
      /must have the same length/,
    );
    await refused(
      { op: 'Slice', opset: 13, inputs: [x, i64(0, 0), i64(1, 1), i64(0, -2)] },
      /axis 0 twice/,
    );
  });

  it('Gather', async () => {
    const at = t([2, 1], [2, -3], 'int64');
    for (const opset of [11, 13])
      await check(
        { op: 'Gather', opset, inputs: [x, at], attributes: { axis: 1 } },
        t([2, 2, 1], [2, 0, 5, 3]),
      );
    await check({ op: 'Gather', opset: 1, inputs: [x, t([], [1], 'int32')] }, t([3], [3, 4, 5]));
    await check(
      { op: 'Gather', opset: 13, inputs: [t([3], ['a', 'b', 'c'], 'string'), i64(2, -3)] },
      t([2], ['c', 'a'], 'string'),
    );
    await check({ op: 'Gather', opset: 13, inputs: [x, i64()] }, t([0, 3], []));
    await refused(
      { op: 'Gather', opset: 13, inputs: [x, i64(2)] },
      /Gather#0 reads index 2 \(at position 0\) of an axis of size 2/,
    );
    await refused(
      { op: 'Gather', opset: 13, inputs: [x, i64(0, -3)] },
      /index -3 \(at position 1\)/,
    );
    await refused(
      { op: 'Gather', opset: 13, inputs: [x, t([1], [0])] },
      /float32, and must be int32 or int64/,
    );
  });
});

describe('constants', () => {
  it('Constant in every form', async () => {
    const of = (opset, attributes, expected) =>
      check({ op: 'Constant', opset, inputs: [], attributes }, expected);
    for (const opset of [1, 9, 11, 13, 21]) await of(opset, { value: x }, x);
    await of(12, { value_float: { float: 2 } }, t([], [2]));
    await of(12, { value_floats: [1.5, 2.5] }, t([2], [1.5, 2.5]));
    await of(13, { value_int: 7 }, t([], [7], 'int64'));
    await of(13, { value_ints: [7, 8] }, i64(7, 8));
    await of(13, { value_string: 'a' }, t([], ['a'], 'string'));
    await refused(
      { op: 'Constant', opset: 11, inputs: [], attributes: { value_int: 7 } },
      /value_int/,
    );
    await refused({ op: 'Constant', opset: 13, inputs: [], attributes: {} }, /value/);
  });

  it('ConstantOfShape', async () => {
    await check({ op: 'ConstantOfShape', opset: 9, inputs: [i64(2, 2)] }, t([2, 2], [0, 0, 0, 0]));
    const value = t([1], [7], 'int32');
    await check(
      { op: 'ConstantOfShape', opset: 20, inputs: [i64(3)], attributes: { value } },
      t([3], [7, 7, 7], 'int32'),
    );
    await check(
      { op: 'ConstantOfShape', opset: 9, inputs: [i64()], attributes: { value } },
      t([], [7], 'int32'),
    );
    await check({ op: 'ConstantOfShape', opset: 9, inputs: [i64(0, 2)] }, t([0, 2], []));
    await refused({ op: 'ConstantOfShape', opset: 9, inputs: [i64(-1)] }, /\(-1\)/);
  });

  it('Range', async () => {
    const scalar = (value, type) => t([], [value], type);
    const of = (type, ...numbers) => ({
      op: 'Range',
      opset: 11,
      inputs: numbers.map((n) => scalar(n, type)),
    });
    await check(of('int32', 3, 9, 3), t([2], [3, 6], 'int32'));
    await check(of('int64', 10, 4, -2), i64(10, 8, 6));
    await check(of('float32', 1, 2, 0.25), t([4], [1, 1.25, 1.5, 1.75]));
    await check(of('int16', 5, 5, 1), t([0], [], 'int16'));
    await refused(of('int32', 0, 5, 0), /step of 0/);
    // Past 2^53, where doubles skip numbers: 2^63 - 3, and three steps down from there.
    const high = 2n ** 63n - 3n;
    const far = (...numbers) => ({
      op: 'Range',
      opset: 11,
      inputs: numbers.map((n) => ({ ...scalar(0, 'int64'), data: BigInt64Array.of(n) })),
    });
    const int64 = (...numbers) => ({ ...i64(), dims: [numbers.length], data: numbers });
    await check(far(high, high + 2n, 1n), int64(high, high + 1n));
    await check(far(high, high - 5n, -2n), int64(high, high - 2n, high - 4n));
    await check(far(high, high - 4n, -2n), int64(high, high - 2n));
    await check(far(high, high - 1n, 1n), int64());
    await refused(far(0n, 2n ** 62n, 1n), /would make .* not a valid shape/);
  });

  it('Range of 16-bit floats, since opset 27', async () => {
    const ofBits = (type, dims, ...bits) => ({ type, dims, data: Uint16Array.from(bits) });
    const of = (type, numbers, { opset = 27, ...attributes } = {}) => ({
      op: 'Range',
      opset,
      inputs: numbers.map((bits) => ofBits(type, [], bits)),
      attributes,
    });
    // 1, 5, 2 and their range 1, 3: sign, exponent and fraction written down.
    const halves = [0x3c00, 0x4500, 0x4000];
    for (const stash of [{}, { stash_type: 1 }, { stash_type: 11 }, { opset: 28 }])
      await check(of('float16', halves, stash), ofBits('float16', [2], 0x3c00, 0x4200));
    const brains = [0x3f80, 0x40a0, 0x4000];
    await check(of('bfloat16', brains), ofBits('bfloat16', [2], 0x3f80, 0x4040));
    // 2048 + 1 and 2048 + 3 are rounded once, to even; a running sum in float16 would stay at 2048.
    await check(
      of('float16', [0x6800, 0x6802, 0x3c00]),
      ofBits('float16', [4], 0x6800, 0x6800, 0x6801, 0x6802),
    );
    await check(of('float16', [0x4500, 0x3c00, 0x3c00]), ofBits('float16', [0]));
    await refused(of('float16', halves, { opset: 26 }), /float16/);
    await refused(
      of('float16', halves, { stash_type: 10 }),
      /stash_type' of .* is 'float16'; it may be float32 or float64/,
    );
    await refused(of('float16', [0x3c00, 0x4500, 0x8000]), /step of 0/);
    const whole = { op: 'Range', opset: 27, inputs: [0, 3, 1].map((n) => t([], [n], 'int16')) };
    await check({ ...whole, attributes: { stash_type: 1 } }, t([3], [0, 1, 2], 'int16'));
  });

  it('Dropout lets everything through', async () => {
    const all = t([2, 3], new Array(6).fill(1), 'bool');
    await check({ op: 'Dropout', opset: 1, inputs: [x], attributes: { is_test: 1 } }, x);
    for (const opset of [7, 12, 13, 22]) await check({ op: 'Dropout', opset, inputs: [x] }, x);
    await check({ op: 'Dropout', opset: 10, inputs: [x] }, [x, all]);
    const no = t([], [0], 'bool');
    await check({ op: 'Dropout', opset: 13, inputs: [x, t([], [0.5]), no] }, [x, all]);
    await refused({ op: 'Dropout', opset: 6, inputs: [x] }, /training/);
    await refused(
      { op: 'Dropout', opset: 13, inputs: [x, undefined, t([], [1], 'bool')] },
      /training/,
    );
  });
});

describe('reductions', () => {
  it('ReduceSum, ReduceMean and ReduceMax, by an attribute and by an input', async () => {
    const sums = t([2, 1], [3, 12]);
    for (const opset of [1, 11])
      await check({ op: 'ReduceSum', opset, inputs: [x], attributes: { axes: [1] } }, sums);
    await check({ op: 'ReduceSum', opset: 13, inputs: [x, i64(-1)] }, sums);
    for (const opset of [1, 11, 13])
      await check(
        { op: 'ReduceMean', opset, inputs: [x], attributes: { axes: [0], keepdims: 0 } },
        t([3], [1.5, 2.5, 3.5]),
      );
    await check(
      { op: 'ReduceMean', opset: 18, inputs: [x, i64(0)], attributes: { keepdims: 0 } },
      t([3], [1.5, 2.5, 3.5]),
    );
    await check({ op: 'ReduceMax', opset: 13, inputs: [x] }, t([1, 1], [5]));
    await check(
      { op: 'ReduceMax', opset: 18, inputs: [cube, i64(0, 2)], attributes: { keepdims: 0 } },
      t([3], [15, 19, 23]),
    );
    await check(
      { op: 'ReduceMax', opset: 20, inputs: [t([2, 2], [0, 0, 1, 0], 'bool'), i64(1)] },
      t([2, 1], [0, 1], 'bool'),
    );
    await check(
      { op: 'ReduceSum', opset: 13, inputs: [i64(1, 2, 3)], attributes: { keepdims: 0 } },
      t([], [6], 'int64'),
    );
    await check(
      { op: 'ReduceSum', opset: 13, inputs: [x], attributes: { noop_with_empty_axes: 1 } },
      x,
    );
    await check({ op: 'ReduceSum', opset: 13, inputs: [t([], [4])] }, t([], [4]));
    await check({ op: 'ReduceSum', opset: 13, inputs: [t([0, 2], []), i64(0)] }, t([1, 2], [0, 0]));
    await refused({ op: 'ReduceSum', opset: 13, inputs: [x, i64(2)] }, /axis 2/);
    await refused({ op: 'ReduceMax', opset: 11, inputs: [t([1], [1], 'int8')] }, /int8/);
  });

  it('ArgMax', async () => {
    const y = t([2, 3], [3, 9, 9, 5, 1, 5]);
    for (const opset of [1, 11, 12, 13])
      await check(
        { op: 'ArgMax', opset, inputs: [y], attributes: { axis: 1 } },
        t([2, 1], [1, 0], 'int64'),
      );
    await check(
      {
        op: 'ArgMax',
        opset: 13,
        inputs: [y],
        attributes: { axis: -1, keepdims: 0, select_last_index: 1 },
      },
      i64(2, 2),
    );
    await check({ op: 'ArgMax', opset: 13, inputs: [y] }, t([1, 3], [1, 0, 0], 'int64'));
    await refused({ op: 'ArgMax', opset: 13, inputs: [t([0, 2], [])] }, /size 0/);
  });

  it('Softmax and LogSoftmax: below opset 13 over all axes from one on', async () => {
    const e = Math.exp;
    /** Rows one after the other. */
    const odds = (dims, rows, log = false) => {
      const all = rows.map((row) => {
        const sum = row.reduce((total, value) => total + e(value), 0);
        const values = row.map((value) => (log ? value - Math.log(sum) : e(value) / sum));
        return { values, bounds: softmaxBounds(row, values, 'float32', log) };
      });
      const bounds = all.flatMap((one) => one.bounds);
      return {
        ...t(
          dims,
          all.flatMap(({ values }) => values),
        ),
        bounds,
      };
    };
    const y = t([1, 2, 2], [0, 1, 2, 3]);
    for (const opset of [1, 11])
      await check({ op: 'Softmax', opset, inputs: [y] }, odds([1, 2, 2], [[0, 1, 2, 3]]));
    const rows = [0, 2].map((x) => [x, x + 1]);
    await check({ op: 'Softmax', opset: 13, inputs: [y] }, odds([1, 2, 2], rows));
    const columns = [0, 1].map((x) => [x, x + 2]);
    const { data, bounds } = odds([1, 2, 2], columns);
    const turned = (list) => [0, 2, 1, 3].map((at) => list[at]);
    await check(
      { op: 'Softmax', opset: 13, inputs: [y], attributes: { axis: 1 } },
      { ...t([1, 2, 2], turned(data)), bounds: turned(bounds) },
    );
    await check(
      { op: 'LogSoftmax', opset: 13, inputs: [t([2], [1000, 1001])] },
      odds([2], [[0, 1]], true),
    );
  });

  it('LayerNormalization, with what it was normalised by', async () => {
    const y = t([2, 2], [1, 3, 2, 6]);
    const [gain, bias] = [t([2], [2, 3]), t([2], [10, 20])];
    const attributes = { epsilon: { float: 0 } };
    const inputs = [y, gain, bias];
    await check({ op: 'LayerNormalization', opset: 17, inputs, attributes }, [
      t([2, 2], [8, 23, 8, 23]),
      t([2, 1], [2, 4]),
      t([2, 1], [1, 0.5]),
    ]);
    const [whole] = await runNode(engines[0], {
      op: 'LayerNormalization',
      opset: 17,
      inputs: [y, t([], [1])],
      attributes: { axis: 0, epsilon: { float: 0 } },
    });
    const row = [1, 3, 2, 6];
    const mean = 3;
    const inverse = 1 / Math.sqrt((4 + 0 + 1 + 9) / 4);
    const values = row.map((value) => (value - mean) * inverse);
    const { values: bounds } = normalizationBounds(
      row,
      { inverse, magnitude: 3, values },
      'float32',
    );
    expectTensor(whole, { ...t([2, 2], values), bounds }, 'axis 0');
  });

  it('LayerNormalization with its statistics in bfloat16', async () => {
    const of = (stash) => ({
      op: 'LayerNormalization',
      opset: 17,
      inputs: [t([1, 2], [257, 261]), t([2], [2, 3]), t([2], [10, 20])],
      attributes: { epsilon: { float: 0 }, stash_type: stash },
    });
    // bfloat16 has 256 and 260 in their place, whose mean is 258 and whose deviation is 2.
    const statistic = (bits) => ({ type: 'bfloat16', dims: [1, 1], data: Uint16Array.of(bits) });
    await check(of(16), [t([1, 2], [8, 23]), statistic(0x4381), statistic(0x3f00)]);
    await refused(of(10), /stash_type' of .* is 'float16'; it may be float32 or bfloat16/);
  });
});

describe('Cast', () => {
  const to = { float32: 1, int32: 6, int64: 7, string: 8, bool: 9, float64: 11, uint8: 2 };
  const of = (opset, tensor, type) => ({
    op: 'Cast',
    opset,
    inputs: [tensor],
    attributes: { to: to[type] },
  });

  it('names the type, then numbers it', async () => {
    const given = t([3], [-1.5, 0, 2.7]);
    const expected = t([3], [-1, 0, 2], 'int32');
    await check({ op: 'Cast', opset: 1, inputs: [given], attributes: { to: 'INT32' } }, expected);
    for (const opset of [6, 9, 13, 19, 21]) await check(of(opset, given, 'int32'), expected);
    await check(of(13, given, 'bool'), t([3], [1, 0, 1], 'bool'));
    await check(of(13, given, 'float32'), given);
    await check(of(13, i64(-1, 2), 'float64'), t([2], [-1, 2], 'float64'));
  });

  it('reads and writes strings', async () => {
    const words = t([6], ['1.5', '-INF', 'nan', '+inf', ' 7', '1e3'], 'string');
    await check(of(13, words, 'float32'), t([6], [1.5, -Infinity, Number.NaN, Infinity, 7, 1000]));
    await check(of(9, t([2], ['-7', '12.9'], 'string'), 'int64'), i64(-7, 12));
    const numbers = t([6], [1.5, -0.1, 1e10, Number.NaN, Infinity, -Infinity]);
    const texts = ['1.5', '-0.1', '10000000000', 'NaN', 'INF', '-INF'];
    await check(of(13, numbers, 'string'), t([6], texts, 'string'));
    await check(of(13, i64(-3), 'string'), t([1], ['-3'], 'string'));
    await refused(of(13, t([1], ['seven'], 'string'), 'float32'), /'seven' as float32/);
    await refused(of(6, t([1], ['7'], 'string'), 'float32'), /string/);
  });

  it('refuses a type that is not there', async () => {
    await refused({ op: 'Cast', opset: 19, inputs: [x], attributes: { to: 17 } }, /17/);
    await refused({ op: 'Cast', opset: 13, inputs: [x] }, /needs the attribute 'to'/);
  });
});

describe('opsets', () => {
  it('that an operator is not in are refused', async () => {
    await refused(
      { op: 'ConstantOfShape', opset: 8, inputs: [i64(1)] },
      /ConstantOfShape at opset 8/,
    );
    await refused(
      { op: 'LayerNormalization', opset: 16, inputs: [x, x] },
      /LayerNormalization at opset 16/,
    );
    await refused({ op: 'Range', opset: 10, inputs: [x, x, x] }, /Range at opset 10/);
    await refused({ op: 'Identity', opset: 99, inputs: [x] }, /opset 99/);
  });

  it('say how many inputs there may be', async () => {
    await refused(
      { op: 'Reshape', opset: 13, inputs: [x] },
      /has 1 input; at this opset it takes 2/,
    );
    await refused({ op: 'Squeeze', opset: 11, inputs: [x, i64(0)] }, /has 2 inputs/);
    await refused({ op: 'Transpose', opset: 13, inputs: [x], outputs: 2 }, /has 2 outputs/);
  });

  it('say which types there may be', async () => {
    await refused(
      { op: 'Flatten', opset: 1, inputs: [t([1], [1], 'int32')] },
      /Input 0 of Flatten#0 is int32/,
    );
    await refused(
      { op: 'Softmax', opset: 13, inputs: [t([1], [1], 'int32')] },
      /is int32.* Insert a Cast into the model\.$/,
    );
  });
});
