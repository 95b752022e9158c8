/** The discrete Fourier transform, of any length. */

/** Complex numbers, as their real and imaginary parts. */
export interface Signal {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

export const signalOf = (size: number): Signal => ({
  real: new Float64Array(size),
  imaginary: new Float64Array(size),
});

/** Transforms in place a signal of 2^n numbers (Cooley and Tukey). */
function transformPower({ real, imaginary }: Signal, sign: number): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j)
      for (const part of [real, imaginary])
        [part[i], part[j]] = [part[j] as number, part[i] as number];
  }
  for (let length = 2; length <= size; length *= 2)
    for (let k = 0; k < length / 2; k++) {
      const angle = (sign * 2 * Math.PI * k) / length;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let start = k; start < size; start += length) {
        const other = start + length / 2;
        const [a, b] = [real[other] as number, imaginary[other] as number];
        const [re, im] = [a * cos - b * sin, a * sin + b * cos];
        real[other] = (real[start] as number) - re;
        imaginary[other] = (imaginary[start] as number) - im;
        real[start] = (real[start] as number) + re;
        imaginary[start] = (imaginary[start] as number) + im;
      }
    }
}

/** Of any length: as a convolution with a chirp, whose length is a power of two (Bluestein). */
export function transformed(signal: Signal, sign: number): Signal {
  const size = signal.real.length;
  if ((size & (size - 1)) === 0) {
    if (size > 1) transformPower(signal, sign);
    return signal;
  }
  const padded = 2 ** Math.ceil(Math.log2(2 * size - 1));
  const [a, b] = [signalOf(padded), signalOf(padded)];
  const chirp = signalOf(size);
  for (let i = 0; i < size; i++) {
    // The square modulo the period, so that the angle of a long signal is exact.
    const angle = (sign * Math.PI * ((i * i) % (2 * size))) / size;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    chirp.real[i] = cos;
    chirp.imaginary[i] = sin;
    const [re, im] = [signal.real[i] as number, signal.imaginary[i] as number];
    a.real[i] = re * cos - im * sin;
    a.imaginary[i] = re * sin + im * cos;
    for (const at of i === 0 ? [0] : [i, padded - i]) {
      b.real[at] = cos;
      b.imaginary[at] = -sin;
    }
  }
  transformPower(a, 1);
  transformPower(b, 1);
  for (let i = 0; i < padded; i++) {
    const [re, im] = [a.real[i] as number, a.imaginary[i] as number];
    const [cos, sin] = [b.real[i] as number, b.imaginary[i] as number];
    a.real[i] = re * cos - im * sin;
    a.imaginary[i] = re * sin + im * cos;
  }
  transformPower(a, -1);
  const made = signalOf(size);
  for (let i = 0; i < size; i++) {
    const [re, im] = [(a.real[i] as number) / padded, (a.imaginary[i] as number) / padded];
    const [cos, sin] = [chirp.real[i] as number, chirp.imaginary[i] as number];
    made.real[i] = re * cos - im * sin;
    made.imaginary[i] = re * sin + im * cos;
  }
  return made;
}
