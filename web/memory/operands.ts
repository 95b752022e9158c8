/** Reads the operands of one call; values without a type have the type of the others. */
import { operandName } from '../base/checks.js';
import type { DType } from '../base/dtypes.js';
import {
  ABSENT,
  isWeak,
  type Operand,
  type Reading,
  type TypeForWeak,
  toOperand,
} from './operand.js';

/** The types of operands that do not share the type of the others, by position. */
export type OwnTypes = readonly (TypeForWeak | undefined)[];

/**
 * Reads operands in order. A number or nested arrays take the operand's own type, or else the type of the
 * first tensor among the others, or else the type of their first value.
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
    // Combined with strings, a number stays a number, which the operator rejects.
    const asked =
      type === 'string' && typeof value !== 'string' && !Array.isArray(value) ? undefined : type;
    const operand = value === undefined ? ABSENT : toOperand(value, operandName(i), reading, asked);
    operands[i] = operand;
    if (value !== undefined && !ownTypes[i]) common ??= operand.type;
  }
  return operands;
}
