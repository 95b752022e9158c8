/**
 * Operators that ONNX has added since opset 25, and the com.microsoft operators that exporters used before.
 * Expected values are computed by hand from ONNX's Changelog.md and onnxruntime's ContribOperators.md.
 */
import { describe, it } from 'node:test';
import { check, i64, refused, t } from './one-node.mjs';

const vector = (...numbers) => t([numbers.length], numbers);
const axis = (value) => t([], [value], 'int64');
const rounded = (tensor) => ({
  ...tensor,
  bounds: Array.from(tensor.data, (number) => 8 * 2 ** -23 * Math.abs(number)),
});

describe('CumProd', () => {
  const of = (x, at, attributes) => ({
    ...{ op: 'CumProd', opset: 26, attributes },
    inputs: [x, axis(at)],
    constants: [1],
  });

  it('multiplies along an axis, from either end, with or without the element itself', async () => {
    const x = vector(1, 2, 3);
    await check(of(x, 0), vector(1, 2, 6));
    await check(of(x, 0, { exclusive: 1 }), vector(1, 1, 2));
    await check(of(x, 0, { reverse: 1 }), vector(6, 6, 3));
    await check(of(x, 0, { exclusive: 1, reverse: 1 }), vector(6, 3, 1));
    const matrix = t([2, 3], [1, 2, 3, 4, 5, 6]);
    await check(of(matrix, 0), t([2, 3], [1, 2, 3, 4, 10, 18]));
    await check(of(matrix, -1), t([2, 3], [1, 2, 6, 4, 20, 120]));
    await check(of(t([0], []), 0), t([0], []));
    await refused(of(x, 1), /axis/i);
  });

  it('wraps integers', async () => {
    const large = 2 ** 31 - 1;
    await check(of(t([2], [large, 3], 'int32'), 0), t([2], [large, 2147483645], 'int32'));
    await check(of(i64(2 ** 40, 2 ** 40), 0), i64(2 ** 40, 0));
  });
});

describe('BitCast', () => {
  const of = (x, to) => ({ op: 'BitCast', opset: 26, inputs: [x], attributes: { to } });

  it('keeps the bits under another type', async () => {
    await check(of(vector(1, -2), 6), t([2], [0x3f800000, 0xc0000000 | 0], 'int32'));
    await check(of(t([1], [0x3f800000], 'int32'), 1), vector(1));
    await check(of(t([1], [-1], 'int8'), 2), t([1], [255], 'uint8'));
    await check(of(t([1], [0.5], 'float64'), 7), t([1], [2 ** 62 - 2 ** 53], 'int64'));
  });

  it('refuses a type of another size', async () => {
    await refused(of(vector(1), 7), /32 bits/);
    await refused(of(vector(1), 8), /32 bits/);
  });
});

describe('SwiGLU', () => {
  const of = (a, b, attributes) => ({ op: 'SwiGLU', opset: 28, inputs: [a, b], attributes });
  const gated = (alpha, gate, linear) =>
    rounded(vector(...gate.map((x, i) => (x / (1 + Math.exp(-alpha * x))) * linear[i])));

  it('multiplies the gate by its sigmoid and by the second input', async () => {
    const [gate, linear] = [
      [1, -2, 3],
      [2, 3, 4],
    ];
    await check(of(vector(...gate), vector(...linear)), gated(1, gate, linear));
    await check(
      of(vector(...gate), vector(...linear), { alpha: { float: 0.5 } }),
      gated(0.5, gate, linear),
    );
    await refused(of(vector(1, 2), vector(1)), /\(2,\)/);
    await refused(of(vector(1), t([1], [1], 'float64')), /float64/);
  });
});

describe('Attention’s windows', () => {
  // With keys of 0, a query returns the mean of the values that it sees.
  const of = (attributes, queries = 4, keys = 4) => ({
    ...{ op: 'Attention', opset: 25, attributes },
    inputs: [
      t([1, 1, queries, 1], new Array(queries).fill(1)),
      t([1, 1, keys, 1], new Array(keys).fill(0)),
      t([1, 1, keys, 1], [1, 2, 4, 8, 16, 32].slice(0, keys)),
    ],
  });
  const means = (...groups) =>
    t(
      [1, 1, groups.length, 1],
      groups.map((group) => group.reduce((sum, value) => sum + value, 0) / (group.length || 1)),
    );

  it('bound the keys before and after a query', async () => {
    await check(
      of({ left_window_size: 1 }),
      rounded(means([1, 2, 4, 8], [1, 2, 4, 8], [2, 4, 8], [4, 8])),
    );
    await check(of({ right_window_size: 0 }), rounded(means([1], [1, 2], [1, 2, 4], [1, 2, 4, 8])));
    await check(
      of({ left_window_size: 1, right_window_size: 1 }),
      rounded(means([1, 2], [1, 2, 4], [2, 4, 8], [4, 8])),
    );
    await check(
      of({ left_window_size: 0, right_window_size: 2, is_causal: 1 }),
      rounded(means([1], [2], [4], [8])),
    );
    await check(
      of({ left_window_size: 1, right_window_size: 0 }, 3, 1),
      rounded(means([1], [1], [])),
    );
    await refused(of({ left_window_size: -2 }), /left_window_size/);
  });
});

describe('windows that fit nowhere', () => {
  it('give a pool an output of size 0, and are refused by a convolution', async () => {
    const attributes = { kernel_shape: [3], strides: [2], dilations: [2] };
    const x = t([1, 1, 4], [1, 2, 3, 4]);
    await check({ op: 'MaxPool', opset: 12, inputs: [x], attributes }, t([1, 1, 0], []));
    const weights = t([1, 1, 3], [1, 1, 1]);
    await refused({ op: 'Conv', opset: 11, inputs: [x, weights], attributes }, /5/);
    await refused(
      { op: 'MaxPool', opset: 12, inputs: [x], attributes: { kernel_shape: [7], strides: [2] } },
      /7/,
    );
  });
});

describe('com.microsoft', () => {
  const of = (op, inputs, attributes = {}) => ({
    ...{ op, domain: 'com.microsoft', opset: 17, inputs, attributes },
  });
  const image = t([1, 1, 3, 3], [-4, -3, -2, -1, 0, 1, 2, 3, 4]);
  const weights = t([1, 1, 2, 2], [1, 0, 0, -1]);
  const convolved = (attributes, ...more) =>
    of('FusedConv', [image, weights, ...more], { kernel_shape: [2, 2], ...attributes });

  it('FusedConv', async () => {
    await check(convolved({}), t([1, 1, 2, 2], [-4, -4, -4, -4]));
    await check(convolved({ activation: 'Relu' }), t([1, 1, 2, 2], [0, 0, 0, 0]));
    await check(
      convolved({ activation: 'LeakyRelu', activation_params: { floats: [0.5] } }),
      t([1, 1, 2, 2], [-2, -2, -2, -2]),
    );
    await check(
      convolved({ activation: 'Clip', activation_params: { floats: [-1, 1] } }, vector(1)),
      t([1, 1, 2, 2], [-1, -1, -1, -1]),
    );
    const added = t([1, 1, 2, 2], [1, 4, 5, 10]);
    await check(convolved({ activation: 'Relu' }, vector(0), added), t([1, 1, 2, 2], [0, 0, 1, 6]));
    await refused(convolved({ activation: 'Softmax' }), /activation/);
  });

  it('FusedGemm', async () => {
    const [a, b] = [t([1, 2], [1, -1]), t([2, 2], [1, 2, 3, 4])];
    const gemm = (attributes) => of('FusedGemm', [a, b, vector(0, 4)], attributes);
    await check(gemm({}), t([1, 2], [-2, 2]));
    await check(
      gemm({ activation: 'LeakyRelu', activation_alpha: { float: 0.25 } }),
      t([1, 2], [-0.5, 2]),
    );
    await check(gemm({ transB: 1, activation: 'Relu' }), t([1, 2], [0, 3]));
    await check(gemm({ alpha: { float: 2 }, beta: { float: 0.5 } }), t([1, 2], [-4, -2]));
  });

  it('CDist', async () => {
    const [a, b] = [t([2, 2], [0, 0, 1, 1]), t([1, 2], [3, 4])];
    await check(of('CDist', [a, b]), t([2, 1], [25, 13]));
    await check(
      of('CDist', [a, b], { metric: 'euclidean' }),
      rounded(t([2, 1], [5, Math.sqrt(13)])),
    );
    await refused(of('CDist', [a, b], { metric: 'cosine' }), /metric/);
    await refused(of('CDist', [a, t([1, 3], [1, 2, 3])]), /2/);
  });

  it('Inverse', async () => {
    const x = t([2, 2, 2], [0, 2, 4, 0, 1, 2, 3, 4]);
    await check(of('Inverse', [x]), rounded(t([2, 2, 2], [0, 0.25, 0.5, 0, -2, 1, 1.5, -0.5])));
    await check(of('Inverse', [t([0, 0], [])]), t([0, 0], []));
    await refused(of('Inverse', [t([2, 3], [1, 2, 3, 4, 5, 6])]), /n,n/);
  });

  it('Trilu and GridSample', async () => {
    const matrix = t([2, 2], [1, 2, 3, 4]);
    await check(of('Trilu', [matrix], { upper: 0 }), t([2, 2], [1, 0, 3, 4]));
    const grid = t([1, 1, 1, 2], [0, 0]);
    await check(of('GridSample', [image, grid], { mode: 'nearest' }), t([1, 1, 1, 1], [0]));
  });
});

describe('Tokenizer', () => {
  const texts = (dims, ...data) => t(dims, data, 'string');
  const of = (x, attributes) => ({
    ...{ op: 'Tokenizer', domain: 'com.microsoft', opset: 17, inputs: [x] },
    attributes: { mark: 0, mincharnum: 1, pad_value: '#', ...attributes },
  });
  const strings = (...list) => list;

  it('finds tokens by an expression, the longest from each position', async () => {
    const x = texts([2], 'this is', 'one two three');
    await check(
      of(x, { tokenexp: '[a-zA-Z0-9_]+' }),
      texts([2, 3], 'this', 'is', '#', 'one', 'two', 'three'),
    );
    await check(of(texts([1], 'abcab'), { tokenexp: 'a|ab|abc' }), texts([1, 2], 'abc', 'ab'));
    await check(of(texts([1], 'é😀e'), { tokenexp: '.' }), texts([1, 3], 'é', '😀', 'e'));
  });

  it('cuts at separators, one after the other', async () => {
    const x = texts([1, 2], 'a b,c', ',x');
    await check(
      of(x, { separators: strings(' ', ',') }),
      texts([1, 2, 3], 'a', 'b', 'c', 'x', '#', '#'),
    );
    await check(
      of(texts([1], 'a--b-c'), { separators: strings('-+') }),
      texts([1, 3], 'a', 'b', 'c'),
    );
  });

  it('cuts into characters, marks ends, and leaves out short tokens', async () => {
    await check(
      of(texts([2], 'abc', ''), { separators: strings('') }),
      texts([2, 3], 'a', 'b', 'c', '#', '#', '#'),
    );
    await check(
      of(texts([1], 'ab c'), { separators: strings(' '), mark: 1, mincharnum: 2 }),
      texts([1, 3], '\u0002', 'ab', '\u0003'),
    );
    await check(of(texts([0]), { separators: strings(' ') }), texts([0, 0]));
  });

  it('refuses what is no expression, and both kinds', async () => {
    const x = texts([1], 'a');
    await refused(of(x, {}), /exactly one/);
    await refused(of(x, { tokenexp: 'a', separators: strings(' ') }), /exactly one/);
    await refused(of(x, { tokenexp: '(?=a)' }), /\(\?=a\)/);
    await refused(of(x, { tokenexp: 'a', mincharnum: 0 }), /mincharnum/);
    await refused(of(texts([], 'a'), { tokenexp: 'a' }), /batch/);
  });
});
