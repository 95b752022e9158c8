/** Formats shapes, indices, numbers and axes. */
import { tagNow } from '../base/language.ts';
import type { ElementType } from './operators.ts';
import type { Index, Shape } from './state.ts';

/** A shape as Python writes it: `(4,3)`, `(3,)`. */
export const shapeText = (shape: readonly (number | string)[]): string =>
  `(${shape.join(',')}${shape.length === 1 ? ',' : ''})`;
/** A shape in ncnn's notation, innermost axis first. */
export const ncnnText = (shape: Shape): string => `[${[...shape].reverse().join(',')}]`;
export const indexText = (index: Index): string => `[${index.join(',')}]`;
export const countText = (count: number): string => count.toLocaleString(tagNow());
/** `A, B and C` */
export const listText = (parts: readonly string[]): string =>
  new Intl.ListFormat(tagNow(), { type: 'conjunction' }).format(parts);

/**
 * A value in a few characters: integers up to six digits unchanged, other values to four significant
 * digits, with an exponent if zeros would replace omitted digits.
 */
export function valueText(value: number, type?: ElementType): string {
  if (type === 'bool') return value === 0 ? '○ F' : '● T';
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '−inf' : 'inf';
  const size = Math.abs(value);
  const whole = Number.isInteger(value) && size < 1_000_000;
  const short = Number(value.toPrecision(4));
  const text = whole ? value : size < 10_000 ? short : short.toExponential().replace('+', '');
  return String(text).replace('-', '−');
}

const spelledValues = new Map([
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
  ['t', 1],
  ['true', 1],
  ['f', 0],
  ['false', 0],
]);

/** A number as people type it: `1`, `-2.5e3`, `nan`, `-inf`, `T`; `undefined` if it is not a number. */
export function parseValue(text: string): number | undefined {
  const plain = text.trim().replace('−', '-').toLowerCase();
  const spelled = spelledValues.get(plain.replace(/^\+i/, 'i'));
  if (spelled !== undefined) return spelled;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** An axis keeps its letter when 1s are added before it, so letters count from the right. */
const letters = 'nmlkjihg';

/** The letter of an axis counted from the end, −1 being the last. */
export const axisLetter = (fromEnd: number): string => letters[-fromEnd - 1] ?? '?';
