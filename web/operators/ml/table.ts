/** The operators of `ai.onnx.ml` that there are, by name. */
import { type Operator, type ResolvedOperator, resolvedAt } from '../operator.js';
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
  return operator && resolvedAt(operator, opset);
}
