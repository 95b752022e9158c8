/** ONNX operators in this folder, by name. All others are the engine's. */
import { activationOperators } from './activations.js';
import { attentionOperators } from './attention.js';
import { batchNormalization } from './batch-normalization.js';
import { branchingOperators } from './branching.js';
import { castOperators } from './cast.js';
import { constantOperators } from './constants.js';
import { conv } from './convolution.js';
import { deformConv } from './deform-conv.js';
import { det } from './determinant.js';
import { dropout } from './dropout.js';
import { einsum } from './einsum.js';
import { experimentalOperators } from './experimental.js';
import { gatherOperators } from './gather.js';
import { gridSampleOperators } from './grid-sample.js';
import { indexingOperators } from './indexing.js';
import { lossOperators } from './losses.js';
import { movementOperators } from './movement.js';
import { tfIdfVectorizer } from './n-grams.js';
import { normalizationOperators } from './normalization.js';
import { normOperators } from './norms.js';
import { oneHot } from './one-hot.js';
import type { Operator } from './operator.js';
import { optionalOperators } from './optionals.js';
import { paddingOperators } from './padding.js';
import { poolingOperators } from './pooling.js';
import { quantizationOperators } from './quantization.js';
import { randomOperators } from './random.js';
import { recurrentOperators } from './recurrent.js';
import { reductionOperators } from './reductions.js';
import { reshapeOperators } from './reshape.js';
import { resizeOperators } from './resize.js';
import { roiAlign } from './roi-align.js';
import { selectionOperators } from './selection.js';
import { spectrumOperators } from './spectra.js';
import { nonMaxSuppression } from './suppression.js';
import { textOperators } from './texts.js';
import { timeAxisOperators } from './time-axis.js';
import { convTranspose } from './transposed-convolution.js';
import { unique } from './unique.js';
import { unpoolingOperators } from './unpooling.js';

export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [
    ...activationOperators,
    ...attentionOperators,
    batchNormalization,
    ...branchingOperators,
    ...castOperators,
    ...constantOperators,
    conv,
    convTranspose,
    deformConv,
    det,
    dropout,
    einsum,
    ...experimentalOperators,
    ...gatherOperators,
    ...gridSampleOperators,
    ...indexingOperators,
    ...lossOperators,
    ...movementOperators,
    ...normalizationOperators,
    ...normOperators,
    oneHot,
    ...optionalOperators,
    ...paddingOperators,
    ...poolingOperators,
    ...quantizationOperators,
    ...recurrentOperators,
    ...randomOperators,
    ...reductionOperators,
    ...reshapeOperators,
    ...resizeOperators,
    roiAlign,
    ...selectionOperators,
    ...timeAxisOperators,
    ...spectrumOperators,
    nonMaxSuppression,
    ...textOperators,
    tfIdfVectorizer,
    unique,
    ...unpoolingOperators,
  ].map((operator) => [operator.name, operator]),
);
