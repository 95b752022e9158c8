/** The operators of `com.microsoft` that there are: what onnxruntime's optimisers and exporters write into models. */
import type { Operator } from '../operator.js';
import { activationOperators } from './activations.js';
import { attentionOperators } from './attention.js';
import { normalizationOperators, ownNormalizations } from './normalization.js';

export const microsoftOperators: readonly Operator[] = [
  ...activationOperators,
  ...attentionOperators,
  ...normalizationOperators,
];

/** Those that onnxruntime has in ONNX's own domain, where ONNX has none of the name at an opset. */
export const inOwnDomain: readonly Operator[] = [...ownNormalizations];
