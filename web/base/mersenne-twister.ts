/**
 * MT19937, the Mersenne Twister of Matsumoto and Nishimura, seeded and read like NumPy's `RandomState`, from
 * which ONNX's reference implementation draws its numbers.
 */
import { logarithm } from './elementary.js';

/** Returns a number in [0, 1). */
export type Draw = () => number;

const SIZE = 624;
const MIDDLE = 397;

/** The state for a 32-bit seed; the factor is Knuth's. */
function stateOf(seed: number): Uint32Array {
  const state = new Uint32Array(SIZE);
  state[0] = seed;
  for (let i = 1; i < SIZE; i++) {
    const before = state[i - 1] as number;
    state[i] = Math.imul(before ^ (before >>> 30), 1812433253) + i;
  }
  return state;
}

/**
 * Replaces the state: each word combines the highest bit of one word and the other bits of the next, shifted,
 * with a later one.
 */
function twist(state: Uint32Array): void {
  for (let i = 0; i < SIZE; i++) {
    const next = state[(i + 1) % SIZE] as number;
    const joined = ((state[i] as number) & 0x80000000) | (next & 0x7fffffff);
    const later = state[(i + MIDDLE) % SIZE] as number;
    state[i] = later ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
  }
}

/** A word of the state, tempered. */
function tempered(word: number): number {
  let bits = word ^ (word >>> 11);
  bits ^= (bits << 7) & 0x9d2c5680;
  bits ^= (bits << 15) & 0xefc60000;
  return (bits ^ (bits >>> 18)) >>> 0;
}

/** 53-bit numbers, each from two words. */
export function uniform(seed: number): Draw {
  const state = stateOf(seed);
  let at = SIZE;
  const word = (): number => {
    if (at === SIZE) {
      twist(state);
      at = 0;
    }
    return tempered(state[at++] as number);
  };
  return () => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53;
}

/** Marsaglia's polar method: two normally distributed numbers from a point within a circle. */
export function normal(draw: Draw): Draw {
  let kept: number | undefined;
  return () => {
    if (kept !== undefined) {
      const second = kept;
      kept = undefined;
      return second;
    }
    let [x, y, square] = [0, 0, 0];
    while (square >= 1 || square === 0) {
      x = 2 * draw() - 1;
      y = 2 * draw() - 1;
      square = x * x + y * y;
    }
    const factor = Math.sqrt((-2 * logarithm(square)) / square);
    kept = factor * x;
    return factor * y;
  };
}
