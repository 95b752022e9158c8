/** The operands' values as code: every value, or a formula for its position. */
import { fillArray, sourcesOf, typeOf } from '../data/fill.ts';
import { elementsOf, maximumTyped, type State } from '../state/state.ts';

export type Numbers =
  | { readonly each: readonly number[] }
  | {
      readonly count: number;
      readonly first: number;
      /** Difference between consecutive values. */
      readonly step: number;
      /** Whether the figure has other values, which follow no formula and are too many to write out. */
      readonly others: boolean;
    };

/** Maximum number of values that are readable in a line of code. */
const readable = 64;

export function numbersOf(state: State, operand: number): Numbers {
  const elements = state.shapes.map(elementsOf);
  const count = elements[operand] ?? 0;
  const source = sourcesOf(state, elements)[operand] ?? (() => 0);
  const written = () => ({ each: [...fillArray(typeOf(state, operand), count, source)] });
  if (count <= readable) return written();
  const first = source(0);
  const step = source(1) - first;
  const places = [2, 3, readable, count - 1];
  if (places.every((at) => source(at) === first + at * step)) {
    return { count, first, step, others: false };
  }
  return count <= maximumTyped ? written() : { count, first: 1, step: 1, others: true };
}

/** The fewest digits that parse as the same float32. */
function shortest(value: number): number {
  const digits = [6, 7, 8].find((most) => Math.fround(Number(value.toPrecision(most))) === value);
  return digits ? Number(value.toPrecision(digits)) : value;
}

/** A number as both Python and JavaScript parse it; `-0` would be a plain 0 as an integer. */
export function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  return String(Math.fround(value) === value ? shortest(value) : value);
}

/** `range` counts from 0. */
export const lineText = (range: string, { first, step }: { first: number; step: number }): string =>
  `${range}${step === 1 ? '' : ` * ${step}`}${first === 0 ? '' : ` + ${first}`}`;
