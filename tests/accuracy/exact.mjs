/** C's fmod and remainder of float32 values, exactly: as integers, counted in units of 2^-149. */
const smallest = 2 ** -149;

/** A double of at most 24 significant bits, 2^-149 or more, as a number of units. */
const unitsOf = (x) => {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, x);
  const bits = view.getUint32(0) & 0x7fffffff;
  const biased = bits >>> 23;
  const fraction = BigInt(bits & 0x7fffff);
  return biased === 0 ? fraction : (fraction | 0x800000n) << BigInt(biased - 1);
};

const isNegative = (x) => x < 0 || Object.is(x, -0);
const signed = (units, x) => (isNegative(x) ? -1 : 1) * Number(units) * smallest;

/** The result in cases without division: a NaN, an infinity or a divisor of zero; otherwise undefined. */
function special(x, y) {
  if (Number.isNaN(y) || !Number.isFinite(x) || y === 0) return Number.NaN;
  return Number.isFinite(y) ? undefined : x;
}

export function fmod(x, y) {
  return special(x, y) ?? signed(unitsOf(x) % unitsOf(y), x);
}

/** The quotient rounded to the nearest integer, ties to the even one. */
export function remainder(x, y) {
  const known = special(x, y);
  if (known !== undefined) return known;
  const [dividend, divisor] = [unitsOf(x), unitsOf(y)];
  const rest = dividend % divisor;
  const isOdd = (dividend / divisor) & 1n;
  const twice = 2n * rest;
  const up = twice > divisor || (twice === divisor && isOdd);
  return signed(up ? rest - divisor : rest, x);
}
