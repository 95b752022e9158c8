import { MICROSOFT } from '../builder.mjs';
import { fitsAlong, hasDimsOf, hasRank, hasShortRows, permuted } from '../values.mjs';
import { addUnary } from './elementwise.mjs';

/** Adds a product with constant weights. Returns undefined if no value is suitable. */
function addMatMul(g) {
  const x = g.value(hasShortRows);
  if (!x) return undefined;
  const width = g.chance(0.7) ? g.width : g.pick([1, 3, 4]);
  const dims = x.dims.with(-1, width);
  if (!g.fits(dims)) return undefined;
  return g.one('MatMul', [x, g.floats([x.dims.at(-1), width])], dims);
}

export const products = {
  matmul(g) {
    addMatMul(g);
  },
  linear(g) {
    const product = addMatMul(g);
    if (!product) return;
    const { dims } = product;
    addUnary(g, g.one('Add', [product, g.floats([dims.at(-1)])], dims));
  },
  gemm(g) {
    const x = g.value((one) => hasRank(2, 2)(one) && hasShortRows(one));
    if (!x) return;
    const w = g.floats([g.width, x.dims[1]]);
    g.one('Gemm', [x, w, g.floats([g.width])], [x.dims[0], g.width], {
      attributes: { transB: 1, alpha: 0.5 },
    });
  },
  fusedMatMul(g) {
    const x = g.value(hasRank(2));
    if (!x) return;
    const dims = x.dims.with(-1, x.dims.at(-2));
    if (!g.fits(dims)) return;
    g.one('FusedMatMul', [x, x], dims, { attributes: { transB: 1 }, domain: MICROSOFT });
  },
  einsum(g) {
    const x = g.value(hasRank(3, 3));
    if (!x) return;
    const y = g.value(hasDimsOf(x));
    const dims = x.dims.with(2, x.dims[1]);
    if (g.fits(dims)) g.one('Einsum', [x, y], dims, { attributes: { equation: 'bij,bkj->bik' } });
  },
  /** Attention as exporters write it in single operators. */
  attentionChain(g) {
    const x = g.value(hasRank(2));
    if (!x) return;
    const y = g.value(fitsAlong(x, x.dims.length - 2));
    const dims = x.dims.with(-1, y.dims.at(-2));
    if (!g.fits(dims)) return;
    const perm = [...x.dims.keys()];
    perm.splice(-2, 2, perm.length - 1, perm.length - 2);
    const transposed = g.one('Transpose', [y], permuted(y, perm), { attributes: { perm } });
    const product = g.one('MatMul', [x, transposed], dims);
    const scaled = g.one('Mul', [product, g.scalar(0.3, 'float32')], dims);
    const probabilities = g.one('Softmax', [scaled], dims, { attributes: { axis: -1 } });
    g.one('MatMul', [probabilities, y], x.dims);
  },
};
