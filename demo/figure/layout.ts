/**
 * Which elements of a tensor are drawn, and where: the two last axes are rows and columns, the two
 * before them panels beside and below each other, and each axis further out has a stepper. Sizes
 * are taken as they come; what they mean to each other is the engine's business.
 */
import type { Index, Shape } from '../state/state.ts';

/** Elements left out between two that are drawn. */
export interface Gap {
  readonly hidden: number;
}

export type Pick = number | Gap;

/** An axis as it is drawn; a tensor of low rank has none in some places. */
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
  /** How large the cells are drawn. */
  readonly cell: 'large' | 'medium' | 'small';
}

export const isGap = (pick: Pick): pick is Gap => typeof pick !== 'number';

const maximumDrawnRank = 6;
const drawnWhole = 12;
const maximumCells = 1024;
// Rows or columns of all the panels together; with more, no screen holds the figure.
const maximumAcross = 18;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);

function elide(size: number, first: number, last: number): readonly Pick[] {
  if (size <= first + last + 1) return range(0, size);
  return [...range(0, first), { hidden: size - first - last }, ...range(size - last, size)];
}

const choose = (size: number): readonly Pick[] =>
  size <= drawnWhole ? range(0, size) : elide(size, 4, 2);

const product = (lengths: readonly number[]): number => lengths.reduce((a, b) => a * b, 1);

/** Leaves out more of the outer axes until the figure can be taken in; the inner ones go last. */
function tighten(picks: (readonly Pick[])[], shape: Shape): void {
  const lengths = () => picks.map((axis) => axis.length);
  const across = () => product(lengths().filter((_, d) => (picks.length - d) % 2 === 1));
  const down = () => product(lengths().filter((_, d) => (picks.length - d) % 2 === 0));
  const nested = picks.length === 4;
  picks.forEach((_, d) => {
    const tooWide = nested && d === 1 && across() > maximumAcross;
    const tooTall = nested && d === 0 && down() > maximumAcross;
    if (tooWide || tooTall || product(lengths()) > maximumCells) {
      picks[d] = elide(shape[d] ?? 0, 1, 1);
    }
  });
}

/** Many panels, or long rows, want small cells. */
function cellSize(rank: number, longest: number): Figure['cell'] {
  if (rank > 2) return longest <= 4 ? 'medium' : 'small';
  if (longest <= 4) return 'large';
  return longest <= 12 ? 'medium' : 'small';
}

/** How many elements are drawn. */
export const cellsOf = ({ bands, panels, rows, columns }: Figure): number =>
  product([bands, panels, rows, columns].map((axis) => axis?.picks.length ?? 1));

/** How to draw a tensor; `slice` holds the chosen index of each axis that has a stepper. */
export function layOut(shape: Shape, slice: Index): Figure {
  const nothing = { outer: [], bands: null, panels: null, rows: null, columns: null };
  if (shape.some((size) => size === 0)) return { ...nothing, kind: 'empty', cell: 'large' };
  if (shape.length > maximumDrawnRank) return { ...nothing, kind: 'deep', cell: 'large' };
  const stepped = Math.max(shape.length - 4, 0);
  const inner = shape.slice(stepped);
  const picks = inner.map(choose);
  tighten(picks, inner);
  const drawn = (fromEnd: number): DrawnAxis | null => {
    const d = inner.length - fromEnd;
    const chosen = picks[d];
    return chosen ? { axis: stepped + d, picks: chosen } : null;
  };
  const columns = drawn(1);
  const rows = drawn(2);
  const longest = Math.max(columns?.picks.length ?? 1, rows?.picks.length ?? 1);
  return {
    kind: 'cells',
    outer: shape.slice(0, stepped).map((size, axis) => ({
      axis,
      size,
      index: Math.min(slice[axis] ?? 0, size - 1),
    })),
    bands: drawn(4),
    panels: drawn(3),
    rows,
    columns,
    cell: cellSize(inner.length, longest),
  };
}
