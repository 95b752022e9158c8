/** Looks up an operator by name and opset: in the table, or among the engine's own. */
import { DTYPES } from '../base/dtypes.js';
import type { EngineOperators } from '../engine/engine-operators.js';
import { engineOperator } from './engine-operator.js';
import { type ResolvedOperator, resolvedAt } from './operator.js';
import { OPERATORS } from './table.js';

/** Whether the engine has the operator at that opset, in any type. */
const isInEngine = (engine: EngineOperators, operator: string, opset: number): boolean =>
  !operator.startsWith('ncnn.') && DTYPES.some((type) => engine.supports(operator, type, opset));

const ofEngine = (name: string, opset: number): ResolvedOperator =>
  resolvedAt(engineOperator(name), opset) as ResolvedOperator;

/** The operator of ONNX with this name, in its version at an opset; `undefined` if there is none. */
export function findOperator(
  engine: EngineOperators,
  name: string,
  opset: number,
): ResolvedOperator | undefined {
  const operator = OPERATORS.get(name);
  if (operator) return resolvedAt(operator, opset);
  return isInEngine(engine, name, opset) ? ofEngine(name, opset) : undefined;
}
