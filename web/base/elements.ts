/** Single elements of every type: out of an array, and from the numbers that people write. */
import { type DType, storageOf, type TypedArray, widthOf } from './dtypes.js';
import { DTypeError } from './errors.js';
import { fromBits, HALF_FORMATS, toBits } from './half-floats.js';
import { messages } from './messages.js';

export type Element = number | bigint | boolean | string | [number, number];

type Half = keyof typeof HALF_FORMATS;

/** Whether an array holds 16-bit floats as bits. */
const holdsBits = (type: DType, data: ArrayLike<unknown>): type is Half =>
  type in HALF_FORMATS && data instanceof Uint16Array;

/** How to read the element at a place. */
export function reader(type: DType, data: ArrayLike<unknown>): (at: number) => Element {
  if (type === 'bool') return (at) => data[at] !== 0;
  if (storageOf(type)?.items === 2)
    return (at) => [data[2 * at] as number, data[2 * at + 1] as number];
  if (!holdsBits(type, data)) return (at) => data[at] as Element;
  const format = HALF_FORMATS[type];
  return (at) => fromBits(data[at] as number, format);
}

/** The type of plain values: what their first one is. */
export function typeOfValue(value: unknown): DType {
  const types: Readonly<Record<string, DType>> = {
    bigint: 'int64',
    boolean: 'bool',
    string: 'string',
  };
  return types[typeof value] ?? 'float32';
}

/**
 * Plain values as an array of a type. 64-bit integers take numbers and bigints.
 * @throws DTypeError for a value that the type does not have.
 */
export function fromValues(type: DType, values: readonly unknown[], name: string): TypedArray {
  const { array } = storageOf(type) as { array: new (length: number) => TypedArray };
  const data = new array(values.length);
  const convert = converter(type, data);
  values.forEach((value, i) => {
    const item = convert(value);
    if (item === undefined)
      throw new DTypeError('wrong_value', messages.value(name, i, value, type));
    data[i] = item as never;
  });
  return data;
}

/** How a value is written into an array; undefined for one that the type does not have. */
function converter(type: DType, data: TypedArray): (value: unknown) => number | bigint | undefined {
  if (holdsBits(type, data)) {
    const format = HALF_FORMATS[type];
    return (value) => (typeof value === 'number' ? toBits(value, format) : undefined);
  }
  if (/^(float|complex)/.test(type))
    return (value) => (typeof value === 'number' ? value : undefined);
  const [low, high] = rangeOf(type);
  const is64 = type.endsWith('64');
  return (value) => {
    const isTruth = type === 'bool' && typeof value === 'boolean';
    if (!isTruth && typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined;
    const whole = BigInt(value as number);
    if (whole < low || whole > high) return undefined;
    return is64 ? whole : Number(whole);
  };
}

/** The smallest and the largest whole number of a type. */
function rangeOf(type: DType): [bigint, bigint] {
  if (type === 'bool') return [0n, 1n];
  const values = 1n << BigInt(8 * widthOf(type));
  return type.startsWith('u') ? [0n, values - 1n] : [-values / 2n, values / 2n - 1n];
}
