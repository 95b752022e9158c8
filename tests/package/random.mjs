/** Seeded randomness. Every test prints its seed; SEED in the environment repeats a run. */

/** @param {number} fallback */
export function seedOf(fallback) {
  return process.env.SEED === undefined ? fallback : Number(process.env.SEED);
}

/** Uniform numbers in [0, 1) from a 32-bit seed (mulberry32). */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Random {
  #next;

  constructor(seed) {
    this.#next = uniform(seed);
  }

  /** An integer from `lowest` to `highest`, both included. */
  between(lowest, highest) {
    return lowest + Math.floor(this.#next() * (highest - lowest + 1));
  }

  chance(percent) {
    return this.between(1, 100) <= percent;
  }

  /** 64 random bits. */
  bits() {
    const word = () => BigInt(this.between(0, 2 ** 32 - 1));
    return (word() << 32n) | word();
  }

  shape(highestRank, highestSize) {
    const rank = this.between(0, highestRank);
    return Array.from({ length: rank }, () => this.between(1, highestSize));
  }

  /** A shape that broadcasts to `output`. */
  operandOf(output) {
    const first = this.chance(60) ? 0 : this.between(0, output.length);
    return output.slice(first).map((size) => (this.chance(35) ? 1 : size));
  }
}
