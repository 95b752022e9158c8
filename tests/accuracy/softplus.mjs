/** log(1 + exp(x)) of every double, in fixed point. */
import { partsOf, remembered, series, shifted, toDouble } from './fixed.mjs';

const BITS = 256;
const one = 1n << BigInt(BITS);
const multiply = (a, b) => (a * b) >> BigInt(BITS);

/** log(1 + f) for f from 0 to 1, as twice the hyperbolic arctangent of f / (2 + f). */
function log1p(f) {
  const s = (f * one) / (2n * one + f);
  const square = multiply(s, s);
  let sum = 0n;
  let power = s;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = multiply(power, square);
  }
  return 2n * sum;
}

const ln2 = log1p(one);

/** exp(-x) for x > 0 as part * 2^-whole. */
function expOfMinus(x) {
  const { significand, exponent } = partsOf(x);
  const fixed = shifted(significand, exponent + BITS);
  const whole = fixed / ln2;
  const rest = fixed - whole * ln2;
  return { part: series(one, (term, k) => -multiply(term, rest) / k), whole: Number(whole) };
}

/** Past it the power is 0, and exp(-x) is all there is to log(1 + exp(-x)) long before. */
const END = 800;
const FAR = 128;

export const softplus = remembered((x) => {
  if (Number.isNaN(x)) return x;
  if (Math.abs(x) > END) return x > 0 ? x : 0;
  if (Math.abs(x) < 2 ** -200) return Math.LN2;
  const { part, whole } = expOfMinus(Math.abs(x));
  if (x < 0 && whole > FAR) return toDouble(part, -BITS - whole);
  const far = log1p(part >> BigInt(whole));
  if (x < 0) return toDouble(far, -BITS);
  const { significand, exponent } = partsOf(x);
  return toDouble(far + shifted(significand, exponent + BITS), -BITS);
});
