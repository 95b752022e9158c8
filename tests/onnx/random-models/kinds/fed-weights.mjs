/** Nodes that share weights which are inputs, and convert or pack them. */
import { sameList } from '../../../rules/support.mjs';
import { MICROSOFT } from '../builder.mjs';
import {
  addDynamicQuantization,
  addMatMulNBits,
  addQuantization,
  BLOCK_PARAMETERS,
  blockWeights,
  hasBlocks,
} from './quantized.mjs';
import { addRecurrence, HIDDEN } from './recurrence.mjs';

/** The input that nodes share, added if there is none of the type and dims. */
function sharedInput(g, dims, type = 'float32', role = {}) {
  const isSame = (one) => one.shared && one.type === type && sameList(one.dims, dims);
  return g.inputs.find(isSame) ?? g.input(dims, type, { ...role, shared: true });
}

/** Weights of a convolution that has as many output as input channels; undefined if `x` is not an image. */
function filtersFor(g, { dims }) {
  const channels = dims[1];
  if (dims.length !== 3 || !(channels > 0) || channels > 16) return undefined;
  return sharedInput(g, [channels, channels, 3]);
}

/** A model uses one of these options. Each adds nodes if `x` is suitable. */
const options = {
  blockQuantized(g, x) {
    if (!hasBlocks(x)) return;
    const w = blockWeights(g);
    const type = g.pick(['float32', 'uint8']);
    const zeroPoints = sharedInput(g, BLOCK_PARAMETERS, type, { isNonNegative: true });
    addMatMulNBits(g, x, w, sharedInput(g, BLOCK_PARAMETERS), zeroPoints);
  },
  matmul(g, x) {
    g.one('MatMul', [x, sharedInput(g, [g.width, g.width])], x.dims);
  },
  deconvolution(g, x) {
    const w = filtersFor(g, x);
    if (!w) return;
    const attributes = { pads: [1, 1], strides: [2], output_padding: [1] };
    const dims = x.dims.with(2, g.times(x.dims[2], 2));
    if (g.fits(dims)) g.one('ConvTranspose', [x, w], dims, { attributes });
  },
  convolution(g, x) {
    const w = filtersFor(g, x);
    if (w) g.one('Conv', [x, w], x.dims, { attributes: { pads: [1, 1] } });
  },
  recurrence(g, x) {
    if (x.dims.length !== 3) return;
    const [w, r] = [g.width, HIDDEN].map((depth) => sharedInput(g, [1, 3 * HIDDEN, depth]));
    addRecurrence(g, 'GRU', x, w, r);
  },
  integers(g, x) {
    const [y, scale, zeroPoint] = addDynamicQuantization(g, x);
    const w = sharedInput(g, [g.width, g.width], 'uint8');
    const weightScale = g.scalar(0.01, 'float32');
    const weightZeroPoint = sharedInput(g, [], 'uint8');
    const inputs = [y, w, scale, weightScale, zeroPoint, weightZeroPoint];
    g.one('MatMulIntegerToFloat', inputs, x.dims, { domain: MICROSOFT });
  },
  quantization(g, x) {
    const [scales, zeroPoints] = ['float32', 'uint8'].map((type) =>
      sharedInput(g, [g.width], type),
    );
    addQuantization(g, x, scales, zeroPoints, { axis: -1 });
  },
};

export const fedWeights = {
  fedWeights(g) {
    if (g.inputs.length > 12) return;
    g.fedWeightsOption ??= g.pick(Object.keys(options));
    const x = g.value((one) => g.isWide(one));
    if (x) options[g.fedWeightsOption](g, x);
  },
};
