/**
 * Matrices in stripes of rows, as products take them: rows in place of columns within a stripe, the last one filled
 * up with zeros. Of a matrix that is multiplied from the right, the columns are the rows here.
 */
import { sizeOf } from '../base/dims.js';
import type { StridedView } from '../engine/task.js';
import type { Lowering } from '../graph/lowering.js';
import type { Value } from '../graph/values.js';
import type { Maker } from './maker.js';

/** Matrices one after the other, in stripes of `height` rows. */
export interface Striped {
  readonly height: number;
  readonly groups: number;
  readonly rows: number;
  readonly columns: number;
  /** Whether what is stored row by row are the columns. Default: false. */
  readonly transposed?: boolean;
}

/** The same elements in rows and in stripes. */
interface Box {
  readonly sizes: readonly number[];
  readonly rows: StridedView;
  readonly stripes: StridedView;
}

/** Whole stripes, and the rest. */
function boxesOf({ height, groups, rows, columns, transposed = false }: Striped): Box[] {
  const [row = 0, column = 0] = transposed ? [1, rows] : [columns, 1];
  const full = Math.floor(rows / height);
  const rest = rows - full * height;
  const stripe = height * columns;
  const packed = Math.ceil(rows / height) * stripe;
  const some = (count: number, size: number, first: number): Box => ({
    sizes: [groups, count, size, columns],
    rows: { offset: first * height * row, strides: [rows * columns, height * row, row, column] },
    stripes: { offset: first * stripe, strides: [packed, stripe, 1, height] },
  });
  return [some(full, height, 0), some(1, rest, full)].filter(({ sizes }) => sizeOf(sizes) > 0);
}

export const stripedDims = ({ height, groups, rows, columns }: Striped): number[] => [
  groups,
  Math.ceil(rows / height) * height,
  columns,
];

/** Matrices in stripes: of constants, now. */
export function inStripes(maker: Maker, matrices: Value, of: Striped): Value {
  const { lowering } = maker;
  const { height, rows } = of;
  const dims = stripedDims(of);
  const output = lowering.make(matrices.type, dims, lowering.allConstant([matrices]));
  if (rows % height > 0) maker.fill(output, maker.zero(matrices.type));
  for (const { sizes, rows: from, stripes: to } of boxesOf(of))
    lowering.move(matrices, output, { sizes, from, to });
  return output;
}

/** The matrices again, of these dims. */
export function outOfStripes(
  lowering: Lowering,
  striped: Value,
  dims: readonly number[],
  of: Striped,
): Value {
  const output = lowering.make(striped.type, dims, true);
  for (const { sizes, rows: to, stripes: from } of boxesOf(of))
    lowering.move(striped, output, { sizes, from, to });
  return output;
}
