/** Reads pasted values: JSON, or rows of numbers with tabs, commas, semicolons or spaces between. */
import { parseValue } from './format.ts';
import { maximumRank, type Shape } from './state.ts';

export interface Pasted {
  readonly values: readonly number[];
  /** The shape in which they were written. */
  readonly shape: Shape;
}

type Nested = number | readonly Nested[];

/** The shape of nested lists; `undefined` if they are ragged or contain anything but numbers. */
function shapeOf(nested: unknown): Shape | undefined {
  if (typeof nested === 'number' || typeof nested === 'boolean') return [];
  if (!Array.isArray(nested)) return undefined;
  const inner = nested.map(shapeOf);
  const [first] = inner;
  if (inner.some((shape) => shape === undefined || shape.join() !== first?.join()))
    return undefined;
  return [nested.length, ...(first ?? [])];
}

function readJson(text: string): Pasted | undefined {
  try {
    const nested = JSON.parse(text) as Nested;
    const shape = shapeOf(nested);
    if (!shape) return undefined;
    const flat = Array.isArray(nested) ? nested.flat(Number.POSITIVE_INFINITY) : [nested];
    // Lists nested deeper than the maximum rank are read as a row.
    return { values: flat.map(Number), shape: shape.length > maximumRank ? [flat.length] : shape };
  } catch {
    return undefined;
  }
}

function readRows(text: string): Pasted | undefined {
  const rows = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s*[\t,;]\s*|\s+/));
  const columns = rows[0]?.length ?? 0;
  const values = rows.flat().map(parseValue);
  if (rows.some((row) => row.length !== columns)) return undefined;
  if (!values.every((value) => value !== undefined)) return undefined;
  return { values, shape: rows.length > 1 ? [rows.length, columns] : [columns] };
}

export const readPasted = (text: string): Pasted | undefined => readJson(text) ?? readRows(text);
