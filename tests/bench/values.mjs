/** Element types, and seeded values for them. */

/**
 * `array` is the class in which ONNX Runtime, simdcast and this benchmark store elements; 16-bit floats are
 * bits, because Node 20 has no Float16Array.
 */
export const elementTypes = {
  float32: { array: Float32Array, bytes: 4, kind: 'float' },
  float64: { array: Float64Array, bytes: 8, kind: 'float' },
  float16: { array: Uint16Array, bytes: 2, kind: 'float' },
  bfloat16: { array: Uint16Array, bytes: 2, kind: 'float' },
  int8: { array: Int8Array, bytes: 1, kind: 'int' },
  int16: { array: Int16Array, bytes: 2, kind: 'int' },
  int32: { array: Int32Array, bytes: 4, kind: 'int' },
  int64: { array: BigInt64Array, bytes: 8, kind: 'int' },
  uint8: { array: Uint8Array, bytes: 1, kind: 'uint' },
  uint16: { array: Uint16Array, bytes: 2, kind: 'uint' },
  uint32: { array: Uint32Array, bytes: 4, kind: 'uint' },
  uint64: { array: BigUint64Array, bytes: 8, kind: 'uint' },
  bool: { array: Uint8Array, bytes: 1, kind: 'bool' },
};

/** mulberry32: uniform in [0, 1). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const between = (low, high) => (next) => low + (high - low) * next();
const whole = (low, high) => (next) => low + Math.floor((high - low + 1) * next());

/** One time in four, a value for which arithmetic has special rules. */
const rare = (list, usual) => (next) => {
  const chosen = Math.floor(next() * 4 * list.length);
  return chosen < list.length ? list[chosen] : usual(next);
};

/**
 * The values of an operand, by kind of type. Most stay in the range in which all libraries must agree: no
 * overflow, no division by zero, no quotient whose rounding is a convention. The second part is for the
 * section on slow paths.
 */
const ranges = {
  any: { float: between(-4, 4), int: whole(-11, 11), uint: whole(0, 11) },
  positive: { float: between(0.5, 4), int: whole(1, 11), uint: whole(1, 11) },
  small: { float: between(-3, 3), int: whole(0, 3), uint: whole(0, 3) },
  coarse: { float: whole(-3, 3), int: whole(-3, 3), uint: whole(0, 3) },
  shift: { float: whole(0, 7), int: whole(0, 7), uint: whole(0, 7) },
  zero: { float: whole(0, 0), int: whole(0, 0), uint: whole(0, 0) },
  index: { int: whole(0, 1023) },
  // A few thousand values, for functions whose references are slow.
  steps: { float: (next) => Math.round(next() * 4096) / 512 - 4 },

  exponent: { int: whole(0, 200) },
  steep: { float: between(-60, 60) },
  far: { float: between(1e5, 1e6) },
  large: { int: whole(3, 2 ** 40), uint: whole(3, 2 ** 40) },
  huge: { int: whole(-(2 ** 62), 2 ** 62), uint: whole(0, 2 ** 63) },
  special: { float: rare([Number.NaN, Infinity, -Infinity, 0, -0], between(-4, 4)) },
  'subnormal float32': { float: between(-1e-39, 1e-39) },
  'subnormal float64': { float: between(-1e-309, 1e-309) },
};
const bit = whole(0, 1);

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

/** The bfloat16 nearest to a finite number, ties to even. */
export function bfloat16Bits(value) {
  single[0] = value;
  return (word[0] + 0x7fff + ((word[0] >>> 16) & 1)) >>> 16;
}

/** The float16 nearest to a number of moderate size (no overflow), ties to even. */
export function float16Bits(value) {
  const magnitude = Math.abs(value);
  const sign = value < 0 ? 0x8000 : 0;
  if (magnitude < 2 ** -14) return sign | roundToEven(magnitude * 2 ** 24);
  const exponent = Math.floor(Math.log2(magnitude));
  const fraction = roundToEven((magnitude / 2 ** exponent - 1) * 1024);
  return sign | (((exponent + 15) << 10) + fraction);
}

function roundToEven(value) {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

function float16Value(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function bfloat16Value(bits) {
  word[0] = bits << 16;
  return single[0];
}

const encoders = { float16: float16Bits, bfloat16: bfloat16Bits, int64: BigInt, uint64: BigInt };
const decoders = { float16: float16Value, bfloat16: bfloat16Value, int64: Number, uint64: Number };
const itself = (value) => value;

/** The reader of one element as a number. */
export const decoder = (type) => decoders[type] ?? itself;

/** @returns the seeded elements of one operand. */
export function fill(type, count, range, seed) {
  const { array, kind } = elementTypes[type];
  const draw = kind === 'bool' ? bit : ranges[range][kind];
  const encode = encoders[type] ?? itself;
  const next = random(seed);
  const data = new array(count);
  for (let i = 0; i < count; i++) data[i] = encode(draw(next));
  return data;
}

export const elementCount = (dims) => dims.reduce((count, size) => count * size, 1);
