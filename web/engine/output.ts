/** Checks whether a result may be written to the caller's destination, before anything is written. */
import { sameDims } from '../base/dims.js';
import { bytesOf } from '../base/dtypes.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { bufferOf, offsetOf } from '../base/typed-arrays.js';
import type { Operand } from '../memory/operand.js';
import type { Plan } from './plans.js';

/** The type and shape of a result. */
export type Result = Pick<Plan, 'type' | 'dims' | 'layout' | 'inPlace'>;

export function checkOut(out: Operand, plan: Result, operands: readonly Operand[]): void {
  if (out.type !== plan.type)
    throw new DTypeError('out_type', messages.outType(out.name, plan.type, out.type));
  if (out.layout !== plan.layout && !sameDims(out.dims, plan.dims))
    throw new ShapeError('out_shape', messages.outShape(out.name, plan.dims, out.dims));
  for (const operand of operands)
    if (overlaps(out, operand) && !(plan.inPlace && isSame(out, operand)))
      throw new ShapeError('out_overlaps', messages.outOverlaps(operand.name));
}

function startOf({ data, address }: Operand): number {
  return data ? offsetOf(data) : address;
}

function endOf(operand: Operand): number {
  const { data, address, type, size } = operand;
  return startOf(operand) + (data || address !== 0 ? bytesOf(type, size) : 0);
}

/** Whether two operands share memory. */
export function overlaps(a: Operand, b: Operand): boolean {
  const isOneBuffer = a.data && b.data ? bufferOf(a.data) === bufferOf(b.data) : a.data === b.data;
  return isOneBuffer && startOf(a) < endOf(b) && startOf(b) < endOf(a);
}

/** Whether an operand and the result occupy exactly the same memory, element for element. */
function isSame(out: Operand, operand: Operand): boolean {
  return (
    startOf(out) === startOf(operand) && endOf(out) === endOf(operand) && operand.type === out.type
  );
}
