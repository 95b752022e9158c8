/** Mish and Swish, compared with other forms of their formulas than ONNX's, in 64 bits. */
import { test } from 'node:test';
import { gamma } from '../support/bounds.mjs';
import { same, sc } from './oracle.mjs';
import { f32, floats } from './rows.mjs';

const values = [-20, -3, -1, -0.25, 0, 0.25, 1, 3, 20];

/** The tanh of the logarithm of u is (u² - 1) / (u² + 1), whose numerator is e (e + 2) for u = 1 + e. */
function mish(x) {
  const e = Math.exp(x);
  return (x * e * (e + 2)) / (e * (e + 2) + 2);
}

const swish = (alpha) => (x) => x / (1 + Math.exp(-alpha * x));

for (const [name, attributes, formula] of [
  ['Mish', {}, mish],
  ['Swish', {}, swish(1)],
  ['Swish', { alpha: 2 }, swish(2)],
])
  test(`${name} ${JSON.stringify(attributes)}`, () => {
    // Two functions within two units in the last place each, and a product.
    const near = (_, want) => gamma(5, 'float32') * Math.abs(want);
    const made = sc.run(name, [floats([values.length], values)], { attributes });
    same(made, f32([values.length], values.map(formula)), name, { near, zeros: true });
  });
