/** The operators of `ai.onnx.ml` that there are, by name. */
import type { Operator } from '../operator.js';
import { type ResolvedOperator, versionAt } from '../table.js';
import { encoderOperators } from './encoders.js';
import { featureOperators } from './features.js';
import { linearOperators } from './linear.js';
import { svmOperators } from './support-vectors.js';
import { treeEnsembleOperators } from './tree-ensembles.js';

export const ML_DOMAIN = 'ai.onnx.ml';

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [
    ...encoderOperators,
    ...featureOperators,
    ...linearOperators,
    ...svmOperators,
    ...treeEnsembleOperators,
  ].map((operator) => [operator.name, operator]),
);

/** The operator in its version at an opset of the domain; undefined where there is none. */
export function findMlOperator(name: string, opset: number): ResolvedOperator | undefined {
  const operator = OPERATORS.get(name);
  const version = operator && versionAt(operator, opset);
  return operator && version && { operator, version };
}
