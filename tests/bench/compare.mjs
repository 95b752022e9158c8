/** Whether two libraries computed the same, before either is timed. */
import { decoder, elementTypes } from './values.mjs';

/** Where the 16-bit floats may differ by a rounding more. */
const coarse = { float16: 2 ** -10, bfloat16: 2 ** -7 };

function relativeTolerance({ tolerance, output }) {
  return Math.max(tolerance, coarse[output.type] ?? 0);
}

/** Elements may be held in another class (bool as Int32Array, int64 as BigInt64Array). */
function reader(data, type) {
  const asBits = data.constructor === elementTypes[type].array;
  const decode = asBits ? decoder(type) : Number;
  return (i) => decode(data[i]);
}

function differs(a, b, relative, absolute) {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return false;
  return !(Math.abs(a - b) <= Math.max(absolute, relative * Math.abs(a)));
}

/** A dimension of 1 in front is a matter of taste; the element order is not. */
const squeeze = (dims) => dims.filter((size) => size !== 1).join();

/**
 * @param {object} description the case
 * @param {{ data: ArrayLike<unknown>, dims: number[] }} expected
 * @param {{ data: ArrayLike<unknown>, dims: number[] }} actual
 * @returns {string | undefined} what differs
 */
export function mismatch(description, expected, actual) {
  if (squeeze(expected.dims) !== squeeze(actual.dims)) {
    return `its shape is [${actual.dims}], not [${expected.dims}]`;
  }
  if (expected.data.length !== actual.data.length) {
    return `it has ${actual.data.length} elements, not ${expected.data.length}`;
  }
  return firstDifference(description, expected.data, actual.data);
}

function firstDifference(description, expected, actual) {
  const { type } = description.output;
  const wanted = reader(expected, type);
  const found = reader(actual, type);
  const relative = relativeTolerance(description);
  const absolute = description.absolute ?? 0;
  for (let i = 0; i < expected.length; i++) {
    if (differs(wanted(i), found(i), relative, absolute)) {
      return `element ${i} is ${found(i)}, not ${wanted(i)}`;
    }
  }
  return undefined;
}
