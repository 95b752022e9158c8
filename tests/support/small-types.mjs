/**
 * The types of 8 bits and fewer by ONNX's "Float stored in 8 bits", "Float stored in 4 bits", "4 bit integer
 * types" and "2 bit integer types": the values of codes, and the code for a number, found by searching all.
 */

const floats = {
  float8e4m3fn: { exponent: 4, fraction: 3, bias: 7, nan: [0x7f, 0xff] },
  float8e4m3fnuz: { exponent: 4, fraction: 3, bias: 8, nan: [0x80], oneZero: true },
  float8e5m2: {
    ...{ exponent: 5, fraction: 2, bias: 15 },
    ...{ nan: [0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff], infinity: [0x7c, 0xfc] },
  },
  float8e5m2fnuz: { exponent: 5, fraction: 2, bias: 16, nan: [0x80], oneZero: true },
  float4e2m1: { exponent: 2, fraction: 1, bias: 1, nan: [] },
};
const integers = { int4: [-8, 7], uint4: [0, 15], int2: [-2, 1], uint2: [0, 3] };

export const byteFloats = Object.keys(floats);
export const powers = 'float8e8m0';
export const fewBits = Object.keys(integers);
export const smallFloats = [...byteFloats, powers];
export const smallTypes = [...smallFloats, ...fewBits];
export const rangeOf = (type) => integers[type];

/** The array that holds elements, and how many bits of each count. */
export const arrayOf = (type) => (/^int/.test(type) ? Int8Array : Uint8Array);
export const bitsOf = (type) => Number(/\d/.exec(type)[0]);
const isFloat = (type) => type in floats;

/** The opset that brought a type, with version 9 to 13 of ONNX's format. */
export const firstOpset = (type) =>
  ({ float8e8m0: 24, float4e2m1: 23, int4: 21, uint4: 21, int2: 25, uint2: 25 })[type] ?? 19;

/** The magnitude of a code's exponent and fraction, ignoring special values. */
function sizeOf(code, { fraction, bias }) {
  const exponent = Math.floor(code / 2 ** fraction);
  const rest = (code % 2 ** fraction) / 2 ** fraction;
  return exponent === 0 ? rest * 2 ** (1 - bias) : (1 + rest) * 2 ** (exponent - bias);
}

/** The number that an item of an array is. */
export function decode(type, item) {
  if (type === powers) return item === 255 ? Number.NaN : 2 ** (item - 127);
  if (!isFloat(type)) return item;
  const format = floats[type];
  const sign = 2 ** (format.exponent + format.fraction);
  if (format.nan.includes(item)) return Number.NaN;
  const factor = item >= sign ? -1 : 1;
  if (format.infinity?.includes(item)) return factor * Infinity;
  return factor * sizeOf(item % sign, format);
}

/** Every item of the type. */
export function items(type) {
  const [low, high] = integers[type] ?? [0, 2 ** bitsOf(type) - 1];
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

/** Codes of finite numbers without a sign, and their sizes, up to the first that the type has not. */
function ladder(type) {
  const format = floats[type];
  const sizes = [];
  for (let code = 0; code < 2 ** (format.exponent + format.fraction); code++) {
    if (format.nan.includes(code) || format.infinity?.includes(code)) break;
    sizes.push(sizeOf(code, format));
  }
  const beyond = 2 * sizes.at(-1) - sizes.at(-2);
  return { sizes, beyond };
}

/** Encodes a float. As in ONNX's node tests, NaN as float4e2m1, which has none, is -0. */
function encodeFloat(type, number, saturates) {
  const format = floats[type];
  const sign = 2 ** (format.exponent + format.fraction);
  if (Number.isNaN(number)) return type === 'float4e2m1' ? 8 : 'NaN';
  const { sizes, beyond } = ladder(type);
  const all = [...sizes, beyond];
  const size = Math.abs(number);
  let code = all.length - 1;
  for (let i = 0; i + 1 < all.length; i++) {
    const [below, above] = [size - all[i], all[i + 1] - size];
    if (above < 0) continue;
    code = below < above || (below === above && i % 2 === 0) ? i : i + 1;
    break;
  }
  const minus = number < 0 || Object.is(number, -0) ? sign : 0;
  if (code === 0 && format.oneZero) return 0;
  if (code < sizes.length) return code + minus;
  if (saturates || type === 'float4e2m1') return sizes.length - 1 + minus;
  return format.infinity ? format.infinity[0] + minus : 'NaN';
}

/** Powers of two, by ONNX's reference: without a sign, and infinity is NaN. */
function encodePower(number, saturates, mode) {
  const size = Math.abs(number);
  if (!Number.isFinite(size)) return 'NaN';
  const sizes = Array.from({ length: 256 }, (_, i) => 2 ** (i - 127));
  if (size <= sizes[0]) return 0;
  const above = sizes.findIndex((power) => power >= size);
  if (sizes[above] === size) return above === 255 ? (saturates ? 254 : 'NaN') : above;
  const isUp =
    mode === 'up' || (mode === 'nearest' && size >= (sizes[above - 1] + sizes[above]) / 2);
  const code = above < 0 ? 256 : isUp ? above : above - 1;
  return code < 255 ? code : saturates || mode === 'down' ? 254 : 'NaN';
}

/** Encodes an integer: to nearest, ties to even, keeping its low bits. */
function encodeInteger(type, number) {
  const [low, high] = integers[type];
  const below = Math.floor(number);
  const rest = number - below;
  const whole = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  const count = high - low + 1;
  const code = ((whole % count) + count) % count;
  return code > high ? code - count : code;
}

/** The item that a number becomes, or 'NaN' for any of the codes that are. */
export function encode(type, number, { saturate = 1, mode = 'up' } = {}) {
  if (type === powers) return encodePower(number, saturate === 1, mode);
  return isFloat(type) ? encodeFloat(type, number, saturate === 1) : encodeInteger(type, number);
}

/** Whether an item is the one that a number becomes. */
export const isItem = (type, item, wanted) =>
  wanted === 'NaN' ? Number.isNaN(decode(type, item)) : item === wanted;

const scratch = new DataView(new ArrayBuffer(4));
/** The float32 that follows a positive one. */
function after(single) {
  scratch.setFloat32(0, single);
  scratch.setUint32(0, scratch.getUint32(0) + 1);
  return scratch.getFloat32(0);
}
function before(single) {
  scratch.setFloat32(0, single);
  scratch.setUint32(0, scratch.getUint32(0) - 1);
  return scratch.getFloat32(0);
}

/** Numbers of float32 that tell one rounding from another: every value, every middle, and their neighbours. */
export function probes(type) {
  if (fewBits.includes(type)) {
    const [low, high] = integers[type];
    return Array.from({ length: 8 * (high - low) + 9 }, (_, i) => 2 * low - 1 + i / 4);
  }
  const sizes =
    type === powers
      ? Array.from({ length: 254 }, (_, i) => 2 ** (i - 127))
      : [...ladder(type).sizes, ladder(type).beyond, 2 * ladder(type).beyond];
  const middles = sizes.slice(1).map((size, i) => (sizes[i] + size) / 2);
  const near = [...sizes, ...middles]
    .filter((size) => size > 0)
    .flatMap((size) => [before(size), size, after(size)]);
  const far = [0, 1e-10, 1e-40, 1e6, 1e38, 2 ** 127, 1.2 * 2 ** 127, 1.5 * 2 ** 127, Infinity];
  const all = [...near, ...far].map(Math.fround);
  return [...all, ...all.map((size) => -size), Number.NaN];
}

/** Packed elements as in files: several in a byte, the first in the lowest bits. */
export function packed(type, data) {
  const bits = bitsOf(type);
  const bytes = new Uint8Array(Math.ceil((data.length * bits) / 8));
  Array.from(data).forEach((item, i) => {
    const code = ((item % 2 ** bits) + 2 ** bits) % 2 ** bits;
    bytes[Math.floor((i * bits) / 8)] += code * 2 ** ((i * bits) % 8);
  });
  return bytes;
}
