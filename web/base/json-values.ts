/** Elements in JSON: numbers, or strings for 64-bit integers and non-finite values. */
import { type DType, formatOf, holdsBigInts } from './dtypes.js';
import { reader } from './elements.js';
import { exactText } from './exact-text.js';

const isWritten = (value: unknown): boolean =>
  typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0));

/** The items of a tensor's array in the form that JSON stores; 16-bit floats as numbers, not as bits. */
export function toJson(type: DType, data: ArrayLike<unknown>): unknown[] {
  const read = formatOf(type) || type === 'bool' ? reader(type, data) : (at: number) => data[at];
  return Array.from(data, (_, at) => {
    const value = read(at);
    if (typeof value === 'bigint') return String(value);
    return isWritten(value) ? value : exactText(value);
  });
}

const WHOLE = /^-?\d+$/;
const NUMBERS: ReadonlyMap<unknown, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-0', -0],
]);

/** The inverse of `toJson` for one item. */
export function fromJson(type: DType, item: unknown): unknown {
  if (typeof item !== 'string') return item;
  if (holdsBigInts(type)) return WHOLE.test(item) ? BigInt(item) : item;
  return NUMBERS.get(item) ?? item;
}
