/** Nodes that differ from earlier ones only in their values, as those of a decoder's layers do. */
import { sameList } from '../../../rules/support.mjs';

/** A constant like this one. Its numbers are the same in another order, or, for a third of them, in the same one. */
function constantLike(g, constant) {
  const { data, ...form } = g.constants[constant.name];
  const isReversed = form.type === 'float32' && g.chance(0.66);
  const name = g.name('c');
  g.constants[name] = { ...form, data: isReversed ? data.toReversed() : data };
  return { ...constant, name };
}

/** Another value that a node can take instead of this one, if there is any. */
function valueLike(g, x) {
  const isLike = (one) =>
    one.type === x.type &&
    !one.sequence === !x.sequence &&
    !one.index === !x.index &&
    !one.shared === !x.shared &&
    !one.isNonNegative === !x.isNonNegative &&
    sameList(one.dims, x.dims) &&
    (x.contents === undefined || sameList(one.contents, x.contents));
  const others = g.pool.filter(isLike);
  return others.length > 0 ? g.pick(others) : x;
}

function inputLike(g, x) {
  if (!x.name || g.chance(0.2)) return x;
  return g.constants[x.name] ? constantLike(g, x) : valueLike(g, x);
}

/** Whether the sizes of the results depend only on those of the inputs, and a model may have several such nodes. */
const mayRepeat = ({ op, outputs, attributes, domain }) =>
  op !== 'GroupQueryAttention' &&
  domain !== 'local' &&
  !Object.values(attributes).some((value) => value?.graph) &&
  outputs.every(({ dims }) => dims?.every((dim) => !/\bq\d/.test(dim)));

export const twins = {
  twin(g) {
    const nodes = g.added.filter(mayRepeat);
    if (nodes.length === 0) return;
    const { op, inputs, outputs, attributes, domain } = g.pick(nodes);
    // Most nodes take one value twice if the earlier one does.
    const known = new Map();
    const own = inputs.map((x) => {
      if (!known.has(x.name) || g.chance(0.1)) known.set(x.name, inputLike(g, x));
      return known.get(x.name);
    });
    g.add(op, own, outputs, attributes, domain);
  },
};
