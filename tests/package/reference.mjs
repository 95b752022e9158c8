/**
 * Add, Sub, Mul and Div element by element in plain JavaScript, with broadcasting by index: the reference for
 * the engine. Sources: Broadcasting.md; facts 2.1, 2.2, 2.12 and section 7.
 */

const { fround } = Math;

const floats = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
};

const integers = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0n ? 0n : a / b),
};

const words = new DataView(new ArrayBuffer(8));

/** The float32 whose upper half is `bits`, and its rounding to nearest even. */
function fromBfloat16(bits) {
  words.setUint32(0, bits * 2 ** 16);
  return words.getFloat32(0);
}

function toBfloat16(value) {
  words.setFloat32(0, value);
  const bits = words.getUint32(0);
  if (Number.isNaN(value)) return (bits >>> 16) | 0x40;
  return ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff;
}

function fromFloat16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function roundHalfEven(value) {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function toFloat16(value) {
  const sign = Object.is(value, -0) || value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 2 ** -14)));
  const units = roundHalfEven(size * 2 ** (10 - exponent));
  return sign | (units < 1024 ? units : units + (exponent + 14) * 1024);
}

const integer = (array, bits, signed) => {
  const wrap = signed ? BigInt.asIntN : BigInt.asUintN;
  const store = bits === 64 ? (value) => value : Number;
  return {
    array,
    combine: (op, a, b) => store(wrap(bits, integers[op](BigInt(a), BigInt(b)))),
    random: (random) => store(random.chance(10) ? 0n : wrap(bits, random.bits())),
  };
};

/** Multiples of 1/64, so sums and differences are exact and only products are rounded. */
const number = (random) => random.between(-1_000_000, 1_000_000) / 64;

/** 16-bit floats compute in float32 and are rounded once. */
const half = (from, to) => ({
  array: Uint16Array,
  combine: (op, a, b) => to(fround(floats[op](from(a), from(b)))),
  random: (random) => to(random.between(-4000, 4000) / 64),
});

export const types = {
  float32: { array: Float32Array, combine: (op, a, b) => fround(floats[op](a, b)), random: number },
  float64: { array: Float64Array, combine: (op, a, b) => floats[op](a, b), random: number },
  float16: half(fromFloat16, toFloat16),
  bfloat16: half(fromBfloat16, toBfloat16),
  int8: integer(Int8Array, 8, true),
  int16: integer(Int16Array, 16, true),
  int32: integer(Int32Array, 32, true),
  int64: integer(BigInt64Array, 64, true),
  uint8: integer(Uint8Array, 8, false),
  uint16: integer(Uint16Array, 16, false),
  uint32: integer(Uint32Array, 32, false),
  uint64: integer(BigUint64Array, 64, false),
};

export const operators = ['add', 'sub', 'mul', 'div'];

export const count = (dims) => dims.reduce((product, size) => product * size, 1);

/** The shape that two compatible shapes broadcast to. */
export function broadcast(a, b) {
  const rank = Math.max(a.length, b.length);
  const size = (dims, axis) => dims[axis - (rank - dims.length)] ?? 1;
  return Array.from({ length: rank }, (_, axis) =>
    size(a, axis) === 1 ? size(b, axis) : size(a, axis),
  );
}

/** The element of an operand that the output element at `index` uses. */
function elementAt(dims, index) {
  const added = index.length - dims.length;
  return dims.reduce(
    (offset, size, axis) => offset * size + (size === 1 ? 0 : index[added + axis]),
    0,
  );
}

function advance(index, dims) {
  for (let axis = dims.length - 1; axis >= 0; axis--) {
    if (++index[axis] < dims[axis]) return;
    index[axis] = 0;
  }
}

/** The result's dims and elements, for operands of { dims, data }. */
export function expected(op, type, a, b) {
  const { array: TypedArray, combine } = types[type];
  const dims = broadcast(a.dims, b.dims);
  const data = new TypedArray(count(dims));
  const index = dims.map(() => 0);
  for (let i = 0; i < data.length; i++) {
    data[i] = combine(op, a.data[elementAt(a.dims, index)], b.data[elementAt(b.dims, index)]);
    advance(index, dims);
  }
  return { dims, data };
}

export function randomTensor(random, type, dims) {
  const { array: TypedArray, random: draw } = types[type];
  return { type, dims, data: TypedArray.from({ length: count(dims) }, () => draw(random)) };
}

/** 0, 1, 2, … */
export function counting(dims, TypedArray = Float32Array) {
  return { dims, data: TypedArray.from({ length: count(dims) }, (_, i) => i) };
}

/** The bits of an array, so a comparison distinguishes 0 and -0; float16 results are read as bits. */
export function bitsOf(data) {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
