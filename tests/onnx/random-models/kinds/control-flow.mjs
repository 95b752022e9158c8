import { ABSENT } from '../builder.mjs';
import { hasDimsOf, hasRank } from '../values.mjs';

const MAXIMUM_DEPTH = 3;

/** Adds random nodes to a subgraph. Returns one of their results, or undefined if none is suitable. */
function randomResult(inner, preferred, accepts) {
  if (inner.depth > MAXIMUM_DEPTH) return undefined;
  inner.pool.push(...preferred);
  for (let i = inner.draw(4); i >= 0; i--) inner.addRandomNode(inner);
  const made = new Set(inner.nodes.flatMap(({ outputs }) => outputs));
  const suitable = inner.pool.filter(
    (one) => made.has(one.name) && !one.sequence && one.type === 'float32' && accepts(one),
  );
  return suitable.length > 0 ? inner.pick(suitable) : undefined;
}

/** The condition that is an input, or one that depends on `x`. */
function conditionOf(g, x) {
  const input = g.value((one) => one.condition, 'bool');
  if (input && !g.chance(0.3)) return input;
  return g.isPositive(g.one('ReduceSum', [x], [], { attributes: { keepdims: 0 } }));
}

export const controlFlow = {
  if(g) {
    const x = g.value();
    if (!x) return;
    const test = conditionOf(g, x);
    const branch = (rank) => {
      const inner = g.child();
      const y = randomResult(inner, [x], hasRank(rank, rank)) ?? inner.one('Abs', [x], x.dims);
      return { dims: y.dims, subgraph: inner.subgraph([], [y]) };
    };
    const one = branch(x.dims.length);
    const other = branch(one.dims.length);
    const dims = one.dims.map((dim, i) => {
      if (dim === other.dims[i]) return dim;
      const estimate = Math.max(g.estimate(dim), g.estimate(other.dims[i]));
      return g.symbol(`if ${g.name('d')}`, estimate);
    });
    const attributes = { then_branch: one.subgraph, else_branch: other.subgraph };
    g.one('If', [test], dims, { attributes });
  },
  loop(g) {
    const x = g.value();
    if (!x) return;
    const fed = g.chance(0.6) && g.value((one) => one.contents?.[0] === 'k', 'int64');
    const count = fed ? 'k' : g.draw(4);
    const tripCount = fed ? g.one('Squeeze', [fed], [], { type: 'int64' }) : g.scalar(count);
    const inner = g.child();
    const iteration = { name: g.name('i'), type: 'int64', dims: [] };
    const condition = { name: g.name('on'), type: 'bool', dims: [] };
    const state = { name: g.name('state'), type: 'float32', dims: x.dims };
    const isContinued = inner.one('Identity', [condition], [], { type: 'bool' });
    const y =
      randomResult(inner, [state, state, state], hasDimsOf(x)) ??
      inner.one('Tanh', [state], x.dims);
    const next = inner.one('Add', [y, inner.cast(iteration, 'float32')], x.dims);
    const scanned = inner.one('Neg', [next], x.dims);
    const body = inner.subgraph(
      [iteration, condition, { name: state.name }],
      [isContinued, next, scanned],
    );
    const stacked = [count, ...x.dims];
    const isScanned = stacked.length < 5 && g.fits(stacked);
    const outputs = [{ dims: x.dims }, isScanned ? { dims: stacked } : { unused: true }];
    g.add('Loop', [tripCount, ABSENT, x], outputs, { body });
  },
  scan(g) {
    const x = g.value(hasRank(1, 3));
    if (!x) return;
    const dims = x.dims.slice(1);
    const start = g.one('ReduceSum', [x, g.int64s(0)], dims, { attributes: { keepdims: 0 } });
    const inner = g.child();
    const [state, row] = [{ name: g.name('state') }, { name: g.name('part') }];
    const sum = inner.one('Add', [state, row], dims);
    const next = inner.one('Tanh', [sum], dims);
    const scanned = inner.one('Mul', [next, row], dims);
    const body = inner.subgraph([state, row], [next, scanned]);
    g.add('Scan', [start, x], [{ dims }, { dims: x.dims }], { num_scan_inputs: 1, body });
  },
};
