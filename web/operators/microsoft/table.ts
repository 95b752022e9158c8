/**
 * The supported operators of `com.microsoft`: those that onnxruntime's optimisers and exporters write into
 * models.
 */
import { gridSample } from '../grid-sample.js';
import type { Operator } from '../operator.js';
import { trilu } from '../selection.js';
import { activationOperators } from './activations.js';
import { attentionOperators } from './attention.js';
import { blockGatherOperators } from './block-gathers.js';
import { blockProductOperators } from './block-products.js';
import { fusedOperators } from './fused.js';
import { groupQueryAttention } from './group-query-attention.js';
import { integerProductOperators } from './integer-products.js';
import { linearQuantizationOperators } from './linear-quantization.js';
import { matrixOperators } from './matrices.js';
import { normalizationOperators, ownNormalizations } from './normalization.js';
import { productOperators } from './products.js';
import { quantizedLayerOperators } from './quantized-layers.js';
import { quantizedProductOperators } from './quantized-products.js';
import { rotaryEmbedding } from './rotary.js';
import { tokenizer } from './tokenizer.js';

export const microsoftOperators: readonly Operator[] = [
  ...activationOperators,
  ...attentionOperators,
  ...blockGatherOperators,
  ...blockProductOperators,
  ...fusedOperators,
  groupQueryAttention,
  ...integerProductOperators,
  ...linearQuantizationOperators,
  ...matrixOperators,
  ...normalizationOperators,
  ...productOperators,
  ...quantizedLayerOperators,
  ...quantizedProductOperators,
  rotaryEmbedding,
  tokenizer,
  // The versions of ONNX's opsets 14 and 16.
  ...[trilu, gridSample].map(
    ({ versions: [first], ...row }): Operator => ({
      ...row,
      versions: first ? [{ ...first, since: 1 }] : [],
    }),
  ),
];

/** Operators that onnxruntime adds to ONNX's own domain at opsets where ONNX has none of that name. */
export const inOwnDomain: readonly Operator[] = [...ownNormalizations];
