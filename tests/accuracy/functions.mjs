/**
 * The functions that are measured, and their limits: facts 4.2 and the functions' contracts. Math's functions
 * are doubles within one unit, which is 2^-29 of a float32's.
 */
import { powFloat } from '../operators/reference/scalar.mjs';
import { fmod, remainder } from './exact.mjs';
import { everyPair, forLogAddExp, forPow, nearRoots } from './sweep.mjs';
import { unary } from './unary.mjs';
import { logAddExpNearZero } from './wide.mjs';

const seed = 1;
const node = (op, attributes) => (sc, a, b) => sc.run(op, [a, b], { attributes });
const ncnn = (op) => (sc, a, b) => sc.ncnn(op, a, b);

function logAddExp(x, y) {
  const high = Math.max(x, y);
  return high + Math.log1p(Math.exp(Math.min(x, y) - high));
}

/**
 * @type {{name: string, limit: number, leastUnit?: number, run: Function, reference: Function, pairs:
 *    Function}[]} leastUnit is the smallest unit of an error
 */
export const functions = [
  { name: 'Pow', limit: 1, run: node('Pow'), reference: powFloat, pairs: () => forPow(seed, 1) },
  {
    name: 'Pow, float64',
    // Math.pow itself may be a unit off.
    limit: 2,
    run: node('Pow'),
    reference: powFloat,
    pairs: () => forPow(seed, 1),
    array: Float64Array,
    type: 'float64',
  },
  {
    name: 'ATAN2',
    limit: 2,
    run: ncnn('ATAN2'),
    reference: Math.atan2,
    pairs: () => everyPair(seed, 3),
  },
  {
    name: 'LOGADDEXP',
    limit: 2,
    run: ncnn('LOGADDEXP'),
    reference: logAddExp,
    pairs: () => forLogAddExp(seed, 3),
  },
  {
    // Both terms of ncnn's formula cancel there, so it is computed in double; the remainder has an absolute
    // error.
    name: 'LOGADDEXP near 0',
    limit: 2,
    leastUnit: 2 ** -52,
    run: ncnn('LOGADDEXP'),
    reference: logAddExpNearZero,
    pairs: () => nearRoots(seed, 20000),
  },
  {
    name: 'FMOD',
    limit: 0,
    run: ncnn('FMOD'),
    reference: fmod,
    pairs: () => everyPair(seed, 2),
  },
  {
    name: 'Mod, fmod=1',
    limit: 0,
    run: node('Mod', { fmod: 1 }),
    reference: fmod,
    pairs: () => everyPair(seed, 1),
  },
  {
    name: 'REMAINDER',
    limit: 0,
    run: ncnn('REMAINDER'),
    reference: remainder,
    pairs: () => everyPair(seed, 2),
  },
  ...unary,
];
