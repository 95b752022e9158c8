/** The limits that the functions' contracts state, over all exponents. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { formats } from '../operators/reference/rounding.mjs';
import { flavours } from '../support/flavours.mjs';
import { fmod, remainder } from './exact.mjs';
import { functions } from './functions.mjs';
import { errorOf, measure } from './measure.mjs';

for (const flavour of flavours) {
  describe(`accuracy, ${flavour}`, async () => {
    const sc = await load({ flavour });
    for (const one of functions) {
      it(`${one.name}: at most ${one.limit} ULP`, () => {
        const { worst, at, cases } = measure(sc, one);
        assert.ok(cases >= 20000, `only ${cases} cases`);
        assert.ok(worst <= one.limit, `${worst} ULP at ${at.join(' and ')}`);
      });
    }
  });
}

describe('the measure itself', () => {
  const error = (actual, exact) => errorOf(actual, exact, formats.float32);

  it('counts units in the last place', () => {
    assert.equal(error(1, 1), 0);
    assert.equal(error(1 + 2 ** -23, 1), 1);
    assert.equal(error(1, 1 + 2 ** -24), 0.5);
    assert.equal(error(2 ** -149, 0), 1);
    assert.equal(error(Infinity, 2 ** 128 - 2 ** 104), 1);
    assert.equal(error(Infinity, 2 ** 200), 0);
    assert.equal(error(2 ** 127, 2 ** 200), Infinity);
    assert.equal(error(Number.NaN, 1), Infinity);
    assert.equal(error(0, -0), Infinity);
  });

  it('the exact remainders are those of JavaScript where it has them', () => {
    for (const [x, y] of [
      [5.5, 2],
      [-5.5, 2],
      [1e30, 3],
      [2 ** -149, 2 ** 127],
      [7, -3],
    ].map((pair) => pair.map(Math.fround))) {
      assert.equal(fmod(x, y), x % y);
    }
    const given = [
      [5, 2],
      [7, 2],
      [-7, 2],
      [8, 3],
      [6, -4],
    ];
    assert.deepEqual(
      given.map(([x, y]) => remainder(x, y)),
      [1, -1, 1, -1, -2],
    );
    assert.ok(Object.is(remainder(-4, 2), -0));
  });
});
