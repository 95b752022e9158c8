/**
 * Attention that a model spells out, as PyTorch's exporters do, against its definition in double precision:
 * softmax(scale · Q · Kᵀ + mask) · V, with keys and values that heads share by Unsqueeze, Expand and Reshape. A
 * softmax of −∞ alone is NaN. Chains that only resemble attention are not replaced.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { encodeModel, floats, int64s, node } from './models.mjs';

const { random, seed } = seeded(61);
const engine = await load();
const NEVER = Number.NEGATIVE_INFINITY;
const SIZE = 5;
const WIDTH = 7;
const range = (count) => Array.from({ length: count }, (_, i) => i);
const count = (dims) => dims.reduce((a, b) => a * b, 1);
/** Multiples of 2⁻⁷ from −2 to 2, which are exact in float16. */
const draw = (dims) =>
  floats(dims, ...range(count(dims)).map(() => Math.round(512 * random() - 256) / 128));

/** Element [b, h, q, k] of a tensor that broadcasts to the scores. */
function at({ dims, data }, indices) {
  const own = indices.slice(4 - dims.length);
  return data[dims.reduce((sum, size, axis) => sum * size + (size === 1 ? 0 : own[axis]), 0)];
}

/** The result for Q [b, h, q, size], K [b, shared, k, size], V [b, shared, k, width]. */
function expected({ q, k, v, masks }, scale) {
  const [batch, heads, queries] = q.dims;
  const [, shared, keys, width] = v.dims;
  const part = ({ dims, data }, b, h, row) => {
    const first = ((b * dims[1] + h) * dims[2] + row) * dims[3];
    return data.slice(first, first + dims[3]);
  };
  const result = [];
  for (const b of range(batch))
    for (const h of range(heads))
      for (const row of range(queries)) {
        const own = Math.floor(h / (heads / shared));
        const query = part(q, b, h, row);
        const scores = range(keys).map((key) => {
          const dot = part(k, b, own, key).reduce((sum, x, i) => sum + x * query[i], 0);
          return masks.reduce((sum, mask) => sum + at(mask, [b, h, row, key]), scale * dot);
        });
        const most = Math.max(...scores);
        const weights = scores.map((score) => Math.exp(score - most));
        const sum = weights.reduce((a, c) => a + c);
        for (const i of range(width))
          result.push(
            weights.reduce((mixed, w, key) => mixed + (w / sum) * part(v, b, own, key)[i], 0),
          );
      }
  return result;
}

/** Heads of keys or values repeated for those of queries, as exporters write `repeat_kv`. */
const repeated = (name) => [
  node('Unsqueeze', [name, 'two'], `${name}_5`),
  node('Shape', [name], `${name}_shape`),
  node('Slice', [`${name}_shape`, 'zero', 'two'], `${name}_front`),
  node('Slice', [`${name}_shape`, 'two', 'four'], `${name}_back`),
  node('Concat', [`${name}_front`, 'copies', `${name}_back`], `${name}_wide`, { axis: 0 }),
  node('Expand', [`${name}_5`, `${name}_wide`], `${name}_copies`),
  node('Concat', ['start', `${name}_back`], `${name}_flat`, { axis: 0 }),
  node('Reshape', [`${name}_copies`, `${name}_flat`], `${name}_all`),
];

/** How models scale: nodes from the product or from its factors, and the scale itself. */
const scalings = {
  'Div of the scores': {
    nodes: [node('MatMul', ['q', 'kt'], 'dots'), node('Div', ['dots', 'root'], 'scaled')],
    scale: 1 / Math.fround(Math.sqrt(SIZE)),
  },
  'Mul of the scores': {
    nodes: [node('MatMul', ['q', 'kt'], 'dots'), node('Mul', ['root', 'dots'], 'scaled')],
    scale: Math.fround(Math.sqrt(SIZE)),
  },
  'Mul of both factors': {
    nodes: [
      node('Mul', ['q', 'half'], 'q2'),
      node('Mul', ['kt', 'half'], 'kt2'),
      node('MatMul', ['q2', 'kt2'], 'scaled'),
    ],
    scale: 1 / 4,
  },
  nothing: { nodes: [node('MatMul', ['q', 'kt'], 'scaled')], scale: 1 },
  'a scale of each key': {
    nodes: [node('MatMul', ['q', 'kt'], 'dots'), node('Mul', ['dots', 'zero_mask'], 'scaled')],
    scale: 0,
  },
};

/** In float16, tensors are cast, and numbers that scale are exact. */
function modelOf({ shared, heads, batch, scaling, masks, extra = [], more = [], half = false }) {
  const given = (name) => (half ? `${name}_given` : name);
  const tensors = ['q', 'k', 'v', ...masks.map((_, i) => `mask${i}`)];
  const casts = tensors.map((name) => node('Cast', [given(name)], name, { to: 10 }));
  const repeats = heads !== shared;
  const sources = repeats ? ['k_all', 'v_all'] : ['k', 'v'];
  const sums = masks.map((_, i) =>
    node('Add', [i === 0 ? 'scaled' : `masked${i - 1}`, `mask${i}`], `masked${i}`),
  );
  const scores = masks.length > 0 ? `masked${masks.length - 1}` : 'scaled';
  return encodeModel({
    inputs: [
      { name: given('q'), dims: [batch, heads, 'Q', SIZE] },
      { name: given('k'), dims: [batch, shared, 'K', SIZE] },
      { name: given('v'), dims: [batch, shared, 'K', WIDTH] },
      ...masks.map((mask, i) => ({
        name: given(`mask${i}`),
        dims: mask.dims.map((_, axis) => `m${i}_${axis}`),
      })),
      ...(scaling === 'a scale of each key' ? [{ name: 'zero_mask', dims: [1, 'K'] }] : []),
    ],
    outputs: [{ name: 'y', dims: [batch, heads, 'Q', WIDTH] }, ...more],
    constants: {
      zero: int64s(0),
      two: int64s(2),
      four: int64s(4),
      copies: int64s(heads / shared),
      start: int64s(batch, heads),
      root: floats([], Math.fround(Math.sqrt(SIZE))),
      half: floats([1], 0.5),
    },
    nodes: [
      ...(half ? casts : []),
      ...(repeats ? [...repeated('k'), ...repeated('v')] : []),
      node('Transpose', [sources[0]], 'kt', { perm: [0, 1, 3, 2] }),
      ...scalings[scaling].nodes,
      ...sums,
      node('Softmax', [scores], 'shares', { axis: -1 }),
      node('MatMul', ['shares', sources[1]], half ? 'y_half' : 'y'),
      ...(half ? [node('Cast', ['y_half'], 'y', { to: 1 })] : []),
      ...extra,
    ],
  });
}

async function compare(shape, lengths, options = {}) {
  const { batch, heads, shared, scaling, maskDims = () => [] } = shape;
  const masksFor = (queries, keys) =>
    maskDims({ batch, heads, queries, keys }).map((dims) => {
      const mask = draw(dims);
      if (options.hides) for (let i = 0; i < mask.data.length; i += 2) mask.data[i] = NEVER;
      if (options.hidesAll) mask.data.fill(NEVER);
      return mask;
    });
  const model = modelOf({ ...shape, masks: masksFor(1, 1), ...options });
  const session = await InferenceSession.create(model, { engine });
  for (const [queries, keys] of lengths) {
    const given = {
      q: draw([batch, heads, queries, SIZE]),
      k: draw([batch, shared, keys, SIZE]),
      v: draw([batch, shared, keys, WIDTH]),
      masks: masksFor(queries, keys),
    };
    const feeds = {};
    const name = (own) => (options.half ? `${own}_given` : own);
    for (const own of ['q', 'k', 'v']) feeds[name(own)] = given[own];
    for (const [i, mask] of given.masks.entries()) feeds[name(`mask${i}`)] = mask;
    if (scaling === 'a scale of each key')
      feeds.zero_mask = floats([1, keys], ...range(keys).map(() => 0));
    const { y } = session.runSync(feeds);
    const wanted = expected(given, scalings[scaling].scale);
    for (const [i, value] of y.data.entries()) {
      const isSame = Number.isNaN(wanted[i])
        ? Number.isNaN(value)
        : Math.abs(value - wanted[i]) < (options.half ? 0.03 : 2e-6 * keys + 2e-5);
      assert.ok(
        isSame,
        `${queries} queries, ${keys} keys, element ${i}: ${value}, not ${wanted[i]}`,
      );
    }
  }
  await session.release();
}

const lengths = [
  [1, 1],
  [1, 2],
  [1, 9],
  [1, 10],
  [3, 10],
  [1, 70],
  [20, 30],
  [1, 9],
];

describe(`attention that a model spells out, ${seed}`, () => {
  const heads = { batch: 2, heads: 4, shared: 4, scaling: 'Div of the scores' };
  const grouped = { ...heads, shared: 2 };
  const ofKeys = ({ batch, keys }) => [[batch, 1, 1, keys]];

  for (const scaling of Object.keys(scalings)) {
    it(`of heads, scaled by ${scaling}`, () => compare({ ...heads, scaling }, lengths));
    it(`of heads that share keys, with a mask, scaled by ${scaling}`, () =>
      compare({ ...grouped, scaling, maskDims: ofKeys }, lengths));
  }
  const masks = {
    'of all scores': ({ batch, heads, queries, keys }) => [[batch, heads, queries, keys]],
    'of heads': ({ heads, queries, keys }) => [[heads, queries, keys]],
    'of a number': () => [[1]],
    'of two, one after the other': ({ batch, keys, queries }) => [
      [batch, 1, 1, keys],
      [queries, keys],
    ],
  };
  for (const [name, maskDims] of Object.entries(masks))
    it(`with a mask ${name}`, () => compare({ ...grouped, maskDims }, lengths));

  it('with a mask that hides keys', () =>
    compare({ ...grouped, maskDims: masks['of all scores'] }, lengths, { hides: true }));
  it('is NaN for queries that see no key', () =>
    compare({ ...grouped, maskDims: ofKeys }, lengths, { hidesAll: true }));
  it('in float16, with a mask', () =>
    compare({ ...grouped, scaling: 'nothing', maskDims: ofKeys }, lengths, { half: true }));
  it('for one head of keys', () => compare({ ...heads, shared: 1, batch: 1 }, lengths));

  for (const read of ['dots', 'scaled', 'shares', 'kt', 'k_all', 'v_all'])
    it(`whose ${read} are an output`, () =>
      compare(grouped, lengths, {
        extra: [node('Identity', [read], 'shown')],
        more: [{ name: 'shown', dims: ['a', 'b', 'c', 'd'] }],
      }));
});

/** The model for q, of few or many queries: a chain of attention, or one that only resembles it. */
async function rowsOf(model, feeds) {
  const session = await InferenceSession.create(model, { engine });
  const { y } = session.runSync(feeds);
  await session.release();
  return y;
}

describe('copies of keys and values that end within a batch', () => {
  for (const [heads, copies, batch] of [
    [3, 2, 2],
    [6, 2, 4],
    [4, 3, 3],
    [4, 3, 2],
  ])
    it(`${heads} × ${copies} heads in a batch of ${batch}`, async () => {
      const own = (heads * copies) / batch;
      const model = encodeModel({
        inputs: [
          { name: 'q', dims: [batch, own, 'Q', SIZE] },
          { name: 'k', dims: [heads, 1, 'K', SIZE] },
          { name: 'v', dims: [heads, 1, 'K', WIDTH] },
        ],
        outputs: [{ name: 'y' }],
        constants: {
          copies: int64s(heads, copies, 1, 1),
          ofKeys: int64s(batch, own, -1, SIZE),
          ofValues: int64s(batch, own, -1, WIDTH),
        },
        nodes: [
          node('Expand', ['k', 'copies'], 'k2'),
          node('Reshape', ['k2', 'ofKeys'], 'k3'),
          node('Expand', ['v', 'copies'], 'v2'),
          node('Reshape', ['v2', 'ofValues'], 'v3'),
          node('Transpose', ['k3'], 'kt', { perm: [0, 1, 3, 2] }),
          node('MatMul', ['q', 'kt'], 'scores'),
          node('Softmax', ['scores'], 'shares', { axis: -1 }),
          node('MatMul', ['shares', 'v3'], 'y'),
        ],
      });
      const copied = ({ dims, data }) => {
        const each = data.length / heads;
        const all = range(heads * copies).map((i) => {
          const from = Math.floor(i / copies) * each;
          return [...data.slice(from, from + each)];
        });
        return floats([batch, own, dims[2], dims[3]], ...all.flat());
      };
      for (const queries of [1, 64]) {
        const [q, k, v] = [
          draw([batch, own, queries, SIZE]),
          draw([heads, 1, 4, SIZE]),
          draw([heads, 1, 4, WIDTH]),
        ];
        const y = await rowsOf(model, { q, k, v });
        const wanted = expected({ q, k: copied(k), v: copied(v), masks: [] }, 1);
        for (const [i, value] of wanted.entries())
          assert.ok(Math.abs(y.data[i] - value) < 1e-5, `${queries} queries: ${seed}`);
      }
    });
});

describe('casts of the scores to a narrower type', () => {
  const model = (type) =>
    encodeModel({
      inputs: ['q', 'kt', 'v', 'mask'].map((name) => ({ name, dims: [1, 1, null, null] })),
      outputs: [{ name: 'y' }],
      nodes: [
        node('MatMul', ['q', 'kt'], 'dots'),
        node('Add', ['dots', 'mask'], 'scores'),
        node('Cast', ['scores'], 'narrow', { to: type }),
        node('Softmax', ['narrow'], 'shares', { axis: -1 }),
        node('Cast', ['shares'], 'wide', { to: 1 }),
        node('MatMul', ['wide', 'v'], 'y'),
      ],
    });
  const mean = (queries) => new Array(queries).fill(1);
  for (const [title, type, mask, wanted] of [
    ['float16, in which -1e5 is −∞', 10, -1e5, Number.NaN],
    ['bfloat16, in which -1e5 and -1e5 + 1 are equal', 16, -1e5, 1],
  ])
    it(title, async () => {
      for (const queries of [1, 64]) {
        const y = await rowsOf(model(type), {
          q: floats([1, 1, queries, 1], ...mean(queries)),
          kt: floats([1, 1, 1, 2], 0, 1),
          v: floats([1, 1, 2, 1], 0, 2),
          mask: floats([1, 1, 1, 2], mask, mask),
        });
        assert.deepEqual([...y.data], new Array(queries).fill(wanted));
      }
    });
});
