/** Operands of tests: the same every time. */

/** Deterministic numbers of both signs, some with fractions. */
export function numbers(count, seed = 1) {
  let state = seed * 2654435761;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 20 - 8;
  });
}

const CLASSES = {
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  bool: Uint8Array,
};

/** A float16 or bfloat16 number with a magnitude around 1, by its bits. */
const smallFloat = (type, value) =>
  (value < 0 ? 0x8000 : 0) |
  ((type === 'float16' ? 0x3800 : 0x3f00) + (Math.abs(value * 97) & 0x3ff));

export function operand(type, dims, seed) {
  const values = numbers(
    dims.reduce((product, size) => product * size, 1),
    seed,
  );
  if (type === 'float16' || type === 'bfloat16')
    return { type, dims, data: Uint16Array.from(values, (value) => smallFloat(type, value)) };
  if (type === 'bool')
    return { type, dims, data: Uint8Array.from(values, (value) => +(value > 0)) };
  const isBig = type.endsWith('int64');
  const whole = (value) => {
    const number = Math.trunc(value * 5) || 1;
    return isBig ? BigInt(number) : number;
  };
  const data = type.startsWith('float')
    ? CLASSES[type].from(values)
    : CLASSES[type].from(values, whole);
  return { type, dims, data };
}
