/** Every operator in every type that the package supports, in every flavour that runs here, against plain loops. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { flavours } from '../support/flavours.mjs';
import { Random, seedOf } from './random.mjs';
import { bitsOf, expected, operators, randomTensor, types } from './reference.mjs';

const seed = seedOf(1);
const ROUNDS = 8;
const AT_LEAST = [
  ...['float32', 'float64', 'int8', 'int16', 'int32', 'int64'],
  ...['uint8', 'uint16', 'uint32', 'uint64'],
];
const LAYOUTS = [
  [[700, 3], [3]],
  [
    [700, 3],
    [700, 1],
  ],
  [[301, 1], [7]],
  [[], [65]],
  [
    [5, 1, 4, 1, 3],
    [5, 6, 4, 2, 3],
  ],
  [[2, 2049], [2049]],
  [
    [0, 3],
    [1, 3],
  ],
];

const named = (op) => op[0].toUpperCase() + op.slice(1);

function shapesFor(random, round) {
  if (round < LAYOUTS.length) return LAYOUTS[round];
  const output = random.shape(6, 5);
  return [random.operandOf(output), random.operandOf(output)];
}

function check(sc, op, type, a, b) {
  const wanted = expected(op, type, a, b);
  const got = sc[op](a, b);
  const pair = `${op} ${type} (${a.dims}) with (${b.dims}), SEED=${seed}`;
  assert.equal(got.type, type, pair);
  assert.deepEqual([...got.dims], wanted.dims, pair);
  if (bitsOf(got.data).equals(bitsOf(wanted.data))) return;
  const at = wanted.data.findIndex((value, i) => !Object.is(value, got.data[i]));
  // NaN for NaN is right, whichever NaN it is.
  if (at < 0) return;
  assert.fail(`${pair}: element ${at} is ${got.data[at]} and should be ${wanted.data[at]}`);
}

for (const flavour of flavours) {
  const sc = await load({ flavour });

  describe(`arithmetic, ${flavour}`, () => {
    const supported = Object.keys(types).filter((type) => sc.supports('Add', type));

    it('covers every number that Add takes', () => {
      for (const type of AT_LEAST) assert.ok(supported.includes(type), type);
      const all = ['bool', 'string', 'complex64', 'complex128'];
      for (const type of all) assert.equal(sc.supports('Add', type), false, type);
    });

    for (const op of operators) {
      for (const type of supported) {
        it(`${op} ${type}`, () => {
          assert.equal(sc.supports(named(op), type), true);
          const random = new Random(seed);
          for (let round = 0; round < LAYOUTS.length + ROUNDS; round++) {
            const [a, b] = shapesFor(random, round);
            check(sc, op, type, randomTensor(random, type, a), randomTensor(random, type, b));
          }
        });
      }
    }
  });

  describe(`arithmetic by hand, ${flavour}`, () => {
    const run = (op, TypedArray, a, b) => {
      const tensor = (values) => ({ data: TypedArray.from(values), dims: [values.length] });
      return Array.from(sc[op](tensor(a), tensor(b)).data);
    };

    it('wraps integers', () => {
      assert.deepEqual(run('add', Int8Array, [127, -128], [1, -1]), [-128, 127]);
      assert.deepEqual(run('sub', Uint8Array, [3, 0], [5, 1]), [254, 255]);
      assert.deepEqual(run('mul', Int32Array, [65536, 2147483647], [65536, 2]), [0, -2]);
      assert.deepEqual(run('mul', Int16Array, [300], [300]), [24464]);
      assert.deepEqual(run('add', BigInt64Array, [2n ** 63n - 1n], [1n]), [-(2n ** 63n)]);
      assert.deepEqual(run('sub', BigUint64Array, [0n], [1n]), [2n ** 64n - 1n]);
    });

    it('truncates integer division', () => {
      assert.deepEqual(run('div', Int32Array, [-3, 3, -3, 3], [2, 2, -2, -2]), [-1, 1, 1, -1]);
    });

    it('returns 0 for an integer divided by zero, and the most negative one divided by -1 unchanged', () => {
      assert.deepEqual(run('div', Int32Array, [5, -(2 ** 31)], [0, -1]), [0, -(2 ** 31)]);
      assert.deepEqual(run('div', Int8Array, [-5, -128], [0, -1]), [0, -128]);
      assert.deepEqual(run('div', Uint32Array, [7], [0]), [0]);
      assert.deepEqual(run('div', BigInt64Array, [1n, -(2n ** 63n)], [0n, -1n]), [
        0n,
        -(2n ** 63n),
      ]);
    });

    it('follows IEEE for floats', () => {
      const divided = run('div', Float32Array, [1, -1, 0, 0, 1], [0, 0, 0, -5, Infinity]);
      assert.deepEqual(divided, [Infinity, -Infinity, NaN, -0, 0]);
      assert.deepEqual(run('add', Float32Array, [-0, -0, NaN], [-0, 0, 1]), [-0, 0, NaN]);
      assert.deepEqual(run('sub', Float64Array, [Infinity, 0.1], [Infinity, 0.3]), [
        NaN,
        0.1 - 0.3,
      ]);
    });
  });
}
