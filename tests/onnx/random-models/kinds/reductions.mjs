import { hasConstantRows } from '../values.mjs';

const REDUCTIONS = [
  'ReduceSum',
  'ReduceMean',
  'ReduceMax',
  'ReduceL2',
  'ReduceMin',
  'ReduceSumSquare',
];

export const reductions = {
  reduce(g) {
    const { x, axis } = g.valueAndAxis();
    if (!x) return;
    const keepdims = g.draw(2);
    const dims = keepdims ? x.dims.with(axis, 1) : x.dims.toSpliced(axis, 1);
    const isOftenEmpty = x.dims[axis] === 'n' || x.dims[axis] === 'p';
    const op = isOftenEmpty ? 'ReduceSum' : g.pick(REDUCTIONS);
    g.one(op, [x, g.int64s(axis)], dims, { attributes: { keepdims } });
  },
  softmax(g) {
    const { x, axis } = g.valueAndAxis();
    if (x) g.one(g.pick(['Softmax', 'LogSoftmax']), [x], x.dims, { attributes: { axis } });
  },
  cumSum(g) {
    const { x, axis } = g.valueAndAxis();
    if (x) g.one('CumSum', [x, g.scalar(axis)], x.dims);
  },
  topK(g) {
    const x = g.value((one) => hasConstantRows(one) && one.dims.at(-1) > 1);
    if (!x) return;
    const dims = x.dims.with(-1, 2);
    g.add('TopK', [x, g.int64s(2)], [{ dims }, { type: 'int64', dims }]);
  },
  argMax(g) {
    const x = g.value(hasConstantRows);
    if (!x) return;
    const attributes = { axis: -1, keepdims: 0 };
    g.cast(g.one('ArgMax', [x], x.dims.slice(0, -1), { type: 'int64', attributes }), 'float32');
  },
};
