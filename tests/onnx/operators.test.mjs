/** Constants, reductions, Pow and Cast, at the opsets in which they changed, and their errors. */
import { describe, it } from 'node:test';
import { normalizationBounds, softmaxBounds } from '../support/bounds.mjs';
import { check, cube, engines, expectTensor, i64, refused, runNode, t, x } from './one-node.mjs';

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
    await refused({ op: 'ConstantOfShape', opset: 9, inputs: [i64(-1)] }, /\(-1,\)/);
  });

  it('Constant and ConstantOfShape of types that they do not make at an opset', async () => {
    const bfloat16 = { type: 'bfloat16', dims: [1], data: Uint16Array.of(0x3f80) };
    const complex = { type: 'complex64', dims: [1], data: Float32Array.of(1, 2) };
    const constant = (opset, value) => ({
      op: 'Constant',
      opset,
      inputs: [],
      attributes: { value },
    });
    const filled = (opset, value) => ({
      ...constant(opset, value),
      op: 'ConstantOfShape',
      inputs: [i64(1)],
    });
    await runNode(engines[0], constant(1, complex));
    await runNode(engines[0], constant(13, bfloat16));
    await refused(constant(12, bfloat16), /Constant.* cannot return bfloat16/);
    await runNode(engines[0], filled(20, bfloat16));
    await refused(filled(19, bfloat16), /ConstantOfShape.* cannot return bfloat16/);
    await refused(filled(25, complex), /ConstantOfShape.* cannot return complex64/);
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
    await refused(of('int32', 0, 5, 0), /steps of .* must not be 0/);
    // Above 2^53, where doubles skip integers: 2^63 - 3, and three steps down.
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
    await refused(far(0n, 2n ** 62n, 1n), /would be .* not a valid shape/);
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
      /stash_type' of .* must be float32 or float64, but is 'float16'/,
    );
    await refused(of('float16', [0x3c00, 0x4500, 0x8000]), /steps of .* must not be 0/);
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
    const yes = t([], [1], 'bool');
    await check({ op: 'Dropout', opset: 13, inputs: [x, t([], [0]), yes] }, [x, all]);
    await refused(
      { op: 'Dropout', opset: 13, inputs: [x, t([], [1]), yes] },
      /'ratio'.* less than 1/,
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
    await refused({ op: 'ReduceSum', opset: 13, inputs: [x, i64(2)] }, /Axis 2/);
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
    /** Rows in sequence. */
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
    // Rounded to bfloat16 they are 256 and 260, with mean 258 and standard deviation 2.
    const statistic = (bits) => ({ type: 'bfloat16', dims: [1, 1], data: Uint16Array.of(bits) });
    await check(of(16), [t([1, 2], [8, 23]), statistic(0x4381), statistic(0x3f00)]);
    await refused(of(10), /stash_type' of .* must be float32 or bfloat16, but is 'float16'/);
  });
});

describe('Pow', () => {
  const numbers = [-0, 3, -1.1, 1e20, 1e-23, Infinity, -Infinity, NaN];
  const squares = Array.from(Float32Array.from(numbers), (value) => value * value);

  it('by a constant 2 is the product of IEEE 754', async () => {
    for (const dims of [[], [1], [1, 1]]) {
      const inputs = [t([2, 4], numbers), t(dims, [2])];
      await check({ op: 'Pow', opset: 13, inputs, constants: [1] }, t([2, 4], squares));
    }
  });

  it('by a constant 2 of more axes has them all', async () => {
    const inputs = [t([2], [3, -4]), t([1, 1], [2])];
    await check({ op: 'Pow', opset: 13, inputs, constants: [1] }, t([1, 2], [9, 16]));
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
    await refused({ op: 'Cast', opset: 25, inputs: [x], attributes: { to: 27 } }, /27/);
    await refused({ op: 'Cast', opset: 13, inputs: [x] }, /requires the attribute 'to'/);
  });
});

describe('opsets', () => {
  it('that an operator is not in are refused', async () => {
    await refused(
      { op: 'ConstantOfShape', opset: 8, inputs: [i64(1)] },
      /ConstantOfShape at opset 8/,
    );
    await refused(
      { op: 'GroupNormalization', opset: 17, inputs: [x, x, x] },
      /GroupNormalization at opset 17/,
    );
    await refused({ op: 'Range', opset: 10, inputs: [x, x, x] }, /Range at opset 10/);
    await refused({ op: 'Identity', opset: 99, inputs: [x] }, /opset 99/);
  });

  it('say how many inputs there may be', async () => {
    await refused(
      { op: 'Reshape', opset: 13, inputs: [x] },
      /was given 1 input, but at this opset accepts 2/,
    );
    await refused({ op: 'Squeeze', opset: 11, inputs: [x, i64(0)] }, /was given 2 inputs/);
    await refused({ op: 'Transpose', opset: 13, inputs: [x], outputs: 2 }, /but 2 were requested/);
  });

  it('say which types there may be', async () => {
    await refused(
      { op: 'Flatten', opset: 1, inputs: [t([1], [1], 'int32')] },
      /Input 0 of Flatten#0 must be .*, but is int32/,
    );
    await refused(
      { op: 'Softmax', opset: 13, inputs: [t([1], [1], 'int32')] },
      /is int32.* Insert a Cast into the model\.$/,
    );
    // A name is data, even if it is a sentence of the package.
    const name = 'Convert with cast(x, type).';
    await refused(
      { op: 'Softmax', name, opset: 13, inputs: [t([1], [1], 'int32')] },
      /Convert with cast\(x, type\)\..* is int32.* Insert a Cast into the model\.$/,
    );
  });
});
