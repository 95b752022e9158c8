/**
 * Where the elements of a value are drawn. A value of four axes is a row of small images for each digit, one
 * for each channel; any other is a row of cells for each digit, with all other axes flattened.
 */
import { elementsOf, type Shape } from '../state/state.ts';

/** Sizes of cells: one digit has larger ones than ten. */
const pixel = { alone: 6, among: 3 };
const pictureGap = 6;
const strip = { room: 400, narrowest: 2, gap: 1 };
const stripCell = { alone: { high: 14, widest: 16 }, among: { high: 10, widest: 6 } };

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A row and a column among all cells of a drawing. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Blocks of cells in rows; kernels are transposed: those of a channel are below each other. */
interface Grid {
  /** Number of blocks down and across, and the cells of each. */
  readonly down: number;
  readonly across: number;
  readonly high: number;
  readonly wide: number;
  readonly turned: boolean;
  readonly cell: { readonly width: number; readonly height: number; readonly gap: number };
  /** Distance from one block to the next. */
  readonly step: { readonly x: number; readonly y: number };
}

export interface Layout {
  /** All cells, of all blocks. */
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly grid: Grid;
  cellOf(position: number): Cell;
  positionOf(cell: Cell): number;
  boxOf(cell: Cell): Box;
  /** The cell at a point, if any. */
  cellAt(x: number, y: number): Cell | undefined;
}

function stripGrid([rows = 1, ...others]: Shape): Grid {
  const columns = elementsOf(others);
  const { high, widest } = rows > 1 ? stripCell.among : stripCell.alone;
  const width = Math.max(Math.min(widest, Math.floor(strip.room / columns)), strip.narrowest);
  return {
    down: 1,
    across: 1,
    high: rows,
    wide: columns,
    turned: false,
    cell: { width, height: high, gap: strip.gap },
    step: { x: 0, y: 0 },
  };
}

function pictureGrid([down = 1, across = 1, high = 1, wide = 1]: Shape, side: number): Grid {
  return {
    down,
    across,
    high,
    wide,
    turned: false,
    cell: { width: side, height: side, gap: 0 },
    step: { x: wide * side + pictureGap, y: high * side + pictureGap },
  };
}

function layoutOf(grid: Grid): Layout {
  const { down, across, high, wide, turned, cell, step } = grid;
  const rows = down * high;
  const columns = across * wide;
  const blockAt = (block: number): readonly [number, number] =>
    turned
      ? [block % down, Math.floor(block / down)]
      : [Math.floor(block / across), block % across];
  const boxOf = ({ row, column }: Cell): Box => ({
    x: Math.floor(column / wide) * step.x + (column % wide) * cell.width,
    y: Math.floor(row / high) * step.y + (row % high) * cell.height,
    width: cell.width - cell.gap,
    height: cell.height - cell.gap,
  });
  const indexOn = (at: number, size: number, cells: number, pitch: number) => {
    const block = pitch === 0 ? 0 : Math.floor(at / pitch);
    const inside = Math.floor((at - block * pitch) / size);
    return inside >= 0 && inside < cells ? block * cells + inside : -1;
  };
  return {
    rows,
    columns,
    width: (across - 1) * step.x + wide * cell.width,
    height: (down - 1) * step.y + high * cell.height,
    grid,
    cellOf(position) {
      const [y, x] = blockAt(Math.floor(position / (high * wide)));
      const within = position % (high * wide);
      return { row: y * high + Math.floor(within / wide), column: x * wide + (within % wide) };
    },
    positionOf({ row, column }) {
      const [y, x] = [Math.floor(row / high), Math.floor(column / wide)];
      const block = turned ? x * down + y : y * across + x;
      return block * high * wide + (row % high) * wide + (column % wide);
    },
    boxOf,
    cellAt(x, y) {
      const row = indexOn(y, cell.height, high, step.y);
      const column = indexOn(x, cell.width, wide, step.x);
      return row >= 0 && row < rows && column >= 0 && column < columns
        ? { row, column }
        : undefined;
    },
  };
}

const isPicture = (dims: Shape): boolean => dims.length === 4;

const sideFor = (digits: number): number => (digits > 1 ? pixel.among : pixel.alone);

/** The layout of a value of the shape. */
export const layoutFor = (dims: Shape): Layout =>
  layoutOf(isPicture(dims) ? pictureGrid(dims, sideFor(dims[0] ?? 1)) : stripGrid(dims));

/** The layout of a value. Its images align with those of another drawing if both have the same number across. */
export function layoutAlong(dims: Shape, other: Layout): Layout {
  const { grid } = layoutFor(dims);
  if (grid.across !== other.grid.across || grid.step.x === 0) return layoutOf(grid);
  const [x, y] = [
    Math.max(grid.step.x, other.grid.step.x),
    Math.max(grid.step.y, other.grid.step.y),
  ];
  return layoutOf({ ...grid, step: { x, y } });
}

/** Kernels (to, from, rows, columns): those of a map are below it, one for each input map. */
export function layoutBelow([to = 1, from = 1, high = 1, wide = 1]: Shape, maps: Layout): Layout {
  const grid = pictureGrid([from, to, high, wide], maps.grid.cell.width);
  return layoutOf({ ...grid, turned: true, step: { x: maps.grid.step.x, y: grid.step.y } });
}
