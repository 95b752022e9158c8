/**
 * Which elements of a tensor are drawn, and where: the two last axes are rows and columns, the two
 * before them panels beside and below each other, and each axis further out has a stepper. Any sizes
 * are laid out; only the engine compares them.
 */
import type { Index, Shape } from '../state/state.ts';

/** Elements left out between two that are drawn. */
export interface Gap {
  readonly hidden: number;
}

export type Pick = number | Gap;

/** A drawn axis; a tensor of low rank lacks some. */
export interface DrawnAxis {
  /** Its position in the drawn shape. */
  readonly axis: number;
  readonly picks: readonly Pick[];
}

export interface Stepped {
  readonly axis: number;
  readonly size: number;
  readonly index: number;
}

export interface Figure {
  readonly kind: 'cells' | 'empty' | 'deep';
  readonly outer: readonly Stepped[];
  readonly bands: DrawnAxis | null;
  readonly panels: DrawnAxis | null;
  readonly rows: DrawnAxis | null;
  readonly columns: DrawnAxis | null;
}

export const isGap = (pick: Pick): pick is Gap => typeof pick !== 'number';

const maximumDrawnRank = 6;

/** Maximum number of elements drawn along each axis, innermost first: columns, rows, sheets, stacks. */
const most: Readonly<Record<number, readonly number[]>> = {
  1: [6],
  2: [6, 8],
  3: [5, 5, 6],
  4: [5, 3, 6, 3],
};
/** Two sheets need no more space than a table. */
const fewSheets = 2;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);

function elide(size: number, first: number, last: number): readonly Pick[] {
  if (size <= first + last + 1) return range(0, size);
  return [...range(0, first), { hidden: size - first - last }, ...range(size - last, size)];
}

/** The first indices, a gap, and the last index. */
const choose = (size: number, atMost: number): readonly Pick[] =>
  size <= atMost ? range(0, size) : elide(size, Math.max(atMost - 2, 1), 1);

const product = (lengths: readonly number[]): number => lengths.reduce((a, b) => a * b, 1);

/** Number of drawn elements. */
export const cellsOf = ({ bands, panels, rows, columns }: Figure): number =>
  product([bands, panels, rows, columns].map((axis) => axis?.picks.length ?? 1));

/** How to draw a tensor; `slice` holds the chosen index of each axis that has a stepper. */
export function layOut(shape: Shape, slice: Index): Figure {
  const nothing = { outer: [], bands: null, panels: null, rows: null, columns: null };
  if (shape.some((size) => size === 0)) return { ...nothing, kind: 'empty' };
  if (shape.length > maximumDrawnRank) return { ...nothing, kind: 'deep' };
  const stepped = Math.max(shape.length - 4, 0);
  const inner = shape.slice(stepped);
  const rank = inner.length;
  const isFlat = rank === 3 && (inner[0] ?? 0) <= fewSheets;
  const limits = (isFlat ? [...(most[2] ?? []), fewSheets] : most[rank]) ?? [];
  const picks = inner.map((size, d) => choose(size, limits[rank - 1 - d] ?? 1));
  const drawn = (fromEnd: number): DrawnAxis | null => {
    const d = inner.length - fromEnd;
    const chosen = picks[d];
    return chosen ? { axis: stepped + d, picks: chosen } : null;
  };
  return {
    kind: 'cells',
    outer: shape.slice(0, stepped).map((size, axis) => ({
      axis,
      size,
      index: Math.min(slice[axis] ?? 0, size - 1),
    })),
    bands: drawn(4),
    panels: drawn(3),
    rows: drawn(2),
    columns: drawn(1),
  };
}
