/** The supported operators of `ai.onnx.ml`. */
import type { Operator } from '../operator.js';
import { encoderOperators } from './encoders.js';
import { featureOperators } from './features.js';
import { linearOperators } from './linear.js';
import { svmOperators } from './support-vectors.js';
import { treeEnsembleOperators } from './tree-ensembles.js';

export const mlOperators: readonly Operator[] = [
  ...encoderOperators,
  ...featureOperators,
  ...linearOperators,
  ...svmOperators,
  ...treeEnsembleOperators,
];
