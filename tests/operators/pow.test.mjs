/** Pow: C's rules for floats, exact wrapping powers of integers, and every mix of types. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reference } from './reference/node.mjs';
import { floatNames, integerNames, tensorOf, types } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { runNode } from './support/engines.mjs';
import { pairLayouts } from './support/layouts.mjs';
import { randomValues, seeded, specialValues } from './support/values.mjs';

const bases = [...floatNames, 'int32', 'int64'];
const exponents = [...floatNames, ...integerNames];
const { random, seed } = seeded(24);

function checkLayouts(typeA, a, typeB, b, ulps) {
  for (const [name, inputs] of Object.entries(pairLayouts(typeA, a, typeB, b))) {
    const about = (i) => `${name} ${a[Math.floor(i / b.length)]} to the ${b[i % b.length]}`;
    expectTensor(runNode('Pow', inputs), reference('Pow', inputs), { ulps, about });
  }
}

const isFloat = (type) => types[type].kind === 'float';

/** Stated: 1 ULP for float32; float64 2, because Math.pow itself may be 1 off. */
const limit = (base) => (isFloat(base) ? (base === 'float64' ? 2 : 1) : 0);

describe('special values', () => {
  for (const base of bases) {
    for (const exponent of exponents) {
      // Large powers near an integer's bounds, and fractional ones, are in the next test.
      const integerOfFloat = !isFloat(base) && isFloat(exponent);
      const a = integerOfFloat ? [0n, 1n, -1n, 2n, -2n, 3n, 7n] : specialValues(base);
      const whole = [
        -Infinity,
        Infinity,
        Number.NaN,
        0,
        -0,
        1,
        -1,
        2,
        -2,
        3,
        10,
        0.5,
        1.5,
        31,
        200,
      ];
      const b = integerOfFloat ? whole : specialValues(exponent);
      it(`${base} to the ${exponent}`, () => checkLayouts(base, a, exponent, b, limit(base)));
    }
  }
});

describe('powers that are whole numbers are exact', () => {
  const small = (type, low, high) => {
    const values = Array.from({ length: high - low + 1 }, (_, i) => low + i);
    return isFloat(type) ? values : values.map(BigInt);
  };
  for (const base of bases) {
    for (const exponent of exponents) {
      const [a, b] = [small(base, -9, 9), small(exponent, 0, base === 'bfloat16' ? 2 : 3)];
      it(`${base} to the ${exponent}`, () => checkLayouts(base, a, exponent, b, 0));
    }
  }
});

describe('random values', () => {
  for (const base of bases) {
    for (const exponent of isFloat(base) ? exponents : integerNames) {
      it(`${base} to the ${exponent}, ${seed}`, () => {
        const inputs = [base, exponent].map((type) =>
          tensorOf(type, randomValues(random, type, 3000)),
        );
        const expected = reference('Pow', inputs);
        const about = (i) => `${inputs[0].data[i]} to the ${inputs[1].data[i]}`;
        expectTensor(runNode('Pow', inputs), expected, { ulps: limit(base), about });
      });
    }
  }
});

describe('examples', () => {
  const pow = (typeA, a, typeB, b) => [
    ...runNode('Pow', [tensorOf(typeA, a), tensorOf(typeB, b)]).data,
  ];

  it('a negative base with a fractional exponent is NaN', () => {
    assert.deepEqual(pow('float32', [-2, -8], 'float32', [0.5, 1 / 3]), [Number.NaN, Number.NaN]);
  });

  it('1 and 0 win over NaN', () => {
    const [nan, inf] = [Number.NaN, Infinity];
    const given = [1, nan, -1, nan, 0, -0];
    assert.deepEqual(pow('float32', given, 'float32', [nan, 0, inf, 1, -1, -1]), [
      1,
      1,
      1,
      nan,
      inf,
      -inf,
    ]);
  });

  it('integer powers wrap', () => {
    assert.deepEqual(pow('int32', [3n, -3n], 'int32', [21n, 21n]), [1870418611, -1870418611]);
    assert.deepEqual(pow('int64', [3n, 2n], 'int64', [41n, 64n]), [-420491770248316829n, 0n]);
    assert.deepEqual(
      pow('int32', [2n, 3n], 'uint64', [2n ** 63n, 2n ** 64n - 1n]),
      [0, -1431655765],
    );
  });

  it('a negative integer exponent', () => {
    const base = [1n, -1n, -1n, 2n, -5n, 0n];
    assert.deepEqual(
      pow('int32', base, 'int8', [-3n, -3n, -4n, -1n, -2n, -1n]),
      [1, -1, 1, 0, 0, 0],
    );
  });

  it('a float result of an integer type truncates and saturates', () => {
    const exponent = [0.5, 1.5, 100, 99, Number.NaN];
    const given = [10n, -2n, 10n, -10n, 3n];
    const [low, high] = [types.int32.low, types.int32.high].map(Number);
    assert.deepEqual(pow('int32', given, 'float32', exponent), [3, 0, high, low, 0]);
  });
});
