/** Expectations about results. */
import assert from 'node:assert/strict';
import { unitOf } from '../reference/rounding.mjs';
import { types, valuesOf } from '../reference/types.mjs';

const show = (x) => (Object.is(x, -0) ? '-0' : String(x));

/** The distance between two values, in units in the last place of the type. */
export function ulpsBetween(actual, expected, { format }) {
  if (Object.is(actual, expected)) return 0;
  if (!Number.isFinite(actual) || !Number.isFinite(expected)) return Infinity;
  if (actual === 0 && expected === 0) return Infinity;
  return Math.abs(actual - expected) / unitOf(expected, format);
}

function isSame(actual, expected, type, ulps) {
  if (Object.is(actual, expected)) return true;
  if (type.kind === 'complex') return actual.every((x, i) => Object.is(x, expected[i]));
  return ulps > 0 && type.kind === 'float' && ulpsBetween(actual, expected, type) <= ulps;
}

/**
 * Type, shape and every value; NaN is NaN and -0 is not 0. Floats may be `ulps` apart.
 * @param {(i: number) => string} [about] describes the operands of an element, for the message
 */
export function expectTensor(actual, expected, { ulps = 0, about = () => '' } = {}) {
  assert.equal(actual.type, expected.type, about(0));
  assert.deepEqual([...actual.dims], [...expected.dims], about(0));
  const type = types[expected.type];
  const [got, wanted] = [valuesOf(actual), valuesOf(expected)];
  assert.equal(got.length, wanted.length, about(0));
  const wrong = wanted.flatMap((x, i) => (isSame(got[i], x, type, ulps) ? [] : [i]));
  if (wrong.length === 0) return;
  const some = wrong
    .slice(0, 5)
    .map((i) => `${about(i)}: ${show(got[i])}, expected ${show(wanted[i])}`);
  assert.fail(`${wrong.length} of ${wanted.length} differ\n  ${some.join('\n  ')}`);
}

/** Describes the paired values of an element, if both operands were expanded to the result's shape. */
export const metIn =
  (label, ...operands) =>
  (i) =>
    `${label}(${operands.map((list) => show(list[i % list.length])).join(', ')})`;
