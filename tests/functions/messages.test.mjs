/** The facts in error messages, for reported cases. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, Tensor } from 'simdcast';
import { refuses, sc } from './oracle.mjs';

const says = (call, what, facts, ...classes) => {
  const error = refuses(call, what, ...classes);
  for (const fact of [facts].flat()) assert.match(error.message, fact, `${what}: ${error.message}`);
  return error;
};
const conflict = (dims, name) => {
  const error = refuses(
    () =>
      sc[name](
        ...dims.map((d) => ({ data: new Float32Array(d.reduce((a, b) => a * b, 1)), dims: d })),
      ),
    String(dims),
    'BroadcastError',
  );
  return error;
};

test('B2: an unknown option of any function, and of load, names itself and those that there are', async () => {
  const x = sc.ones([2, 2]);
  const u = Uint8Array.of(1);
  const calls = {
    add: (o) => sc.add(x, x, o),
    sum: (o) => sc.sum(x, o),
    matMul: (o) => sc.matMul(x, x, o),
    gemm: (o) => sc.gemm(x, x, undefined, o),
    maximum: (o) => sc.maximum(x, x, o),
    where: (o) => sc.where(true, x, x, o),
    clip: (o) => sc.clip(x, 0, 1, o),
    softmax: (o) => sc.softmax(x, o),
    transpose: (o) => sc.transpose(x, [0, 1], o),
    reshape: (o) => sc.reshape(x, [4], o),
    concat: (o) => sc.concat([x, x], o),
    split: (o) => sc.split(x, 2, o),
    slice: (o) => sc.slice(x, [0], [1], o),
    gather: (o) => sc.gather(x, [0], o),
    pad: (o) => sc.pad(x, [0, 0, 0, 0], o),
    tile: (o) => sc.tile(x, [1, 1], o),
    flip: (o) => sc.flip(x, [0], o),
    cast: (o) => sc.cast(x, 'int32', o),
    oneHot: (o) => sc.oneHot([0], 2, o),
    bitShift: (o) => sc.bitShift(u, [1], { direction: 'LEFT', ...o }),
    layerNormalization: (o) => sc.layerNormalization(x, 1, 0, o),
    argMax: (o) => sc.argMax(x, o),
    run: (o) => sc.run('Add', [x, x], o),
    ncnn: (o) => sc.ncnn('ADD', [1], [2], o),
    fuse: (o) => sc.fuse((t) => t.neg(), o),
    broadcastShapes: (o) => sc.broadcastShapes([[1], [2]], o),
    align: (o) => sc.align([[1], [2]], o),
    toExplicit: (o) => sc.toExplicit([[1], [2]], o),
    method: (o) => x.add(x, o),
    'method sum': (o) => x.sum(o),
    stack: (o) => sc.stack([x, x], o),
    flatten: (o) => sc.flatten(x, o),
    squeeze: (o) => sc.squeeze(x, [], o),
    neg: (o) => sc.neg(x, o),
    gelu: (o) => sc.gelu(x, o),
  };
  const wrong = [];
  for (const [name, call] of Object.entries(calls))
    try {
      const error = says(() => call({ alhpa: 5 }), name, /alhpa/, 'AttributeError');
      assert.equal(error.code, 'option_unknown', name);
    } catch (error) {
      wrong.push(error.message);
    }
  await assert.rejects(
    load({ flavor: 'simd' }),
    (e) =>
      e.name === 'AttributeError' &&
      e.code === 'option_unknown' &&
      /flavor/.test(e.message) &&
      /flavour/.test(e.message),
  );
  says(() => sc.gemm(x, x, undefined, { alhpa: 5 }), 'gemm', [/alhpa/, /alpha/]);
  says(() => sc.maximum(x, x, { axis: 0 }), 'maximum axis', /axis/, 'AttributeError');
  says(
    () => sc.run('Add', [x, x], { opset: 6, broadcast: 1, axis: 1 }),
    'run',
    [/broadcast/, /attributes/],
    'AttributeError',
  );
  says(
    () =>
      sc.toExplicit(
        [
          [2, 3, 4, 5],
          [3, 4],
        ],
        { axis: 1 },
      ),
    'axis without legacy',
    [/axis/, /legacy/],
    'AttributeError',
  );
  says(() => sc.add(x, x, { axis: 1 }), 'axis at the newest opset', /axis/, 'AttributeError');
  assert.deepEqual(wrong, []);
});

test('B3: the rule matMul aligns whole shapes, and its errors show them', () => {
  assert.deepEqual(
    sc.broadcastShapes(
      [
        [2, 3],
        [3, 4],
      ],
      { rule: 'matMul' },
    ),
    [2, 4],
  );
  assert.deepEqual(
    sc.broadcastShapes(
      [
        [5, 1, 2, 3],
        [7, 3, 4],
      ],
      { rule: 'matMul' },
    ),
    [5, 7, 2, 4],
  );
  assert.deepEqual(sc.broadcastShapes([[3], [3, 4]], { rule: 'matMul' }), [4]);
  assert.deepEqual(sc.broadcastShapes([[3], [3]], { rule: 'matMul' }), []);
  assert.equal(
    sc.align(
      [
        [2, 3],
        [4, 5],
      ],
      { rule: 'matMul' },
    ).ok,
    false,
  );
  says(
    () =>
      sc.broadcastShapes(
        [
          [2, 3],
          [4, 5],
        ],
        { rule: 'matMul' },
      ),
    'shapes',
    [/\(2,3\)/, /\(4,5\)/],
    'BroadcastError',
  );
  const batch = says(
    () => sc.matMul(sc.ones([2, 2, 3]), sc.ones([3, 3, 4])),
    'batch',
    [/matMul/, /\(2,2,3\)/, /\(3,3,4\)/, /\b2\b.*\b3\b/],
    'BroadcastError',
  );
  assert.equal(batch.operator, 'MatMul');
  says(
    () => sc.matMul(sc.ones([2, 3]), sc.ones([4, 5])),
    'inner',
    [/matMul/, /\(2,3\)/, /\(4,5\)/],
    'BroadcastError',
  );
  says(
    () => sc.matMul(sc.ones([2, 3]), sc.ones([4, 3]), {}),
    'a transposed B would do',
    [/\(2,3\)/, /\(4,3\)/],
    'BroadcastError',
  );
  const gemm = says(
    () => sc.gemm(sc.ones([2, 3]), sc.ones([3, 4]), sc.ones([2])),
    'gemm',
    [/gemm/, /\(2,4\)/, /\(2,\)/, /\bC\b/],
    'BroadcastError',
  );
  assert.equal(gemm.operator, 'Gemm');
});

test('B4: of repairs the cheapest comes first: a reshape of the smaller operand before any transpose', () => {
  for (const [a, b, shape] of [
    [[8, 3, 20, 30], [3], [3, 1, 1]],
    [[32, 64, 56, 56], [64], [64, 1, 1]],
    [[2, 16, 64], [2], [2, 1, 1]],
    [
      [8, 12, 128, 128],
      [8, 128],
      [8, 1, 1, 128],
    ],
    [[3, 4], [3], [3, 1]],
    [
      [5, 7, 9],
      [5, 9],
      [5, 1, 9],
    ],
    [
      [5, 7, 9],
      [5, 7],
      [5, 7, 1],
    ],
  ]) {
    for (const [dims, k] of [
      [[a, b], 1],
      [[b, a], 0],
    ]) {
      const { fixes } = sc.align(dims);
      assert.ok(fixes.length > 0, `${dims.join(' | ')}`);
      assert.equal(fixes[0].operand, k, `${dims.join(' | ')}: ${fixes[0].text}`);
      assert.ok(['unsqueeze', 'reshape'].includes(fixes[0].kind), fixes[0].text);
      if (b.length === 1 || a.length === 3) assert.deepEqual([...fixes[0].shape], shape);
      assert.deepEqual([...fixes[0].outputShape], a);
      const first = fixes.findIndex((f) => f.kind === 'transpose');
      const last = fixes.findLastIndex(
        (f) => f.kind === 'unsqueeze' && f.operand === k && !f.grows,
      );
      assert.ok(first === -1 || last < first, `${dims.join(' | ')}: ${fixes.map((f) => f.text)}`);
      const transposes = fixes.filter((f) => f.kind === 'transpose');
      if (String(a) === '8,3,20,30' && transposes.length > 0 && transposes[0].operand !== k)
        assert.deepEqual([...transposes[0].argument], [0, 2, 3, 1]);
      const error = conflict(dims, 'add');
      assert.match(error.message, new RegExp(`\\(${fixes[0].shape.join(',')}\\)`));
      assert.ok(!/transposed/.test(error.message.split(' or ')[0]), error.message);
    }
  }
});

test('a repair can be applied, and every one of them works', () => {
  for (const dims of [
    [[8, 3, 20, 30], [3]],
    [[2, 3], [2]],
    [
      [4, 5, 6],
      [4, 6],
    ],
    [
      [5, 7],
      [7, 5],
    ],
    [
      [3, 4],
      [3, 1, 4, 2],
    ],
  ])
    for (const place of ['js', 'wasm']) {
      const operands = dims.map((d) =>
        place === 'wasm'
          ? sc
              .arange(
                0,
                d.reduce((a, b) => a * b),
              )
              .reshape(d)
          : new Tensor(
              'float32',
              sc
                .arange(
                  0,
                  d.reduce((a, b) => a * b),
                )
                .toArray(),
              d,
            ),
      );
      for (const fix of sc.align(dims).fixes) {
        if (fix.operand === undefined) {
          refuses(() => sc.applyFix(fix, operands), fix.text, 'AttributeError');
          continue;
        }
        const fixed = sc.applyFix(fix, operands);
        assert.deepEqual([...fixed[fix.operand].dims], [...fix.shape], fix.text);
        assert.deepEqual([...sc.add(...fixed).dims], [...fix.outputShape], fix.text);
        assert.equal(sc.add(...fixed).location, place);
      }
    }
  const error = conflict([[3, 4], [3]], 'sub');
  assert.deepEqual(
    [...sc.sub(...sc.applyFix(error.alignment.fixes[0], [sc.ones([3, 4]), sc.arange(3)])).data],
    [1, 1, 1, 1, 0, 0, 0, 0, -1, -1, -1, -1],
  );
});

test('B5: new Tensor works, and without arguments says what is missing', () => {
  const error = refuses(() => new Tensor(), 'new Tensor()');
  assert.ok(!/destructure|undefined \(reading|residence/.test(error.message), error.message);
});

test('B6: comparisons inside fuse are rejected, with what to write', () => {
  says(() => sc.fuse((x, y) => (x > y ? x : y)), '>', [/greater|where/], 'AttributeError');
  says(() => sc.fuse((x) => x + 1), '+', [/add/], 'AttributeError');
});

test('a BroadcastError names its operator, shapes and operands', () => {
  for (const [name, operator] of [
    ['add', 'Add'],
    ['sub', 'Sub'],
    ['maximum', 'Max'],
    ['greater', 'Greater'],
    ['pow', 'Pow'],
    ['equal', 'Equal'],
  ]) {
    const error = conflict([[2, 3], [2]], name);
    assert.equal(error.operator, operator);
    assert.match(error.message, new RegExp(`${operator}|\\b${name}\\b`));
    assert.match(error.message, /\(2,3\).*\(2,\)/s);
    assert.equal(error.code, 'size_conflict');
    assert.equal(error.axis, 1);
    assert.deepEqual([...error.operands], [0, 1]);
    assert.deepEqual([...error.sizes], [3, 2]);
    assert.ok(!/multidirectional/.test(error.message), error.message);
  }
  const where = refuses(
    () => sc.where(sc.tensor([true, false]), sc.ones([2, 3]), sc.ones([2, 3])),
    'where',
    'BroadcastError',
  );
  assert.match(where.message, /Where|where/);
  assert.deepEqual([...where.sizes].sort(), where.sizes.length === 3 ? [2, 3, 3] : [2, 3]);
  assert.equal(refuses(() => sc.broadcastShapes([[2], [3]]), 'shapes').operator, undefined);
  const legacy = refuses(
    () => sc.run('Add', [sc.ones([2, 3]), sc.ones([2])], { opset: 6 }),
    'legacy',
    'BroadcastError',
  );
  assert.equal(legacy.rule, 'legacy');
  assert.equal(legacy.code, 'broadcast_off');
  assert.match(legacy.message, /broadcast/);
  const prelu = refuses(() => sc.prelu(sc.ones([1]), sc.ones([3])), 'prelu', 'BroadcastError');
  assert.equal(prelu.code, 'target_would_grow');
  assert.equal(prelu.rule, 'unidirectional');
});

test("stacks begin at the caller's line", () => {
  const x = sc.ones([2, 3]);
  const y = sc.ones([2]);
  const plain = new Tensor('float32', [1], [1]);
  const fused = sc.fuse((a, b) => a.add(b));
  const wrong = [];
  for (const call of [
    () => sc.add(x, y),
    () => x.add(y),
    () => fused(x, y),
    () => sc.sum(x, { axis: 5 }),
    () => sc.run('Add', [x, y]),
    () => sc.broadcastShapes([[2], [3]]),
    () => sc.reshape(x, [5]),
    () => x.reshape([5]),
    () => sc.tensor([1], [2]),
    () => new Tensor('float32', [1], [2]),
    () => plain.add(1),
    () => sc.fuse((a) => a + 1),
    () => sc.add(x, Int32Array.of(1)),
    () => sc.add(x, y, { opt: 1 }),
    () => sc.tidy(() => sc.add(x, y)),
    () => sc.concat([x, y]),
    () => sc.toExplicit([[2], [3]]),
    () => sc.zeros([-1]),
    () => sc.cast(x, 'int3'),
    () => sc.ncnn('ADD', x, sc.ones([4])),
    () => x.item(),
  ]) {
    const error = refuses(call, String(call));
    const frames = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
    if (!/messages\.test\.mjs/.test(frames[0])) wrong.push(`${call}: ${frames[0]}`);
  }
  assert.deepEqual(wrong, []);
});

test('attributes are quoted, and say what they may be', () => {
  says(() => sc.run('Cast', [[1]]), 'Cast', [/['"`]to['"`]/], 'AttributeError');
  says(() => sc.run('Cast', [[1]], { attributes: { to: 'FLOATY' } }), 'Cast', [
    /['"`]to['"`]/,
    /FLOATY/,
  ]);
  says(
    () => sc.bitShift(Uint8Array.of(1), [1]),
    'bitShift',
    [/['"`]direction['"`]/],
    'AttributeError',
  );
  says(
    () => sc.pad([1], [0, 0], { mode: 'mirror' }),
    'pad',
    [/mode/, /mirror/, /reflect/],
    'AttributeError',
  );
});

test('values that a type cannot hold: the value, the type and the reason', () => {
  says(() => sc.add(Int32Array.of(1), 1.5), '1.5', [/1\.5/, /int32/], 'DTypeError');
  assert.ok(!/of the number/.test(refuses(() => sc.add(Int32Array.of(1), 1.5), '1.5').message));
  says(() => sc.tensor('int64', [2 ** 60]), '2^60', [/bigint/i], 'DTypeError');

  says(
    () => sc.and(Uint8Array.of(1), Uint8Array.of(1)),
    'and of uint8',
    [/uint8/, /bool/, /type/],
    'DTypeError',
  );
  says(
    () => sc.add(Int32Array.of(1), Float32Array.of(1)),
    'two types',
    [/int32/, /float32/, /cast/],
    'DTypeError',
  );
  same64();
});
const same64 = () => {
  const x = sc.tensor('float32', Float64Array.of(1.5), [1]);
  assert.equal(x.data[0], 1.5);
};

test('the bigint that a message suggests for an unsafe number is that number', () => {
  const { message } = refuses(() => sc.tensor('int64', [2 ** 60]), '2^60', 'DTypeError');
  for (const [, digits] of message.matchAll(/(\d+)n\b/g))
    assert.equal(BigInt(digits), 2n ** 60n, message);
});

test('functions taken from the engine work, or say that they belong to it', () => {
  const { add, sum } = sc;
  for (const call of [() => add([1], 2).data[0] - 2, () => sum([1]).data[0]])
    try {
      assert.equal(call(), 1);
    } catch (error) {
      refuses(() => {
        throw error;
      }, String(call));
    }
});

test("wrong calls say what was meant: align NumPy's way, options in the place of C, names of operands", () => {
  says(() => sc.align([2, 3], [3]), 'align', [/array of shapes|\[\[2, ?3\], ?\[3\]\]/]);
  says(() => sc.broadcastShapes([2, 3], [3]), 'broadcastShapes', [
    /array of shapes|\[\[2, ?3\], ?\[3\]\]/,
  ]);
  const x = sc.ones([2, 2]);
  try {
    assert.deepEqual([...sc.gemm(x, x, { transB: 1 }).data], [2, 2, 2, 2]);
  } catch (error) {
    assert.match(error.message, /options/);
  }
  says(() => sc.sum(x, { dim: 0 }), 'sum', [/dim/, /axis/, /axes/, /keepDims/], 'AttributeError');
});

test('matMul in place does not say that another shape is the reason', () => {
  const x = sc.ones([2, 2]);
  const { message } = refuses(() => sc.matMul(x, x, { out: x }), 'matMul in place', 'ShapeError');
  assert.ok(!/of the result's own shape/.test(message), message);
});

test('a type that a function does not take: the message suggests cast', () => {
  const wrong = [];
  const i = Int32Array.of(1);
  const f = Float32Array.of(1);
  for (const call of [
    () => sc.sqrt(i),
    () => sc.exp(i),
    () => sc.softmax(i),
    () => sc.layerNormalization(i, 1),
    () => sc.bitwiseAnd(f, 1),
    () => sc.bitwiseNot(f),
    () => sc.sum(Uint8Array.of(1)),
    () => sc.mean(Int8Array.of(1)),
    () => sc.all(f),
    () => sc.not(f),
    () => sc.isNaN(i),
    () => sc.matMul(Int8Array.of(1), [1]),
    () => sc.gather([1], f),
    () => sc.pow(Uint8Array.of(1), 2),
  ])
    try {
      says(call, String(call), [/cast/], 'DTypeError');
    } catch (error) {
      wrong.push(error.message);
    }
  assert.deepEqual(wrong, []);
});

test('operands have the names that the declarations give them', () => {
  const x = sc.ones([2, 2]);
  says(() => sc.clip(x, null), 'clip', [/low|min/], 'DTypeError');
  says(
    () => sc.bitShift(Uint8Array.of(1), null, { direction: 'LEFT' }),
    'bitShift',
    [/amount/],
    'DTypeError',
  );
  says(() => sc.where(null, x, x), 'where', [/condition/], 'DTypeError');
});

test('an operator that there is not, an opset that is too old', () => {
  says(
    () => sc.run('SequenceMap', [sc.ones([1])]),
    'SequenceMap',
    [/SequenceMap/],
    'AttributeError',
  );
  says(() => sc.run('softmax', [sc.ones([1])]), 'softmax', [/Softmax/], 'AttributeError');
  says(
    () => sc.run('BitwiseAnd', [Int32Array.of(1), Int32Array.of(1)], { opset: 17 }),
    'BitwiseAnd',
    [/BitwiseAnd/, /18/],
    'AttributeError',
  );
  says(
    () => sc.add(Int8Array.of(1), Int8Array.of(1), { opset: 13 }),
    'int8',
    [/int8/, /14/],
    'DTypeError',
  );
});

test('out of memory: limit, use and tensors are in the message', async () => {
  const mine = await load({ maximumMemory: 2 ** 23 });
  const x = mine.ones([1000]);
  const error = refuses(() => mine.zeros([5_000_000]), 'memory', 'OutOfMemoryError');
  const text = error.message.replaceAll(',', '');
  for (const figure of [error.limit, error.used, error.asked])
    assert.match(text, new RegExp(String(figure)));
  assert.equal(error.tensors, 1);
  assert.equal(error.asked, 20_000_000);
  x.dispose();
  mine.close();
});

test('shapes in messages of movement and reductions, with the name of the function', () => {
  const x = sc.ones([2, 3]);
  const wrong = [];
  for (const [call, ...facts] of [
    [() => x.reshape([4, 2]), /reshape/i, /\(2,3\)/, /4/],
    [() => x.transpose([0, 2]), /transpose/i, /\(2,3\)|2/],
    [() => x.sum({ axis: 2 }), /sum/i, /2/],
    [() => x.squeeze([0]), /squeeze/i, /2/],
    [() => sc.concat([x, sc.ones([2, 4])]), /concat/i, /\(2,3\)/, /\(2,4\)/],
    [() => x.split([1, 1], { axis: 1 }), /split/i, /3/],
    [() => x.slice([0], [1, 2]), /slice/i],
    [() => x.gather([5]), /gather/i, /5/],
    [() => x.tile([1]), /tile/i],
    [() => x.pad([1, 1]), /pad/i, /4/],
    [() => x.expand([3, 3]), /expand/i, /\(2,3\)/],
    [() => x.softmax({ axis: 2 }), /softmax/i, /2/],
    [() => x.argMax({ axis: -3 }), /argmax/i, /-3/],
    [() => x.oneHot(0), /onehot|depth/i],
  ])
    try {
      says(call, String(call), facts);
    } catch (error) {
      wrong.push(error.message);
    }
  assert.deepEqual(wrong, []);
});

test('values in the place of tensors are described as what they are, with what is accepted there', () => {
  const x = sc.zeros([2, 3]);
  says(() => sc.arange(6).split([]), 'split', /or an array of their sizes, not an empty array/);
  says(() => sc.set([1, 2], 9, 1), 'set', /x must be a Tensor or an object .* but is an array\./);
  says(() => sc.set(new Float32Array(2), 9, 1), 'set', /Pass { data: x, dims: \[x\.length\] }/);
  says(
    () => sc.add(x, 1, { out: [1] }),
    'out',
    /out must be a Tensor or an object .* is an array\./,
  );
  says(() => sc.add(x, null), 'operand', /B must be a Tensor, an array, a number, or an object/);
  says(() => sc.tensor(new ArrayBuffer(8)), 'tensor', /an ArrayBuffer\. Pass .*Array\(buffer\)/);
  says(
    () => sc.tensor(new DataView(new ArrayBuffer(8))),
    'tensor',
    /a DataView\. Pass .*view\.buffer/,
  );
  says(() => sc.arange(Number.NaN), 'arange', /^The number of elements of arange .* but is NaN\./);
  says(() => sc.arange(Number.POSITIVE_INFINITY), 'arange', /but is Infinity\./);
  says(() => sc.toImageData(sc.zeros([0, 2])), 'image', /at least one pixel, but has \(0,2\)/);
});

test('bigints that floats would round are described so, with types that hold them', () => {
  const big = 2n ** 53n + 1n;
  for (const call of [
    () => sc.tensor('float32', [big]),
    () => sc.tensor([1, big]),
    () => sc.add(sc.ones([1]), big),
  ])
    says(
      call,
      'bigint',
      /would be rounded to 9007199254740992\. Use .* represent it: int64, uint64\./,
    );
  for (const huge of [2n ** 70n + 1n, 2n ** 5000n])
    for (const call of [
      () => sc.tensor('float64', [huge]),
      () => sc.add(sc.ones([1]), huge),
      () => sc.full([1], huge, 'float32'),
    ])
      says(call, 'huge', /would be rounded to [^.]*\.?[^.]*\.$/, 'DTypeError');
  assert.equal(sc.tensor('float32', [2n ** 53n]).item(), 2 ** 53);
  says(() => sc.tensor('uint64', [-1]), 'negative', /is -1, but uint64 holds integers from 0 to/);
  says(() => sc.tensor('uint64', [2 ** 53]), 'unsafe', /Pass the bigint 9007199254740992n\./);
});
