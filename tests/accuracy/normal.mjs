/**
 * erf(x) and x times the normal distribution's function, by Taylor's series in fixed point: its
 * terms cancel, so it carries far more bits than they lose for |x| <= 15.
 */
import { exponentOf } from '../operators/reference/rounding.mjs';
import { remembered, toDouble } from './fixed.mjs';

const bits = 448n;
/** Below it the second terms of the series are beyond all bits of the result. */
const SMALL = 2 ** -200;
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
  // A product of doubles with a rounded factor.
  if (Math.abs(x) < SMALL) return x * (2 / Math.sqrt(Math.PI));
  return numberOf((2n * gaussIntegral(fixedOf(x), 1n) * one) / rootOfPi);
});

/** Its limit at -Infinity is -0. */
export const gelu = remembered((x) => {
  if (Number.isNaN(x) || x === 0) return x;
  if (Math.abs(x) > 15) return x > 0 ? x : -0;
  if (Math.abs(x) < SMALL) return x / 2;
  const fixed = fixedOf(x);
  const share = one / 2n + (gaussIntegral(fixed, 2n) * one) / (2n * rootOfHalfPi);
  return numberOf((fixed * share) >> bits);
});

/** 2 sqrt(2 / pi), and its product with ONNX's factor of the cube. */
const rootFactor = rootOf((8n << (3n * bits)) / pi);
const cubeFactor = (rootFactor * 44715n) / 1000000n;

/** exp(x) of a fixed-point number x ≤ 0, in fixed point with twice the bits. */
function tinyExp(x) {
  // By Taylor's series of the 1024th part, squared ten times; each squaring doubles the error of 2^-1344.
  const extra = 2n * bits;
  const part = (x << extra) >> 10n;
  const unit = one << extra;
  let sum = unit;
  let term = unit;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = ((term * part) >> (bits + extra)) / n;
    sum += term;
  }
  for (let i = 0; i < 10; i++) sum = (sum * sum) >> (bits + extra);
  return sum;
}

/** x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2, as x / (1 + exp(-2 …)). */
export const geluTanh = remembered((x) => {
  if (Number.isNaN(x) || x === 0) return x;
  if (Math.abs(x) > 22) return x > 0 ? x : -0;
  if (Math.abs(x) < SMALL) return x / 2;
  const fixed = fixedOf(x);
  const square = (fixed * fixed) >> bits;
  const twice = (fixed * (rootFactor + ((square * cubeFactor) >> bits))) >> bits;
  const power = tinyExp(twice < 0n ? twice : -twice);
  const unit = one << (2n * bits);
  const share = ((twice < 0n ? power : unit) << (3n * bits)) / (unit + power);
  const [whole, dropped] = [fixed * share, 4 * Number(bits)];
  return toDouble(whole, -dropped);
});
