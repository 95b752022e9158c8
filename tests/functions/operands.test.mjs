/** The kinds of operands, and the types that they accept. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'simdcast';
import {
  integers,
  isBig,
  isFloat,
  numbers,
  operand,
  places,
  refuses,
  rounded,
  same,
  sc,
  wrap,
} from './oracle.mjs';

const binary = [
  'add',
  'sub',
  'mul',
  'div',
  'mod',
  'maximum',
  'minimum',
  'equal',
  'notEqual',
  'greater',
  'less',
  'greaterOrEqual',
  'lessOrEqual',
];
const num = (type, v) => (isBig(type) ? BigInt(v) : v);
const maths = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => ((a % b) + b) % b,
  maximum: Math.max,
  minimum: Math.min,
  equal: (a, b) => a === b,
  notEqual: (a, b) => a !== b,
  greater: (a, b) => a > b,
  less: (a, b) => a < b,
  greaterOrEqual: (a, b) => a >= b,
  lessOrEqual: (a, b) => a <= b,
};

test('a number, bigint, typed array or nested array takes the type of the tensor, on either side', () => {
  for (const type of numbers)
    for (const place of places) {
      const x = operand(
        { type, dims: [2, 2], values: [6, 4, 2, 8].map((v) => num(type, v)) },
        place,
      );
      for (const name of binary)
        for (const other of [
          2,
          [2, 2],
          [[2], [2]],
          [
            [2, 2],
            [2, 2],
          ],
          ...(isBig(type) ? [2n, [2n, 2], [[2n]]] : []),
        ]) {
          const options = name === 'mod' && isFloat(type) ? { fmod: 1 } : undefined;
          const expect = (f) => {
            const values = [6, 4, 2, 8].map(f).map((v) => {
              if (typeof v === 'boolean') return v;
              return isFloat(type) ? rounded(type, v) : wrap(type, BigInt(Math.trunc(v)));
            });
            return { type: typeof values[0] === 'boolean' ? 'bool' : type, dims: [2, 2], values };
          };
          const shown = JSON.stringify(other, (_, v) => (typeof v === 'bigint' ? `${v}n` : v));
          same(
            sc[name](x, other, options),
            expect((v) => maths[name](v, 2)),
            `${name}(${type}, ${shown})`,
            { place },
          );
          same(
            sc[name](other, x, options),
            expect((v) => maths[name](2, v)),
            `${name}(${shown}, ${type})`,
            { place },
          );
        }
    }
});

test('a bigint takes the type of the tensor that it meets, whichever that is', () => {
  for (const type of numbers)
    for (const place of places) {
      const x = operand({ type, dims: [1], values: [num(type, 3)] }, place);
      for (const other of [2n, [2n], [[2n]]])
        same(
          sc.add(x, other).reshape([1]),
          { type, dims: [1], values: [num(type, 5)] },
          `${type} with 2n`,
        );
    }
});

test('booleans meet bool tensors', () => {
  for (const place of places) {
    const x = operand({ type: 'bool', dims: [2], values: [true, false] }, place);
    const bools = (values) => ({ type: 'bool', dims: [2], values });
    same(sc.and(x, true), bools([true, false]), 'and', { place });
    same(sc.or([false, true], x), bools([true, true]), 'or', { place });
    same(sc.xor(true, x), bools([false, true]), 'xor', { place });
    same(sc.equal(x, false), bools([false, true]), 'equal', { place });
    same(sc.where(x, 1, [2, 3]), { type: 'float32', dims: [2], values: [1, 3] }, 'where', {
      place,
    });
    same(sc.where(x, 1n, 2n), { type: 'int64', dims: [2], values: [1n, 2n] }, 'where', { place });
    same(sc.where(x, true, x), bools([true, false]), 'where', { place });
    same(sc.where(x, Int8Array.of(1, 2), 3), { type: 'int8', dims: [2], values: [1, 3] }, 'where', {
      place,
    });
    same(
      sc.where(x, ['a'], ['b']).reshape([-1]),
      { type: 'string', dims: [2], values: ['a', 'b'] },
      'where strings',
      { place: 'js' },
    );
    same(
      sc.where([true, false], 1, Int16Array.of(7, 8)),
      { type: 'int16', dims: [2], values: [1, 8] },
      'where',
    );
    same(sc.where(true, x, false), bools([true, false]), 'a condition that is a boolean', {
      place,
    });
  }
});

test('values alone: numbers are float32, bigints int64, booleans bool, strings string', () => {
  same(sc.add(1, 2), { type: 'float32', dims: [], values: [3] }, 'numbers', { place: 'js' });
  same(
    sc.add([1, 2], [[1], [2]]),
    { type: 'float32', dims: [2, 2], values: [2, 3, 3, 4] },
    'nested',
    { place: 'js' },
  );
  same(sc.add(1n, [2n]), { type: 'int64', dims: [1], values: [3n] }, 'bigints', { place: 'js' });
  same(sc.not([true]), { type: 'bool', dims: [1], values: [false] }, 'booleans', { place: 'js' });
  same(
    sc.stringConcat(['a', 'b'], ['c']),
    { type: 'string', dims: [2], values: ['ac', 'bc'] },
    'strings',
    { place: 'js' },
  );
  same(sc.equal(['a'], ['a', 'b']), { type: 'bool', dims: [2], values: [true, false] }, 'strings', {
    place: 'js',
  });
  same(sc.add([], []), { type: 'float32', dims: [0], values: [] }, 'empty');
  same(
    sc.sum(
      [
        [1, 2],
        [3, 4],
      ],
      { axis: 0 },
    ),
    { type: 'float32', dims: [2], values: [4, 6] },
    'sum',
    { place: 'js' },
  );
  same(
    sc.transpose([[1, 2, 3]]),
    { type: 'float32', dims: [3, 1], values: [1, 2, 3] },
    'transpose',
    { place: 'js' },
  );
});

test('typed arrays have their own type, and one axis', () => {
  for (const [array, type] of [
    [Float32Array, 'float32'],
    [Float64Array, 'float64'],
    [Int8Array, 'int8'],
    [Int16Array, 'int16'],
    [Int32Array, 'int32'],
    [Uint8Array, 'uint8'],
    [Uint8ClampedArray, 'uint8'],
    [Uint16Array, 'uint16'],
    [Uint32Array, 'uint32'],
    [BigInt64Array, 'int64'],
    [BigUint64Array, 'uint64'],
  ]) {
    const data = array.of(num(type, 1), num(type, 2));
    same(sc.add(data, 3), { type, dims: [2], values: [num(type, 4), num(type, 5)] }, type, {
      place: 'js',
    });
    same(
      sc.concat([data, { data, dims: [2] }]),
      { type, dims: [4], values: [1, 2, 1, 2].map((v) => num(type, v)) },
      type,
    );
  }
  assert.equal(
    sc.add({ data: Uint16Array.of(0x3c00), dims: [1], type: 'float16' }, 1).toNested()[0],
    2,
  );
  const buffer = Buffer.from([1, 2, 3]);
  same(sc.add(buffer, 1), { type: 'uint8', dims: [3], values: [2, 3, 4] }, 'a Buffer of Node');
});

test('values that the type cannot hold are a DTypeError', () => {
  const wrong = [];
  const attempt = (x, value, what) => {
    for (const call of [
      () => sc.add(x, value),
      () => sc.mul([value], x),
      () => sc.maximum([[value]], x),
    ])
      try {
        refuses(call, what, 'DTypeError');
      } catch (error) {
        wrong.push(error.message);
      }
  };
  for (const place of places)
    for (const type of integers) {
      const x = operand({ type, dims: [1], values: [num(type, 1)] }, place);
      const bitsOf = Number(type.match(/\d+/)[0]);
      const top = 2n ** BigInt(type.startsWith('u') ? bitsOf : bitsOf - 1);
      for (const value of [2.5, Number.NaN, Infinity, -Infinity, true, '1', top, -top - 1n, 1e300])
        attempt(x, value, `${type} with ${String(value)}`);
      if (type.startsWith('u')) attempt(x, -1, `${type} with -1`);
      if (!isBig(type)) attempt(x, Number(top), `${type} with ${top}`);
    }
  for (const type of ['float32', 'float64', 'float16', 'bfloat16']) {
    const x = operand({ type, dims: [1], values: [1] }, 'wasm');
    for (const value of [true, '1']) attempt(x, value, `${type} with ${String(value)}`);
  }
  assert.deepEqual(wrong, []);
  refuses(() => sc.and([true], 2), 'and with 2', 'DTypeError');
  refuses(() => sc.and(sc.tensor([true]), -1), 'and with -1', 'DTypeError');
  refuses(() => sc.add([1, 'a'], 1), 'mixed', 'DTypeError');
  refuses(() => sc.add([1, true], Float32Array.of(1)), 'mixed', 'DTypeError');
});

test('2^53 and more as int64: as a bigint, not as an unsafe number', () => {
  const x = sc.tensor('int64', [0n]);
  same(x.add(2n ** 62n), { type: 'int64', dims: [1], values: [2n ** 62n] }, 'bigint');
  const error = refuses(() => x.add(2 ** 60), '2 ** 60', 'DTypeError');
  assert.match(error.message, /bigint/i);
  same(
    x.add(2 ** 53 - 1),
    { type: 'int64', dims: [1], values: [2n ** 53n - 1n] },
    'the last safe one',
  );
});

test('tensors of different types are never promoted', () => {
  for (const a of numbers)
    for (const b of numbers) {
      if (a === b) continue;
      const [x, y] = [a, b].map((type) => new Tensor(type, [1], [1]));
      for (const name of ['add', 'mul', 'maximum', 'equal', 'less'])
        refuses(() => sc[name](x, y), `${name} ${a} ${b}`, 'DTypeError');
      refuses(() => sc.concat([x, y]), `concat ${a} ${b}`, 'DTypeError');
      refuses(() => sc.where(true, x, y), `where ${a} ${b}`, 'DTypeError');
      refuses(() => sc.clip(x, y), `clip ${a} ${b}`, 'DTypeError');
    }
  same(
    sc.pow(Float32Array.of(2), Int32Array.of(3)),
    { type: 'float32', dims: [1], values: [8] },
    'pow',
  );
  same(
    sc.pow(Int32Array.of(4), Float32Array.of(0.5)),
    { type: 'int32', dims: [1], values: [2] },
    'pow',
  );
});

test('the exponent of pow, given as a number, works for every base', () => {
  same(sc.pow(Float64Array.of(4, 9), 0.5), { type: 'float64', dims: [2], values: [2, 3] }, 'root');
  same(sc.pow(2, Int32Array.of(3)), { type: 'int32', dims: [1], values: [8] }, 'base a number');
  same(sc.pow([2, 3], 2), { type: 'float32', dims: [2], values: [4, 9] }, 'both');
});

test('where data lives is contagious, and numbers do not count', () => {
  const r = sc.tensor([1, 2]);
  const p = new Tensor('float32', [1, 2], [2]);
  const t = Float32Array.of(1, 2);
  for (const [a, b, place] of [
    [p, p, 'js'],
    [p, r, 'wasm'],
    [r, p, 'wasm'],
    [r, r, 'wasm'],
    [t, 1, 'js'],
    [1, r, 'wasm'],
    [t, r, 'wasm'],
    [[1, 2], p, 'js'],
    [[1, 2], r, 'wasm'],
    [1, 2, 'js'],
    [{ data: t, dims: [2] }, r, 'wasm'],
  ]) {
    assert.equal(sc.add(a, b).location, place);
    assert.equal(sc.concat([a, b].map((v) => (typeof v === 'number' ? [v] : v))).location, place);
    assert.equal(sc.where(true, a, b).location, place);
    assert.equal(sc.where(sc.tensor([true, false]), a, b).location, 'wasm');
    assert.equal(sc.clip(a, sc.tensor(1)).location, 'wasm');
  }
  assert.equal(sc.sum(p).location, 'js');
  assert.equal(sc.matMul([[1, 2]], r).location, 'wasm');
  assert.equal(sc.run('Add', [p, r]).location, 'wasm');
  assert.equal(sc.cast(p, 'int32').location, 'js');
  assert.equal(sc.layerNormalization(p, r).location, 'wasm');
});

test("onnxruntime-web's kind of tensor is taken as it is", () => {
  class OrtTensor {
    constructor(type, data, dims) {
      Object.assign(this, { cpuData: data, type, dims, dataLocation: 'cpu', size: data.length });
    }
    get data() {
      return this.cpuData;
    }
    get location() {
      return 'cpu';
    }
  }
  const x = new OrtTensor('int32', Int32Array.of(1, 2, 3, 4), [2, 2]);
  same(sc.add(x, [10, 20]), { type: 'int32', dims: [2, 2], values: [11, 22, 13, 24] }, 'add', {
    place: 'js',
  });
  same(sc.sum(x, { axis: 0 }), { type: 'int32', dims: [2], values: [4, 6] }, 'sum');
  same(
    sc.cast(x, 'float32').add(0.5),
    { type: 'float32', dims: [2, 2], values: [1.5, 2.5, 3.5, 4.5] },
    'method of a result',
  );
});

test('what is no operand is rejected', () => {
  const wrong = [];
  for (const value of [
    null,
    undefined,
    {},
    'x',
    Symbol('s'),
    () => 1,
    { data: [1], dims: [1] },
    { data: Float32Array.of(1) },
    { dims: [1] },
    [[1, 2], [3]],
    [1, [2]],
    new Date(),
    new Map(),
    new DataView(new ArrayBuffer(4)),
    new ArrayBuffer(4),
    { data: Float32Array.of(1), dims: [2] },
    { data: Float32Array.of(1), dims: [1], type: 'float31' },
    { data: Float32Array.of(1), dims: [1], type: 'int32' },
    { data: Float32Array.of(1), dims: [-1] },
    { data: Float32Array.of(1), dims: [1.5] },
    { data: Float32Array.of(1), dims: '1' },
    [undefined],
    [null],
    [{}],
    Promise.resolve(1),
  ])
    for (const x of [sc.tensor([1]), Float32Array.of(1)])
      for (const call of [
        () => sc.add(x, value),
        () => sc.add(value, x),
        () => sc.sum(value),
        () => sc.concat([x, value]),
        () => sc.gather(value, [0]),
        () => sc.matMul(value, x),
      ])
        try {
          // gather and sum of ['x'] have strings as operands, which gather accepts and sum does not.
          if (value === 'x' && /gather/.test(String(call))) continue;
          refuses(
            call,
            `${call} of ${typeof value === 'symbol' ? 'a symbol' : (JSON.stringify(value) ?? typeof value)}`,
          );
        } catch (error) {
          wrong.push(error.message);
        }
  assert.deepEqual(wrong, []);
});

test('a string is an operand, as the types say', () => {
  same(
    sc.stringConcat(['a', 'b'], 'c'),
    { type: 'string', dims: [2], values: ['ac', 'bc'] },
    'join',
  );
  same(sc.equal('a', ['a', 'b']), { type: 'bool', dims: [2], values: [true, false] }, 'equal');
  same(
    sc.where([true, false], 'a', 'b'),
    { type: 'string', dims: [2], values: ['a', 'b'] },
    'where',
  );
});
