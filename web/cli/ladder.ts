/** The ladder: a row per operand and one for the result, a column per axis. */
import type { AxisRole, Outcome, RuleName } from '../index.js';
import type { Paint, Style } from './colour.js';
import type { Glyphs } from './glyphs.js';
import { type Cell, table } from './table.js';

/** ncnn's names for the axes of a blob, by rank. */
const NCNN_LETTERS = ['', 'w', 'wh', 'whc', 'whdc'] as const;

/** The letters of A (m,k) and B (k,n). */
const MATRIX_LETTERS: Readonly<Record<AxisRole, string>> = { rows: 'm', inner: 'k', columns: 'n' };

/** The sign and the word for outcomes that leave an axis without a size. */
const FAILED: Partial<Record<Outcome, { sign: 'bad' | 'refused'; word: string }>> = {
  conflict: { sign: 'bad', word: 'conflict' },
  refused: { sign: 'refused', word: 'refused' },
};

/** A column: an axis with the size of each operand, or the name of a symbolic dimension. */
export interface LadderAxis {
  readonly axis: number;
  readonly fromEnd: number;
  readonly sizes: readonly (number | string)[];
  readonly added: readonly boolean[];
  readonly size?: number | string;
  readonly outcome: Outcome;
  readonly role?: AxisRole;
  readonly stretched: readonly number[];
}

export interface Ladder {
  readonly rule: RuleName;
  readonly axes: readonly LadderAxis[];
  readonly operands: readonly { readonly name: string }[];
}

function axisHead({ rule, axes }: Ladder, { axis, role }: LadderAxis): string {
  const ncnn = rule === 'ncnn' ? NCNN_LETTERS[axes.length]?.[axis] : undefined;
  const letter = role ? MATRIX_LETTERS[role] : ncnn;
  return letter === undefined ? `${axis}` : `${axis} ${letter}`;
}

function operandStyle(axis: LadderAxis, operand: number): Style | undefined {
  if (FAILED[axis.outcome]) return 'red';
  if (axis.stretched.includes(operand)) return 'cyan';
  return axis.added[operand] ? 'faint' : undefined;
}

function operandCell(axis: LadderAxis, operand: number, glyphs: Glyphs): Cell {
  const added = axis.added[operand] ? glyphs.added : '';
  const isStretched = axis.stretched.includes(operand) && axis.size !== undefined;
  const stretched = isStretched ? `${glyphs.stretched}${axis.size}` : '';
  return { text: `${added}${axis.sizes[operand]}${stretched}`, style: operandStyle(axis, operand) };
}

function resultCell({ outcome, size }: LadderAxis, glyphs: Glyphs): Cell {
  const failed = FAILED[outcome];
  if (failed) return { text: `${glyphs[failed.sign]} ${failed.word}`, style: 'red' };
  // The inner axis of a matrix product is not an axis of the result.
  return outcome === 'summed'
    ? { text: 'summed', style: 'faint' }
    : { text: `${size}`, style: 'bold' };
}

/** The table; empty if there are no axes. */
export function ladder(trace: Ladder, glyphs: Glyphs, width: number, paint: Paint): string {
  const { axes, operands } = trace;
  if (axes.length === 0) return '';
  const labels: Cell[] = [
    { text: 'axis', style: 'faint' },
    { text: 'from end', style: 'faint' },
    ...operands.map(({ name }) => ({ text: name })),
    { text: 'result', style: 'bold' },
  ];
  const columns = axes.map((axis): Cell[] => [
    { text: axisHead(trace, axis), style: 'faint' },
    { text: `${axis.fromEnd}`, style: 'faint' },
    ...operands.map((_, operand) => operandCell(axis, operand, glyphs)),
    resultCell(axis, glyphs),
  ]);
  return table(labels, columns, width, paint);
}
