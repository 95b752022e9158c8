/** The discrete Fourier transform, of any length. */
import type { Memory } from '../memory/memory.js';

/** Complex numbers, as their real and imaginary parts. */
export interface Signal {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** @throws OutOfMemoryError */
export const signalOf = (size: number, memory: Memory): Signal => ({
  real: memory.newArray(Float64Array, size) as Float64Array,
  imaginary: memory.newArray(Float64Array, size) as Float64Array,
});

/** Transforms a signal of 2^n numbers in place (Cooley and Tukey). */
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

/** Multiplies two signals of the same length, the first in place. */
function multiply(signal: Signal, by: Signal): void {
  for (let i = 0; i < by.real.length; i++) {
    const [re, im] = [signal.real[i] as number, signal.imaginary[i] as number];
    const [cos, sin] = [by.real[i] as number, by.imaginary[i] as number];
    signal.real[i] = re * cos - im * sin;
    signal.imaginary[i] = re * sin + im * cos;
  }
}

function chirpOf(size: number, sign: number, memory: Memory): Signal {
  const chirp = signalOf(size, memory);
  for (let i = 0; i < size; i++) {
    // The square is taken modulo the period, so the angle is exact for long signals.
    const angle = (sign * Math.PI * ((i * i) % (2 * size))) / size;
    chirp.real[i] = Math.cos(angle);
    chirp.imaginary[i] = Math.sin(angle);
  }
  return chirp;
}

/** The chirp's conjugate, around 0 in a period of `padded` numbers. */
function mirrored(chirp: Signal, padded: number, memory: Memory): Signal {
  const made = signalOf(padded, memory);
  for (let i = 0; i < chirp.real.length; i++)
    for (const at of i === 0 ? [0] : [i, padded - i]) {
      made.real[at] = chirp.real[i] as number;
      made.imaginary[at] = -(chirp.imaginary[i] as number);
    }
  return made;
}

/**
 * Transforms a signal of any length, as a convolution with a chirp, whose length is a power of two
 * (Bluestein).
 * @throws OutOfMemoryError
 */
export function transformed(signal: Signal, sign: number, memory: Memory): Signal {
  const size = signal.real.length;
  if ((size & (size - 1)) === 0) {
    if (size > 1) transformPower(signal, sign);
    return signal;
  }
  const padded = 2 ** Math.ceil(Math.log2(2 * size - 1));
  const chirp = chirpOf(size, sign, memory);
  const [a, b] = [signalOf(padded, memory), mirrored(chirp, padded, memory)];
  a.real.set(signal.real);
  a.imaginary.set(signal.imaginary);
  multiply(a, chirp);
  transformPower(a, 1);
  transformPower(b, 1);
  multiply(a, b);
  transformPower(a, -1);
  const made = { real: a.real.subarray(0, size), imaginary: a.imaginary.subarray(0, size) };
  for (let i = 0; i < size; i++) {
    made.real[i] = (made.real[i] as number) / padded;
    made.imaginary[i] = (made.imaginary[i] as number) / padded;
  }
  multiply(made, chirp);
  return made;
}
