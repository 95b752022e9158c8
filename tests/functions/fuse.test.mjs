/** Expressions computed eagerly and fused: the results are bit-identical. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import {
  floats,
  isBig,
  isInt,
  operand,
  places,
  randomOf,
  randomValue,
  refuses,
  SEED,
  same,
  sc,
  sizeOf,
} from './oracle.mjs';

/** The bits of a tensor. */
const bitsOf = (tensor) => {
  const data = tensor.toArray();
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
};
const equalBits = (fused, eager, what) => {
  assert.ok(fused instanceof Tensor, `${what}: no Tensor`);
  assert.equal(fused.type, eager.type, `${what}: type`);
  assert.deepEqual([...fused.dims], [...eager.dims], `${what}: dims`);
  assert.equal(fused.location, eager.location, `${what}: location`);
  assert.ok(bitsOf(fused).equals(bitsOf(eager)), `${what}: bits\nfused ${fused}\neager ${eager}`);
};

/** The steps of a random expression, each `[description, (x, y) => tensor]` on tensors of one type. */
const steps = (r, type) => {
  const int = isInt(type);
  const number = () =>
    isBig(type) ? BigInt(r.int(1, 3)) : int ? r.int(1, 3) : r.pick([0.5, 2, -1.25, 3]);
  const signed = !type.startsWith('u');
  const n = number();
  const axis = r.pick([-1, 0]);
  const list = [
    ['add', (x, y) => x.add(y)],
    ['sub', (x, y) => x.sub(y)],
    ['mul', (x, y) => x.mul(y)],
    ['maximum', (x, y) => x.maximum(y)],
    ['minimum', (x, y) => y.minimum(x)],
    [`add ${n}`, (x) => x.add(n)],
    [`mul ${n}`, (x) => x.mul(n)],
    [`clip ${n}`, (x) => x.clip(undefined, n)],
    ['where', (x, y) => x.greater(y).where(x, y)],
    ['equal', (x, y) => x.equal(y).where(x, n)],
    ['abs', (x) => x.abs()],
    ['sign', (x) => x.sign()],
    [`max ${axis}`, (x) => x.sub(x.max({ axis, keepDims: true }))],
    ['sum all', (x) => x.add(x.sum())],
    [`mean ${axis}`, (x) => x.mul(x.mean({ axes: [axis], keepDims: true }))],
    ['transpose', (x) => x.transpose()],
    ['reshape', (x) => x.reshape([-1]).add(n)],
    ['flip', (x) => x.flip()],
    ['pad', (x) => x.pad(x.dims ? [] : [])],
    ['concat', (x, y) => x.flatten().concat([y.flatten()])],
    ['slice', (x) => x.slice([0], [1])],
    ['unsqueeze', (x) => x.unsqueeze([0]).mul(n)],
  ].filter(([name]) => name !== 'pad');
  if (signed) list.push(['neg', (x) => x.neg()]);
  if (!int)
    list.push(
      ['div', (x, y) => x.div(y)],
      ['exp', (x) => x.exp()],
      ['sqrt', (x) => x.abs().sqrt()],
      ['tanh', (x) => x.tanh()],
      ['sigmoid', (x) => x.sigmoid()],
      ['floor', (x) => x.floor()],
      ['gelu', (x) => x.gelu()],
      [`softmax ${axis}`, (x) => x.softmax({ axis })],
      [`logSoftmax ${axis}`, (x) => x.logSoftmax({ axis })],
      ['layerNormalization', (x) => x.layerNormalization(n, 1)],
      [`pow ${n}`, (x) => x.abs().pow(n)],
    );
  else
    list.push(
      ['div', (x, y) => x.div(y)],
      ['mod', (x, y) => x.mod(y)],
      ['bitwiseXor', (x, y) => x.bitwiseXor(y)],
    );
  return list;
};

const randomExpression = (r, type) => {
  const chosen = Array.from({ length: r.int(1, 8) }, () => r.pick(steps(r, type)));
  const sides = chosen.map(() => r.int(0, 1));
  return {
    text: chosen.map(([name], i) => `${name}${sides[i]}`).join(' '),
    // An operand that no longer fits is replaced by the value itself.
    make: (fits) => (a, b) => {
      let x = a;
      for (const [i, [, step]] of chosen.entries()) x = step(x, fits[i] ? [a, b][sides[i]] : x);
      return x;
    },
    chosen,
    sides,
  };
};

for (const place of places)
  test(`random expressions, ${place} (seed ${SEED})`, () => {
    const r = randomOf(`fuse ${place}`);
    let ran = 0;
    for (let i = 0; i < 160; i++) {
      const type = r.pick([...floats, 'float32', 'float32', 'int32', 'int64', 'uint32']);
      const dims = r.pick([[3, 4], [2, 3], [1, 5], [2, 2, 3], [7], [33], [3, 0]]);
      const other = r.pick([dims, dims.slice(-1), dims.map(() => 1), dims.with(0, 1)]);
      const values = [
        randomValue(r, type, dims, type === 'float32' ? r.chance(0.5) : true),
        randomValue(r, type, other, true),
      ];
      const { text, make, chosen, sides } = randomExpression(r, type);
      const what = `seed ${SEED}, case ${i}: ${type} (${dims}) (${other}) ${text}`;
      // Eager steps find out which operands fit, on resident tensors, whose methods work.
      const [a, b] = values.map((v) => operand(v, 'wasm'));
      const fits = [];
      let x = a;
      let possible = true;
      for (const [k, [, step]] of chosen.entries()) {
        try {
          x = step(x, [a, b][sides[k]]);
          fits.push(true);
        } catch {
          fits.push(false);
          try {
            x = step(x, x);
          } catch {
            possible = false;
            break;
          }
        }
      }
      if (!possible) continue;
      ran++;
      const f = make(fits);
      // A computed plain tensor has methods; one created with `new` does not.
      const given =
        place === 'wasm' ? [a, b] : values.map((v) => sc.reshape(operand(v, 'js'), v.dims));
      const eager = f(...given);
      const fused = sc.fuse(f);
      equalBits(fused(...given), eager, what);
      equalBits(fused(...given), eager, `${what}, again`);
      fused.dispose();
      equalBits(fused(...given), eager, `${what}, after dispose`);
      fused.dispose();
    }
    assert.ok(ran > 100, `${ran} ran`);
  });

test('several results, as an object', () => {
  const f = (x, y) => {
    const d = x.sub(y);
    return {
      d,
      square: d.mul(d),
      mean: d.mean(),
      odds: x.softmax(),
      top: x.argMax({ axis: 1 }),
      big: x.greater(y),
      same: x,
    };
  };
  const fused = sc.fuse(f);
  for (const place of places) {
    const [x, y] = [
      { type: 'float32', dims: [2, 3], values: [1, 5, 3, 9, 2, 2] },
      { type: 'float32', dims: [3], values: [3, 2, 1] },
    ].map((v) => (place === 'wasm' ? operand(v, place) : sc.reshape(operand(v, 'js'), v.dims)));
    const eager = f(x, y);
    const got = fused(x, y);
    assert.deepEqual(Object.keys(got), Object.keys(eager));
    for (const name of Object.keys(eager)) equalBits(got[name], eager[name], `${name} ${place}`);
    assert.deepEqual(got.mean.dims.length, 0);
  }
});

test('large arrays, plain and resident, of every float type, with out in place', () => {
  const n = 600_011;
  const f = (x, m, s) => x.sub(m).div(s).clip(-1, 1).mul(0.5);
  const fused = sc.fuse(f);
  for (const type of ['float32', 'float64', 'float16'])
    for (const place of places) {
      const values = Array.from({ length: n }, (_, i) => ((i * 7919) % 1000) / 250 - 2);
      const x = operand({ type, dims: [n], values }, place);
      const [m, s] = [0.25, 1.5].map((v) => operand({ type, dims: [1], values: [v] }, 'js'));
      const eager =
        place === 'wasm' ? f(x, m, s) : sc.mul(sc.clip(sc.div(sc.sub(x, m), s), -1, 1), 0.5);
      equalBits(fused(x, m, s), eager, `${type} ${place}`);
      const out = operand({ type, dims: [n], values: Array(n).fill(0) }, place);
      assert.equal(fused(x, m, s, { out }), out);
      equalBits(out, eager, `${type} ${place} out`);
      assert.equal(fused(x, m, s, { out: x }), x);
      equalBits(x, eager, `${type} ${place} in place`);
      for (const t of [x, eager, out]) t.dispose();
    }
});

test('large rows that broadcast, and a column, plain', () => {
  const f = (x, row, column) => x.mul(row).add(column).relu();
  const fused = sc.fuse(f);
  const [h, w] = [900, 701];
  const x = { data: Float32Array.from({ length: h * w }, (_, i) => (i % 13) - 6), dims: [h, w] };
  const row = { data: Float32Array.from({ length: w }, (_, i) => (i % 5) - 2), dims: [w] };
  const column = { data: Float32Array.from({ length: h }, (_, i) => i / 7), dims: [h, 1] };
  const got = fused(x, row, column);
  equalBits(got, sc.relu(sc.add(sc.mul(x, row), column)), 'rows');
  const expected = Float32Array.from({ length: h * w }, (_, i) =>
    Math.max(
      Math.fround(Math.fround(x.data[i] * row.data[i % w]) + column.data[Math.floor(i / w)]),
      0,
    ),
  );
  assert.deepEqual(
    got.data.map((v) => v + 0),
    expected.map((v) => v + 0),
  );
});

test('large reductions and softmax within', () => {
  const f = (x) => ({
    sum: x.mul(2).sum({ axis: 1 }),
    odds: x.sub(x.max({ axis: 1, keepDims: true })).softmax({ axis: 1 }),
    all: x.abs().mean(),
  });
  const fused = sc.fuse(f);
  const dims = [500, 701];
  const data = Float32Array.from({ length: sizeOf(dims) }, (_, i) => Math.sin(i));
  for (const x of [sc.tensor(data, dims), sc.reshape({ data, dims }, dims)]) {
    const [got, eager] = [fused(x), f(x)];
    for (const name of Object.keys(eager)) equalBits(got[name], eager[name], name);
  }
});

test('captured tensors, and numbers that a closure holds', () => {
  const captured = sc.tensor([10, 20, 30]);
  const plain = new Tensor('float32', [1, 2, 3], [3]);
  const k = 2;
  const f = (x) => x.mul(captured).add(plain).add(k);
  const fused = sc.fuse(f);
  const x = sc.tensor([1, 1, 1]);
  equalBits(fused(x), f(x), 'captured');
  assert.deepEqual([...fused(x).data], [13, 24, 35]);
  const types = sc.fuse((v) => v.mul(2));
  for (const type of ['float32', 'int32', 'int64', 'uint8', 'float16'])
    same(
      types(operand({ type, dims: [1], values: [isBig(type) ? 3n : 3] }, 'wasm')),
      { type, dims: [1], values: [isBig(type) ? 6n : 6] },
      type,
    );
  refuses(() => sc.fuse((v) => v.mul(2.5))(Int32Array.of(1)), '2.5 with int32', 'DTypeError');
  same(
    sc.fuse((a, b) => a.add(b))([1, 2], 3),
    { type: 'float32', dims: [2], values: [4, 5] },
    'numbers as operands',
    { place: 'js' },
  );
  same(
    sc.fuse((a, b) => a.add(b))(Int8Array.of(1, 2), 3),
    { type: 'int8', dims: [2], values: [4, 5] },
    'int8',
  );
  captured.dispose();
  refuses(() => fused(x), 'captured and disposed of', 'DisposedError');
});

test("JavaScript's operators on parameters are rejected with a sentence", () => {
  for (const f of [
    (x, y) => x + y,
    (x) => x * 2,
    (x) => -x,
    (x, y) => (x > y ? x : y),
    (x) => `${x}`,
    (x, y) => (x <= 1 ? y : x),
    (x) => x.add(x < 1),
    (x) => x.add(+x),
    (x) => Math.sqrt(x),
    (x) => x.mul(x ** 2),
  ]) {
    const error = refuses(() => sc.fuse(f), String(f), 'AttributeError');
    assert.ok(error.message.length > 20, error.message);
  }
  const error = refuses(() => sc.fuse((x, y) => (x > y ? x : y)), '>', 'AttributeError');
  assert.match(error.message, /greater|where/);
});

test('what is no expression is rejected', () => {
  for (const f of [
    null,
    3,
    {},
    () => 1,
    () => {},
    (x) => [x],
    (x) => Promise.resolve(x),
    async (x) => x,
    () => ({}),
    (x) => ({ x, y: 1 }),
    (x) => x.data,
    (x) => ({ a: { b: x } }),
  ])
    refuses(() => sc.fuse(f), String(f));
  refuses(() => sc.fuse((x) => x, { opset: 6 }), 'opset 6', 'AttributeError');
  refuses(() => sc.fuse((x) => x.neg(), { opsets: 7 }), 'option', 'AttributeError');
  const fused = sc.fuse((x, y) => x.add(y));
  refuses(() => fused(1), 'one operand');
  refuses(() => fused(1, 2, 3), 'three operands');
  refuses(() => fused([1], [2], { out: sc.zeros([2]) }), 'out', 'ShapeError');
  refuses(() => fused([1], [2], { outs: 1 }), 'option');
  refuses(() => fused([1], null), 'null');
});

test('errors in a fused expression name the operator and the shapes', () => {
  const f = sc.fuse((x, a, b, c) => x.add(a).mul(b).sub(c).clip(0, 1));
  const [x, a, b, c] = [[2, 3], [3], [2], []].map((dims) => sc.ones(dims));
  const error = refuses(() => f(x, a, b, c), 'mul', 'BroadcastError');
  assert.equal(error.operator, 'Mul');
  assert.equal(error.code, 'size_conflict');
  assert.match(error.message, /mul/i);
  assert.match(error.message, /\(2,3\)/);
  assert.match(error.message, /\(2,\)/);
  assert.ok(error.alignment.fixes.length > 0);
  const typed = refuses(
    () => sc.fuse((p, q) => p.add(1).bitwiseAnd(q))(x, x),
    'bitwiseAnd',
    'DTypeError',
  );
  assert.match(typed.message, /BitwiseAnd/i);
  const axes = refuses(() => sc.fuse((p) => p.mul(2).sum({ axis: 5 }))(x), 'sum axis 5');
  assert.match(axes.message, /sum/i);
});

test('parameters that the function does not count are rejected', () => {
  for (const f of [
    (x, y = 1) => x.add(y),
    (...list) => list[0].neg(),
    (x, ...rest) => x.add(rest[0]),
  ])
    refuses(() => sc.fuse(f), String(f));
});

test('in place where the expression reads its operand more than once, large and small', () => {
  const expressions = {
    'minus mean': (x) => x.sub(x.mean()),
    'plus first row': (x) => x.add(x.slice([0], [1])),
    'plus flipped': (x) => x.add(x.flip([0])),
    'plus transposed': (x) => x.mul(2).add(x.transpose()),
    softmax: (x) => x.mul(0.01).softmax({ axis: 0 }).add(x),
    'over row maximum': (x) => x.div(x.max({ axis: 1, keepDims: true }).add(1)),
    gathered: (x) => x.neg().gather([1, 0], { axis: 0 }).sum().add(x),
    normalised: (x) => x.layerNormalization(x.slice([0], [1]).reshape([-1]), 0.5).add(x),
  };
  for (const n of [4, 700])
    for (const [name, f] of Object.entries(expressions)) {
      const data = Float32Array.from({ length: n * n }, (_, i) => ((i * 7919) % 101) - 50);
      const want = f(sc.tensor(data, [n, n]));
      const fused = sc.fuse(f);
      for (const x of [sc.tensor(data, [n, n]), new Tensor('float32', data.slice(), [n, n])]) {
        const before = x.toArray();
        try {
          assert.equal(fused(x, { out: x }), x);
        } catch (error) {
          refuses(() => {
            throw error;
          }, name);
          assert.deepEqual(x.toArray(), before, `${name}: refused, but written`);
          continue;
        }
        assert.ok(bitsOf(x).equals(bitsOf(want)), `${name} ${n} ${x.location}`);
        const y =
          x.location === 'wasm'
            ? sc.tensor(data, [n, n])
            : new Tensor('float32', data.slice(), [n, n]);
        const sharer = sc.reshape(y, [n, n]);
        try {
          fused(y, { out: sharer });
          assert.ok(bitsOf(sharer).equals(bitsOf(want)), `${name} ${n} into a sharer`);
        } catch (error) {
          refuses(() => {
            throw error;
          }, name);
        }
      }
      want.dispose();
    }
});
