/**
 * ONNX's own comparison, from its backend test runner: type and shape exactly, strings exactly,
 * everything else within rtol 1e-3 and atol 1e-7 of the expected value, NaN equal to NaN.
 */
import { decode, smallTypes } from '../support/small-types.mjs';

const RTOL = 1e-3;
const ATOL = 1e-7;

const scratch = new DataView(new ArrayBuffer(4));

function fromBfloat16(bits) {
  scratch.setUint32(0, bits << 16);
  return scratch.getFloat32(0);
}

function fromFloat16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const decoders = { float16: fromFloat16, bfloat16: fromBfloat16 };

function decoderOf(type) {
  if (smallTypes.includes(type)) return (item) => decode(type, item);
  return decoders[type] ?? Number;
}

function isClose(actual, expected) {
  if (Number.isNaN(expected)) return Number.isNaN(actual);
  if (!Number.isFinite(expected)) return actual === expected;
  return Math.abs(actual - expected) <= ATOL + RTOL * Math.abs(expected);
}

function judge(type) {
  if (type === 'string') return (actual, expected) => actual === expected;
  const numberOf = decoderOf(type);
  return (actual, expected) => isClose(numberOf(actual), numberOf(expected));
}

// If the engine has Float16Array, the result is one; the expected bits are a Uint16Array.
function bitsOf({ type, data }) {
  const isBits = type !== 'float16' || data instanceof Uint16Array;
  return isBits ? data : new Uint16Array(data.buffer, data.byteOffset, data.length);
}

/** The difference between results: tensors, arrays of tensors, or null; undefined if they match. */
export function difference(actual, expected) {
  if (!Array.isArray(expected)) return expected ? ofTensors(actual, expected) : ofNothing(actual);
  if (!Array.isArray(actual)) return `not a list, expected one of ${expected.length}`;
  if (actual.length !== expected.length)
    return `a list of ${actual.length}, expected ${expected.length}`;
  return expected.map((one, i) => ofTensors(actual[i], one)).find((said) => said !== undefined);
}

const ofNothing = (actual) => (actual === null ? undefined : `${actual}, expected null`);

function ofTensors(actual, expected) {
  if (!actual || Array.isArray(actual)) return `${actual}, expected a tensor`;
  if (actual.type !== expected.type) return `type ${actual.type}, expected ${expected.type}`;
  if (actual.dims.join() !== expected.dims.join()) {
    return `shape (${actual.dims}), expected (${expected.dims})`;
  }
  const [got, wanted] = [bitsOf(actual), bitsOf(expected)];
  if (got.length !== wanted.length) return `${got.length} items, expected ${wanted.length}`;
  const same = judge(expected.type);
  const at = Array.from(wanted).findIndex((value, i) => !same(got[i], value));
  return at < 0 ? undefined : `item ${at} is ${got[at]}, expected ${wanted[at]}`;
}
