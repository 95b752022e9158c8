/**
 * Invalid nodes of `com.microsoft` with quantised values: typed errors that name the operand and the fix, and
 * no traps; and worked examples for operators without a kernel in onnxruntime-web.
 */
import { describe, it } from 'node:test';
import { check, range, refused, t } from './one-node.mjs';

const domain = 'com.microsoft';
const zeros = (type, ...dims) =>
  t(
    dims,
    range(dims.reduce((product, n) => product * n, 1)).map(() => 0),
    type,
  );
const f = (...dims) => zeros('float32', ...dims);
const u8 = (...dims) => zeros('uint8', ...dims);
const i8 = (...dims) => zeros('int8', ...dims);

const HUGE = 2 ** 40;

describe('products with weights in blocks that make no sense', () => {
  const attributes = { K: 32, N: 3, bits: 4, block_size: 16 };
  const inputs = [f(2, 32), u8(3, 2, 8), f(3, 2)];
  const refusal = (name, message, { given = inputs, changed = {} }) =>
    it(name, () =>
      refused(
        { op: 'MatMulNBits', domain, inputs: given, attributes: { ...attributes, ...changed } },
        message,
      ),
    );

  refusal('bits that there are none of', /bits.*must be 2, 4 or 8/, { changed: { bits: 3 } });
  refusal('blocks that are too short', /block_size.*power of two/, { changed: { block_size: 8 } });
  refusal('blocks of no power of two', /block_size.*power of two/, { changed: { block_size: 48 } });
  refusal('huge blocks', /block_size.*power of two/, { changed: { block_size: HUGE } });
  refusal('another depth', /Input 1 of .*\(3,3,8\)/, { changed: { K: 40 } });
  refusal('a huge depth', /Input 1/, { changed: { K: HUGE } });
  refusal('a negative depth', /Input 1/, { changed: { K: -32 } });
  refusal('negative columns', /Input 1/, { changed: { N: -3 } });
  refusal('rows of another length', /Input 0 of .*\(2,32\)/, {
    given: [f(2, 31), ...inputs.slice(1)],
  });
  refusal('rows without axes', /Input 0/, { given: [f(), ...inputs.slice(1)] });
  refusal('codes of another shape', /Input 1 of .*\(3,2,8\)/, {
    given: [inputs[0], u8(3, 16), inputs[2]],
  });
  refusal('too few scales', /Input 2 of .*\(3,2\)/, { given: [...inputs.slice(0, 2), f(3, 1)] });
  refusal('too many zero points', /Input 3 of .*\(3,1\)/, { given: [...inputs, u8(3, 2)] });
  refusal('a bias of another length', /Input 5 of .*\(3,\)/, {
    given: [...inputs, null, null, f(2)],
  });
  refusal('too few indices of blocks', /Input 4 of .*\(32,\)/, {
    given: [...inputs, null, zeros('int32', 31)],
  });
  refusal('indices of no block', /Index 2 .*axis of size 2/, {
    given: [
      ...inputs,
      null,
      t(
        [32],
        range(32).map(() => 2),
        'int32',
      ),
    ],
  });

  it('no rows at all', () =>
    check(
      { op: 'MatMulNBits', domain, inputs: [f(0, 32), ...inputs.slice(1)], attributes },
      f(0, 3),
    ));
});

describe('columns that name their blocks', () => {
  // K = 16 + 4, so the last block is cut short; the quantised values of a byte, then their real values.
  const depth = 20;
  const codes = range(32).map((k) => (5 * k + 3) % 16);
  const order = range(depth).map((k) => (k * k) % 2);
  const [scales, zeros4] = [
    [0.5, 2],
    [3, 9],
  ];
  const wanted = range(depth).map((k) => (codes[k] - zeros4[order[k]]) * scales[order[k]]);
  const bytes = range(16).map((i) => codes[2 * i] + 16 * codes[2 * i + 1]);
  const identity = range(depth * depth).map((i) => (i % (depth + 1) === 0 ? 1 : 0));

  it('by packed zero points', () =>
    check(
      {
        op: 'MatMulNBits',
        domain,
        inputs: [
          t([depth, depth], identity),
          t([1, 2, 8], bytes, 'uint8'),
          t([1, 2], scales),
          t([1, 1], [zeros4[0] + 16 * zeros4[1]], 'uint8'),
          t([depth], order, 'int32'),
        ],
        attributes: { K: depth, N: 1, bits: 4, block_size: 16 },
      },
      t([depth, 1], wanted),
    ));
});

describe('gathers of codes that make no sense', () => {
  const indices = zeros('int64', 2);
  const refusal = (name, message, inputs, attributes = { block_size: 16 }) =>
    it(name, () => refused({ op: 'GatherBlockQuantized', domain, inputs, attributes }, message));

  refusal('scales of another shape', /Input 2 of .*\(4,2\)/, [u8(4, 16), indices, f(4, 1)]);
  refusal('zero points of another shape', /Input 3 of .*\(4,1\)/, [
    u8(4, 16),
    indices,
    f(4, 2),
    u8(4, 2),
  ]);
  refusal('an axis that there is none of', /Axis 2/, [u8(4, 16), indices, f(4, 2)], {
    quantize_axis: 2,
  });
  refusal(
    'bytes whose blocks are not along the last axis',
    /quantize_axis.*last axis/,
    [u8(4, 16), indices, f(4, 2)],
    {
      quantize_axis: 0,
      block_size: 16,
    },
  );
  refusal('an index of no row', /Index 4 .*axis of size 4/, [
    u8(4, 16),
    t([1], [4], 'int64'),
    f(4, 2),
  ]);
  refusal('a scalar', /Axis/, [u8(), indices, f()]);
});

describe('quantised layers that make no sense', () => {
  const refusal = (op, name, message, inputs, attributes) =>
    it(`${op}: ${name}`, () => refused({ op, domain, inputs, attributes }, message));
  const one = [f(), u8()];

  refusal('QLinearAdd', 'two types', /uint8 and int8/, [u8(2), ...one, i8(2), ...one, ...one]);
  refusal('QLinearAdd', 'scales of an axis', /Input 1 .*one element/, [
    u8(2),
    f(2),
    u8(),
    u8(2),
    ...one,
    ...one,
  ]);
  refusal('QLinearMul', 'shapes that do not broadcast', /./, [
    u8(2),
    ...one,
    u8(3),
    ...one,
    ...one,
  ]);
  refusal('QLinearSoftmax', 'no opset', /requires the attribute 'opset'/, [u8(2), ...one, ...one]);
  refusal(
    'QLinearConcat',
    'inputs that are not in threes',
    /multiple of 3/,
    [...one, u8(2), ...one, u8(2)],
    { axis: 0 },
  );
  refusal('QLinearConcat', 'another type', /Input 2 of .*must be uint8/, [...one, i8(2), ...one], {
    axis: 0,
  });
  refusal(
    'QLinearConcat',
    'shapes that differ',
    /cannot join/,
    [...one, u8(2, 3), ...one, u8(2, 2), ...one],
    { axis: 0 },
  );
  refusal('QLinearGlobalAveragePool', 'no image', /rank 2/, [u8(2, 2), ...one, ...one], {
    channels_last: 1,
  });
  refusal('QLinearAveragePool', 'no kernel', /kernel_shape/, [u8(1, 1, 4), ...one, ...one]);
  refusal('QLinearWhere', 'two types', /uint8 and int8/, [
    zeros('bool', 2),
    u8(2),
    ...one,
    i8(2),
    ...one,
    ...one,
  ]);
  refusal('NhwcMaxPool', 'no image', /rank 2/, [u8(2, 2)], { kernel_shape: [1] });
  refusal('NhwcMaxPool', 'no kernel', /kernel_shape/, [u8(1, 3, 3, 2)]);
  refusal('QGemm', 'no matrices', /matrices/, [u8(2), ...one, u8(2, 2), ...one]);
  refusal('QGemm', 'depths that differ', /Input 3/, [u8(2, 3), ...one, u8(2, 3), ...one]);
  refusal('QGemm', 'a bias that does not stretch', /Input 6/, [
    u8(2, 3),
    ...one,
    u8(3, 4),
    ...one,
    zeros('int32', 3),
  ]);
  refusal('QGemm', 'scales of rows', /Input 4 of .*\(4,\)/, [
    u8(2, 3),
    ...one,
    u8(3, 4),
    f(2),
    u8(2),
  ]);
  refusal('QLinearConv', 'no image', /rank 1/, [u8(4), ...one, i8(1, 1, 1), f(), i8(), ...one], {
    channels_last: 1,
  });
});
