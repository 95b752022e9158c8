/**
 * The expected results of functions, in plain JavaScript, from NumPy's and ONNX's documents. A value is `{
 * type, dims, values }`, with numbers, bigints, booleans or strings as values.
 */

import assert from 'node:assert/strict';
import { load, SimdcastError, Tensor } from 'simdcast';

export const sc = await load();

export const SEED = Number(process.env.SEED ?? 20261122);

/** Random numbers of one test, which depend on the seed and on the name of the test. */
export const randomOf = (name) => {
  let state = SEED >>> 0;
  for (const c of name) state = (Math.imul(state ^ c.charCodeAt(0), 0x01000193) + 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low, high) => low + Math.floor(next() * (high - low + 1));
  return { next, int, pick: (list) => list[int(0, list.length - 1)], chance: (p) => next() < p };
};

const scratch = new DataView(new ArrayBuffer(8));
const roundBits = (x, drop) => {
  scratch.setFloat32(0, x);
  const bits = scratch.getUint32(0);
  const half = 2 ** (drop - 1);
  const low = bits & (2 ** drop - 1);
  let kept = (bits >>> drop) * 2 ** drop;
  if (low > half || (low === half && (kept / 2 ** drop) % 2 === 1)) kept += 2 ** drop;
  scratch.setUint32(0, kept >>> 0);
  return scratch.getFloat32(0);
};
/** The nearest float16, ties to even. */
export const toHalf = (x) => {
  if (Number.isNaN(x) || x === 0 || !Number.isFinite(x)) return x;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), -14);
  const step = 2 ** (exponent - 10);
  const scaled = x / step;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  const result = (up ? floor + 1 : floor) * step;
  return Math.abs(result) >= 65520 ? Math.sign(x) * Infinity : result;
};
const toBrain = (x) => (Number.isFinite(x) ? roundBits(Math.fround(x), 16) : x);
const bits = {
  int8: 8,
  int16: 16,
  int32: 32,
  int64: 64,
  uint8: 8,
  uint16: 16,
  uint32: 32,
  uint64: 64,
};
export const isInt = (type) => type in bits;
export const isBig = (type) => type === 'int64' || type === 'uint64';
export const isFloat = (type) => /float/.test(type);
export const isSigned = (type) => type.startsWith('int');
/** A bigint wrapped to an integer type. */
export const wrap = (type, big) => {
  const wrapped = (isSigned(type) ? BigInt.asIntN : BigInt.asUintN)(bits[type], big);
  return isBig(type) ? wrapped : Number(wrapped);
};
export const lowest = (type) => wrap(type, isSigned(type) ? -(1n << BigInt(bits[type] - 1)) : 0n);
export const highest = (type) =>
  wrap(type, (1n << BigInt(bits[type] - (isSigned(type) ? 1 : 0))) - 1n);
/** A number rounded to a float type. */
export const rounded = (type, x) =>
  ({ float32: Math.fround, float64: Number, float16: toHalf, bfloat16: toBrain })[type](x);

const halfOf = (b) => {
  const sign = b & 0x8000 ? -1 : 1;
  const e = (b >> 10) & 31;
  const m = b & 1023;
  if (e === 31) return m ? Number.NaN : sign * Infinity;
  return e === 0 ? sign * m * 2 ** -24 : sign * (1 + m / 1024) * 2 ** (e - 15);
};
const brainOf = (b) => {
  scratch.setUint32(0, b * 65536);
  return scratch.getFloat32(0);
};
/** The elements of a tensor as values, read from its array. */
export const valuesOf = (tensor) => {
  const data = Array.from(tensor.toArray());
  if (tensor.type === 'bool') return data.map((b) => b !== 0);
  if (tensor.type === 'bfloat16') return data.map(brainOf);
  if (tensor.type === 'float16' && tensor.toArray() instanceof Uint16Array) return data.map(halfOf);
  return data;
};

export const sizeOf = (dims) => dims.reduce((a, b) => a * b, 1);
/** Every index of a shape, outermost axis first. */
export const indicesOf = (dims) => {
  let list = [[]];
  for (const d of dims)
    list = list.flatMap((index) => Array.from({ length: d }, (_, i) => [...index, i]));
  return list;
};
export const offsetOf = (dims, index) => index.reduce((sum, i, axis) => sum * dims[axis] + i, 0);
export const at = (x, index) => x.values[offsetOf(x.dims, index)];
/** A value whose elements follow from their index. */
export const build = (type, dims, element) => ({
  type,
  dims,
  values: indicesOf(dims).map(element),
});
export const normal = (axis, rank) => (axis < 0 ? axis + rank : axis);

/** A random element of a type: small integers, or anything. */
export const randomElement = (r, type, small) => {
  if (type === 'bool') return r.chance(0.5);
  if (type === 'string') return r.pick(['', 'a', 'bc', 'ä€', 'a\u0000b', '😀']) + r.int(0, 9);
  if (isInt(type)) {
    if (small) return wrap(type, BigInt(r.int(isSigned(type) ? -4 : 0, 5)));
    return wrap(type, (BigInt(r.int(0, 2 ** 32 - 1)) << 32n) + BigInt(r.int(0, 2 ** 32 - 1)));
  }
  return rounded(type, small ? r.int(-4, 5) : (r.next() - 0.5) * 10 ** r.int(-2, 2));
};
export const randomValue = (r, type, dims, small = true) =>
  build(type, dims, () => randomElement(r, type, small));
export const randomDims = (r, rank, low = 0, high = 4) =>
  Array.from({ length: rank }, () =>
    low === 0 && r.chance(0.08) ? 0 : r.int(Math.max(low, 1), high),
  );

/** An operand of the package: a plain tensor, or a resident one. */
export const operand = (x, place) =>
  place === 'js' ? new Tensor(x.type, x.values, x.dims) : sc.tensor(x.type, x.values, x.dims);

/** Strings are never resident. */
export const placeOf = (type, place) => (type === 'string' ? 'js' : place);

const show = (x) => {
  const text = x.values.map(String).join(',');
  return `${x.type} (${x.dims}) [${text.length > 300 ? `${text.slice(0, 300)}…` : text}]`;
};
/** Asserts the type, dims, memory and values of a result. */
export const same = (actual, expected, what, { place, near, zeros = false } = {}) => {
  const message = `seed ${SEED}: ${what}`;
  assert.ok(actual instanceof Tensor, `${message}: no Tensor`);
  assert.equal(actual.type, expected.type, `${message}: type`);
  assert.deepEqual([...actual.dims], [...expected.dims], `${message}: dims`);
  assert.equal(actual.size, sizeOf(expected.dims), message);
  if (place) assert.equal(actual.location, placeOf(expected.type, place), `${message}: location`);
  const values = valuesOf(actual);
  assert.equal(values.length, expected.values.length, `${message}: length`);
  for (const [i, want] of expected.values.entries()) {
    const got = values[i];
    const close = near && typeof want === 'number' && Math.abs(got - want) <= near(i, want);
    if (Object.is(got, want) || close || (zeros && got === want)) continue;
    assert.fail(
      `${message}: element ${i} is ${got}, not ${want}\n got ${show({ ...expected, values })}\nwant ${show(expected)}`,
    );
  }
};

/** Asserts that the call throws an error of the package, of one of the named classes if any. */
export const refuses = (call, what, ...classes) => {
  let result;
  try {
    result = call();
  } catch (error) {
    assert.ok(
      error instanceof SimdcastError,
      `${what}: threw ${error?.name ?? typeof error}: ${error?.message ?? String(error)}`,
    );
    assert.equal(typeof error.code, 'string', what);
    assert.match(error.code, /^[a-z0-9_]+$/, what);
    if (classes.length > 0)
      assert.ok(
        classes.includes(error.name),
        `${what}: ${error.name} (${error.code}: ${error.message}), not ${classes.join(' or ')}`,
      );
    return error;
  }
  assert.fail(`${what}: not refused, gave ${String(result)}`);
};

export const floats = ['float32', 'float64', 'float16', 'bfloat16'];
export const integers = Object.keys(bits);
export const numbers = [...floats, ...integers];
export const wide = [...floats, 'int32', 'int64', 'uint32', 'uint64'];
export const places = ['js', 'wasm'];
