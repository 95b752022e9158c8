/** Compares a library's result with the reference before it is timed. */
import { types } from '../operators/reference/types.mjs';
import { decoder, elementTypes } from './values.mjs';

/** Ends the run, because nothing is timed after a wrong result. */
export class Mismatch extends Error {}

/** 16-bit floats of other libraries may differ by one more rounding. */
const coarse = { float16: 2 ** -10, bfloat16: 2 ** -7 };

/** The package has its own limits; the others need only compute the same work. */
function tolerancesOf({ own = 0, tolerance, absolute = 0, output }, isOwn) {
  if (isOwn) return { relative: own, absolute: 0 };
  return { relative: Math.max(tolerance, coarse[output.type] ?? 0), absolute };
}

/** Non-integers are returned unchanged, and differ from every integer. */
const wholeNumber = (value) =>
  typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value) : value;

/** Elements may be in an array of another class (bool as Int32Array, int64 as BigInt64Array). */
function reader(data, type) {
  if (types[type].kind === 'int') return (i) => wholeNumber(data[i]);
  const asBits = data.constructor === elementTypes[type].array;
  const decode = asBits ? decoder(type) : Number;
  return (i) => decode(data[i]);
}

function differs(wanted, found, most) {
  if (wanted === found || (Number.isNaN(wanted) && Number.isNaN(found))) return false;
  // Infinite values must match exactly.
  const isExact = typeof wanted === 'bigint' || Math.abs(wanted) === Infinity;
  return isExact || !(Math.abs(wanted - found) <= most);
}

/** Leading dimensions of 1 are optional; the element order is not. */
const squeeze = (dims) => dims.filter((size) => size !== 1).join();

/**
 * @param {object} description the case
 * @param {import('./reference.mjs').Known} expected
 * @param {{ data: ArrayLike<unknown>, dims: number[] }} actual
 * @param {boolean} isOwn whether the result is the package's
 * @returns {string | undefined} the difference
 */
export function mismatch(description, expected, actual, isOwn) {
  if (squeeze(expected.dims) !== squeeze(actual.dims)) {
    return `its shape is [${actual.dims}], not [${expected.dims}]`;
  }
  if (expected.values.length !== actual.data.length) {
    return `it has ${actual.data.length} elements, not ${expected.values.length}`;
  }
  return firstDifference(expected, actual.data, tolerancesOf(description, isOwn));
}

function firstDifference({ type, values, bound }, data, { relative, absolute }) {
  const found = reader(data, type);
  for (let i = 0; i < values.length; i++) {
    const wanted = values[i];
    const most =
      typeof wanted === 'bigint'
        ? 0
        : Math.max(absolute, relative * Math.abs(wanted), bound?.[i] ?? 0);
    if (differs(wanted, found(i), most)) return `element ${i} is ${found(i)}, not ${wanted}`;
  }
  return undefined;
}
