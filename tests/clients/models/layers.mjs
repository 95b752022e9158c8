/** The layers of transformers, as PyTorch's exporter writes them. */

/** (batch, rows, width) as (batch, heads, rows, width / heads). */
export const split = (g, x, heads, perHead) =>
  g.transpose(g.reshape(x, 0, -1, heads, perHead), 0, 2, 1, 3);

const joined = (g, x, width) => g.reshape(g.transpose(x, 0, 2, 1, 3), 0, -1, width);

/** A mask of ones and zeros, (batch, keys), as an addend of scores. */
export function additiveMask(g, mask) {
  const wide = g.cast(g.unsqueeze(mask, 1, 2), g.real);
  const none = g.node('Sub', [g.real0(1), wide]);
  return g.node('Mul', [none, g.real0(-1e4)]);
}

/** 0 where a query may see a key, and −10,000 where the key comes later; `past` and `rows` are scalars. */
export function causalMask(g, rows, past) {
  const total = g.node('Add', [rows, past]);
  const keys = g.unsqueeze(g.range(g.int(0), total), 0);
  const queries = g.unsqueeze(g.range(past, total), 1);
  const later = g.cast(g.node('Greater', [keys, queries]), g.real);
  return g.node('Mul', [later, g.real0(-1e4)]);
}

/** softmax(q · kᵀ / √n + mask) · v for values that are split into heads. */
export function attend(g, { query, keys, values, mask, perHead, width, bias }) {
  const turned = g.transpose(keys, 0, 1, 3, 2);
  const product = g.node('MatMul', [query, turned]);
  const scaled = g.node('Div', [product, g.real0(Math.sqrt(perHead))]);
  const biased = bias ? g.add(scaled, bias) : scaled;
  const scores = mask ? g.add(biased, mask) : biased;
  const shares = g.node('Softmax', [scores], { axis: -1 });
  return joined(g, g.node('MatMul', [shares, values]), width);
}

/** Keys and values of a sequence, split into heads. */
export function keysAndValues(g, x, { width, heads, kept = heads, bias = true }) {
  const perHead = width / heads;
  const made = () => split(g, g.linear(x, width, perHead * kept, { bias }), kept, perHead);
  return { keys: made(), values: made() };
}

/** Attention over a sequence, another sequence, or caches, with its projections. */
export function attention(g, x, { width, heads, mask, bias, cache, of = x }) {
  const perHead = width / heads;
  const query = split(g, g.linear(x, width, width), heads, perHead);
  const { keys, values } = cache ?? keysAndValues(g, of, { width, heads });
  const mixed = attend(g, { query, keys, values, mask, perHead, width, bias });
  return g.linear(mixed, width, width);
}

export function feedForward(g, x, width) {
  const wide = g.gelu(g.linear(x, width, 2 * width));
  return g.linear(wide, 2 * width, width);
}

/** Layers of an encoder, with normalisation after each part (BERT) or before it (ViT, Whisper). */
export function encoder(g, x, { layers, width, heads, mask, normFirst = false }) {
  const part = (value, work) =>
    normFirst ? g.add(value, work(g.norm(value, width))) : g.norm(g.add(value, work(value)), width);
  let last = x;
  for (let layer = 0; layer < layers; layer++) {
    last = part(last, (value) => attention(g, value, { width, heads, mask }));
    last = part(last, (value) => feedForward(g, value, width));
  }
  return normFirst ? g.norm(last, width) : last;
}
