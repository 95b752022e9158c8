/** Draws the parts of random nodes. */
import { pick } from '../rules/support.mjs';

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);
export const arrays = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  int64: BigInt64Array,
  int8: Int8Array,
  uint8: Uint8Array,
};

export class Draw {
  constructor(random) {
    this.random = random;
  }

  whole(low, high) {
    return low + Math.floor(this.random() * (high - low + 1));
  }
  chance(share) {
    return this.random() < share;
  }
  choose(list) {
    return pick(this.random, list);
  }
  real(low = -2, high = 2) {
    return Math.fround(low + this.random() * (high - low));
  }
  list(count, make) {
    return Array.from({ length: count }, (_, at) => make(at));
  }

  tensor(type, dims, { nan = 0, low = -2, high = 2, whole = false } = {}) {
    const item = () => {
      if (this.chance(nan)) return Number.NaN;
      return whole || type.includes('int') ? this.whole(low, high) : this.real(low, high);
    };
    const data = arrays[type].from({ length: sizeOf(dims) }, () =>
      type === 'int64' ? BigInt(item()) : item(),
    );
    return { type, dims, data };
  }
}
