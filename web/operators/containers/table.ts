/**
 * ONNX's operators on sequences and optional values, by name, for sessions only. For tensors, the other table
 * has operators of the same names.
 */
import { type ResolvedOperator, resolvedAt } from '../operator.js';
import type { ContainerOperator } from './operator.js';
import { optionalOperators } from './optionals.js';
import { sequenceOperators } from './sequences.js';

const OPERATORS: ReadonlyMap<string, ContainerOperator> = new Map(
  [...sequenceOperators, ...optionalOperators].map((operator) => [operator.name, operator]),
);

/** The operator in its version at an opset; `undefined` if there is none. */
export function findContainerOperator(
  name: string,
  opset: number,
): ResolvedOperator<ContainerOperator> | undefined {
  const operator = OPERATORS.get(name);
  return operator && resolvedAt(operator, opset);
}
