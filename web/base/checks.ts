/** Checks arguments: sizes, arrays, options. Each is read once, and nothing is written. */
import { DTYPES, type DType, itemsOf, storageOf } from './dtypes.js';
import { AttributeError, DisposedError, DTypeError, ShapeError } from './errors.js';
import { messages } from './messages.js';
import {
  bufferOf,
  bytesOfBuffer,
  className,
  isAlive,
  lengthOf,
  type TypedArray,
} from './typed-arrays.js';
import { type Shown, shownBy } from './views.js';

/** Maximum number of items in lists: JavaScript engines end the program if a list gets much longer. */
export const LONGEST_LIST = 2 ** 26;

/** The largest size of an axis. */
export const LARGEST_SIZE = 2 ** 31 - 1;

/** @throws ShapeError if a list would be too long */
export function checkListLength(length: number, name: string): void {
  if (length > LONGEST_LIST)
    throw new ShapeError('too_many_elements', messages.tooLong(name, length));
}

/** The name of an operand in messages. */
export const operandName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `A${index}`;

/** The items of an array, read once; `undefined` if there are more than `most`. */
export function copyOf<Item>(list: ArrayLike<Item>, most: number): Item[] | undefined {
  const { length } = list;
  if (!(length <= most)) return undefined;
  const items: Item[] = [];
  for (let i = 0; i < length; i++) items.push(list[i] as Item);
  return items;
}

/** The name of an element type. @throws DTypeError for any other value */
export function checkType(type: unknown): DType {
  if (type !== 'string' && !storageOf(type))
    throw new DTypeError('unknown_type', messages.elementType(type, DTYPES));
  return type as DType;
}

/** Checks the sizes of a shape. With `allowNegative`, the engine reports negative ones. */
export function checkDims(
  dims: unknown,
  name: string,
  maxRank: number,
  allowNegative = false,
): readonly number[] {
  if (!Array.isArray(dims) && className(dims) === '')
    throw new ShapeError('invalid_dims', messages.dims(name, dims));
  const sizes = copyOf(dims as ArrayLike<unknown>, maxRank);
  if (!sizes)
    throw new ShapeError(
      'rank_too_high',
      messages.rank(name, (dims as ArrayLike<unknown>).length, maxRank),
    );
  const lowest = allowNegative ? -LARGEST_SIZE : 0;
  for (let axis = 0; axis < sizes.length; axis++) {
    const size = sizes[axis] as number;
    if (!Number.isInteger(size) || size < lowest || size > LARGEST_SIZE)
      throw new ShapeError('invalid_size', messages.size(name, sizes, axis));
    // Not -0.
    sizes[axis] = size + 0;
  }
  return sizes as number[];
}

/** The number of elements of a shape; throws a ShapeError above 2^53. */
export function elementCount(dims: readonly number[], name: string): number {
  let count = 1;
  for (const size of dims) count *= size;
  if (count <= Number.MAX_SAFE_INTEGER) return count;
  if (dims.includes(0)) return 0;
  throw new ShapeError('too_many_elements', messages.count(name, dims));
}

/** Whether a shared buffer is the engine's own memory, whose threads are idle. */
type IsOwn = (buffer: ArrayBufferLike) => boolean;

/** Checks that an array has the type's class, is not detached and has the right length. */
export function checkData(
  data: unknown,
  type: DType,
  dims: readonly number[],
  name: string,
  isOwn?: IsOwn,
): TypedArray {
  const got = className(data);
  if (got === '') throw new DTypeError('not_a_typed_array', messages.notAnArray(name));
  const accepts = storageOf(type)?.accepts ?? [];
  if (!accepts.includes(got))
    throw new DTypeError('wrong_array', messages.dataClass(name, type, accepts, got));
  const array = data as TypedArray;
  checkBuffer(array, name, isOwn);
  checkLength(lengthOf(array), type, dims, name);
  return array;
}

/** Checks that the number of items matches the dims. */
export function checkLength(
  length: number,
  type: DType,
  dims: readonly number[],
  name: string,
): void {
  const needed = itemsOf(type, elementCount(dims, name));
  if (length !== needed)
    throw new ShapeError('length_mismatch', messages.length(name, dims, needed, length));
}

/** Checks that an array's elements exist, and that no other thread can change them. */
export function checkBuffer(array: TypedArray, name: string, isOwn?: IsOwn): void {
  checkShown(shownBy(array), name);
  const buffer = bufferOf(array);
  if (isOwn?.(buffer)) return;
  if (bytesOfBuffer(buffer) === undefined)
    throw new DTypeError('shared_buffer', messages.shared(name));
  if (!isAlive(array)) throw new DTypeError('detached_buffer', messages.detached(name));
}

/** @throws DisposedError if a view's tensor was disposed of */
export function checkShown(shown: Shown | undefined, name: string): void {
  if (shown?.isGone) throw new DisposedError('disposed', messages.staleView(name));
}

/** A copy of a tensor's strings: an array whose length matches the dims. */
export function checkStrings(data: unknown, dims: readonly number[], name: string): string[] {
  if (!Array.isArray(data)) throw new DTypeError('wrong_array', messages.notAnArray(name));
  const strings = copyOf<unknown>(data, elementCount(dims, name));
  checkLength((strings ?? data).length, 'string', dims, name);
  if (!strings?.every((item) => typeof item === 'string'))
    throw new DTypeError('wrong_array', messages.notAnArray(name));
  return strings;
}

/** Checks that options or attributes, if present, are an object. */
export function checkObject(options: unknown, message: (got: unknown) => string): void {
  if (options === undefined) return;
  if (
    options === null ||
    typeof options !== 'object' ||
    Array.isArray(options) ||
    ArrayBuffer.isView(options)
  )
    throw new AttributeError('invalid_options', message(options));
}

/** An integer option, or the value for an absent one. */
export function checkInteger(value: unknown, absent: number, name: string): number {
  if (value === undefined || value === null) return absent;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (!Number.isInteger(number) || Math.abs(number as number) > LARGEST_SIZE)
    throw new AttributeError('invalid_attribute', messages.badValue(name, 'an integer', value));
  return number as number;
}

/** A flag that ONNX writes as 0 or 1. */
export function checkFlag(
  value: unknown,
  absent: boolean,
  name: string,
  wanted = 'true or false',
): boolean {
  if (value === undefined || value === null) return absent;
  if (typeof value === 'boolean') return value;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (number !== 0 && number !== 1)
    throw new AttributeError('invalid_attribute', messages.badValue(name, wanted, value));
  return number === 1;
}
