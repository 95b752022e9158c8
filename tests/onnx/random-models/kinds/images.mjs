import { hasRank } from '../values.mjs';
import { addUnary } from './elementwise.mjs';

/** The dims and the padding of a 3×3 window, or of a window of 3 elements. */
function windowOf({ dims }) {
  const kernel = dims.slice(2).map(() => 3);
  return { kernel, pads: [...kernel, ...kernel].map(() => 1) };
}

export const images = {
  conv(g) {
    const x = g.value((one) => hasRank(3, 4)(one) && one.dims[1] > 0);
    if (!x || x.dims[1] > 32) return;
    const channels = g.pick([4, 8]);
    const dims = x.dims.with(1, channels);
    if (!g.fits(dims)) return;
    const { kernel, pads } = windowOf(x);
    const w = g.floats([channels, x.dims[1], ...kernel], 0.5);
    const inputs = [x, w, ...(g.chance(0.5) ? [g.floats([channels])] : [])];
    const y = g.one('Conv', inputs, dims, { attributes: { pads } });
    if (g.chance(0.6)) addUnary(g, y);
  },
  pool(g) {
    const x = g.value(hasRank(3, 4));
    if (!x) return;
    const { kernel, pads } = windowOf(x);
    const attributes = { kernel_shape: kernel, pads };
    g.one(g.pick(['MaxPool', 'AveragePool']), [x], x.dims, { attributes });
  },
};
