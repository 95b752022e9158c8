/** Helpers of the tests of fused expressions. */
import { tensorOf } from '../operators/reference/types.mjs';
import { randomValue } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';

export const engines = await loadFlavours();

export const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

export const randomTensor = (random, type, dims) =>
  tensorOf(
    type,
    Array.from({ length: sizeOf(dims) }, () => randomValue(random, type)),
    dims,
  );

/** Exponent and mantissa of the floats, to tell their NaNs: WebAssembly leaves a NaN's bits open. */
const FLOATS = {
  float32: { words: Uint32Array, infinity: 0x7f800000, sign: 0x7fffffff },
  float64: { words: BigUint64Array, infinity: 0x7ff0000000000000n, sign: 0x7fffffffffffffffn },
  float16: { words: Uint16Array, infinity: 0x7c00, sign: 0x7fff },
  bfloat16: { words: Uint16Array, infinity: 0x7f80, sign: 0x7fff },
};

export function bitsOf({ type, data }) {
  const float = FLOATS[type];
  if (!float) return [...data];
  const { words: Words, infinity, sign } = float;
  const words = new Words(data.buffer, data.byteOffset, data.length);
  return Array.from(words, (word) => ((word & sign) > infinity ? 'NaN' : word));
}
