/** How shapes, indices, numbers and axes are written. */
import type { Index, Shape } from './state.ts';

export const shapeText = (shape: Shape): string => `(${shape.join(',')})`;
export const indexText = (index: Index): string => `[${index.join(',')}]`;
export const countText = (count: number): string => count.toLocaleString('en-GB');
export const plural = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A value in a few characters: whole up to six digits, else four significant digits. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '−inf' : 'inf';
  const size = Math.abs(value);
  const whole = Number.isInteger(value) && size < 1_000_000;
  const text = whole ? String(value) : String(Number(value.toPrecision(4)));
  return text.replace('-', '−');
}

/** An axis keeps its letter when 1s are added before it, so letters count from the right. */
const letters = ['n', 'm', 'l', 'k', 'j', 'i', 'h', 'g'];

/** The letter of an axis counted from the end, −1 being the last. */
export const axisLetter = (fromEnd: number): string => letters[-fromEnd - 1] ?? '?';
