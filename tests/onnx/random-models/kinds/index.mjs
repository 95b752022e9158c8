import { attention } from './attention.mjs';
import { controlFlow } from './control-flow.mjs';
import { elementwise } from './elementwise.mjs';
import { fedWeights } from './fed-weights.mjs';
import { functions } from './functions.mjs';
import { images } from './images.mjs';
import { movement } from './movement.mjs';
import { normalization } from './normalization.mjs';
import { products } from './products.mjs';
import { quantized } from './quantized.mjs';
import { recurrence } from './recurrence.mjs';
import { reductions } from './reductions.mjs';
import { reshaping } from './reshaping.mjs';
import { selection } from './selection.mjs';
import { sequences } from './sequences.mjs';
import { sizes } from './sizes.mjs';
import { twins } from './twins.mjs';

/** Each kind adds nodes to a builder, or nothing if no value is suitable. */
const kinds = {
  ...elementwise,
  ...products,
  ...reductions,
  ...normalization,
  ...images,
  ...movement,
  ...reshaping,
  ...selection,
  ...sizes,
  ...sequences,
  ...controlFlow,
  ...functions,
  ...attention,
  ...recurrence,
  ...quantized,
  ...fedWeights,
  ...twins,
};

/** A kind is chosen as often as it is listed. The order determines which model belongs to a seed. */
const chosen = `
  unary unary clip binary binary equalOperands where cast matmul linear gemm attentionChain reduce softmax layerNorm
  concat cache split split slice sliceAtSize transpose reshape reshape reshapeToInput squeeze unsqueeze flatten expand
  tile identity conv pool channelNorm if if loop scan sequence splitToSequence nonZero compress gather gather embedding
  function function sequenceInput sequenceInput range constantOfShape constants sizeAsOperand largerShape pad cumSum
  topK argMax trilu scatter einsum dynamicallyQuantized quantized blockQuantized fedWeights fedWeights noise strings
  gelu fusedMatMul groupQueryAttention attention recurrent
  unary binary linear cache split reshape concat if
  unary binary linear cache split reshape concat if
  twin twin twin twin twin twin twin twin twin twin
  twin twin twin twin twin twin twin twin twin twin
`
  .trim()
  .split(/\s+/);

export function addRandomNode(g) {
  kinds[g.pick(chosen)](g);
}
