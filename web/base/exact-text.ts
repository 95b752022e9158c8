/** Texts that only equal values have in common. */
import type { TypedArray } from './typed-arrays.js';

/** As plain strings, 0 and -0 would be equal. */
export const exactText = (value: unknown): string => (Object.is(value, -0) ? '-0' : String(value));

/** A text for the elements of an array: strings may contain a comma. */
export const exactElements = (data: TypedArray | readonly string[]): string =>
  Array.from(data as ArrayLike<unknown>, (item) =>
    typeof item === 'string' ? JSON.stringify(item) : exactText(item),
  ).join();
