/** Every unary operator, in every type that it supports, on special and random values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unary as contracts } from '../accuracy/unary.mjs';
import { tensorOf, typeNames, types } from './reference/types.mjs';
import { castReference, isExact, unaryReference } from './reference/unary.mjs';
import { expectTensor, metIn } from './support/compare.mjs';
import { runNode } from './support/engines.mjs';
import { randomValues, seeded, specialValues } from './support/values.mjs';
import { unaryOperators, versionAt } from './versions.mjs';

const { random, seed } = seeded(20261121);
const newest = 28;
const nodes = [
  ...unaryOperators.filter((op) => op !== 'Cast').map((op) => ({ op })),
  { op: 'LeakyRelu', attributes: { alpha: -0.3 } },
  { op: 'LeakyRelu', attributes: { alpha: 0 } },
  { op: 'Gelu', attributes: { approximate: 'none' } },
  { op: 'Gelu', attributes: { approximate: 'tanh' } },
  ...[0, 1].flatMap((negative) =>
    [0, 1].map((positive) => ({
      op: 'IsInf',
      attributes: { detect_negative: negative, detect_positive: positive },
    })),
  ),
];

/** The limits in the functions' contracts, in units in the last place of the exact result. */
const stated = new Map(contracts.map(({ name, limit }) => [name, limit]));

/**
 * The number of floats allowed between a result and the reference. The reference is inexact too: by half
 * a unit if rounded to float32, by one in doubles. 16-bit results are rounded from float32 ones, whose error
 * may take them to the next.
 */
function limitOf(op, type, { approximate } = {}) {
  if (isExact(op) || types[type].kind !== 'float') return 0;
  if (type !== 'float32' && type !== 'float64') return 1;
  const name = approximate === 'tanh' ? `${op}, tanh` : op;
  const limit = stated.get(type === 'float32' ? name : `${name}, float64`);
  assert.ok(limit > 0, `${name} has no stated limit`);
  return Math.floor(limit + (type === 'float32' ? 0.5 : 1));
}

/** The values that the references reach: tests/accuracy has every exponent. */
const isPlain = (op, x) => Math.abs(x) > 1e-30 && Math.abs(x) < (op === 'Gelu' ? 13 : 1e4);
const kept = (op, values) =>
  isExact(op) ? values : values.filter((x) => typeof x === 'bigint' || isPlain(op, x));

function operand(op, type, count) {
  const values = [...specialValues(type), ...randomValues(random, type, count)];
  return kept(op, values);
}

describe(`operators of one input, ${seed}`, () => {
  for (const { op, attributes } of nodes) {
    for (const type of versionAt(op, newest).types) {
      it(`${op} ${JSON.stringify(attributes ?? {})} ${type}`, () => {
        const isComplex = types[type].kind === 'complex';
        const values = isComplex ? randomValues(random, type, 40) : operand(op, type, 300);
        const x = tensorOf(type, values);
        const options = { attributes };
        expectTensor(runNode(op, [x], options), unaryReference(op, x, attributes), {
          ulps: limitOf(op, type, attributes),
          about: metIn(op, values),
        });
      });
    }
  }

  it('shapes are kept, of every rank and with no elements', () => {
    for (const dims of [[], [0], [2, 0, 3], [1, 1], [3, 1, 5], [5, 7, 11]]) {
      const size = dims.reduce((product, n) => product * n, 1);
      const x = tensorOf('float32', randomValues(random, 'float32', size), dims);
      expectTensor(runNode('Neg', [x]), unaryReference('Neg', x));
    }
  });

  it('limits of the functions that are not exact', () => {
    const infinities = [-Infinity, Infinity, 0, -0, Number.NaN];
    const expected = {
      Exp: [0, Infinity, 1, 1, Number.NaN],
      Log: [Number.NaN, Infinity, -Infinity, -Infinity, Number.NaN],
      Sigmoid: [0, 1, 0.5, 0.5, Number.NaN],
      Tanh: [-1, 1, 0, -0, Number.NaN],
      Erf: [-1, 1, 0, -0, Number.NaN],
      Gelu: [-0, Infinity, 0, -0, Number.NaN],
      Softplus: [0, Infinity, Math.LN2, Math.LN2, Number.NaN],
      Sin: [Number.NaN, Number.NaN, 0, -0, Number.NaN],
      Cos: [Number.NaN, Number.NaN, 1, 1, Number.NaN],
      Tan: [Number.NaN, Number.NaN, 0, -0, Number.NaN],
      Acos: [Number.NaN, Number.NaN, Math.PI / 2, Math.PI / 2, Number.NaN],
      Asin: [Number.NaN, Number.NaN, 0, -0, Number.NaN],
      Atan: [-Math.PI / 2, Math.PI / 2, 0, -0, Number.NaN],
      Sinh: [-Infinity, Infinity, 0, -0, Number.NaN],
      Cosh: [Infinity, Infinity, 1, 1, Number.NaN],
      Asinh: [-Infinity, Infinity, 0, -0, Number.NaN],
      Acosh: [Number.NaN, Infinity, Number.NaN, Number.NaN, Number.NaN],
      Atanh: [Number.NaN, Number.NaN, 0, -0, Number.NaN],
      Sign: [-1, 1, 0, 0, Number.NaN],
    };
    for (const type of ['float32', 'float64', 'float16', 'bfloat16']) {
      const x = tensorOf(type, infinities);
      for (const [op, values] of Object.entries(expected)) {
        expectTensor(runNode(op, [x]), tensorOf(type, values), { about: metIn(op, infinities) });
      }
    }
  });
});

describe(`Cast, ${seed}`, () => {
  // Strings are cast in JavaScript: tests/onnx/operators.test.mjs.
  const { types } = versionAt('Cast', newest);
  const castable = typeNames.filter((type) => type !== 'string' && types.includes(type));
  for (const from of castable) {
    it(`from ${from}`, () => {
      for (const to of castable) {
        const values = [...specialValues(from), ...randomValues(random, from, 300)];
        const x = tensorOf(from, values);
        const about = metIn(`to ${to}`, values);
        expectTensor(runNode('Cast', [x], { attributes: { to } }), castReference(x, to), { about });
      }
    });
  }
});
