/**
 * Windows on the operands of an elementwise expression: a part of the result along its first axis that is
 * longer than 1, and of each operand what feeds it. All lie in one piece, as the axes before are 1.
 */
import { bytesOf, widthOf } from '../base/dtypes.js';
import { part, WINDOW } from '../engine/windows.js';
import type { LayoutIds } from '../memory/layout-ids.js';
import type { Operand } from '../memory/operand.js';

/** Steps along an axis of the result. */
export interface Windows {
  /** The axis, counted from the last one. */
  readonly fromEnd: number;
  readonly steps: number;
  /** Steps in a window, which is the last one smaller. */
  readonly most: number;
}

/** Undefined where a window would be the whole. */
export function windowsOf(result: Operand, operands: readonly Operand[]): Windows | undefined {
  const { dims } = result;
  const axis = dims.findIndex((size) => size > 1);
  if (axis < 0) return undefined;
  const steps = dims[axis] as number;
  const fromEnd = dims.length - axis;
  const moving = [result, ...operands].filter((operand) => moves(operand, fromEnd, steps));
  const bytes = moving.reduce((sum, { type, size }) => sum + bytesOf(type, size) / steps, 0);
  const most = Math.max(1, Math.floor(WINDOW / bytes));
  return most < steps ? { fromEnd, steps, most } : undefined;
}

/** Whether an operand has elements of its own for each step. */
const moves = ({ dims }: Operand, fromEnd: number, steps: number): boolean =>
  dims[dims.length - fromEnd] === steps;

/** What of an operand, or of the result, belongs to some steps. */
export function windowOf(
  operand: Operand,
  { fromEnd, steps }: Windows,
  from: number,
  count: number,
  layouts: LayoutIds,
): Operand {
  if (!moves(operand, fromEnd, steps)) return operand;
  const { type, data, address } = operand;
  const dims = [...operand.dims];
  dims[dims.length - fromEnd] = count;
  const each = operand.size / steps;
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
