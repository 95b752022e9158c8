/** The operators of `ai.onnx.ml` that there are, by name. */
import type { Operator } from '../operator.js';
import { type ResolvedOperator, versionAt } from '../table.js';
import { categoryMapper, labelEncoder, oneHotEncoder } from './encoders.js';
import {
  arrayFeatureExtractor,
  binarizer,
  featureVectorizer,
  imputer,
  normalizer,
  scaler,
  zipMap,
} from './features.js';
import { linearClassifier, linearRegressor } from './linear.js';
import { svmClassifier, svmRegressor } from './support-vectors.js';
import { treeEnsemble, treeEnsembleClassifier, treeEnsembleRegressor } from './tree-ensembles.js';

export const ML_DOMAIN = 'ai.onnx.ml';

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [
    arrayFeatureExtractor,
    binarizer,
    categoryMapper,
    featureVectorizer,
    imputer,
    labelEncoder,
    linearClassifier,
    linearRegressor,
    normalizer,
    oneHotEncoder,
    scaler,
    svmClassifier,
    svmRegressor,
    treeEnsemble,
    treeEnsembleClassifier,
    treeEnsembleRegressor,
    zipMap,
  ].map((operator) => [operator.name, operator]),
);

/** The operator in its version at an opset of the domain; undefined where there is none. */
export function findMlOperator(name: string, opset: number): ResolvedOperator | undefined {
  const operator = OPERATORS.get(name);
  const version = operator && versionAt(operator, opset);
  return operator && version && { operator, version };
}
