/** The operands of one call, where some values take the type of the tensors that they meet. */
import { operandName } from '../base/checks.js';
import type { DType } from '../base/dtypes.js';
import { ABSENT, isWeak, type Operand, type Reading, toOperand } from './operand.js';

/** The types of operands that do not share that of the others, by position. */
export type OwnTypes = readonly (DType | undefined)[];

/**
 * Reads operands in their order. A number, or nested arrays, are of the operand's own type, or else of
 * the type of the first tensor among the others, or else of what their first value is.
 */
export function readOperands(
  given: readonly unknown[],
  reading: Reading,
  ownTypes: OwnTypes = [],
): Operand[] {
  const operands: Operand[] = [];
  let common: DType | undefined;
  for (let i = 0; i < given.length; i++) {
    const value = given[i];
    if (value === undefined || isWeak(value)) continue;
    const operand = toOperand(value, operandName(i), reading);
    operands[i] = operand;
    if (!ownTypes[i]) common ??= operand.type;
  }
  for (let i = 0; i < given.length; i++) {
    if (operands[i]) continue;
    const value = given[i];
    const type = ownTypes[i] ?? common;
    const operand = value === undefined ? ABSENT : toOperand(value, operandName(i), reading, type);
    operands[i] = operand;
    if (value !== undefined && !ownTypes[i]) common ??= operand.type;
  }
  return operands;
}
