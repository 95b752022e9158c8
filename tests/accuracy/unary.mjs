/**
 * The operators of one input: what is measured, and the limits that they state. Math's functions
 * are doubles within a unit of their own.
 */
import { erf, gelu } from './normal.mjs';
import { softplus } from './softplus.mjs';
import { everyAngle, everyValue } from './sweep.mjs';
import { cos, sin } from './trigonometry.mjs';

const seed = 1;
/** Exponents, and the number of all that lies next to a multiple of pi / 2. */
const singles = { lowest: -149, highest: 127, nearest: 16367173 * 2 ** 72, round: Math.fround };
const wide = {
  lowest: -1074,
  highest: 1023,
  nearest: 6381956970095103 * 2 ** 797,
  round: (x) => x,
};
const doubles = { array: Float64Array, type: 'float64' };
const node = (op, attributes) => (sc, x) => sc.run(op, [x], { attributes });

const sigmoid = (x) => (x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x)));

function geluTanh(x) {
  if (Math.abs(x) > 20) return x > 0 ? x : -0;
  return x * sigmoid(2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3));
}

const op = (name, limit, reference, range, more) => ({
  name,
  limit,
  run: node(name),
  reference,
  pairs: () => everyValue(seed, range),
  ...more,
});

// Results below the normal numbers are products whose factors have lost bits.
const tanhForm = { run: node('Gelu', { approximate: 'tanh' }), leastUnit: 2 ** -145 };

const angle = (name, limit, reference) =>
  op(name, limit, reference, undefined, { pairs: () => everyAngle(seed, singles) });
const wideAngle = (name, limit, reference) =>
  op(name, limit, reference, undefined, {
    ...doubles,
    name: `${name}, float64`,
    pairs: () => everyAngle(seed, wide),
  });

/** @type {typeof import('./functions.mjs').functions} */
export const unary = [
  op('Exp', 1.5, Math.exp, 110),
  op('Log', 1, Math.log, 4),
  op('Sigmoid', 2.5, sigmoid, 20),
  op('Tanh', 2, Math.tanh, 10),
  op('Erf', 1.5, erf, 4),
  op('Gelu', 5, gelu, 14),
  { ...op('Gelu', 4, geluTanh, 9, tanhForm), name: 'Gelu, tanh' },
  op('Softplus', 2, softplus, 110),
  angle('Sin', 1, sin),
  angle('Cos', 1, cos),
  op('Exp', 2, Math.exp, 745, { ...doubles, name: 'Exp, float64' }),
  op('Log', 2, Math.log, 4, { ...doubles, name: 'Log, float64' }),
  op('Sigmoid', 3, sigmoid, 40, { ...doubles, name: 'Sigmoid, float64' }),
  op('Tanh', 4, Math.tanh, 20, { ...doubles, name: 'Tanh, float64' }),
  op('Erf', 8, erf, 6, { ...doubles, name: 'Erf, float64' }),
  op('Softplus', 2, softplus, 745, { ...doubles, name: 'Softplus, float64' }),
  wideAngle('Sin', 2, sin),
  wideAngle('Cos', 2, cos),
];
