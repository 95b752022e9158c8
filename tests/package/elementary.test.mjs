/** Compares web/base/elementary.ts with the functions of this JavaScript engine, which have small errors, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom, seedOf } from '../rules/support.mjs';
import { importSource } from '../support/sources.mjs';

const { logarithm, logarithm10, power10 } = await importSource('base/elementary.ts');

/** The maximum sum of both errors, in ULP. */
const MOST_UNITS = 4;

function checkNear(made, wanted, what) {
  const unit = 2 ** -52 * Math.abs(wanted);
  assert.ok(Math.abs(made - wanted) <= MOST_UNITS * unit, `${what}: ${made}, not ${wanted}`);
}

test('logarithms and powers are those of any other library', () => {
  const seed = seedOf(61);
  const next = randomFrom(seed);
  for (let i = 0; i < 20_000; i++) {
    const x = (1 + next()) * 2 ** Math.floor(next() * 120 - 60);
    checkNear(logarithm(x), Math.log(x), `seed ${seed}, log of ${x}`);
    checkNear(logarithm10(x), Math.log10(x), `seed ${seed}, log10 of ${x}`);
    const power = (next() - 0.5) * 590;
    checkNear(power10(power), 10 ** power, `seed ${seed}, 10 to the ${power}`);
  }
});

test('powers of ten, and numbers without a logarithm', () => {
  for (let n = -4; n <= 15; n++) {
    assert.equal(power10(n), Number(`1e${n}`));
    assert.equal(logarithm10(Number(`1e${n}`)), n);
  }
  assert.deepEqual([0, -1, Infinity, Number.NaN].map(logarithm10), [
    -Infinity,
    Number.NaN,
    Infinity,
    Number.NaN,
  ]);
  assert.deepEqual([400, -400, Infinity, -Infinity, Number.NaN].map(power10), [
    Infinity,
    0,
    Infinity,
    0,
    Number.NaN,
  ]);
  assert.equal(logarithm(1), 0);
});
