/**
 * Computes the coefficients of src/math's polynomials: `node src/math/fit.mjs` prints them, `--check`
 * compares them with the sources and exits with 1 if any differ.
 *
 * A polynomial interpolates its function at Chebyshev nodes, which is within a few percent of the
 * optimum, or truncates a Taylor series. Two are minimax polynomials from Remez' algorithm, which
 * is not repeated here: their errors are measured and compared with the bound. Numbers are BigInts
 * with BITS fractional bits, because erfc(28.5) is near 2^-1180.
 */
import { readFileSync } from 'node:fs';

const BITS = 1500n;
const ONE = 1n << BITS;

const whole = (n) => BigInt(n) << BITS;
const multiply = (a, b) => (a * b) >> BITS;
const divide = (a, b) => (a << BITS) / b;
const decimal = (text) => {
  const [integer, fraction = ''] = text.split('.');
  return whole(integer + fraction) / 10n ** BigInt(fraction.length);
};

/** The nearest double: 80 bits, rounded once more. */
function toDouble(x) {
  const length = (x < 0n ? -x : x).toString(2).length;
  const dropped = BigInt(Math.max(0, length - 80));
  return Number(x >> dropped) * 2 ** Number(dropped - BITS);
}
function fromDouble(x) {
  let exponent = 0;
  while (!Number.isInteger(x)) {
    x *= 2;
    exponent++;
  }
  return whole(x) >> BigInt(exponent);
}

/** The sum of term(0, 1), term(1, x), term(2, x^2), … until a term is too small to represent. */
function series(x, term) {
  let sum = 0n;
  let power = ONE;
  for (let k = 0; ; k++) {
    const next = term(BigInt(k), power);
    if (next === 0n || next === -1n) return sum;
    sum += next;
    power = multiply(power, x);
  }
}

const factorials = [1n];
function factorial(n) {
  for (let i = BigInt(factorials.length); i <= n; i++) factorials.push(factorials.at(-1) * i);
  return factorials[Number(n)];
}
const alternating = (k, x) => (k % 2n ? -x : x);

function root(x) {
  const square = x << BITS;
  let guess = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (guess + square / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

const atanh = (x) =>
  multiply(
    x,
    series(multiply(x, x), (k, power) => power / (2n * k + 1n)),
  );
const atanOfInverse = (n) =>
  series(ONE / (n * n), (k, power) => alternating(k, power) / (2n * k + 1n)) / n;
const pi = 16n * atanOfInverse(5n) - 4n * atanOfInverse(239n);
const ln2 = 2n * atanh(ONE / 3n);
const twoOverRootPi = divide(2n * ONE, root(pi));

const cos = (x) => series(multiply(x, x), (k, power) => alternating(k, power) / factorial(2n * k));
function exp(x) {
  const n = x / ln2;
  const part = series(x - n * ln2, (k, power) => power / factorial(k));
  return n < 0n ? part >> -n : part << n;
}
function log(x) {
  const exponent = BigInt(x.toString(2).length) - 1n - BITS;
  const mantissa = exponent < 0n ? x << -exponent : x >> exponent;
  return 2n * atanh(divide(mantissa - ONE, mantissa + ONE)) + exponent * ln2;
}
/** atan(x) / x by x^2. */
const atanOver = (square) => series(square, (k, power) => alternating(k, power) / (2n * k + 1n));
/** erf(x) / x by x^2. */
const erfOver = (square) =>
  multiply(
    twoOverRootPi,
    series(square, (k, power) => alternating(k, power) / (factorial(k) * (2n * k + 1n))),
  );
const erfc = (x) => ONE - multiply(x, erfOver(multiply(x, x)));

/** (1 + 2x) exp(x^2) erfc(x). */
function scaledErfc(x) {
  const square = multiply(x, x);
  return multiply(multiply(ONE + 2n * x, exp(square)), erfc(x));
}
/** log(erfc(x)) / -x. */
const g = (x) => divide(-log(erfc(x)), x);

function tanhRest(square) {
  const sinh = series(square, (k, power) => power / factorial(2n * k + 3n));
  const cosh = series(square, (k, power) => power / factorial(2n * k + 2n));
  return divide(sinh - cosh, ONE + multiply(square, cosh));
}

/** (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2 / 2) / r^4, by r^2. */
const sinRest = (square) =>
  series(square, (k, power) => -alternating(k, power) / factorial(2n * k + 3n));
const cosRest = (square) =>
  series(square, (k, power) => alternating(k, power) / factorial(2n * k + 4n));

/** (log(1 + f) - 2 s) / s^3 for s = f / (2 + f), by s^2. */
const log1pRest = (square) => series(square, (k, power) => (2n * power) / (2n * k + 3n));

/** A positive number split into parts of these lengths in bits; the last part is a double. */
function parts(x, ...lengths) {
  if (lengths.length === 0) return [fromDouble(toDouble(x))];
  const [length, ...others] = lengths;
  const dropped = BigInt(x.toString(2).length - length);
  const part = (x >> dropped) << dropped;
  return [part, ...parts(x - part, ...others)];
}

/** Words of 2 / pi. */
const words = (count) =>
  Array.from({ length: count }, (_, i) =>
    whole((divide(2n * ONE, pi) >> (BITS - 32n * BigInt(i + 1))) & 0xffffffffn),
  );

/** count Chebyshev nodes between low and high. */
const nodes = ([low, high], count) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (pi * BigInt(2 * i + 1)) / BigInt(2 * count);
    return (low + high) / 2n + multiply((high - low) / 2n, cos(angle));
  });

/** Newton's divided differences, multiplied out; the first coefficient is that of the power 0. */
function interpolate(f, interval, count) {
  const at = nodes(interval, count);
  const difference = at.map(f);
  for (let j = 1; j < count; j++)
    for (let i = count - 1; i >= j; i--)
      difference[i] = divide(difference[i] - difference[i - 1], at[i] - at[i - j]);
  let result = [difference[count - 1]];
  for (let i = count - 2; i >= 0; i--) {
    const next = [difference[i], ...result];
    for (let k = 0; k < result.length; k++) next[k] -= multiply(result[k], at[i]);
    result = next;
  }
  return result;
}

const evaluate = (coefficients, x) =>
  coefficients.reduceRight((sum, coefficient) => multiply(sum, x) + coefficient, 0n);

/** log2 of the largest weight(x) |p(x) - f(x)| at twice the number of nodes of p. */
function errorOf(coefficients, { f, weight = () => ONE, interval }) {
  const errors = nodes(interval, 2 * coefficients.length + 1).map((x) => {
    const error = multiply(weight(x), evaluate(coefficients, x) - f(x));
    return error < 0n ? -error : error;
  });
  return Math.log2(Math.max(...errors.map(toDouble)));
}

// exp's r, with 1 % to spare.
const half = ((ln2 / 2n) * 101n) / 100n;
const rootOfHalf = root(ONE / 2n);
const largestZ = 3n * ONE - 4n * rootOfHalf; // (sqrt(2) - 1) / (sqrt(2) + 1)
const expRest = (r) => series(r, (k, power) => power / factorial(k + 2n));
// An eighth of a turn, plus the rounding errors of the reduction.
const eighth = ((pi / 4n) * 10001n) / 10000n;
const fraction = (center) => (x) => divide(x - whole(center), x + whole(center));
const scaledErfcBy = (center) => (t) =>
  scaledErfc(divide(whole(center) + multiply(whole(center), t), ONE - t));

/**
 * The constants of the sources; `nth` counts those with the same name in a file. Interpolated ones
 * have a function and an interval, and may keep some coefficients unchanged; minimax ones have the
 * log2 of the bound of their weighted error. Taylor coefficients, parts of pi / 2 and words of
 * 2 / pi are listed, some as double-doubles. Errors include the rounding of coefficients to the
 * compute type.
 */
const tables = [
  { file: 'exp.hpp', name: 'kSeries', nth: 0, lane: 'float', f: expRest, interval: [-half, half] },
  {
    file: 'exp.hpp',
    name: 'kSeries',
    nth: 1,
    f: expRest,
    interval: [-decimal('0.3467'), decimal('0.3467')],
    weight: (r) => divide(multiply(r, r), exp(r)),
    bound: -56,
  },
  {
    file: 'log.hpp',
    name: 'kSeries',
    nth: 0,
    lane: 'float',
    f: (x) => series(x, (k, power) => alternating(k, power) / (k + 3n)),
    interval: [rootOfHalf - ONE, 2n * rootOfHalf - ONE],
    // Once written with two wrong digits (…74383664), which f^10 reduces to 2^-36.
    kept: [7],
  },
  {
    file: 'atan2.cpp',
    name: 'kAtan',
    f: atanOver,
    interval: [0n, decimal('0.17158')],
  },
  {
    file: 'tanh.hpp',
    name: 'kSeries',
    lane: 'float',
    f: tanhRest,
    interval: [0n, decimal('0.4')],
  },
  {
    file: 'erf.hpp',
    name: 'kScaledErfc',
    lane: 'float',
    f: scaledErfcBy(2),
    interval: [-ONE, fraction(2)(whole(14))],
  },
  {
    file: 'erf.hpp',
    name: 'kScaledErfcFar',
    f: scaledErfcBy(3),
    interval: [decimal('0.85'), decimal('28.5')].map(fraction(3)),
  },
  {
    file: 'erf.hpp',
    name: 'kErfNear',
    f: (square) => erfOver(square) - ONE,
    interval: [0n, decimal('0.81')],
  },
  {
    file: 'erf.hpp',
    name: 'kErf',
    lane: 'float',
    f: (square) => erfOver(square) - ONE,
    interval: [0n, decimal('0.9')],
  },
  {
    file: 'erf.hpp',
    name: 'kExponent',
    lane: 'float',
    f: g,
    interval: [decimal('0.9'), decimal('3.95')],
    // The weight of an error in erf(x) = 1 - exp(-x g).
    weight: (x) => divide(multiply(x, erfc(x)), ONE - erfc(x)),
    bound: -29,
  },
  ...['float', 'double'].flatMap((precision, nth) => [
    {
      file: 'sin_cos.cpp',
      name: 'kHalfPi',
      nth,
      given: precision === 'float' ? parts(pi / 2n, 33) : parts(pi / 2n, 39, 39),
    },
    {
      file: 'sin_cos.cpp',
      name: 'kSin',
      nth,
      f: sinRest,
      interval: [0n, multiply(eighth, eighth)],
      weight: (square) => square,
    },
    {
      file: 'sin_cos.cpp',
      name: 'kCos',
      nth,
      f: cosRest,
      interval: [0n, multiply(eighth, eighth)],
      weight: (square) => multiply(square, square),
    },
    {
      file: 'softplus.hpp',
      name: 'kSeries',
      nth,
      lane: precision,
      f: log1pRest,
      interval: [0n, ONE / 9n],
      weight: (square) => multiply(square, ONE / 3n),
    },
  ]),
  { file: 'sin_cos.cpp', name: 'kTwoOverPi', lane: 'word', given: words(37) },
  { file: 'sin_cos.cpp', name: 'kHalfPi', nth: 2, given: parts(pi / 2n, 53) },
  {
    file: 'pow.cpp',
    name: 'log2',
    f: (square) => divide(2n * series(square, (k, power) => power / (2n * k + 1n)), ln2),
    interval: [0n, multiply(largestZ, largestZ)],
  },
  {
    file: 'pow.cpp',
    name: 'exp2',
    f: (x) => exp(multiply(x, ln2)),
    interval: [-ONE / 2n, ONE / 2n],
  },
  {
    file: 'pow.cpp',
    name: 'kSeries',
    given: Array.from({ length: 10 }, (_, k) => divide(2n * ONE, BigInt(2 * k + 5) * ln2)),
  },
  ...[
    ['kFirst', divide(2n * ONE, ln2)],
    ['kSecond', divide(2n * ONE, 3n * ln2)],
    ['kLn2', ln2],
  ].map(([name, value]) => ({
    file: 'pow.cpp',
    name,
    given: [value, value - fromDouble(toDouble(value))],
  })),
];

/** The numbers of `name[] = {…}` or `.name = {…}`, as text. */
function written({ file, name, nth = 0 }) {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  const found = [...source.matchAll(new RegExp(`\\b${name}(?:\\[\\])? = \\{([^}]*)\\}`, 'g'))][nth];
  if (!found) throw new Error(`${file} has no ${name}`);
  return found[1]
    .split(',')
    .map((text) => text.trim().replace(/F$/, ''))
    .filter((text) => text);
}

const WRITE = {
  float: (x) => `${Number(x.toPrecision(9))}F`,
  double: (x) => `${x}`,
  word: (x) => `0x${x.toString(16).padStart(8, '0')}`,
};

function report(table) {
  const { file, name, nth = 0, lane = 'double', given, bound, kept = [] } = table;
  const texts = written(table);
  const toLane = (x) => (lane === 'float' ? Math.fround(x) : x);
  const numbers = texts.map((text) => toLane(Number(text)));
  const title = `${file} ${name}${nth ? ` (${nth + 1})` : ''}, ${numbers.length} ${lane}s`;
  const error = given ? undefined : errorOf(numbers.map(fromDouble), table).toFixed(1);
  if (bound !== undefined) {
    const fits = Number(error) <= bound;
    return { ok: fits, lines: [`${title}: minimax, error 2^${error}, bound 2^${bound}`] };
  }
  const exact = given ?? interpolate(table.f, table.interval, numbers.length);
  const made = exact.map((x, i) => (kept.includes(i) ? numbers[i] : toLane(toDouble(x))));
  const text = made.map(WRITE[lane]);
  const differing = made.flatMap((x, i) =>
    x === numbers[i] ? [] : [`  ${texts[i]} should be ${text[i]}`],
  );
  const how = given ? 'given' : `interpolated, error 2^${error}`;
  return {
    ok: differing.length === 0,
    lines: [`${title}: ${how}`, ...differing, ...(checks ? [] : [`  ${text.join(', ')}`])],
  };
}

const checks = process.argv.includes('--check');
for (const { ok, lines } of tables.map(report)) {
  console.log(lines.join('\n'));
  if (!ok) process.exitCode = 1;
}
