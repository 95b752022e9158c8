/**
 * Attention of ONNX and of `com.microsoft` against its definition, key by key and in double precision: scores
 * within the softcap, limited by the mask, by the causal order and by the lengths of a cache, as ONNX's
 * Operators.md lists them. The output of a query that sees no key is 0.
 */
import { describe, it } from 'node:test';
import { seeded } from '../operators/support/values.mjs';
import { check, i64, range, refused, t } from './one-node.mjs';

const { random, seed } = seeded(2327);
const draw = (count) => Array.from({ length: count }, () => Math.fround(4 * random() - 2));
const NEVER = Number.NEGATIVE_INFINITY;
const BATCH = 2;
const SIZE = 3;

/** Tensors of [batch, heads, length, size], including any past. */
function tensors({ heads = 2, shared = 2, length = 3, keys = 4, past = 0 }) {
  const of = (heads, length, size = SIZE) => {
    const dims = [BATCH, heads, length, size];
    return t(dims, draw(dims.reduce((a, b) => a * b)));
  };
  return {
    query: of(heads, length),
    key: of(shared, keys),
    value: of(shared, keys, SIZE + 1),
    ...(past > 0 && { pastKey: of(shared, past), pastValue: of(shared, past, SIZE + 1) }),
  };
}

/** Tensors concatenated along the sequence, as [batch][head][position] rows. */
function rowsOf(...tensors) {
  const rows = ({ dims: [batch, heads, length, size], data }) =>
    range(batch).map((b) =>
      range(heads).map((h) =>
        range(length).map((at) => {
          const first = ((b * heads + h) * length + at) * size;
          return [...data.slice(first, first + size)];
        }),
      ),
    );
  const [first, second] = tensors.filter(Boolean).map(rows);
  return second ? first.map((heads, b) => heads.map((h, i) => [...h, ...second[b][i]])) : first;
}

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** The element of a mask for a query and a key, aligned to the right; keys after its end are hidden. */
function maskAt({ dims, data, type }, indices) {
  const own = indices.slice(4 - dims.length);
  const length = dims.at(-1);
  if (length > 1 && own.at(-1) >= length) return NEVER;
  const at = dims.reduce((sum, size, axis) => sum * size + (size === 1 ? 0 : own[axis]), 0);
  if (type === 'bool') return data[at] ? 0 : NEVER;
  return data[at];
}

/** The outputs of Attention, whose scores are those of `mode`. */
function expected(given, attributes) {
  const { query, mask, lengths, pastKey } = given;
  const { scale = 1 / Math.sqrt(SIZE), softcap = 0, is_causal = 0 } = attributes;
  const { qk_matmul_output_mode: mode = 0 } = attributes;
  const queries = rowsOf(query);
  const [keys, values] = [rowsOf(pastKey, given.key), rowsOf(given.pastValue, given.value)];
  const [heads, length] = [query.dims[1], query.dims[2]];
  const past = pastKey?.dims[2] ?? 0;
  const [outputs, shown] = [[], []];
  for (const b of range(BATCH))
    for (const h of range(heads))
      for (const row of range(length)) {
        const own = Math.floor(h / (heads / keys[b].length));
        const count = lengths ? Number(lengths.data[b]) : Infinity;
        const before = lengths && !pastKey ? count - length : past;
        const scores = keys[b][own].map((key) => scale * dot(queries[b][h][row], key));
        const soft = scores.map((s) => (softcap > 0 ? softcap * Math.tanh(s / softcap) : s));
        const limits = soft.map((_, key) => {
          if (key >= count || (is_causal && key > row + before)) return NEVER;
          return mask ? maskAt(mask, [b, h, row, key]) : 0;
        });
        const limited = soft.map((score, key) => score + limits[key]);
        const most = Math.max(...limited);
        const sees = limits.some((limit) => limit !== NEVER);
        const powers = limited.map((score) => (sees ? Math.exp(score - most) : 0));
        const sum = powers.reduce((a, b) => a + b) || 1;
        const shares = powers.map((power) => power / sum);
        outputs.push(
          ...range(SIZE + 1).map((c) =>
            shares.reduce((all, share, key) => all + share * values[b][own][key][c], 0),
          ),
        );
        shown.push(...[scores, soft, limited, shares][mode]);
      }
  const joined = (...rows) => rowsOf(...rows).flat(3);
  const total = keys[0][0].length;
  const shared = keys[0].length;
  const near = (dims, data) => ({ ...t(dims, data), bounds: data.map(() => 2 ** -18) });
  return [
    near([BATCH, heads, length, SIZE + 1], outputs),
    near([BATCH, shared, total, SIZE], joined(pastKey, given.key)),
    near([BATCH, shared, total, SIZE + 1], joined(given.pastValue, given.value)),
    near([BATCH, heads, length, total], shown),
  ];
}

/** Runs the node at both of its opsets, or only at 24 if it has lengths. */
async function compare(given, attributes = {}) {
  const { query, key, value, mask, pastKey, pastValue, lengths } = given;
  const inputs = [query, key, value, mask, pastKey, pastValue, lengths];
  while (!inputs.at(-1)) inputs.pop();
  const floats = Object.entries(attributes).map(([name, value]) => [
    name,
    ['scale', 'softcap'].includes(name) ? { float: value } : value,
  ]);
  for (const opset of lengths ? [24] : [23, 24])
    await check(
      { op: 'Attention', opset, inputs, attributes: Object.fromEntries(floats) },
      expected(given, attributes),
    );
}

const bools = (dims, data) => t(dims, data, 'bool');
const drawBools = (count) => Array.from({ length: count }, () => Number(random() < 0.5));
/** Numbers that are added, and some that hide a key. */
const drawLimits = (count) => draw(count).map((limit) => (random() < 0.5 ? NEVER : limit));

describe(`Attention, ${seed}`, () => {
  for (const mode of range(4))
    it(`gives 0 for a query that sees nothing, with the scores of mode ${mode}`, async () => {
      const attributes = { qk_matmul_output_mode: mode };
      const given = tensors({});
      const none = [0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1];
      const limits = none.map((one) => (one ? 0.5 : NEVER));
      await compare({ ...given, mask: bools([3, 4], none) }, attributes);
      await compare({ ...given, mask: t([3, 4], limits) }, attributes);
      // Query 1 sees only key 0, which the mask hides.
      const later = bools([3, 4], [1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
      await compare({ ...given, mask: later }, { ...attributes, is_causal: 1 });
      await compare({ ...given, lengths: i64(2, 0) }, attributes);
      await compare({ ...given, lengths: i64(1, 2) }, { ...attributes, is_causal: 1 });
    });

  it('takes masks of every shape that stretches to the scores', async () => {
    for (const dims of [[4], [3, 4], [2, 3, 4], [1, 3, 4], [2, 1, 3, 4], [1, 2, 1, 4], [2, 3, 2]])
      for (const make of [(count) => bools(dims, drawBools(count)), (n) => t(dims, drawLimits(n))])
        for (const is_causal of [0, 1]) {
          const mask = make(dims.reduce((a, b) => a * b));
          await compare({ ...tensors({}), mask }, { is_causal, qk_matmul_output_mode: 3 });
        }
  });

  it('has a past, lengths, a softcap, a scale and shared heads', async () => {
    for (const is_causal of [0, 1]) {
      const mask = bools([3, 6], drawBools(18));
      await compare({ ...tensors({ past: 2 }), mask }, { is_causal, scale: 0.25 });
      const shared = { heads: 4, shared: 2, past: 2 };
      await compare({ ...tensors(shared), mask }, { is_causal, softcap: 1.5 });
      for (const lengths of [i64(4, 3), i64(0, 1)])
        await compare({ ...tensors({ heads: 4 }), lengths }, { is_causal, softcap: 0.5 });
    }
  });

  it('is not spoiled by values that no query sees', async () => {
    const given = tensors({ length: 2 });
    given.value.data.fill(Number.NaN);
    const mask = bools([2, 4], [0, 0, 0, 0, 0, 0, 0, 0]);
    const [y] = expected({ ...tensors({ length: 2 }), mask }, {});
    for (const opset of [23, 24])
      await check(
        { op: 'Attention', opset, inputs: [given.query, given.key, given.value, mask] },
        { ...y, data: y.data.fill(0), bounds: undefined },
      );
  });
});

describe(`attention of com.microsoft, ${seed}`, () => {
  /** The result of a query that sees keys with these scores. */
  const mixOf = (scores, values) => {
    const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const sum = powers.reduce((a, b) => a + b, 0);
    return values[0].map((_, c) =>
      powers.reduce((all, p, key) => all + (p / sum) * values[key][c], 0),
    );
  };
  const size = 8;
  const [query, key, value] = [0, 1, 2].map(() => t([1, 3, size], draw(3 * size)));
  const rows = (tensor) => range(3).map((at) => [...tensor.data.slice(at * size, (at + 1) * size)]);
  /** The output of three queries with these limits, [queries][keys]. */
  function expectedOf(limits) {
    const [queries, keys, values] = [query, key, value].map(rows);
    const data = limits.flatMap((row, at) => {
      if (row.every((limit) => limit === NEVER)) return new Array(size).fill(0);
      const scores = keys.map((one, i) => dot(queries[at], one) / Math.sqrt(size) + row[i]);
      return mixOf(scores, values);
    });
    return { ...t([1, 3, size], data), bounds: data.map(() => 2 ** -18) };
  }
  const causal = (row, at) => row.map((limit, i) => (i > at ? NEVER : limit));
  const bias = [
    [NEVER, NEVER, NEVER],
    [NEVER, 0.5, NEVER],
    [1, NEVER, 0.25],
  ];
  // Query 1 sees only key 0, which is hidden.
  const later = [
    [1, 0, 0],
    [NEVER, NEVER, 0.5],
    [0, 0.5, NEVER],
  ];
  const node = (op, inputs, attributes) => ({
    op,
    domain: 'com.microsoft',
    opset: 17,
    inputs,
    attributes: { num_heads: 1, ...attributes },
  });
  const ofBias = (limits) => t([1, 1, 3, 3], limits.flat());

  it('gives 0 for a query that sees nothing', async () => {
    const given = [query, key, value, undefined];
    const multi = (limits, attributes) =>
      node('MultiHeadAttention', [...given, undefined, ofBias(limits)], attributes);
    await check(multi(bias), expectedOf(bias));
    await check(multi(later, { unidirectional: 1 }), expectedOf(later.map(causal)));
    const hidden = { mask_filter_value: { float: NEVER } };
    const lengths = node('MultiHeadAttention', [...given, t([1], [0], 'int32')], hidden);
    await check(lengths, t([1, 3, size], new Array(3 * size).fill(0)));
    const grouped = (limits) =>
      node(
        'GroupQueryAttention',
        [
          ...[query, key, value, undefined, undefined, t([1], [2], 'int32'), t([], [3], 'int32')],
          ...[undefined, undefined, undefined, ofBias(limits)],
        ],
        { kv_num_heads: 1 },
      );
    for (const limits of [bias, later]) {
      const [output] = [expectedOf(limits.map(causal))];
      const [keys, values] = [key, value].map(({ data }) => t([1, 1, 3, size], data));
      await check(grouped(limits), [output, keys, values]);
    }
  });
});

it('refuses a past of another type than the values that follow it', async () => {
  const heads = t([1, 1, 2, 2], [1, 2, 3, 4]);
  const halves = { type: 'float16', dims: [1, 1, 2, 2], data: new Uint16Array(4) };
  const past = t([1, 1, 1, 2], [5, 6]);
  for (const inputs of [
    [heads, heads, halves, undefined, past, past],
    [halves, halves, heads, undefined, past, past],
  ])
    await refused({ op: 'Attention', opset: 24, inputs }, /float32.*float16|float16.*float32/);
});

describe('RotaryEmbedding', () => {
  const node = { op: 'RotaryEmbedding', opset: 23 };
  const half = (...bits) => ({
    type: 'float16',
    dims: [1, 1, 1, bits.length],
    data: Uint16Array.from(bits),
  });
  const [thousand, fortieth, twoHundred] = [0x63d0, 0x2640, 0x5a40];
  // float16 rounds 0.1 to the sine.
  const angles = (type) => [t([1, 1], [0.1], type), t([1, 1], [0.0999755859375], type)];
  const position = { ...i64(0), dims: [1, 1] };

  it('of float16 by float32 rounds the results only', async () => {
    const inputs = [half(thousand, thousand), ...angles('float32'), position];
    await check({ ...node, inputs }, half(fortieth, twoHundred));
  });

  it('is refused for tables of another precision', async () => {
    const inputs = [t([1, 1, 1, 2], [1, 2]), ...angles('float64'), position];
    await refused({ ...node, inputs }, /float32.*float64|float64.*float32/);
  });
});
