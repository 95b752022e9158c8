import { hasConstantRows, hasRank } from '../values.mjs';

const MAXIMUM_DATA_DEPENDENT_NODES = 3;

export const selection = {
  nonZero(g) {
    const x = g.value(hasRank(1, 3));
    if (!x || g.dataDependentNodes === MAXIMUM_DATA_DEPENDENT_NODES) return;
    g.dataDependentNodes++;
    const rank = x.dims.length;
    const test = g.isPositive(x);
    const found = g.symbol(
      `found ${x.name}`,
      x.dims.reduce((count, dim) => count * g.estimate(dim), 1),
    );
    const columns = g.one('NonZero', [test], [rank, found], { type: 'int64' });
    const attributes = { perm: [1, 0] };
    const rows = g.one('Transpose', [columns], [found, rank], { type: 'int64', attributes });
    g.one('GatherND', [x, rows], [found]);
  },
  compress(g) {
    const x = g.value(hasRank(1));
    if (!x || g.dataDependentNodes === MAXIMUM_DATA_DEPENDENT_NODES) return;
    g.dataDependentNodes++;
    const dims = [x.dims[0]];
    const axes = [...x.dims.keys()].slice(1);
    const sums =
      axes.length > 0
        ? g.one('ReduceSum', [x, g.int64s(...axes)], dims, { attributes: { keepdims: 0 } })
        : x;
    const test = g.isPositive(sums);
    const kept = g.symbol(`kept ${test.name}`, g.estimate(dims[0]));
    g.one('Compress', [x, test], x.dims.with(0, kept), { attributes: { axis: 0 } });
  },
  gather(g) {
    const x = g.value(hasRank(1, 3));
    const index = x && g.value((one) => one.index, 'int64');
    if (!index) return;
    const axis = g.draw(x.dims.length);
    const dims = x.dims.toSpliced(axis, 1, ...index.dims);
    if (g.fits(dims)) g.one('Gather', [x, index], dims, { attributes: { axis } });
  },
  embedding(g) {
    const index = g.value((one) => one.index, 'int64');
    if (index) g.one('Gather', [g.floats([5, g.width]), index], [...index.dims, g.width]);
  },
  /** Overwrites the last row with the sum of the rows. */
  scatter(g) {
    const x = g.value((one) => hasRank(2, 2)(one) && hasConstantRows(one));
    if (!x) return;
    const sum = g.one('ReduceSum', [x, g.int64s(0)], [1, x.dims[1]], {
      attributes: { keepdims: 1 },
    });
    g.one('ScatterND', [x, g.constant('int64', [1, 1], [-1]), sum], x.dims);
  },
};
