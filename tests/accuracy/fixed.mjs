/** Numbers in fixed point: BigInts that count units of 2^-bits. */
import { exponentOf } from '../operators/reference/rounding.mjs';

/** A finite double other than 0 as significand * 2^exponent, exactly. */
export function partsOf(x) {
  const exponent = exponentOf(x) - 52;
  // In two steps: 2^-1074 alone has no inverse.
  const half = Math.trunc(exponent / 2);
  return { significand: BigInt(x / 2 ** half / 2 ** (exponent - half)), exponent };
}

export const shifted = (x, by) => (by >= 0 ? x << BigInt(by) : x >> BigInt(-by));

/** The nearest double of fixed * 2^exponent, or next to it: 64 bits, rounded once more. */
export function toDouble(fixed, exponent) {
  const { length } = (fixed < 0n ? -fixed : fixed).toString(2);
  const dropped = Math.max(0, length - 64);
  const scale = exponent + dropped;
  const half = Math.trunc(scale / 2);
  return Number(fixed >> BigInt(dropped)) * 2 ** half * 2 ** (scale - half);
}

/** The sum of first, first * ratio(1), first * ratio(1) * ratio(2), … until nothing is left. */
export function series(first, next) {
  let sum = 0n;
  let term = first;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    sum += term;
    term = next(term, k);
  }
  return sum;
}

/** Caches a function's values: tests request each once per flavour. */
export function remembered(compute) {
  const known = new Map();
  return (x) => {
    if (!known.has(x)) known.set(x, compute(x));
    return known.get(x);
  };
}
