/**
 * log(exp(x) + exp(y)) of float32 values near 0: the two logarithms cancel there, so doubles are not exact
 * enough for a reference. Fixed point with 192 fraction bits.
 */
const bits = 192n;
const one = 1n << bits;
const halvings = 8n;

/** Every float32 is an integer multiple of 2^-149. */
const fixedOf = (x) => BigInt(x * 2 ** 149) << (bits - 149n);
const multiply = (a, b) => (a * b) >> bits;

/** Taylor's series of the 256th part, squared eight times. */
function exp(x) {
  const part = x >> halvings;
  let sum = one;
  let term = one;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = multiply(term, part) / n;
    sum += term;
  }
  for (let i = 0n; i < halvings; i++) sum = multiply(sum, sum);
  return sum;
}

/** log(1 + s) for a small s. */
function log1p(s) {
  let sum = 0n;
  let power = s;
  for (let n = 1n; n <= 12n; n++) {
    sum += (n % 2n === 1n ? power : -power) / n;
    power = multiply(power, s);
  }
  return sum;
}

export function logAddExpNearZero(x, y) {
  const sum = exp(fixedOf(x)) + exp(fixedOf(y)) - one;
  return Number(log1p(sum)) * 2 ** -192;
}
