/** Properties of values that kinds of nodes require, and the dims of their results. */
import { sameList } from '../../rules/support.mjs';
import { plus } from './dims.mjs';

export const hasRank =
  (low, high = Number.POSITIVE_INFINITY) =>
  ({ dims }) =>
    dims.length >= low && dims.length <= high;

/** Whether the last dim is a positive number. */
export const hasConstantRows = ({ dims }) => typeof dims.at(-1) === 'number' && dims.at(-1) > 0;

/** Whether the last dim is a number that weights may have. */
export const hasShortRows = (one) => hasConstantRows(one) && one.dims.at(-1) <= 64;

export const hasDimsOf = (x) => (one) => sameList(one.dims, x.dims);

/** Whether values have the same dims as `x`, except along the axis. */
export const fitsAlong = (x, axis) => (one) =>
  one.dims.length === x.dims.length &&
  sameList(one.dims.toSpliced(axis, 1), x.dims.toSpliced(axis, 1));

/** The dims of the parts concatenated along the axis. */
export const concatenated = (parts, axis) =>
  parts[0].dims.with(
    axis,
    parts.map(({ dims }) => dims[axis]).reduce((a, b) => plus(a, b)),
  );

export const permuted = ({ dims }, perm) => perm.map((axis) => dims[axis]);
