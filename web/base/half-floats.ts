/** 16-bit floats and their bits, for engines that have no arrays of them. */

/** Bits of the fraction, and the exponent of the smallest normal number. */
export interface FloatFormat {
  readonly fraction: number;
  readonly lowest: number;
}

const SIGN = 0x8000;

/** The number that 16 bits stand for. */
export function fromBits(bits: number, { fraction, lowest }: FloatFormat): number {
  const sign = bits & SIGN ? -1 : 1;
  const exponent = (bits & (SIGN - 1)) >> fraction;
  const rest = (bits & (2 ** fraction - 1)) / 2 ** fraction;
  if (exponent === 0) return sign * rest * 2 ** lowest;
  if (exponent === 2 ** (15 - fraction) - 1) return rest ? Number.NaN : sign * Infinity;
  return sign * (1 + rest) * 2 ** (exponent - 1 + lowest);
}

/** The bits nearest to a number, ties to even, as IEEE 754 rounds. */
export function toBits(value: number, { fraction, lowest }: FloatFormat): number {
  const infinity = (2 ** (15 - fraction) - 1) << fraction;
  if (Number.isNaN(value)) return infinity | (1 << (fraction - 1));
  const sign = value < 0 || Object.is(value, -0) ? SIGN : 0;
  const size = Math.abs(value);
  // Steps of the last place; the bits of neighbours follow one another, also across exponents, so that a
  // logarithm rounded to the next exponent gives the same bits.
  const exponent = Math.max(lowest, Math.min(Math.floor(Math.log2(size)), 2 - lowest));
  const steps = roundEven(size / 2 ** (exponent - fraction));
  return sign | Math.min(infinity, steps + (exponent - lowest) * 2 ** fraction);
}

function roundEven(value: number): number {
  const below = Math.floor(value);
  const over = value - below;
  return over > 0.5 || (over === 0.5 && below % 2 === 1) ? below + 1 : below;
}
