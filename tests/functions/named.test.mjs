/** Error messages of wrong calls: they name the called function and a fix. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import { refuses, sc } from './oracle.mjs';

const x = sc.ones([2, 3]);
const four = sc.ones([4]);
const int = sc.ones([2, 3], 'int32');
const complex = sc.zeros([2], 'complex64');

const told = (call, wanted) => {
  const { message } = refuses(call, String(call));
  for (const part of [wanted].flat()) assert.match(message, part, `${call}: ${message}`);
};

/** Calls that are wrong in axis, shape, type or argument, by the function that they call. */
const wrong = {
  flip: [(f) => f(x, [7]), (f) => f(x, [0, 0]), (f) => f(x, 'a')],
  stack: [(f) => f([x, four]), (f) => f([x, x], { axis: 9 }), (f) => f([x, int])],
  concat: [(f) => f([x, four]), (f) => f([x, int]), (f) => f([x, x], { axis: 9 }), (f) => f(x, x)],
  notEqual: [(f) => f(x, four), (f) => f(x, int), (f) => f(complex, complex)],
  maximum: [(f) => f(x, four), (f) => f(x, int), (f) => f(x)],
  minimum: [(f) => f(x, four)],
  add: [(f) => f(x, four), (f) => f(x, int), (f) => f(x), (f) => f('a', 1), (f) => f(x, null)],
  argMax: [(f) => f(x, { axis: 5 }), (f) => f(sc.zeros([0])), (f) => f(sc.zeros([2], 'bool'))],
  argMin: [(f) => f(x, { axis: 5 })],
  sum: [(f) => f(x, { axis: 5 }), (f) => f(x, { keepDims: 'yes' }), (f) => f(x, { axis: '0' })],
  max: [(f) => f(x, { axes: 'x' }), (f) => f(x, { axis: null })],
  all: [(f) => f(x), (f) => f(x, { axis: 5 })],
  any: [(f) => f(x)],
  softmax: [(f) => f(x, { axis: 5 }), (f) => f(int), (f) => f(x, 5)],
  logSoftmax: [(f) => f(x, { axis: 5 }), (f) => f(int)],
  layerNormalization: [(f) => f(x, four), (f) => f(x, sc.ones([3]), four), (f) => f(int, int)],
  reshape: [(f) => f(x, [5]), (f) => f(x, [-1, -1]), (f) => f(x, 6), (f) => f(x, [[2, 3]])],
  transpose: [(f) => f(x, [0]), (f) => f(x, [0, 0])],
  expand: [(f) => f(x, [4, 4]), (f) => f(x, 'a')],
  squeeze: [(f) => f(x, [0]), (f) => f(x, [4])],
  unsqueeze: [(f) => f(x, [7]), (f) => f(x, [0, 0])],
  flatten: [(f) => f(x, { axis: 7 })],
  split: [
    (f) => f(x, 4, { axis: 1 }),
    (f) => f(x, 0),
    (f) => f(x, []),
    (f) => f(x, [1], { axis: 1 }),
  ],
  slice: [(f) => f(x, [0], [1, 2]), (f) => f(x, [0], [1], { axes: [5] })],
  gather: [(f) => f(x, [5]), (f) => f(x, [0], { axis: 4 }), (f) => f(x, Float32Array.of(0))],
  tile: [(f) => f(x, [2]), (f) => f(x, [-2, 1])],
  pad: [(f) => f(x, [1, 1]), (f) => f(x, [1, 1, 1, 1], { mode: 'zero' })],
  matMul: [(f) => f(x, x), (f) => f(x, four, { transA: true }), (f) => f(x, x, { transA: 'yes' })],
  gemm: [(f) => f(x, x), (f) => f(x, four), (f) => f(x, x, undefined, { alpha: 'x' })],
  cast: [(f) => f(x, 'flaot32'), (f) => f(x, 'complex64'), (f) => f(x)],
  oneHot: [(f) => f([1], 0), (f) => f([1], '3'), (f) => f([1], 3, { axis: 4 })],
  clip: [(f) => f(x, 'a'), (f) => f(x, four)],
  where: [(f) => f(x, x, x), (f) => f(sc.zeros([4], 'bool'), x, x)],
  full: [(f) => f([2], 'x'), (f) => f(2, 1)],
  zeros: [(f) => f(3), (f) => f([2], 'flaot32'), (f) => f([2], 'string')],
  tensor: [(f) => f([1, 2], 'int32'), (f) => f([1, 2], [2], 'int32'), (f) => f([1, 2], [3])],
};

test('an error names the function that was called, and no operator that it is made of', () => {
  const others = /\b(Slice|Concat|Unsqueeze|Equal|Not|Max|Min|Reduce\w+|Cast|OneHot|Reshape)\b/;
  for (const [name, calls] of Object.entries(wrong))
    for (const call of calls) {
      const what = `${name}: ${call}`;
      const { message } = refuses(() => call(sc[name].bind(sc)), what);
      // In the first words, as the owner of an operand or an option, or in a suggested call.
      const named = new RegExp(`^${name}\\b|\\b(of|to) ${name}\\b|\\b${name}\\(`);
      assert.match(message, named, `${what}: ${message}`);
      assert.doesNotMatch(message, others, what);
    }
});

test('within a fused expression too', () => {
  for (const [expression, name] of [
    [
      (a, b) => a.stack([b]).mul(2),
      /^The tensors of stack must have the same shape, but have \(2,3\) and \(4,\)/,
    ],
    [(a) => a.flip([5]).mul(2), /^Axis 5 of flip is out of range/],
    [(a, b) => a.notEqual(b).not(), /^In notEqual\(A, B\): notEqual cannot broadcast A \(2,3\)/],
    [(a, b) => a.add(b).mul(2), /^In add\(A, B\): add cannot broadcast A \(2,3\) with B \(4,\)/],
  ])
    told(
      () => (expression.length > 1 ? sc.fuse(expression)(x, four) : sc.fuse(expression)(x)),
      name,
    );
});

test('operands are shown as they were given, or with what made them', () => {
  told(() => sc.stack([x, four]), /\(2,3\) and \(4,\)/);
  told(() => sc.matMul(x, four, { transA: true }), /^In matMul\(transpose\(A\), B\): .*A \(3,2\)/);
  const error = refuses(() => sc.layerNormalization(x, four), 'scale', 'BroadcastError');
  assert.equal(error.operator, 'LayerNormalization');
  assert.match(error.message, /^layerNormalization: A \(2,3\) and B \(4,\)/);
  const { message } = refuses(() => sc.run('LayerNormalization', [x, four]), 'run');
  assert.match(message, /^LayerNormalization: /);
});

test('a name that is not there is told which was meant', () => {
  told(() => sc.run('Adds', [x, x]), /'Adds'; did you mean 'Add'\?/);
  told(() => sc.run('RSUB', [x, x]), /ncnn\('RSUB', a, b\)/);
  told(() => sc.ncnn('ADDS', x, x), /did you mean 'ADD'\? The operators are ADD, SUB, /);
  told(() => sc.tensor('flaot32', [1]), /did you mean 'float32'\? The element types are float32, /);
  told(() => new Tensor('float', [1], [1]), /did you mean 'float32'\?/);
  told(() => sc.run('Gemm', [x, x], { attributes: { transb: 1 } }), /Did you mean 'transB'\?/);
  told(() => sc.run('Add', [x, x], { attributes: { alpa: 1 } }), /^Add has no attribute 'alpa'\.$/);
  told(() => sc.run('Softmax', [x], { attributes: { axes: 1 } }), /did you mean 'axis'\?/);
  told(
    () => sc.align([[2]], { rule: 'legcy' }),
    /did you mean 'legacy'\? The rules are numpy, multi/,
  );
  // If, Loop and Scan have graphs as attributes, which calls do not support.
  for (const name of ['Iff', 'Loops', 'Scans'])
    assert.doesNotMatch(refuses(() => sc.run(name, [x]), name).message, /'(If|Loop|Scan)'/);
});

test('operands are named by letters, and told which rank they should have', () => {
  told(() => sc.softmax(int), /^A of softmax must be float16, .*but is int32\. Convert with cast/);
  told(() => sc.layerNormalization(x, int), /^B of layerNormalization must be .*, but is int32/);
  told(() => sc.run('Softmax', [int]), /^Input 0 of Softmax must be .*, but is int32/);
  told(() => sc.clip(x, four), /^clip .*\. B must have rank 0 \(one number\), but has rank 1\.$/);
  told(() => sc.matMul(x, 2), /^matMul .*\. B must have rank 1 or more, but has rank 0\.$/);
  told(
    () => sc.align([2, 3]),
    /^align requires a single array of shapes: align\(\[\[2, 3\], \[3\]\]\)\.$/,
  );
});

test('reshape says which count does not fit, and what -1 may do', () => {
  told(() => x.reshape([5]), /\(2,3\) to \(5,\): it has 6 elements, but that shape has 5\./);
  told(() => x.reshape([-1, 4]), /its 6 elements are not a multiple of 4\./);
  told(
    () => sc.run('Reshape', [x, [0, -1, 4]]),
    /\(2,-1,4\): its 6 elements are not a multiple of 8\./,
  );
  told(
    () => sc.run('Reshape', [x, [2, 3, 0]]),
    /keeps the input's size, but the input \(2,3\) has no axis 2\./,
  );
  told(() => x.reshape([-1, -1]), /one may be -1/);
  told(() => x.reshape([-2, 3]), /0 or more/);
});

test('an operand without elements is given no likely repair that keeps nothing', () => {
  told(() => sc.add(x, sc.zeros([0, 3])), /No reshape pairs 2 numbers with 0\. Check the sizes\.$/);
  const { alignment } = refuses(() => sc.add(sc.zeros([0, 3]), sc.zeros([3, 0])), 'transposed');
  assert.deepEqual(alignment.fixes[0].kind, 'transpose');
  assert.equal(alignment.fixes[0].grows, false);
});

test('what was given is told, and what it should be', () => {
  told(() => sc.add('a', 1), /add accepts float32, .*not string/);
  told(() => sc.equal(['a'], 1), /string and float32/);
  told(() => sc.add(complex, complex), /Complex numbers can be stored and moved/);
  told(() => sc.cast(x, 'complex64'), /Complex numbers can be stored and moved/);
  told(() => sc.sum(x, { keepDims: 'yes' }), /'keepDims' must be true or false, not 'yes'/);
  told(() => sc.tensor([1, 2], 'int32'), /tensor\('int32', data, dims\)/);
  told(() => sc.run('Clip', [x, null, 2]), [/B must be .*, but is null/, /undefined/]);
  told(() => sc.full([2], 'x'), /'value' must be a number, a bigint or a boolean, not 'x'/);
  told(() => sc.zeros(3), /such as \[2, 3\], not 3/);
  told(() => sc.add(x, Promise.resolve(x)), /a promise, which needs await/);
  told(() => sc.add(x, { data: [1], dims: [1] }), /Float32Array\.of/);
  told(() => sc.reshape(x, [1.5]), /'dims' must be integers, not 1\.5/);
  told(
    () => sc.bitShift(Uint8Array.of(1), 1, { direction: 'left' }),
    /'LEFT' or 'RIGHT', not 'left'/,
  );
});

test('plain values beside operators of truth values are truth values', () => {
  assert.deepEqual(sc.and([1, 0], true).toNested(), [true, false]);
  assert.deepEqual(sc.or([0, 0], [1, 0]).toNested(), [true, false]);
  assert.deepEqual(sc.not([1, 0]).toNested(), [false, true]);
  told(() => sc.and([2], true), /Element 0 of A is 2, but bool holds true and false/);
});

test('a resident tensor that is cloned says what to send', () => {
  assert.throws(() => structuredClone(x), /new Tensor\(x\.type, x\.toArray\(\), x\.dims\)/);
  const { type, dims, data } = structuredClone(new Tensor(x.type, x.toArray(), x.dims));
  assert.deepEqual([type, dims, [...data]], ['float32', [2, 3], [1, 1, 1, 1, 1, 1]]);
});

test('clip takes its bounds as options up to opset 6', () => {
  const clipped = sc.clip([1, -2, 9], { opset: 6, min: 0, max: 5 });
  assert.deepEqual([...clipped.data], [1, 0, 5]);
});
