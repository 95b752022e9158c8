/** Random nodes of MultiHeadAttention and of the Attention that projects its input. */

const values = (draw, dims) => draw.tensor('float32', dims);
const maybe = (draw, make, share = 0.5) => (draw.chance(share) ? make() : null);

const ends = (draw, count, total) => draw.tensor('int32', [count], { low: 1, high: total });

/** Zeros and ones, but no row of zeros, whose result would be rounding noise. */
function truths(draw, dims) {
  const mask = draw.tensor('int32', dims, { low: 0, high: 1 });
  const size = dims.at(-1);
  for (let at = 0; at < mask.data.length; at += size) mask.data[at] = 1;
  return mask;
}

const maskOf = (draw, { batch, length, total }) =>
  draw.choose([
    () => ends(draw, batch, total),
    () => truths(draw, [batch, total]),
    () => truths(draw, [batch, length, total]),
  ])();

const biasOf = (draw, { batch, heads, length, total }) =>
  values(draw, [draw.choose([1, batch]), draw.choose([1, heads]), length, total]);

const sizes = (draw) => ({
  batch: draw.whole(1, 2),
  heads: draw.whole(1, 3),
  length: draw.whole(1, 4),
  size: draw.whole(1, 8),
  ofValues: draw.whole(1, 8),
});

const attributesOf = (draw, heads) => ({
  num_heads: heads,
  ...(draw.chance(0.3) && { unidirectional: 1 }),
  ...(draw.chance(0.3) && { scale: { float: draw.real(0.2, 1) } }),
  ...(draw.chance(0.3) && { mask_filter_value: { float: draw.choose([-1e4, -1e9, -3]) } }),
});

const presents = (draw) => (draw.chance(0.5) ? ['float32', 'float32', 'float32'] : ['float32']);

function separate(draw) {
  const { batch, heads, length, size, ofValues: drawn } = sizes(draw);
  const hasPast = draw.chance(0.4);
  const ofValues = hasPast ? size : drawn;
  const keys = draw.whole(1, 5);
  const past = hasPast ? draw.whole(0, 4) : 0;
  const total = keys + past;
  const attributes = attributesOf(draw, heads);
  const span = { batch, heads, length, total };
  return {
    op: 'MultiHeadAttention',
    attributes: keys === length ? attributes : { ...attributes, unidirectional: 0 },
    inputs: [
      values(draw, [batch, length, heads * size]),
      values(draw, [batch, keys, heads * size]),
      values(draw, [batch, keys, heads * ofValues]),
      maybe(draw, () => values(draw, [heads * (2 * size + ofValues)])),
      maybe(draw, () => maskOf(draw, span)),
      maybe(draw, () => biasOf(draw, span), 0.3),
      ...(hasPast ? [0, 1].map(() => values(draw, [batch, heads, past, size])) : []),
    ],
    outputs: hasPast ? ['float32', 'float32', 'float32'] : presents(draw),
  };
}

/** The keys and values of an encoder. */
function cross(draw) {
  const { batch, heads, length, size } = sizes(draw);
  const total = draw.whole(1, 5);
  const inHeads = () => values(draw, [batch, heads, total, size]);
  return {
    op: 'MultiHeadAttention',
    attributes: { num_heads: heads },
    inputs: [
      values(draw, [batch, length, heads * size]),
      inHeads(),
      inHeads(),
      null,
      maybe(draw, () => maskOf(draw, { batch, length, total })),
      maybe(draw, () => biasOf(draw, { batch, heads, length, total }), 0.3),
    ],
  };
}

function projecting(draw) {
  const { batch, heads, length, size, ofValues } = sizes(draw);
  const kind = draw.choose(['plain', 'past', 'sizes']);
  const hidden = [size, size, kind === 'sizes' ? ofValues : size].map((one) => one * heads);
  const columns = hidden.reduce((sum, one) => sum + one, 0);
  const past = kind === 'past' ? draw.whole(0, 4) : 0;
  const total = length + past;
  const input = draw.whole(1, 12);
  const span = { batch, heads, length, total };
  const masks = [
    () => maskOf(draw, span),
    () => ({
      type: 'int32',
      dims: [2 * batch],
      data: draw.list(2 * batch, (at) => (at < batch ? total : draw.whole(0, total - 1))),
    }),
    () => truths(draw, [draw.choose([1, batch]), 1]),
  ];
  const made = draw.choose(masks)();
  const mask = { ...made, data: Int32Array.from(made.data) };
  return {
    op: 'Attention',
    attributes: {
      ...attributesOf(draw, heads),
      ...(kind === 'sizes' && { qkv_hidden_sizes: hidden }),
    },
    inputs: [
      values(draw, [batch, length, input]),
      { ...draw.tensor('float32', [input, columns], { low: -0.5, high: 0.5 }), constant: true },
      values(draw, [columns]),
      maybe(draw, () => mask),
      kind === 'past' ? values(draw, [2, batch, heads, past, size]) : null,
      kind === 'past' ? null : maybe(draw, () => biasOf(draw, span), 0.3),
    ],
    outputs:
      kind === 'past' || (kind === 'plain' && draw.chance(0.3))
        ? ['float32', 'float32']
        : ['float32'],
  };
}

export const attentions = {
  MultiHeadAttention: separate,
  'MultiHeadAttention of an encoder': cross,
  Attention: projecting,
};
