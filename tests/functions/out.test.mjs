/** `out`: written in place and returned, by every function with one result. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import { places, refuses, sc, sizeOf } from './oracle.mjs';

const matrix = [4, 9, 1, 0.25, 16, 2];
const make = {
  float32: () => [matrix, [2, 3]],
  int32: () => [
    [4, 9, 1, 0, 16, 2],
    [2, 3],
  ],
  bool: () => [
    [true, false, true, true, false, false],
    [2, 3],
  ],
};
/** Name, types of operands, further arguments. */
const calls = [
  ...[
    'add',
    'sub',
    'mul',
    'div',
    'pow',
    'maximum',
    'minimum',
    'equal',
    'notEqual',
    'greater',
    'less',
    'greaterOrEqual',
    'lessOrEqual',
    'prelu',
  ].map((n) => [n, ['float32', 'float32'], []]),
  ...[
    'neg',
    'abs',
    'sign',
    'sqrt',
    'reciprocal',
    'exp',
    'log',
    'sin',
    'cos',
    'tanh',
    'sigmoid',
    'relu',
    'leakyRelu',
    'gelu',
    'erf',
    'softplus',
    'floor',
    'ceil',
    'round',
    'isNaN',
    'isInf',
    'sum',
    'mean',
    'max',
    'min',
    'prod',
    'argMax',
    'argMin',
    'softmax',
    'logSoftmax',
    'transpose',
    'squeeze',
    'flatten',
    'flip',
  ].map((n) => [n, ['float32'], []]),
  ...['and', 'or', 'xor'].map((n) => [n, ['bool', 'bool'], []]),
  ...['not', 'all', 'any'].map((n) => [n, ['bool'], []]),
  ...['bitwiseAnd', 'bitwiseOr', 'bitwiseXor', 'mod'].map((n) => [n, ['int32', 'int32'], []]),
  ['bitwiseNot', ['int32'], []],
  ['bitShift', ['int32', 'int32'], [], { direction: 'LEFT' }],
  ['where', ['bool', 'float32', 'float32'], []],
  ['clip', ['float32'], [1, 5]],
  ['cast', ['float32'], ['int32']],
  ['oneHot', ['int32'], [3]],
  ['sum', ['float32'], [], { axis: 0 }],
  ['max', ['float32'], [], { axes: [1], keepDims: true }],
  ['argMax', ['float32'], [], { axis: 1 }],
  ['softmax', ['float32'], [], { axis: 0 }],
  ['layerNormalization', ['float32'], [[1, 2, 3], 1]],
  ['reshape', ['float32'], [[3, -1]]],
  ['unsqueeze', ['float32'], [[0]]],
  ['expand', ['float32'], [[2, 2, 3]]],
  [
    'slice',
    ['float32'],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['gather', ['float32'], [[1, 0, 1]]],
  ['tile', ['float32'], [[2, 1]]],
  ['pad', ['float32'], [[1, 0, 0, 1]]],
  ['matMul', ['float32'], [[[1], [2], [3]]]],
  ['gemm', ['float32'], [[[1], [2], [3]], 2]],
];

for (const [name, types, rest, options = {}] of calls)
  test(`${name} ${JSON.stringify([...rest, options])} with out`, () => {
    const sources = types.map((type) => make[type]());
    const operands = (place) =>
      types.map((type, i) =>
        place === 'js' ? new Tensor(type, ...sources[i]) : sc.tensor(type, ...sources[i]),
      );
    const expected = sc[name](...operands('js'), ...rest, options);
    for (const place of places)
      for (const kind of ['js', 'wasm', 'object']) {
        const blank = Array(expected.size).fill(
          expected.type === 'bool' ? true : expected.type === 'int64' ? 77n : 77,
        );
        const out =
          kind === 'js'
            ? new Tensor(expected.type, blank, expected.dims)
            : kind === 'wasm'
              ? sc.tensor(expected.type, blank, expected.dims)
              : {
                  type: expected.type,
                  data: expected.toArray().fill(blank[0] === true ? 1 : blank[0]),
                  dims: expected.dims,
                };
        const result = sc[name](...operands(place), ...rest, { ...options, out });
        assert.equal(result, out, `${place} into ${kind}: returned`);
        assert.deepEqual(Array.from(out.data), Array.from(expected.data), `${place} into ${kind}`);
        if (kind === 'wasm') assert.equal(out.location, 'wasm');
      }
    // In place, if the first operand has the type and shape of the result: right, or rejected and untouched.
    for (const place of places)
      for (const [i, type] of types.entries()) {
        const given = operands(place);
        const target = given[i];
        if (
          type !== expected.type ||
          sizeOf(target.dims) !== expected.size ||
          String(target.dims) !== String(expected.dims)
        )
          continue;
        const before = Array.from(target.data);
        let error;
        try {
          assert.equal(sc[name](...given, ...rest, { ...options, out: target }), target);
        } catch (thrown) {
          error = thrown;
        }
        if (error) {
          refuses(() => {
            throw error;
          }, `${name} in place of operand ${i}, ${place}`);
          assert.deepEqual(
            Array.from(target.data),
            before,
            `${name} in place: refused, but written`,
          );
        } else
          assert.deepEqual(
            Array.from(target.data),
            Array.from(expected.data),
            `${name} in place of operand ${i}, ${place}`,
          );
      }
    // Invalid outs are rejected before anything is written.
    const wrongs = [
      [
        'type',
        {
          type: expected.type === 'float64' ? 'float32' : 'float64',
          data: new Float64Array(expected.size).fill(77),
          dims: expected.dims,
        },
        ['DTypeError'],
      ],
      [
        'dims',
        sc.full(
          [...expected.dims, 2],
          expected.type === 'bool' ? true : expected.type === 'int64' ? 77n : 77,
          expected.type,
        ),
        ['ShapeError'],
      ],
      ['null', null],
      ['number', 3],
      ['no data', { dims: expected.dims }],
      ['nested', [[1]]],
      ['frozen array', Object.freeze([1, 2])],
    ];
    for (const [what, out, classes = []] of wrongs) {
      refuses(
        () => sc[name](...operands('wasm'), ...rest, { ...options, out }),
        `${name}: out of wrong ${what}`,
        ...classes,
      );
      if (out?.data)
        assert.ok(
          Array.from(out.data).every((v) => v === 77 || v === 77n || v === 1),
          `${name}: out of wrong ${what} was written`,
        );
    }
    const gone = sc.tensor(expected.type, expected.toArray(), expected.dims);
    gone.dispose();
    refuses(
      () => sc[name](...operands('wasm'), ...rest, { ...options, out: gone }),
      `${name}: out disposed of`,
      'DisposedError',
    );
  });

test('elementwise functions work in place of either operand', () => {
  for (const place of places)
    for (const i of [0, 1]) {
      const x = [sc.arange(0, 1000), sc.full([1000], 3)].map((t) =>
        place === 'js' ? new Tensor('float32', t.toArray(), [1000]) : t,
      );
      assert.equal(sc.sub(...x, { out: x[i] }), x[i]);
      assert.ok(Array.from(x[i].data).every((v, k) => v === k - 3));
    }
});

test('out that overlaps an operand without being it is right, or rejected', () => {
  const buffer = new Float32Array(12).map((_, i) => i);
  const x = { data: buffer.subarray(0, 8), dims: [8] };
  const out = { data: buffer.subarray(4, 12), dims: [8] };
  try {
    sc.add(x, 1, { out });
    assert.deepEqual([...out.data], [1, 2, 3, 4, 5, 6, 7, 8]);
  } catch (error) {
    refuses(() => {
      throw error;
    }, 'overlap');
    assert.deepEqual(
      [...buffer],
      Array.from({ length: 12 }, (_, i) => i),
    );
  }
});

test('concat and stack with out, also into an operand', () => {
  const out = sc.zeros([4]);
  assert.equal(
    sc.concat(
      [
        [1, 2],
        [3, 4],
      ],
      { out },
    ),
    out,
  );
  assert.deepEqual([...out.data], [1, 2, 3, 4]);
  const pair = sc.zeros([2, 2]);
  assert.equal(
    sc.stack(
      [
        [1, 2],
        [3, 4],
      ],
      { axis: 1, out: pair },
    ),
    pair,
  );
  assert.deepEqual([...pair.data], [1, 3, 2, 4]);
  refuses(() => sc.concat([out, [1]], { out }), 'concat into an operand', 'ShapeError');
  assert.deepEqual([...out.data], [1, 2, 3, 4]);
});

test('split has no out', () => {
  const error = refuses(() => sc.split([1, 2], 2, { out: sc.zeros([1]) }), 'split');
  assert.match(error.message, /out/);
});
