/** run(): the operators of nodes.mjs, several outputs, and errors; and supports(). */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import { nodes } from './nodes.mjs';
import { refuses, same, sc } from './oracle.mjs';
import { bool, f32, i64, testRows } from './rows.mjs';

testRows(nodes);

test('Split gives every part without being asked', () => {
  for (const [name, inputs, attributes, expected, opset] of nodes) {
    if (!Array.isArray(expected)) continue;
    const results = sc.run(name, inputs, { attributes, ...(opset ? { opset } : {}) });
    assert.equal(results.length, expected.length);
    for (const [i, want] of expected.entries()) same(results[i], want, name, { zeros: true });
  }
});

test('several outputs, as an array', () => {
  const x = sc.tensor([
    [1, 3],
    [2, 2],
  ]);
  const [y, mean, inverse] = sc.run('LayerNormalization', [x, [1, 1]], {
    outputs: 3,
    attributes: { epsilon: 0 },
  });
  same(mean, f32([2, 1], [2, 2]), 'mean', { place: 'wasm' });
  same(inverse, f32([2, 1], [1, Infinity]), 'inverse deviation');
  assert.deepEqual(Array.from(y.data).slice(0, 2), [-1, 1]);
  const one = sc.run('Add', [x, 1], { outputs: 1 });
  assert.ok(Array.isArray(one) && one.length === 1);
  const [kept, mask] = sc.run('Dropout', [x], { outputs: 2 });
  same(kept, f32([2, 2], [1, 3, 2, 2]), 'Dropout');
  same(mask, bool([2, 2], [true, true, true, true]), 'mask');
  for (const outputs of [0, -1, 2, 1.5, Number.NaN, '1', null, 1e9])
    refuses(() => sc.run('Add', [x, 1], { outputs }), `outputs ${outputs}`);
  refuses(() => sc.run('Dropout', [x], { outputs: 3 }), 'three of Dropout');
  refuses(
    () => sc.run('Split', [x], { outputs: 3, attributes: { num_outputs: 2 } }),
    'num_outputs',
  );
  refuses(
    () => sc.run('LayerNormalization', [x, [1, 1]], { outputs: 3, out: sc.zeros([2, 2]) }),
    'out of several',
  );
});

test('wrong names, counts, attributes, opsets, types and shapes are typed errors, and out is untouched', () => {
  const x = sc.tensor([
    [1, 2],
    [3, 4],
  ]);
  const out = sc.full([2, 2], 77);
  const wrong = [];
  for (const [name, inputs, options, ...classes] of [
    ['add', [x, x], {}, 'AttributeError'],
    ['SequenceMap', [x, x], {}, 'AttributeError'],
    ['', [], {}, 'AttributeError'],
    ['constructor', [x], {}, 'AttributeError'],
    ['__proto__', [x], {}, 'AttributeError'],
    ['toString', [x], {}, 'AttributeError'],
    [null, [x], {}],
    [undefined, [x], {}],
    [3, [x], {}],
    [{}, [x], {}],
    [Symbol('x'), [x], {}],
    ['Add', [x], {}],
    ['Add', [x, x, x], {}],
    ['Add', [], {}],
    ['Add', null, {}],
    ['Add', undefined, {}],
    ['Add', x, {}],
    ['Add', [x, undefined], {}],
    ['Add', 'xx', {}],
    ['Max', [], {}],
    ['Max', Array(200).fill(x), {}],
    ['Neg', [x, x], {}],
    ['Where', [x, x], {}],
    ['Add', [x, x], { attributes: { foo: 1 } }, 'AttributeError'],
    ['Add', [x, x], { attributes: { axis: 1 } }, 'AttributeError'],
    ['Add', [x, x], { broadcast: 1 }, 'AttributeError'],
    ['Add', [x, x], { opset: 6, broadcast: 1, axis: 0 }, 'AttributeError'],
    ['Add', [x, x], { attributes: null }],
    ['Add', [x, x], { attributes: 3 }],
    ['Add', [x, x], { attributes: [1] }],
    ...[0, -1, 29, 1.5, Number.NaN, '7', null, Infinity, 2 ** 40].map((opset) => [
      'Add',
      [x, x],
      { opset },
      'AttributeError',
    ]),
    ['GreaterOrEqual', [x, x], { opset: 11 }, 'AttributeError'],
    ['StringConcat', [['a'], ['b']], { opset: 19 }, 'AttributeError'],
    ['LayerNormalization', [x, [1, 1]], { opset: 16 }, 'AttributeError'],
    ['Add', [x, sc.zeros([3])], {}, 'BroadcastError'],
    ['Add', [x, sc.zeros([2, 2], 'int32')], {}, 'DTypeError'],
    ['Add', [sc.zeros([1], 'int32'), sc.zeros([1], 'int32')], { opset: 1 }, 'DTypeError'],
    ['ReduceSum', [x], { attributes: { axes: [0] } }, 'AttributeError'],
    ['ReduceSum', [x, i64([0])], { opset: 12 }],
    ['ReduceSum', [x, i64([2])], {}],
    ['ReduceSum', [x, [0]], {}],
    ['ReduceSum', [x, new Tensor('int64', [0n], [1, 1])], {}],
    ['ReduceSum', [x], { attributes: { keepdims: 2.5 } }],
    ['ReduceSum', [x], { attributes: { keepdims: 'x' } }],
    ['ReduceSum', [x], { opset: 11, attributes: { axes: [5] } }],
    ['Transpose', [x], { attributes: { perm: [0, 0] } }],
    ['Transpose', [x], { attributes: { perm: 'x' } }],
    ['Transpose', [x], { attributes: { perm: [0] } }],
    ['Softmax', [x], { attributes: { axis: 2 } }],
    ['Softmax', [x], { attributes: { axis: '0' } }],
    ['Concat', [x, x], {}],
    ['Concat', [x, x], { attributes: { axis: 2 } }],
    ['Reshape', [x, i64([3])], {}],
    ['Reshape', [x, [4]], {}],
    ['Reshape', [x, i64([-1, -1])], {}],
    ['Reshape', [x, i64([-2, 2])], {}],
    ['Reshape', [x, i64([4, 0])], { attributes: { allowzero: 1 } }],
    ['Gather', [x, i64([2])], {}],
    ['Gather', [x, [0.5]], {}],
    ['Cast', [x], {}],
    ['Cast', [x], { attributes: { to: 99 } }],
    ['Cast', [x], { attributes: { to: 'FLOATY' } }],
    ['Split', [x], { attributes: { num_outputs: 0 } }],
    ['Split', [x, i64([1, 2])], {}],
    ['Split', [x, i64([])], {}],
    ['Slice', [x, i64([0]), i64([1, 2])], {}],
    ['Slice', [x, i64([0]), i64([1]), i64([0]), i64([0])], {}],
    ['Pad', [x, i64([1])], {}],
    ['Pad', [x, i64([1, 1, 1, 1])], { attributes: { mode: 'x' } }],
    ['Tile', [x, i64([-1, 1])], {}],
    ['Tile', [x, i64([2 ** 40, 1])], {}],
    ['Expand', [x, i64([3, 3])], {}],
    ['Expand', [x, i64([-1, 2])], {}],
    ['OneHot', [i64([1]), 0, [0, 1]], {}],
    ['OneHot', [i64([1]), -3, [0, 1]], {}],
    ['OneHot', [i64([1]), 3, [0, 1, 2]], {}],
    ['Range', [0, 1, 0], {}],
    ['Range', [0, 1e12, 1], {}],
    ['ConstantOfShape', [i64([-1])], {}],
    ['ConstantOfShape', [i64([2 ** 40])], {}],
    ['Constant', [], {}],
    ['Constant', [], { attributes: { value_int: 1, value_float: 1 } }],
    ['Constant', [], { attributes: { value: 3 } }],
    ['Squeeze', [x, i64([0])], {}],
    ['Unsqueeze', [x, i64([0, 0])], {}],
    ['Flatten', [x], { attributes: { axis: 9 } }],
    ['BitShift', [new Tensor('uint8', [1], [1]), [1]], {}, 'AttributeError'],
    [
      'BitShift',
      [new Tensor('uint8', [1], [1]), [1]],
      { attributes: { direction: 'UP' } },
      'AttributeError',
    ],
    ['Gelu', [x], { attributes: { approximate: 'x' } }, 'AttributeError'],
    ['MatMul', [x, sc.zeros([3, 2])], {}, 'BroadcastError'],
    ['MatMul', [x, 2], {}],
    ['Gemm', [x, sc.zeros([2])], {}],
    ['Dropout', [x, 1, [true]], {}],
    ['Dropout', [x, 0.5, [true, false]], {}],
    ['LayerNormalization', [x], {}],
  ]) {
    const given = name === 'Constant' || /Split/.test(String(name)) ? options : { ...options, out };
    try {
      refuses(
        () => sc.run(name, inputs, given),
        `run ${String(name)} ${JSON.stringify(options, (_, v) => (Number.isNaN(v) ? 'NaN' : v))} #${inputs?.length}`,
        ...classes,
      );
    } catch (error) {
      wrong.push(error.message);
    }
    if (!out.data.every((v) => v === 77)) {
      wrong.push(`run ${String(name)} wrote out`);
      out.data.fill(77);
    }
  }
  assert.deepEqual(wrong, []);
});

test('supports says what run takes', () => {
  const names = new Set(nodes.map(([name]) => name));
  for (const name of [...names, 'Split']) {
    if (name === 'Constant' || name === 'Range' || name === 'OneHot' || name === 'ConstantOfShape')
      continue;
    const type = ['And', 'Or', 'Xor', 'Not'].includes(name)
      ? 'bool'
      : /Bit|Dequantize/.test(name)
        ? 'uint8'
        : name === 'StringConcat'
          ? 'string'
          : 'float32';
    assert.equal(sc.supports(name, type), true, `${name} ${type}`);
  }
  for (const [name, type, opset, want] of [
    ['Pow', 'float16', 13, true],
    ['Add', 'int8', 13, false],
    ['Add', 'int8', 14, true],
    ['Add', 'bfloat16', 12, false],
    ['Add', 'bool', undefined, false],
    ['Softmax', 'int32', undefined, false],
    ['Softmax', 'bfloat16', 12, false],
    ['ReduceMax', 'uint8', 11, false],
    ['ReduceMax', 'uint8', 12, true],
    ['ReduceMax', 'bool', 20, true],
    ['ReduceMax', 'bool', 18, false],
    ['ReduceSum', 'int8', undefined, false],
    ['SequenceMap', 'float32', undefined, false],
    ['nonsense', 'float32', undefined, false],
    ['BitwiseAnd', 'int8', 17, false],
    ['BitwiseAnd', 'int8', 18, true],
    ['Transpose', 'string', undefined, true],
    ['Concat', 'string', undefined, true],
    ['Where', 'string', undefined, true],
    ['StringConcat', 'string', 19, false],
    ['Equal', 'string', 18, false],
    ['Equal', 'string', 19, true],
    ['Mean', 'int32', undefined, false],
    ['Gather', 'bfloat16', 12, false],
    ['LayerNormalization', 'float32', 16, false],
    ['LayerNormalization', 'float32', 17, true],
    ['ArgMax', 'int8', undefined, true],
    ['Erf', 'int8', undefined, true],
  ])
    assert.equal(sc.supports(name, type, opset), want, `${name} ${type} ${opset}`);
  for (const [name, type, opset] of [
    ['Add', 'float31'],
    ['Add', null],
    [null, 'float32'],
    ['Add', 'float32', 0],
    ['Add', 'float32', Number.NaN],
    ['Add', 'float32', '7'],
    [Symbol('x'), 'float32'],
    ['Add', {}],
    ['Add', 'toString'],
    ['Add', '__proto__'],
  ]) {
    let answer;
    try {
      answer = sc.supports(name, type, opset);
    } catch (error) {
      refuses(() => {
        throw error;
      }, 'supports');
      continue;
    }
    assert.equal(answer, false, `supports ${String(name)} ${String(type)} ${String(opset)}`);
  }
});

test('operands that would enlarge what they are for', () => {
  const bytes = (values, dims) => new Tensor('uint8', values, dims);
  const one = bytes([1], []);
  const [a, b] = [bytes([1, 2], [1, 2]), bytes([3, 4], [2, 1])];
  const row = sc.ones([2, 2]);
  const image = bytes([1, 2, 3], [1, 1, 3]);
  const weights = bytes([1], [1, 1, 1]);
  const conv = (zero, scale) => [image, 1, zero, weights, scale, one, 1, one];
  const told = (call, wanted) => assert.match(refuses(call, 'shape').message, wanted);
  told(
    () => sc.run('MatMulInteger', [a, b, bytes([1, 2, 3], [3])]),
    /Input 2 of MatMulInteger must broadcast to \(1,2\), but has shape \(3,1\)/,
  );
  // A, its scale and zero point, B and its own, those of the product: (1,2) by (2,1).
  const product = [a, 1, one, b, 1, one, 1, one];
  for (const at of [1, 2, 4, 5, 6, 7]) {
    const values = [1, 2, 3];
    const other = [1, 4, 6].includes(at) ? new Tensor('float32', values, [3]) : bytes(values, [3]);
    const wanted = new RegExp(`Input ${at} of QLinearMatMul must .*, but has shape \\(3`);
    told(() => sc.run('QLinearMatMul', product.with(at, other)), wanted);
  }
  // One set of queries, keys and values, in one head, with a mask or lengths for two.
  const four = sc.ones([1, 1, 2, 4]);
  const attend = (...rest) => sc.run('Attention', [four, four, four, ...rest]);
  for (const dims of [
    [2, 1, 2, 2],
    [2, 2, 2],
    [3, 2],
  ])
    told(() => attend(sc.ones(dims)), /Input 3 of Attention must broadcast to \(1,1,2,2\)/);
  const two = sc.ones([2, 1, 2, 4]);
  const padded = [two, two, two, undefined, undefined, undefined, i64([1])];
  told(
    () => sc.run('Attention', padded),
    /Input 6 of Attention must have shape \(2,\), but has shape \(1,\)/,
  );
  told(() => sc.run('RMSNormalization', [sc.ones([2]), row]), /RMSNormalization.*\(2,\).*\(2,2\)/);
  told(() => sc.run('QLinearConv', conv(bytes([1, 2, 3], [3]), 1)), /Input 2 of QLinearConv/);
  told(
    () => sc.run('QLinearConv', conv(one, [1, 2, 3])),
    /Input 4 of QLinearConv must .* \(1,\), but has shape \(3,\)/,
  );
});

test('attributes that are element types, and others', () => {
  const x = sc.ones([2]);
  assert.equal(
    sc.run('EyeLike', [sc.ones([1, 1])], { attributes: { dtype: 'int8' } }).type,
    'int8',
  );
  const axis = () => sc.run('Softmax', [x], { attributes: { axis: 'float32' } });
  assert.match(
    refuses(axis, 'axis').message,
    /'axis' of Softmax must be an integer, not 'float32'/,
  );
  const mode = () => sc.run('Pad', [x, i64([1, 1])], { attributes: { mode: 'circle' } });
  assert.match(
    refuses(mode, 'mode').message,
    /must be constant, edge, wrap or reflect, but is 'circle'/,
  );
});
