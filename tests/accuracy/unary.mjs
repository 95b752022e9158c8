/** The unary operators that are measured, and their limits. Math's functions are doubles within one unit. */
import { erf, gelu, geluTanh } from './normal.mjs';
import { softplus } from './softplus.mjs';
import { everyAngle, everyDouble, everyValue } from './sweep.mjs';
import { cos, sin, tan } from './trigonometry.mjs';

const seed = 1;
/** Exponents, and the number closest to a multiple of pi / 2. */
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
const wideTanhForm = { ...tanhForm, leastUnit: 2 ** -1070 };

const double = (name, limit, reference, range, more) =>
  op(name, limit, reference, undefined, {
    ...doubles,
    name: `${name}, float64`,
    pairs: () => everyDouble(seed, range),
    ...more,
  });

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
  angle('Tan', 1, tan),
  op('Acos', 1, Math.acos, 1),
  op('Asin', 1, Math.asin, 1),
  op('Atan', 1, Math.atan, 128),
  op('Sinh', 1, Math.sinh, 90),
  op('Cosh', 1, Math.cosh, 90),
  op('Asinh', 1, Math.asinh, 128),
  op('Acosh', 1, Math.acosh, 128),
  op('Atanh', 1, Math.atanh, 1),
  double('Exp', 2, Math.exp, 745),
  double('Log', 2, Math.log, 4),
  double('Sigmoid', 3, sigmoid, 40),
  double('Tanh', 4, Math.tanh, 20),
  double('Erf', 8, erf, 6),
  // Further below 0 the reference has no bits left.
  double('Gelu', 5, gelu, 14, { pairs: () => everyDouble(seed, 14, 2) }),
  double('Gelu', 4, geluTanh, 22, { ...wideTanhForm, name: 'Gelu, tanh, float64' }),
  double('Softplus', 2, softplus, 745),
  wideAngle('Sin', 2, sin),
  wideAngle('Cos', 2, cos),
  wideAngle('Tan', 4, tan),
  double('Acos', 4, Math.acos, 1),
  double('Asin', 4, Math.asin, 1),
  double('Atan', 4, Math.atan, 128),
  double('Sinh', 5, Math.sinh, 710),
  double('Cosh', 5, Math.cosh, 710),
  double('Asinh', 5, Math.asinh, 1024),
  double('Acosh', 5, Math.acosh, 1024),
  double('Atanh', 5, Math.atanh, 1),
];
