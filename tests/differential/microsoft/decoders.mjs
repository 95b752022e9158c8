/** Random nodes of RotaryEmbedding and of GroupQueryAttention. */

const values = (draw, dims) => draw.tensor('float32', dims);
const int32s = (dims, data) => ({ type: 'int32', dims, data: Int32Array.from(data) });
const maybe = (draw, make, share = 0.3) => (draw.chance(share) ? make() : null);

const positions = (draw, dims, count) => draw.tensor('int64', dims, { low: 0, high: count - 1 });

function rotary(draw) {
  const [batch, heads, length] = [draw.whole(1, 3), draw.whole(1, 3), draw.whole(1, 5)];
  const size = 2 * draw.whole(1, 6);
  const rows = length + draw.whole(0, 5);
  const isOfHeads = draw.chance(0.4);
  const isPart = draw.chance(0.3) && !isOfHeads;
  const turned = isPart ? 2 * draw.whole(1, size / 2) : size;
  const named = isPart || draw.chance(0.5);
  return {
    op: 'RotaryEmbedding',
    attributes: {
      interleaved: draw.whole(0, 1),
      ...(named && { num_heads: heads }),
      ...(isPart && { rotary_embedding_dim: turned }),
    },
    inputs: [
      values(draw, isOfHeads ? [batch, heads, length, size] : [batch, length, heads * size]),
      draw.chance(0.3)
        ? positions(draw, [1], rows - length + 1)
        : positions(draw, [batch, length], rows),
      values(draw, [rows, turned / 2]),
      values(draw, [rows, turned / 2]),
    ],
  };
}

/** A prompt, a token after a past for each of the batch, or some tokens after a past. */
function step(draw) {
  const kind = draw.choose(['prompt', 'token', 'more']);
  const batch = kind === 'more' ? 1 : draw.whole(1, 3);
  const length = kind === 'token' ? 1 : draw.whole(2, 5);
  const room = draw.chance(0.3) ? draw.whole(1, 3) : 0;
  if (kind === 'prompt') {
    const past = draw.chance(0.3) ? length + room : 0;
    return { batch, length, past, total: length, ends: draw.list(batch, () => length - 1) };
  }
  const before = draw.whole(1, 6);
  const total = before + length;
  // Lengths in a batch may differ; at least one is the maximum.
  const shortest = kind === 'more' ? total : length;
  const ends = draw.list(batch, (at) => (at === 0 ? total : draw.whole(shortest, total)) - 1);
  return { batch, length, past: room > 0 ? total + room : before, total, ends };
}

/** For a prompt, onnxruntime reads only the first position, and counts from it. */
function positionIds(draw, { batch, length, total, present }) {
  if (total > length) return positions(draw, [batch, length], present);
  const first = draw.whole(0, 2);
  const data = draw.list(batch * length, (at) => BigInt(first + (at % length)));
  return { type: 'int64', dims: [batch, length], data: BigInt64Array.from(data) };
}

function grouped(draw) {
  const { batch, length, past, total, ends } = step(draw);
  const shared = draw.whole(1, 2);
  const heads = shared * draw.whole(1, 3);
  const turns = draw.chance(0.5);
  const size = turns ? 16 : 8;
  const isPacked = draw.chance(0.4);
  const present = Math.max(past, total);
  const half = draw.chance(0.3) ? 8 : size / 2;
  const caches = () => (turns ? values(draw, [present + 2, Math.min(half, size / 2)]) : null);
  const kept = () => values(draw, [batch, shared, past, size]);
  const hasPast = past > 0 || draw.chance(0.5);
  // onnxruntime does not change the elements after a shorter sequence of the batch.
  const isFull = past <= total && ends.every((end) => end === total - 1);
  const shows = isFull && draw.chance(0.3) ? draw.whole(1, 2) : 0;
  const part = (count) => values(draw, [batch, length, count * size]);
  return {
    op: 'GroupQueryAttention',
    attributes: {
      num_heads: heads,
      kv_num_heads: shared,
      ...(turns && { do_rotary: 1, rotary_interleaved: draw.whole(0, 1) }),
      ...(draw.chance(0.3) && { local_window_size: draw.whole(1, 4) }),
      ...(draw.chance(0.3) && { softcap: { float: draw.real(0.5, 3) } }),
      ...(draw.chance(0.3) && { scale: { float: draw.real(0.2, 1) } }),
      ...(draw.chance(0.2) && { smooth_softmax: 1 }),
      ...(shows && { qk_output: shows }),
    },
    inputs: [
      ...(isPacked ? [part(heads + 2 * shared), null, null] : [heads, shared, shared].map(part)),
      hasPast ? kept() : null,
      hasPast ? kept() : null,
      int32s([batch], ends),
      int32s(draw.choose([[1], []]), [total]),
      caches(),
      caches(),
      maybe(draw, () => positionIds(draw, { batch, length, total, present })),
      maybe(draw, () =>
        values(draw, [draw.choose([1, batch]), draw.choose([1, heads]), length, total]),
      ),
      maybe(draw, () => values(draw, [heads]), 0.2),
    ],
    outputs: ['float32', 'float32', 'float32', ...(shows ? ['float32'] : [])],
  };
}

export const decoders = { RotaryEmbedding: rotary, GroupQueryAttention: grouped };
