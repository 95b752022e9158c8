/** The arguments of a new tensor that JavaScript owns. */
import {
  checkData,
  checkDims,
  checkLength,
  checkStrings,
  checkType,
  elementCount,
} from '../base/checks.js';
import { type DType, storageOf } from '../base/dtypes.js';
import { checkItems, fromValues } from '../base/elements.js';
import { type Called, fromCaller } from '../base/errors.js';
import { fromJson } from '../base/json-values.js';
import { className, type TypedArray } from '../base/typed-arrays.js';

const NAME = 'The tensor';

/** The engine's maximum (kMaxRank in src/base/shape.hpp), for tensors that are created without one. */
export const MOST_AXES = 16;

/**
 * Checks the arguments, and converts them.
 * @param called the constructor, at whose caller the stack of an error starts
 */
export function readParts(type: DType, data: unknown, dims: readonly number[], called: Called) {
  try {
    checkType(type);
    const sizes = Object.freeze([...checkDims(dims, NAME, MOST_AXES)]);
    const size = elementCount(sizes, NAME);
    return { dims: sizes, size, data: arrayFrom(type, data, sizes) };
  } catch (error) {
    throw fromCaller(error, called, 'new Tensor');
  }
}

/** The array of a tensor that JavaScript owns. */
function arrayFrom(
  type: DType,
  data: unknown,
  dims: readonly number[],
): TypedArray | readonly string[] {
  const given = data as ArrayLike<unknown>;
  if (type === 'string') return checkStrings(data, dims, NAME);
  const accepts = storageOf(type)?.accepts ?? [];
  const isList =
    Array.isArray(data) || (className(data) !== '' && !accepts.includes(className(data)));
  if (!isList) {
    const array = checkData(data, type, dims, NAME);
    checkItems(type, array, NAME);
    return array;
  }
  const { length } = given;
  checkLength(length, type, dims, NAME);
  return fromValues(type, given, NAME, length, (item) => fromJson(type, item));
}
