import { sameList } from '../../../rules/support.mjs';
import { broadcast, firstTermOf, isSum, minus, plus } from '../dims.mjs';
import { concatenated, fitsAlong, hasRank, permuted } from '../values.mjs';

function addSplit(g, x, axis, sizes, lengths) {
  const outputs = sizes.map((size) => ({ dims: x.dims.with(axis, size) }));
  if (lengths) g.add('Split', [x, lengths], outputs, { axis });
  else g.add('Split', [x], outputs, { axis, num_outputs: sizes.length });
}

export const movement = {
  concat(g) {
    const { x, axis } = g.valueAndAxis();
    if (!x) return;
    const fits = fitsAlong(x, axis);
    const parts = [x, g.value(fits), ...(g.chance(0.2) ? [g.value(fits)] : [])];
    const dims = concatenated(parts, axis);
    if (g.fits(dims)) g.one('Concat', g.shuffled(parts), dims, { attributes: { axis } });
  },
  split(g) {
    const { x, axis } = g.valueAndAxis();
    if (!x) return;
    const dim = x.dims[axis];
    if (typeof dim === 'number') {
      if (dim < 2) return;
      const first = 1 + g.draw(dim - 1);
      const sizes = [first, dim - first];
      addSplit(g, x, axis, sizes, g.int64s(...sizes));
    } else if (isSum(dim) && g.chance(0.8)) {
      const first = firstTermOf(dim);
      const sizes = [first, minus(dim, first)];
      const lengths = g.shape(sizes);
      if (lengths) addSplit(g, x, axis, sizes, lengths);
    } else {
      const half = (name) => g.symbol(`${name} ${dim}`, g.estimate(dim) / 2);
      addSplit(g, x, axis, [half('half'), half('rest')]);
    }
  },
  slice(g) {
    const { x, axis } = g.valueAndAxis();
    if (!x) return;
    const dim = x.dims[axis];
    const [from, to] = g.pick([
      [1, 999],
      [0, -1],
      [-2, 999],
      [0, 3],
      [1, 4],
    ]);
    const step = g.pick([1, 1, 1, 2, -1]);
    const size = g.symbol(`slice ${dim} ${from} ${to} ${step}`, g.estimate(dim));
    const start = g.chance(0.3) && g.value((one) => one.index && one.dims[0] === 1, 'int64');
    if (start) {
      const rest = g.symbol(`slice ${dim} ${start.name}`, g.estimate(dim));
      g.one('Slice', [x, start, g.int64s(999), g.int64s(axis)], x.dims.with(axis, rest));
      return;
    }
    const ends = step < 0 ? [-1, -999] : [from, to];
    const inputs = [x, ...[...ends, axis, step].map((number) => g.int64s(number))];
    g.one('Slice', inputs, x.dims.with(axis, step < 0 ? dim : size));
  },
  /** Slices the first n of n + p elements, or the others. */
  sliceAtSize(g) {
    const x = g.value((one) => one.dims.some(isSum));
    if (!x) return;
    const axis = x.dims.findIndex(isSum);
    const first = firstTermOf(x.dims[axis]);
    const size = g.size(first);
    if (!size) return;
    if (g.chance(0.5)) {
      g.one('Slice', [x, g.int64s(0), size, g.int64s(axis)], x.dims.with(axis, first));
      return;
    }
    const dims = x.dims.with(axis, minus(x.dims[axis], first));
    g.one('Slice', [x, size, g.int64s(99999), g.int64s(axis)], dims);
  },
  pad(g) {
    const { x, axis } = g.valueAndAxis();
    if (!x) return;
    const onAxis = x.dims.map((_, i) => (i === axis ? 1 : 0));
    const dims = x.dims.with(axis, plus(x.dims[axis], 2));
    if (g.fits(dims)) g.one('Pad', [x, g.int64s(...onAxis, ...onAxis)], dims);
  },
  transpose(g) {
    const x = g.value(hasRank(2));
    if (!x) return;
    const perm = g.shuffled([...x.dims.keys()]);
    g.one('Transpose', [x], permuted(x, perm), { attributes: { perm } });
  },
  trilu(g) {
    const x = g.value(hasRank(2));
    if (x) g.one('Trilu', [x], x.dims, { attributes: { upper: g.draw(2) } });
  },
  expand(g) {
    const x = g.value(({ dims }) => dims.includes(1) || dims.includes('u') || dims.length < 2);
    if (!x) return;
    const to = g.value(({ dims }) => sameList(broadcast(x.dims, dims), dims));
    const shape = to && g.shape(to.dims);
    if (shape) g.one('Expand', [x, shape], to.dims);
  },
  tile(g) {
    const x = g.value(hasRank(1, 3));
    if (!x) return;
    const axis = g.draw(x.dims.length);
    const count = g.pick(['b', 'k', 2, 'n']);
    const dims = x.dims.with(axis, g.times(x.dims[axis], count));
    if (!g.fits(dims)) return;
    const repeats = g.shape(x.dims.map((_, i) => (i === axis ? count : 1)));
    if (repeats) g.one('Tile', [x, repeats], dims);
  },
  identity(g) {
    const x = g.value(() => true, g.pick(['float32', 'float32', 'int64']));
    if (x) g.one('Identity', [x], x.dims, { ...x, wanted: g.chance(0.5) });
  },
};
