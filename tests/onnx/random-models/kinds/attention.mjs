/** Attention and other nodes with caches, which are inputs and outputs of the model. */
import { ABSENT, MICROSOFT } from '../builder.mjs';
import { isInputDim, plus, symbols } from '../dims.mjs';
import { hasDimsOf, hasRank } from '../values.mjs';

const pastOf = (g, dims, type) => [0, 1].map(() => g.input(dims, type));

export const attention = {
  cache(g) {
    const isGrowing = (dim) => dim === 'n' || dim === 1;
    const x = g.value((one) => one.dims.some(isGrowing));
    if (!x || g.inputs.length > 7 || !x.dims.every(isInputDim)) return;
    const axis = x.dims.findIndex(isGrowing);
    const past = g.input(x.dims.with(axis, 'p'));
    const dims = x.dims.with(axis, plus(x.dims[axis], 'p'));
    g.one('Concat', [past, x], dims, { attributes: { axis }, wanted: true });
  },
  attention(g) {
    if (g.inputs.length > 6) return;
    const x = g.value((one) => hasRank(3, 3)(one) && g.isWide(one));
    if (!x || !(x.dims[0] in symbols || x.dims[0] === 1)) return;
    const [batch, rows] = x.dims;
    const isGrowing = g.chance(0.6);
    const size = g.width / 2;
    const past = isGrowing ? [ABSENT, ...pastOf(g, [batch, 2, 'p', size])] : [];
    const total = isGrowing ? plus(rows, 'p') : rows;
    const attributes = { q_num_heads: 2, kv_num_heads: 2, is_causal: g.draw(2) };
    const present = { dims: [batch, 2, total, size], wanted: true };
    const y = g.value(hasDimsOf(x));
    const outputs = [{ dims: x.dims }, ...(isGrowing ? [present, present] : [])];
    g.add('Attention', [x, y, y, ...past], outputs, attributes);
  },
  /** Layers of one model, whose nodes have the lengths and the tables of rotary embeddings in common. */
  groupQueryAttention(g) {
    if (g.hasGroupQueryAttention || g.depth > 0 || g.inputs.length > 4) return;
    g.hasGroupQueryAttention = true;
    const type = g.chance(0.3) ? 'float16' : 'float32';
    const cast = (x, from, to) => (from === to ? x : g.cast(x, to));
    let x = g.input([1, 'm', 16]);
    const total = plus('m', 'p');
    const lengths = g.input([1], 'int32', { contents: [plus(total, -1)] });
    const totalLength = g.input([], 'int32', { contents: [total] });
    const isRotary = g.chance(0.5);
    const tables = isRotary ? [0, 1].map(() => g.floats([160, 4])) : [];
    const typedTables = tables.map((one) => cast(one, 'float32', type));
    const projection = (width) => {
      const y = g.one('MatMul', [x, g.floats([16, width])], [1, 'm', width]);
      return cast(y, 'float32', type);
    };
    for (let layer = g.draw(2); layer >= 0; layer--) {
      const past = pastOf(g, [1, 1, 'p', 8], type);
      const inputs = [projection(16), projection(8), projection(8), ...past, lengths, totalLength];
      const attributes = { num_heads: 2, kv_num_heads: 1, do_rotary: isRotary ? 1 : 0 };
      if (g.chance(0.2)) attributes.local_window_size = 3;
      const present = { type, dims: [1, 1, total, 8], wanted: true };
      const outputs = [{ type, dims: [1, 'm', 16], wanted: true }, present, present];
      inputs.push(...typedTables);
      const [y] = g.add('GroupQueryAttention', inputs, outputs, attributes, MICROSOFT);
      x = g.one('Add', [x, cast(y, type, 'float32')], x.dims);
    }
  },
};
