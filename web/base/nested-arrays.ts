/** Tensors as nested arrays, one level for each axis. */
import { checkBuffer, LONGEST_LIST } from './checks.js';
import { sizeOf } from './dims.js';
import { type DType, kindOf, storageOf, typeOfClass } from './dtypes.js';
import { reader, typeOfValue } from './elements.js';
import { DTypeError, ShapeError } from './errors.js';
import { messages } from './messages.js';
import { className, lengthOf, type TypedArray } from './typed-arrays.js';

/** Maximum number of empty arrays: more are a mistake, not a tensor. */
const MOST_EMPTY = 2 ** 20;

interface Flat {
  readonly type: DType;
  /** Whether it is the type of rows that are typed arrays. */
  readonly isOfRows: boolean;
  readonly dims: readonly number[];
  readonly values: readonly unknown[];
}

/** The type of nested arrays. */
export interface AskedType {
  readonly type: DType | undefined;
  /** Whether the caller passed it; otherwise rows that are typed arrays keep their own. */
  readonly isNamed: boolean;
}

const NAME = 'The tensor';

export const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || isTyped(value);

const isTyped = (value: unknown): value is TypedArray => className(value) !== '';

/** Exceeds the maximum rank, because lists may contain themselves. */
const DEEPEST = 32;

/**
 * The first value of nested arrays, or the first row that is a typed array. Undefined behind a getter, which
 * is called only once, when the elements are read.
 */
export function firstOf(nested: unknown): unknown {
  let at = nested;
  for (let depth = 0; Array.isArray(at) && depth < DEEPEST; depth++)
    at = Object.getOwnPropertyDescriptor(at, 0)?.value;
  return at;
}

/** Whether the first row of nested arrays is a typed array, which has a type of its own. */
export const hasTypedRows = (nested: unknown): boolean => isTyped(firstOf(nested));

/** A row that is a typed array, and the index of its first item among all values. */
interface TypedRow {
  readonly row: TypedArray;
  readonly first: number;
}

/** The type of the rows; undefined if none is a typed array. @throws DTypeError if they differ */
function typeOfRows(rows: readonly TypedRow[], adopted: DType | undefined, name: string) {
  let common = rows.length > 0 ? adopted : undefined;
  for (const { row } of rows) {
    const type = typeOfClass(row) as DType;
    common ??= type;
    if (type !== common) throw new DTypeError('mixed_rows', messages.mixedRows(name, common, type));
  }
  return common;
}

/** Reads rows that are typed arrays of the type's own class, which may store elements as bits. */
function readRows(rows: readonly TypedRow[], type: DType, values: unknown[]): void {
  if (kindOf(type) === 'complex') return;
  for (const { row, first } of rows) {
    if (!storageOf(type)?.accepts.includes(className(row))) continue;
    const read = reader(type, row);
    for (let i = 0; i < lengthOf(row); i++) values[first + i] = read(i);
  }
}

/**
 * The elements of nested arrays, row by row, and their dims. Complex numbers are pairs. Each length and each
 * item of a list is read once, because the caller's getters and proxies may change them.
 * @throws ShapeError if rows differ in length or depth, or are nested too deep; DTypeError if they differ in
 *   type, or hold anything but values
 */
export function flatten(nested: unknown, asked: AskedType, maxRank: number, name = NAME): Flat {
  const isComplex = asked.type !== undefined && kindOf(asked.type) === 'complex';
  const dims: number[] = [];
  const values: unknown[] = [];
  const rows: TypedRow[] = [];
  // The first row determines the size of each axis.
  let isFirst = true;
  const collect = (value: unknown, axis: number): void => {
    const length = isList(value) ? lengthOfList(value, name) : undefined;
    if (isFirst && length !== undefined) dims.push(length);
    if (dims.length > maxRank + Number(isComplex))
      throw new ShapeError('rank_too_high', messages.rank(name, dims.length, maxRank));
    if (length !== dims[axis]) throw new ShapeError('ragged', messages.ragged(axis, dims));
    if (isTyped(value)) {
      checkBuffer(value, name);
      rows.push({ row: value, first: values.length });
    }
    const items = value as ArrayLike<unknown>;
    for (let i = 0; i < (length ?? 0); i++) collect(items[i], axis + 1);
    isFirst = false;
    if (length === undefined) values.push(checkValue(value, values.length, name));
  };
  collect(nested, 0);
  const named = asked.isNamed ? asked.type : undefined;
  const ofRows = named === undefined ? typeOfRows(rows, asked.type, name) : undefined;
  const type = named ?? ofRows ?? asked.type ?? typeOfValue(values[0]);
  readRows(rows, type, values);
  if (isComplex && dims.pop() !== 2) throw new ShapeError('ragged', messages.pairs());
  return { type, isOfRows: ofRows !== undefined, dims, values };
}

/** Proxies may return any length. */
function lengthOfList(list: ArrayLike<unknown>, name: string): number {
  if (isTyped(list)) return lengthOf(list);
  const { length } = list;
  if (Number.isInteger(length) && length >= 0) return length;
  throw new ShapeError('invalid_dims', messages.listLength(name, length));
}

const PLAIN = ['number', 'bigint', 'boolean', 'string'];

function checkValue(value: unknown, at: number, name: string): unknown {
  if (PLAIN.includes(typeof value)) return value;
  const isTensor =
    typeof value === 'object' && value !== null && 'data' in value && 'dims' in value;
  const message = isTensor ? messages.tensorAsRow : messages.notAValue;
  throw new DTypeError('wrong_value', message(name, at, value));
}

/** The elements as nested arrays; a single element for rank 0. */
export function nest(type: DType, dims: readonly number[], data: ArrayLike<unknown>): unknown {
  const rows = sizeOf(dims.slice(0, -1));
  if (rows + data.length > (data.length === 0 ? MOST_EMPTY : LONGEST_LIST))
    throw new ShapeError('too_many_rows', messages.rows(dims));
  const read = reader(type, data);
  let at = 0;
  const level = (axis: number): unknown =>
    axis === dims.length
      ? read(at++)
      : Array.from({ length: dims[axis] as number }, () => level(axis + 1));
  return level(0);
}
