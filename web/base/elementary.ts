/**
 * Logarithms and powers with the same bits in every JavaScript engine; `Math.log` and `**` do not guarantee
 * this. The error is below 1 ULP, for `logarithm10` below 2.
 */

/** ln 2 = LN2_HIGH + LN2_LOW. The first has 33 bits, so its products with exponents are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** log10 2, split likewise. */
const LOG10_2_HIGH = 0.30102999566361177;
const LOG10_2_LOW = 3.694239077158931e-13;
/** ln 10 = Math.LN10 + LN10_LOW. */
const LN10_LOW = -2.1707562233822494e-16;

const view = new DataView(new ArrayBuffer(8));

/** 2^exponent, for normal numbers. */
function powerOf2(exponent: number): number {
  view.setFloat64(0, 0);
  view.setUint16(0, (exponent + 1023) << 4);
  return view.getFloat64(0);
}

/** The exponent of a positive number that is not subnormal, and its fraction from 1 to 2. */
function parts(x: number): readonly [exponent: number, fraction: number] {
  view.setFloat64(0, x);
  const head = view.getUint16(0);
  view.setUint16(0, (head & 0xf) | 0x3ff0);
  return [(head >> 4) - 1023, view.getFloat64(0)];
}

/** (log((1 + s) / (1 - s)) - 2s) / s by Taylor's series, for z = s² up to 0.03. */
function series(z: number): number {
  let sum = 0;
  for (let odd = 23; odd >= 3; odd -= 2) sum = z * (2 / odd + sum);
  return sum;
}

/** The natural logarithm of a positive number that is not subnormal. */
export function logarithm(x: number): number {
  // x = 2^exponent · (1 + f), with 1 + f from √½ to √2.
  let [exponent, fraction] = parts(x);
  if (fraction > Math.SQRT2) {
    fraction /= 2;
    exponent += 1;
  }
  const f = fraction - 1;
  const s = f / (2 + f);
  const half = 0.5 * f * f;
  // 2s = f - s f, and s f = f² / 2 - s f² / 2: the first terms are the largest, and exact or nearly so.
  const rest = half - (s * (half + series(s * s)) + exponent * LN2_LOW);
  return exponent * LN2_HIGH - (rest - f);
}

/** The decimal logarithm. */
export function logarithm10(x: number): number {
  if (!(x > 0 && x < Infinity)) return x > 0 ? Infinity : x === 0 ? -Infinity : Number.NaN;
  const [exponent, fraction] = parts(x);
  // For x < 1 the fraction is between ½ and 1, which avoids cancellation.
  const own = exponent < 0 ? exponent + 1 : exponent;
  const rest = Math.LOG10E * logarithm(exponent < 0 ? fraction / 2 : fraction);
  return own * LOG10_2_LOW + rest + own * LOG10_2_HIGH;
}

/** a · b = p + error, exactly (Veltkamp and Dekker). */
function exactProduct(a: number, b: number): readonly [p: number, error: number] {
  const p = a * b;
  const [aHigh, bHigh] = [upper(a), upper(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return [p, aHigh * bHigh - p + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

function upper(x: number): number {
  const scaled = 0x8000001 * x;
  return scaled - (scaled - x);
}

/** 10^x. Returns Infinity for x ≥ 300 and 0 for x ≤ -300. */
export function power10(x: number): number {
  if (!(Math.abs(x) < 300)) return x > 0 ? Infinity : x < 0 ? 0 : x;
  // 10^x = 2^k · e^r, with r up to ln 2 / 2 in two parts.
  const k = Math.round((x * Math.LN10) / Math.LN2);
  const [product, error] = exactProduct(x, Math.LN10);
  const high = product - k * LN2_HIGH;
  const low = error + x * LN10_LOW - k * LN2_LOW;
  const r = high + low;
  let sum = 0;
  for (let n = 14; n >= 2; n--) sum = (r / n) * (1 + sum);
  return powerOf2(k) * (1 + (r + (r * sum + (high - r + low) * (1 + r))));
}
