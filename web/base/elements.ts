/** Single elements of every type: read from arrays, and converted from JavaScript values. */
import {
  arrayOf,
  bitsArrayOf,
  bitsOf,
  type DType,
  formatOf,
  holdsBigInts,
  kindOf,
  storageOf,
} from './dtypes.js';
import { DTypeError, ShapeError } from './errors.js';
import { messages } from './messages.js';
import { type FloatFormat, fromBits, toBits } from './small-floats.js';
import { bufferOf, className, lengthOf, offsetOf, type TypedArray } from './typed-arrays.js';

export type Element = number | bigint | boolean | string | [number, number];

/** Bits of four bytes that are 0 if the bytes are 0 or 1. */
const OTHER_BITS = 0xfefefefe;

/** Booleans as bytes of 0 and 1; any other byte counts as true. Returns the array itself if it has only these. */
export function truthsOf(data: TypedArray): Uint8Array {
  const [buffer, offset, length] = [bufferOf(data), offsetOf(data), lengthOf(data)];
  const bytes = new Uint8Array(buffer, offset, length);
  // Words start at a multiple of four bytes; an array that ends before one has none.
  const skipped = (4 - (offset % 4)) % 4;
  const [first, count] =
    skipped < length ? [skipped, Math.floor((length - skipped) / 4)] : [length, 0];
  const words = count > 0 ? new Uint32Array(buffer, offset + first, count) : new Uint32Array(0);
  const isOther = (byte: number): boolean => byte > 1;
  const hasOthers =
    bytes.subarray(0, first).some(isOther) ||
    words.some((word) => (word & OTHER_BITS) !== 0) ||
    bytes.subarray(first + 4 * words.length).some(isOther);
  return hasOthers ? bytes.map((byte) => (byte === 0 ? 0 : 1)) : (data as Uint8Array);
}

/** The format of an array that stores floats as bits. */
function bitsFormat(type: DType, data: ArrayLike<unknown>): FloatFormat | undefined {
  const format = formatOf(type);
  return format && className(data) === bitsArrayOf(type).name ? format : undefined;
}

/** Returns a function that reads the element at an index. */
export function reader(type: DType, data: ArrayLike<unknown>): (at: number) => Element {
  if (type === 'bool') return (at) => data[at] !== 0;
  if (storageOf(type)?.items === 2)
    return (at) => [data[2 * at] as number, data[2 * at + 1] as number];
  const format = bitsFormat(type, data);
  if (!format) return (at) => data[at] as Element;
  return (at) => fromBits(data[at] as number, format);
}

/** The type of plain values, from the first one. */
export function typeOfValue(value: unknown): DType {
  const types: Readonly<Record<string, DType>> = {
    bigint: 'int64',
    boolean: 'bool',
    string: 'string',
  };
  return types[typeof value] ?? 'float32';
}

/**
 * The first `length` values as an array of a type. 64-bit integers accept numbers and bigints.
 * @throws DTypeError if the type cannot represent a value
 */
export function fromValues(
  type: DType,
  values: ArrayLike<unknown>,
  name: string,
  length = values.length,
  read: (value: unknown) => unknown = (value) => value,
): TypedArray {
  const data = newArray(type, length, name);
  const convert = converter(type, data);
  for (let i = 0; i < length; i++) {
    const value = read(values[i]);
    const item = convert(value);
    if (item === undefined) throw wrongValue(type, value, i, name);
    data[i] = item as never;
  }
  return data;
}

/**
 * Plain values, as an array of a type that the caller did not pass: an integer that the type would round is
 * an error.
 * @throws DTypeError as `fromValues` does, and for such an integer.
 */
export function fromUntyped(
  type: DType,
  values: ArrayLike<unknown>,
  name: string,
  length = values.length,
): TypedArray {
  const data = fromValues(type, values, name, length);
  const kind = kindOf(type);
  if (kind !== 'float' && kind !== 'complex') return data;
  const format = bitsFormat(type, data);
  for (let i = 0; i < data.length; i++) {
    const value = values[i];
    if (!isExactInteger(value)) continue;
    const stored = format ? fromBits(data[i] as number, format) : (data[i] as number);
    if (stored === Number(value)) continue;
    throw roundedValue(type, value, stored, i, name);
  }
  return data;
}

/** An integer that a floating-point type would store as another number. */
function roundedValue(
  type: DType,
  value: number | bigint,
  stored: number,
  at: number,
  name: string,
): DTypeError {
  const holding = INTEGER_HOLDERS.filter((other) => holds(other, value));
  return new DTypeError(
    'wrong_value',
    messages.rounded(name, at, value, { type, stored, holding }),
  );
}

/** Whether a value represents exactly one integer: numbers above 2^53 may be rounded. */
const isExactInteger = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || Number.isSafeInteger(value);

/** Types that are suggested for large integers. */
const INTEGER_HOLDERS: readonly DType[] = [
  ...(['float32', 'float64', 'int32', 'uint32', 'int64', 'uint64'] as const),
];

/** Whether a number is exactly an integer, which a conversion of either might round. */
const isEqual = (number: number, integer: number | bigint): boolean =>
  number <= integer && number >= integer;

function holds(type: DType, value: number | bigint): boolean {
  if (type === 'float32') return isEqual(Math.fround(Number(value)), value);
  if (type === 'float64') return isEqual(Number(value), value);
  const [low, high] = rangeOf(type);
  return value >= low && value <= high;
}

/** Types for plain values that are about to be cast, which clamps floats, in the order of preference. */
const WIDEST: readonly DType[] = ['float64', 'int64', 'uint64'];

/** The type that represents all digits of plain values that are about to be cast. */
export function widestTypeOf(values: readonly unknown[]): DType {
  const type = typeOfValue(values[0]);
  if (type !== 'float32' && type !== 'int64') return type;
  const bigs = values.filter((value) => typeof value === 'bigint');
  const isWithin = (other: DType) => bigs.every((value) => holds(other, value));
  return WIDEST.find(isWithin) ?? 'float64';
}

/**
 * Checks that an array of the type's class contains only valid elements.
 * @throws DTypeError
 */
export function checkItems(type: DType, data: TypedArray, name: string): void {
  const bits = bitsOf(type);
  if (bits >= 8) return;
  const lowest = kindOf(type) === 'signed' ? -(2 ** (bits - 1)) : 0;
  const at = (data as Uint8Array).findIndex((item) => item < lowest || item >= lowest + 2 ** bits);
  if (at < 0) return;
  const holds = formatOf(type) ? `codes from 0 to ${2 ** bits - 1}` : rangeText(type);
  const text = messages.value(name, at, data[at], `${type} holds ${holds}`);
  throw new DTypeError('wrong_value', text);
}

function newArray(type: DType, length: number, name: string): TypedArray {
  try {
    return new (arrayOf(type))(length);
  } catch {
    throw new ShapeError('too_many_elements', messages.tooLong(name, length));
  }
}

function wrongValue(type: DType, value: unknown, at: number, name: string): DTypeError {
  if (typeof value === 'bigint' && rangeText(type) === 'numbers')
    return roundedValue(type, value, Number(value), at, name);
  const isUnsafe = holdsBigInts(type) && Number.isInteger(value) && !Number.isSafeInteger(value);
  const text = isUnsafe
    ? messages.unsafe(name, at, value)
    : messages.value(name, at, value, `${type} holds ${rangeText(type)}`);
  return new DTypeError('wrong_value', text);
}

/** The range of a type, in words. */
function rangeText(type: DType): string {
  const kind = kindOf(type);
  if (kind === 'bool') return 'true and false, or 1 and 0';
  if (kind !== 'signed' && kind !== 'unsigned') return 'numbers';
  const [low, high] = rangeOf(type);
  return `integers from ${low} to ${high}`;
}

/** Converts a value for an array; undefined if the type cannot represent it. */
function converter(type: DType, data: TypedArray): (value: unknown) => number | bigint | undefined {
  const kind = kindOf(type);
  const format = bitsFormat(type, data);
  if (format)
    return (value) => {
      const number = asNumber(value);
      return number === undefined ? undefined : toBits(number, format);
    };
  if (kind === 'float' || kind === 'complex') return asNumber;
  const [low, high] = rangeOf(type);
  const isBig = holdsBigInts(type);
  return (value) => {
    const isTruth = kind === 'bool' && typeof value === 'boolean';
    if (!isTruth && typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined;
    const whole = BigInt(value as number);
    if (whole < low || whole > high) return undefined;
    return isBig ? whole : Number(whole);
  };
}

/** A value as a float; undefined if conversion would change it. */
function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const isExact = typeof value === 'bigint' && isEqual(Number(value), value);
  return isExact ? Number(value) : undefined;
}

/** The smallest and the largest integer of a type. */
export function rangeOf(type: DType): [bigint, bigint] {
  const kind = kindOf(type);
  if (kind === 'bool') return [0n, 1n];
  const values = 1n << BigInt(bitsOf(type));
  return kind === 'unsigned' ? [0n, values - 1n] : [-values / 2n, values / 2n - 1n];
}
