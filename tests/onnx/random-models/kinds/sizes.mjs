/** Nodes whose inputs depend on the sizes of other values. */
import { plus } from '../dims.mjs';
import { tensorOf } from '../tensors.mjs';
import { hasRank } from '../values.mjs';

export const sizes = {
  range(g) {
    const dim = g.pick(['k', 'n', 'p', 'm']);
    const limit = g.sizeAsScalar(dim);
    if (!limit) return;
    const range = g.one('Range', [g.scalar(0), limit, g.scalar(1)], [dim], { type: 'int64' });
    g.cast(range, 'float32');
  },
  constantOfShape(g) {
    const x = g.value(hasRank(1));
    const shape = x && g.shape(x.dims);
    const value = tensorOf('float32', [1], [g.random()]);
    if (shape) g.one('ConstantOfShape', [shape], x.dims, { attributes: { value } });
  },
  sizeAsOperand(g) {
    const x = g.value();
    const size = g.sizeAsScalar(g.pick(['n', 'p', 'm', 'b', 'k']));
    if (x && size) g.one(g.pick(['Add', 'Mul']), [x, g.cast(size, 'float32')], x.dims);
  },
  largerShape(g) {
    const shape = g.value((one) => one.contents?.length > 0, 'int64');
    if (!shape) return;
    const by = 1 + g.draw(2);
    const contents = shape.contents.map((dim) => plus(dim, by));
    g.one('Add', [shape, g.int64s(by)], shape.dims, { type: 'int64', contents });
  },
};
