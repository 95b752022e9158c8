/**
 * Binary floating point of any precision, from the definition: the nearest multiple of the unit in
 * the last place, ties to the even one. Exact, because scaling a double by a power of two is.
 *
 * @typedef {{precision: number, minExponent: number, maxExponent: number}} Format
 *   precision counts the leading bit; the exponents are those of the normal numbers.
 */

/** @type {Record<string, Format>} */
export const formats = {
  float16: { precision: 11, minExponent: -14, maxExponent: 15 },
  bfloat16: { precision: 8, minExponent: -126, maxExponent: 127 },
  float32: { precision: 24, minExponent: -126, maxExponent: 127 },
  float64: { precision: 53, minExponent: -1022, maxExponent: 1023 },
};

const view = new DataView(new ArrayBuffer(8));

/** floor(log2(|x|)) of a finite double other than 0. */
export function exponentOf(x) {
  view.setFloat64(0, x);
  const biased = (view.getUint32(0) >>> 20) & 0x7ff;
  return biased === 0 ? exponentOf(x * 2 ** 64) - 64 : biased - 1023;
}

/** The distance from x to the next number of the format. */
export function unitOf(x, { precision, minExponent }) {
  const exponent = x === 0 ? minExponent : Math.max(exponentOf(x), minExponent);
  return 2 ** (exponent - precision + 1);
}

function roundToEven(x) {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}

/** The largest finite number of a format. */
export const largest = ({ precision, maxExponent }) =>
  (2 - 2 ** (1 - precision)) * 2 ** maxExponent;

/** @param {Format} format */
export function roundTo(x, format) {
  if (x === 0 || !Number.isFinite(x)) return x;
  const unit = unitOf(x, format);
  const rounded = roundToEven(Math.abs(x) / unit) * unit;
  const value = rounded > largest(format) ? Infinity : rounded;
  return x < 0 ? -value : value;
}

/** The bits of a 16-bit format's number. */
export function toBits(x, format) {
  const { precision, minExponent, maxExponent } = format;
  const fractionBits = precision - 1;
  const infinity = (2 * maxExponent + 1) << fractionBits;
  if (Number.isNaN(x)) return infinity | (1 << (fractionBits - 1));
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const rounded = Math.abs(roundTo(x, format));
  if (rounded === Infinity) return sign | infinity;
  // Counted in units, numbers of one exponent follow each other as their bits do.
  const exponent = rounded === 0 ? minExponent : Math.max(exponentOf(rounded), minExponent);
  const units = rounded / 2 ** (exponent - fractionBits);
  return sign | (units + ((exponent - minExponent) << fractionBits));
}

export function fromBits(bits, { precision, minExponent, maxExponent }) {
  const fractionBits = precision - 1;
  const sign = bits & 0x8000 ? -1 : 1;
  const biased = (bits & 0x7fff) >> fractionBits;
  const fraction = bits & ((1 << fractionBits) - 1);
  if (biased === 2 * maxExponent + 1) return fraction === 0 ? sign * Infinity : Number.NaN;
  const leading = biased === 0 ? 0 : 1 << fractionBits;
  const exponent = Math.max(biased - 1, 0) + minExponent;
  return sign * (leading + fraction) * 2 ** (exponent - fractionBits);
}
