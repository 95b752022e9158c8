/** The operators of `com.microsoft` that there are: what onnxruntime's optimisers and exporters write into models. */
import type { Operator } from '../operator.js';
import { activationOperators } from './activations.js';
import { attentionOperators } from './attention.js';
import { blockGatherOperators } from './block-gathers.js';
import { blockProductOperators } from './block-products.js';
import { groupQueryAttention } from './group-query-attention.js';
import { integerProductOperators } from './integer-products.js';
import { linearQuantizationOperators } from './linear-quantization.js';
import { normalizationOperators, ownNormalizations } from './normalization.js';
import { productOperators } from './products.js';
import { quantizedLayerOperators } from './quantized-layers.js';
import { quantizedProductOperators } from './quantized-products.js';
import { rotaryEmbedding } from './rotary.js';

export const microsoftOperators: readonly Operator[] = [
  ...activationOperators,
  ...attentionOperators,
  ...blockGatherOperators,
  ...blockProductOperators,
  groupQueryAttention,
  ...integerProductOperators,
  ...linearQuantizationOperators,
  ...normalizationOperators,
  ...productOperators,
  ...quantizedLayerOperators,
  ...quantizedProductOperators,
  rotaryEmbedding,
];

/** Those that onnxruntime has in ONNX's own domain, where ONNX has none of the name at an opset. */
export const inOwnDomain: readonly Operator[] = [...ownNormalizations];
