/** Tensors as arrays in arrays, as deep as there are axes. */
import { sizeOf } from './dims.js';
import { type DType, kindOf } from './dtypes.js';
import { reader, typeOfValue } from './elements.js';
import { DTypeError, ShapeError } from './errors.js';
import { messages } from './messages.js';
import { className } from './typed-arrays.js';

/** Arrays that hold no elements: more of them than this are a mistake, not a tensor to look at. */
const MOST_EMPTY = 2 ** 20;

interface Flat {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly values: readonly unknown[];
}

const NAME = 'The tensor';

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || className(value) !== '';

/**
 * The elements of nested arrays, row by row, and their dims. Complex numbers are pairs. Each length and each
 * item is read once, as the getters and proxies of a caller may change them.
 * @throws ShapeError if rows differ in length or depth, or are nested too deep
 */
export function flatten(
  nested: unknown,
  type: DType | undefined,
  maxRank: number,
  name = NAME,
): Flat {
  const isComplex = type !== undefined && kindOf(type) === 'complex';
  const dims: number[] = [];
  const values: unknown[] = [];
  // The first row of each axis gives its size.
  let isFirst = true;
  const collect = (value: unknown, axis: number): void => {
    const length = isList(value) ? lengthOfList(value, name) : undefined;
    if (isFirst && length !== undefined) dims.push(length);
    if (dims.length > maxRank + Number(isComplex))
      throw new ShapeError('rank_too_high', messages.rank(name, dims.length, maxRank));
    if (length !== dims[axis]) throw new ShapeError('ragged', messages.ragged(axis, dims));
    const items = value as ArrayLike<unknown>;
    for (let i = 0; i < (length ?? 0); i++) collect(items[i], axis + 1);
    isFirst = false;
    if (length === undefined) values.push(checkValue(value, values.length, name));
  };
  collect(nested, 0);
  if (isComplex && dims.pop() !== 2) throw new ShapeError('ragged', messages.pairs());
  return { type: type ?? typeOfValue(values[0]), dims, values };
}

/** A proxy may say anything. */
function lengthOfList({ length }: ArrayLike<unknown>, name: string): number {
  if (Number.isInteger(length) && length >= 0) return length;
  throw new ShapeError('invalid_dims', messages.listLength(name, length));
}

const PLAIN = ['number', 'bigint', 'boolean', 'string'];

function checkValue(value: unknown, at: number, name: string): unknown {
  if (PLAIN.includes(typeof value)) return value;
  throw new DTypeError('wrong_value', messages.notAValue(name, at, value));
}

/** The elements as arrays in arrays: one element for rank 0. */
export function nest(type: DType, dims: readonly number[], data: ArrayLike<unknown>): unknown {
  const rows = sizeOf(dims.slice(0, -1));
  if (data.length === 0 && rows > MOST_EMPTY)
    throw new ShapeError('too_many_rows', messages.rows(dims));
  const read = reader(type, data);
  let at = 0;
  const level = (axis: number): unknown =>
    axis === dims.length
      ? read(at++)
      : Array.from({ length: dims[axis] as number }, () => level(axis + 1));
  return level(0);
}
