/**
 * Each operator on one value per input, from facts section 2 and 7. Integers are exact; floats are computed
 * in double and rounded by the caller, which for + - * / is the same as rounding the exact result, because 53
 * >= 2p + 2 for every narrower format.
 */

const isNegative = (x) => x < 0 || Object.is(x, -0);
const copySign = (x, sign) => (isNegative(sign) ? -Math.abs(x) : Math.abs(x));

const add = (a, b) => a + b;
const sub = (a, b) => a - b;
const mul = (a, b) => a * b;
const both = (compute) => ({ int: compute, float: compute });

/** BigInt division truncates; a zero divisor yields 0 (facts 7). */
const divide = { int: (a, b) => (b === 0n ? 0n : a / b), float: (a, b) => a / b };

function floorModInt(a, b) {
  if (b === 0n) return 0n;
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

/** Facts 2.3, Mod-28. */
export function floorModFloat(a, b) {
  const rest = a % b;
  if (Number.isNaN(rest)) return rest;
  if (rest === 0) return copySign(0, b);
  if (isNegative(rest) === isNegative(b)) return rest;
  return Number.isFinite(b) ? rest + b : b;
}

/** C's fmod is JavaScript's remainder; the truncated remainder for integers. */
const fmod = { int: (a, b) => (b === 0n ? 0n : a % b), float: (a, b) => a % b };
const floorMod = { int: floorModInt, float: floorModFloat };

/** C's pow: 1 to any power and any base to the power of 0 are 1, and so is -1 to an infinity. */
export function powFloat(x, y) {
  if (x === 1 || y === 0) return 1;
  if (x === -1 && Math.abs(y) === Infinity) return 1;
  return x ** y;
}

/** The exact integer power; with a negative exponent 1 for base 1, 1 or -1 for -1, else 0. */
export function powInt(base, exponent, { bits }) {
  if (exponent < 0n) {
    if (base === 1n) return 1n;
    if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
    return 0n;
  }
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asIntN(bits, result * square);
    square = BigInt.asIntN(bits, square * square);
  }
  return result;
}

/** A double as an integer: truncated, saturated, NaN becomes 0 (facts 7). */
export function toInteger(x, { low, high }) {
  if (Number.isNaN(x)) return 0n;
  if (x >= Number(high)) return high;
  if (x <= Number(low)) return low;
  return BigInt(Math.trunc(x));
}

/** Mixed types are computed as NumPy promotes them (facts 2.4). */
export function power(x, y, base, exponent) {
  if (base.kind === 'float') return powFloat(x, Number(y));
  if (exponent.kind === 'int') return powInt(x, y, base);
  return toInteger(powFloat(Number(x), y), base);
}

/** Facts 2.7: the BitShift-28 rule at every opset. */
export function shift(x, amount, { bits }, direction) {
  const past = amount < 0n || amount >= BigInt(bits);
  if (direction === 'LEFT') return past ? 0n : x << amount;
  if (past) return x < 0n ? -1n : 0n;
  return x >> amount;
}

const greaterInt = (a, b) => (a > b ? a : b);
const lesserInt = (a, b) => (a < b ? a : b);

/** NaN propagates and -0 < +0, as in Math.max and Math.min. */
const maximum = { int: greaterInt, float: (a, b) => Math.max(a, b) };
const minimum = { int: lesserInt, float: (a, b) => Math.min(a, b) };

const prelu = both((x, slope) => (x < 0 ? slope * x : x));

/** Binary operators with a result of the operands' type. */
export const binary = {
  Add: both(add),
  Sub: both(sub),
  Mul: both(mul),
  Div: divide,
  PRelu: prelu,
  BitwiseAnd: { int: (a, b) => a & b },
  BitwiseOr: { int: (a, b) => a | b },
  BitwiseXor: { int: (a, b) => a ^ b },
  StringConcat: { string: (a, b) => a + b },
};

/** Facts 2.3: fmod=1 is the remainder with the dividend's sign. */
export const mod = (attributes) => (attributes.fmod ? fmod : floorMod);

export const folded = { Max: maximum, Min: minimum, Sum: both(add), Mean: both(add) };

/** Binary operators with a boolean result. */
export const compared = {
  Equal: (a, b) => a === b,
  Greater: (a, b) => a > b,
  Less: (a, b) => a < b,
  GreaterOrEqual: (a, b) => a >= b,
  LessOrEqual: (a, b) => a <= b,
  And: (a, b) => a === 1 && b === 1,
  Or: (a, b) => a === 1 || b === 1,
  Xor: (a, b) => a !== b,
};
