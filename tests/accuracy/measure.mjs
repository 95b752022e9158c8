/** Errors in units in the last place, against a wider reference. */
import { formats, largest, unitOf } from '../operators/reference/rounding.mjs';

// An infinity stands for the power of two that follows the largest number.
const bounded = (x, { maxExponent }) =>
  Number.isFinite(x) ? x : Math.sign(x) * 2 * 2 ** maxExponent;

/**
 * The error of `actual` in units in the last place of `exact`; Infinity if only one is a NaN, or a zero has
 * the wrong sign.
 */
export function errorOf(actual, exact, format, leastUnit = 0) {
  if (Object.is(actual, exact)) return 0;
  if (Number.isNaN(actual) || Number.isNaN(exact)) return Infinity;
  if (actual === 0 && exact === 0) return Infinity;
  const most = largest(format) * (1 + 2 ** -format.precision);
  if (Math.abs(exact) >= most) return actual === Math.sign(exact) * Infinity ? 0 : Infinity;
  return Math.abs(bounded(actual, format) - exact) / Math.max(unitOf(exact, format), leastUnit);
}

function chunksOf(pairs, size) {
  const list = [...pairs];
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function add(total, pair, error) {
  total.cases++;
  total.sum += error;
  if (error > 0.5 + 1e-6) total.misrounded++;
  if (error > total.worst) Object.assign(total, { worst: error, at: pair });
}

/**
 * Runs a function over its pairs.
 * @param {import('simdcast').Simdcast} sc
 */
export function measure(sc, { run, reference, pairs, leastUnit, array, type = 'float32' }) {
  const Elements = array ?? Float32Array;
  const total = { cases: 0, sum: 0, misrounded: 0, worst: 0, at: [Number.NaN, Number.NaN] };
  for (const chunk of chunksOf(pairs(), 2 ** 15)) {
    const operands = [0, 1].map((side) => ({
      type,
      data: Elements.from(chunk, (pair) => pair[side]),
      dims: [chunk.length],
    }));
    const { data } = run(sc, ...operands);
    chunk.forEach((pair, i) => {
      add(total, pair, errorOf(data[i], reference(...pair), formats[type], leastUnit));
    });
  }
  return total;
}
