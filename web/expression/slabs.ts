/**
 * Slabs of the operands of an elementwise expression: some positions of the result along its first axis
 * longer than 1, and the elements of each operand that feed them. Each is contiguous, because all axes before
 * that one have size 1.
 */
import { bytesOf, widthOf } from '../base/dtypes.js';
import { part, SLAB } from '../engine/slabs.js';
import type { LayoutIds } from '../memory/layout-ids.js';
import type { Operand } from '../memory/operand.js';

/** The division of a result. */
export interface Slabs {
  /** The axis, counted from the end. */
  readonly fromEnd: number;
  /** Its size. */
  readonly length: number;
  /** Positions per slab; the last one may have fewer. */
  readonly most: number;
}

/** Undefined if one slab would hold everything. */
export function slabsOf(result: Operand, operands: readonly Operand[]): Slabs | undefined {
  const { dims } = result;
  const axis = dims.findIndex((size) => size > 1);
  if (axis < 0) return undefined;
  const length = dims[axis] as number;
  const fromEnd = dims.length - axis;
  const moving = [result, ...operands].filter((operand) => moves(operand, fromEnd, length));
  const bytes = moving.reduce((sum, { type, size }) => sum + bytesOf(type, size) / length, 0);
  const most = Math.max(1, Math.floor(SLAB / bytes));
  return most < length ? { fromEnd, length, most } : undefined;
}

/** Whether an operand has separate elements for each position, rather than being stretched. */
const moves = ({ dims }: Operand, fromEnd: number, length: number): boolean =>
  dims[dims.length - fromEnd] === length;

/** The part of an operand, or of the result, that belongs to some positions. */
export function slabOf(
  operand: Operand,
  { fromEnd, length }: Slabs,
  from: number,
  count: number,
  layouts: LayoutIds,
): Operand {
  if (!moves(operand, fromEnd, length)) return operand;
  const { type, data, address } = operand;
  const dims = [...operand.dims];
  dims[dims.length - fromEnd] = count;
  const each = operand.size / length;
  const start = from * each * widthOf(type);
  return {
    ...operand,
    dims,
    size: each * count,
    layout: layouts.idOf(type, dims),
    data: data && part(data, start, each * count * widthOf(type)),
    address: data ? 0 : address + start,
  };
}
