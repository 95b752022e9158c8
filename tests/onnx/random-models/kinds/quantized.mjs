import { MICROSOFT } from '../builder.mjs';
import { hasRank, hasShortRows } from '../values.mjs';

/** Adds DynamicQuantizeLinear; returns the quantised values, the scale and the zero point. */
export const addDynamicQuantization = (g, x) =>
  g.add(
    'DynamicQuantizeLinear',
    [x],
    [{ type: 'uint8', dims: x.dims }, { dims: [] }, { type: 'uint8', dims: [] }],
  );

/** Adds QuantizeLinear and DequantizeLinear. */
export function addQuantization(g, x, scale, zeroPoint, attributes) {
  const y = g.one('QuantizeLinear', [x, scale, zeroPoint], x.dims, { type: 'uint8', attributes });
  g.one('DequantizeLinear', [y, scale, zeroPoint], x.dims, { attributes });
}

/** Columns and rows of the weights of MatMulNBits. A column is one block. */
const [N, K] = [8, 16];
export const hasBlocks = (one) => hasRank(2)(one) && one.dims.at(-1) === K;
export const blockWeights = (g) => g.uint8s([N, 1, K / 2]);
/** Shape of the scales and of the zero points. */
export const BLOCK_PARAMETERS = [N, 1];

export function addMatMulNBits(g, x, ...inputs) {
  const attributes = { K, N, bits: 4, block_size: K };
  g.one('MatMulNBits', [x, ...inputs], x.dims.with(-1, N), { attributes, domain: MICROSOFT });
}

export const quantized = {
  dynamicallyQuantized(g) {
    const x = g.value((one) => hasRank(2)(one) && hasShortRows(one));
    if (!x) return;
    const w = g.uint8s([x.dims.at(-1), g.width]);
    const [y, scale, zeroPoint] = addDynamicQuantization(g, x);
    const dims = x.dims.with(-1, g.width);
    const inputs = [y, w, zeroPoint, g.scalar(120, 'uint8')];
    const product = g.one('MatMulInteger', inputs, dims, { type: 'int32' });
    const real = g.cast(product, 'float32');
    g.one('Mul', [real, g.one('Mul', [scale, g.scalar(0.01, 'float32')], [])], dims);
  },
  quantized(g) {
    const x = g.value();
    if (x) addQuantization(g, x, g.scalar(0.05, 'float32'), g.scalar(128, 'uint8'));
  },
  blockQuantized(g) {
    const x = g.value(hasBlocks);
    if (x) addMatMulNBits(g, x, blockWeights(g), g.floats(BLOCK_PARAMETERS));
  },
};
