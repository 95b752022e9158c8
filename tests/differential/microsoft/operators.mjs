/** Random nodes of each of onnxruntime's own operators, by family. */
import { activations } from './activations.mjs';
import { attentions } from './attention.mjs';
import { blocks } from './blocks.mjs';
import { decoders } from './decoders.mjs';
import { integerProducts } from './integer-products.mjs';
import { linearQuantization } from './linear-quantization.mjs';
import { normalizations } from './normalization.mjs';
import { products } from './products.mjs';
import { quantizedLayers } from './quantized.mjs';

export const operators = {
  ...activations,
  ...attentions,
  ...blocks,
  ...decoders,
  ...integerProducts,
  ...linearQuantization,
  ...normalizations,
  ...products,
  ...quantizedLayers,
};
