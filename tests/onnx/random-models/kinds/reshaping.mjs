import { isInputDim } from '../dims.mjs';
import { hasRank } from '../values.mjs';

/** Shapes that the value can be reshaped to. */
function reshapesOf(g, { dims }) {
  const even = dims.findIndex((dim) => typeof dim === 'number' && dim % 2 === 0 && dim > 0);
  const shapes = [dims.toSpliced(g.draw(dims.length), 0, 1)];
  if (even >= 0) shapes.push(dims.toSpliced(even, 1, 2, dims[even] / 2));
  if (dims.length > 1) {
    const at = g.draw(dims.length - 1);
    shapes.push(dims.toSpliced(at, 2, g.times(dims[at], dims[at + 1])));
  }
  shapes.push([g.product(dims)]);
  return shapes;
}

export const reshaping = {
  reshape(g) {
    const x = g.value(hasRank(1));
    if (!x) return;
    const dims = g.pick(reshapesOf(g, x));
    if (dims.length > 5) return;
    const symbolic = dims.filter((dim) => typeof dim !== 'number');
    const shape =
      symbolic.length <= 1 && g.chance(0.4)
        ? g.int64s(...dims.map((dim) => (typeof dim === 'number' ? dim : -1)))
        : g.shape(dims, { mayInfer: true });
    if (shape) g.one('Reshape', [x, shape], dims);
  },
  reshapeToInput(g) {
    const x = g.value((one) => hasRank(2)(one) && one.dims.every((d) => isInputDim(d) && d !== 0));
    if (!x || g.inputs.length > 7) return;
    const dims = x.dims.toReversed();
    const shape = g.input([dims.length], 'int64', { contents: dims });
    g.one('Reshape', [x, shape], dims);
  },
  squeeze(g) {
    const x = g.value((one) => one.dims.includes(1));
    if (!x) return;
    const axis = x.dims.indexOf(1);
    g.one('Squeeze', [x, g.int64s(axis)], x.dims.toSpliced(axis, 1));
  },
  unsqueeze(g) {
    const x = g.value(hasRank(0, 3));
    if (!x) return;
    const axis = g.draw(x.dims.length + 1);
    g.one('Unsqueeze', [x, g.int64s(axis)], x.dims.toSpliced(axis, 0, 1));
  },
  flatten(g) {
    const x = g.value(hasRank(2));
    if (!x) return;
    const dims = [x.dims[0], g.product(x.dims.slice(1))];
    g.one('Flatten', [x], dims, { attributes: { axis: 1 } });
  },
};
