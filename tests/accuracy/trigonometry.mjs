/**
 * Sine, cosine and tangent of every double: x is reduced in integers by a pi with more bits than x and the
 * result have together, then Taylor's series.
 */
import { partsOf, remembered, series, shifted, toDouble } from './fixed.mjs';

/** 1024 for the largest x, 1074 for the smallest, and more than a double's that are left. */
const PI_BITS = 2400;

const arctanOfInverse = (n) => {
  const square = n * n;
  let power = (1n << BigInt(PI_BITS)) / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -power / k;
    power /= square;
  }
  return sum;
};

/** Half of pi, in units of 2^-PI_BITS. */
const halfPi = 2n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));

/** Fraction bits of the argument of the series: next to a multiple of pi / 2 it is below 2^-60. */
const BITS = 256n;

/** x less the multiple of pi / 2 that is nearest to it, in units of 2^-BITS, and which one that is. */
function reduced(x) {
  const { significand, exponent } = partsOf(x);
  const fixed = shifted(significand, exponent + PI_BITS);
  const quarters = (2n * fixed + halfPi) / (2n * halfPi);
  return { rest: (fixed - quarters * halfPi) >> (BigInt(PI_BITS) - BITS), quarters };
}

const multiply = (a, b) => (a * b) >> BITS;

const near = {
  sin: (x) => {
    const square = multiply(x, x);
    return series(x, (term, k) => -multiply(term, square) / (2n * k * (2n * k + 1n)));
  },
  cos: (x) => {
    const square = multiply(x, x);
    return series(1n << BITS, (term, k) => -multiply(term, square) / (2n * k * (2n * k - 1n)));
  },
};

/** sin(|x| + first * pi / 2), for a finite x with a large enough exponent. */
function ofMagnitude(x, first) {
  const { rest, quarters } = reduced(Math.abs(x));
  const quarter = (quarters + first) & 3n;
  const magnitude = quarter & 1n ? near.cos(rest) : near.sin(rest);
  return toDouble(quarter & 2n ? -magnitude : magnitude, -Number(BITS));
}

// Below it x - x^3 / 6 and 1 - x^2 / 2 round to their first terms.
const SMALL = 2 ** -27;

const sinOf = remembered((x) => Math.sign(x) * ofMagnitude(x, 0n));
const cosOf = remembered((x) => ofMagnitude(x, 1n));

export function sin(x) {
  if (!Number.isFinite(x)) return Number.NaN;
  return Math.abs(x) < SMALL ? x : sinOf(x);
}

export function cos(x) {
  if (!Number.isFinite(x)) return Number.NaN;
  return Math.abs(x) < SMALL ? 1 : cosOf(x);
}

/** The quotient of two doubles that are within half a unit, so within two units. */
export const tan = (x) => sin(x) / cos(x);
