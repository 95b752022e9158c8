/**
 * erf(x) and x times the normal distribution's function, by Taylor's series in fixed point: its
 * terms cancel, so it carries far more bits than they lose for |x| <= 15.
 */
import { exponentOf } from '../operators/reference/rounding.mjs';
import { remembered } from './fixed.mjs';

const bits = 448n;
const one = 1n << bits;

function fixedOf(x) {
  const exponent = exponentOf(x) - 52;
  const shift = bits + BigInt(exponent);
  const significand = BigInt(x / 2 ** exponent);
  return shift >= 0n ? significand << shift : significand >> -shift;
}

function numberOf(fixed) {
  const text = (fixed < 0n ? -fixed : fixed).toString(2);
  const dropped = BigInt(Math.max(0, text.length - 64));
  return Number(fixed >> dropped) * 2 ** Number(dropped - bits);
}

function rootOf(square) {
  let root = 1n << (BigInt(square.toString(2).length + 1) / 2n);
  for (let next = root; ; root = next) {
    next = (root + square / root) >> 1n;
    if (next >= root) return root;
  }
}

const arctanOfInverse = (n) => {
  let sum = 0n;
  let power = one / n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -power / k;
    power /= n * n;
  }
  return sum;
};

const pi = 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));
const rootOfPi = rootOf(pi << bits);
const rootOfHalfPi = rootOf(pi << (bits - 1n));

/** The integral of exp(-t^2 / divisor) from 0 to x. */
function gaussIntegral(x, divisor) {
  const square = ((x * x) >> bits) / divisor;
  let sum = 0n;
  let term = x;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += term / (2n * n - 1n);
    term = -((term * square) >> bits) / n;
  }
  return sum;
}

export const erf = remembered((x) => {
  if (Number.isNaN(x) || x === 0) return x;
  if (Math.abs(x) > 10) return Math.sign(x);
  return numberOf((2n * gaussIntegral(fixedOf(x), 1n) * one) / rootOfPi);
});

/** Its limit at -Infinity is -0. */
export const gelu = remembered((x) => {
  if (Number.isNaN(x) || x === 0) return x;
  if (Math.abs(x) > 15) return x > 0 ? x : -0;
  const fixed = fixedOf(x);
  const share = one / 2n + (gaussIntegral(fixed, 2n) * one) / (2n * rootOfHalfPi);
  return numberOf((fixed * share) >> bits);
});
