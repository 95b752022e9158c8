/** Floats with at most 16 bits and their bits, because not all engines have arrays of them. */

/** The meaning of the bits. Codes exclude the sign; codes above `largest` are not finite. */
export interface FloatFormat {
  /** Bits of the fraction, and the exponent of the smallest normal number. */
  readonly fraction: number;
  readonly lowest: number;
  /** The sign bit; 0 if the format has no sign. */
  readonly sign: number;
  readonly largest: number;
  /** The result of overflow: infinity, or `largest` if there is none. */
  readonly beyond: number;
  readonly nan: number;
  /** Whether the bits of -0 are NaN. */
  readonly oneZero: boolean;
  /** The smallest power of two in a format that only has powers of two; 0 in all others. */
  readonly least: number;
}

/** A format of IEEE 754, in which the largest exponent means infinity or NaN. */
function ieee(bits: number, fraction: number, lowest: number): FloatFormat {
  const sign = 2 ** (bits - 1);
  const beyond = sign - 2 ** fraction;
  const largest = beyond - 1;
  const nan = beyond + 2 ** (fraction - 1);
  return { fraction, lowest, sign, largest, beyond, nan, oneZero: false, least: 0 };
}

/** A format without infinities. */
const finite = (
  fraction: number,
  lowest: number,
  sign: number,
  largest: number,
  nan: number,
): FloatFormat => {
  const oneZero = nan === 0x80;
  return { fraction, lowest, sign, largest, beyond: largest, nan, oneZero, least: 0 };
};

export const BINARY16 = ieee(16, 10, -14);
export const BFLOAT16 = ieee(16, 7, -126);
export const E4M3FN = finite(3, -6, 0x80, 0x7e, 0x7f);
export const E4M3FNUZ = finite(3, -7, 0x80, 0x7f, 0x80);
export const E5M2 = ieee(8, 2, -14);
export const E5M2FNUZ = finite(2, -15, 0x80, 0x7f, 0x80);
export const E2M1 = finite(1, 0, 8, 7, 8);
export const E8M0: FloatFormat = { ...finite(0, -126, 0, 0xfe, 0xff), least: 2 ** -127 };

/** The number that the bits represent. */
export function fromBits(bits: number, format: FloatFormat): number {
  const { fraction, lowest, sign, largest, beyond, oneZero, least } = format;
  const factor = bits & sign ? -1 : 1;
  const code = sign ? bits & (sign - 1) : bits;
  if (code > largest) return code === beyond ? factor * Infinity : Number.NaN;
  if (code === 0) return oneZero && bits ? Number.NaN : least || factor * 0;
  const exponent = code >> fraction;
  const rest = (code & (2 ** fraction - 1)) / 2 ** fraction;
  if (exponent === 0) return factor * rest * 2 ** lowest;
  return factor * (1 + rest) * 2 ** (exponent - 1 + lowest);
}

/**
 * The bits of the closest value, ties to even, as IEEE 754 rounds. In a format of powers of two only, the
 * next power that is not smaller, and never infinity, as ONNX's Cast rounds to it.
 */
export function toBits(value: number, format: FloatFormat): number {
  const { largest, beyond, nan, oneZero, least } = format;
  const size = Math.abs(value);
  if (Number.isNaN(value) || (least && size === Infinity)) return nan;
  const sign = value < 0 || Object.is(value, -0) ? format.sign : 0;
  if (least && size <= least) return 0;
  const code = size === Infinity ? beyond : nearest(size, format);
  return code === 0 && oneZero ? 0 : sign | (code > largest ? beyond : code);
}

/** The code of a magnitude, as if there were no largest code. */
function nearest(size: number, { fraction, lowest, least }: FloatFormat): number {
  // In units of the last place. The bits of neighbouring values are consecutive, also across exponents, so a
  // logarithm rounded up to the next exponent gives the same bits.
  const exponent = Math.max(lowest, Math.floor(Math.log2(size)));
  const steps = size / 2 ** (exponent - fraction);
  return (least ? Math.ceil(steps) : roundEven(steps)) + (exponent - lowest) * 2 ** fraction;
}

function roundEven(value: number): number {
  const below = Math.floor(value);
  const over = value - below;
  return over > 0.5 || (over === 0.5 && below % 2 === 1) ? below + 1 : below;
}
