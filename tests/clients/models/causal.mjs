/** Decoders of language models with KV caches, in the two forms in which they are exported. */
import { Graph } from './graph.mjs';
import { additiveMask, attend, causalMask, split } from './layers.mjs';

/** Cosines and sines of positions, (batch, 1, rows, per head). */
function rotations(g, positions, perHead) {
  g.at('rotations');
  const half = perHead / 2;
  const frequencies = Array.from({ length: half }, (_, i) => 10_000 ** (-i / half));
  const wide = g.cast(g.unsqueeze(positions, -1), 'float32');
  const angles = g.node('Mul', [wide, g.reals([1, 1, half], frequencies, 'float32')]);
  const both = g.unsqueeze(g.node('Concat', [angles, angles], { axis: -1 }), 1);
  const of = (op) => {
    const value = g.node(op, [both]);
    return g.real === 'float32' ? value : g.cast(value, g.real);
  };
  return { cos: of('Cos'), sin: of('Sin') };
}

function rotated(g, x, { cos, sin }, perHead) {
  const half = perHead / 2;
  const second = g.node('Neg', [g.slice(x, -1, half, perHead)]);
  const turned = g.node('Concat', [second, g.slice(x, -1, 0, half)], { axis: -1 });
  return g.add(g.node('Mul', [x, cos]), g.node('Mul', [turned, sin]));
}

/** Repeats every head of keys for the query heads that share it, as PyTorch's exporter writes `repeat_kv`. */
function repeated(g, x, { heads, kept, perHead }) {
  const shape = g.node('Shape', [x]);
  const part = (i) => g.node('Gather', [shape, g.ints(i)], { axis: 0 });
  const copies = [part(0), g.ints(kept), g.ints(heads / kept), part(2), g.ints(perHead)];
  const whole = g.node('Concat', copies, { axis: 0 });
  const wide = g.node('Expand', [g.unsqueeze(x, 2), whole]);
  const dims = g.node('Concat', [part(0), g.ints(heads), part(2), g.ints(perHead)], { axis: 0 });
  return g.node('Reshape', [wide, dims]);
}

const gated = (g, x, width) => {
  const gate = g.linear(x, width, 2 * width, { bias: false });
  const opened = g.node('Mul', [gate, g.node('Sigmoid', [gate])]);
  const up = g.linear(x, width, 2 * width, { bias: false });
  return g.linear(g.node('Mul', [opened, up]), 2 * width, width, { bias: false });
};

/** Inputs of every decoder. */
function decoderInputs(g) {
  const ids = g.input('input_ids', 'int64', ['batch_size', 'sequence_length']);
  const mask = g.input('attention_mask', 'int64', ['batch_size', 'total_sequence_length']);
  return { ids, mask };
}

/** The inputs of a layer's caches, of the type that the model computes in. */
const cacheInputs = (g, { layers, kept, perHead }) =>
  Array.from({ length: layers }, (_, layer) =>
    ['key', 'value'].map((part) =>
      g.input(`past_key_values.${layer}.${part}`, g.real, [
        'batch_size',
        kept,
        'past_sequence_length',
        perHead,
      ]),
    ),
  );

const cacheOutputs = (g, layer, { keys, values }, { kept, perHead }) => {
  const dims = ['batch_size', kept, 'total_sequence_length', perHead];
  g.output(keys, `present.${layer}.key`, g.real, dims);
  g.output(values, `present.${layer}.value`, g.real, dims);
};

const logits = (g, x, width, vocabulary) => {
  g.at('head');
  const scores = g.linear(x, width, vocabulary, { bias: false, size: 0.6 });
  g.realOutput(scores, 'logits', ['batch_size', 'sequence_length', vocabulary]);
};

/** The sizes of a decoder, and of its heads. */
const withHeads = (sizes) => ({ ...sizes, perHead: sizes.width / sizes.heads });

/**
 * A decoder as PyTorch's exporter writes it.
 * @typedef {{ width: number, heads: number, kept: number, layers: number, positions: number }} Sizes
 *   kept: heads of keys and values
 * @param {Sizes} of
 */
export function llamaGraph(form, vocabulary, of) {
  const g = new Graph({ form });
  const sizes = withHeads(of);
  const { width, heads, kept, perHead } = sizes;
  const { ids, mask } = decoderInputs(g);
  const positions = g.input('position_ids', 'int64', ['batch_size', 'sequence_length']);
  const caches = cacheInputs(g, sizes);
  let last = g.embedding(ids, vocabulary, width);
  const turns = rotations(g, positions, perHead);
  const past = g.size(caches[0][0], 2);
  const masks = g.add(causalMask(g, g.size(ids, 1), past), additiveMask(g, mask));
  for (const [layer, [pastKeys, pastValues]] of caches.entries()) {
    g.at(`layer${layer}`);
    const x = g.rmsNorm(last, width);
    const projected = (count) =>
      split(g, g.linear(x, width, perHead * count, { bias: false }), count, perHead);
    const query = rotated(g, projected(heads), turns, perHead);
    const added = rotated(g, projected(kept), turns, perHead);
    const keys = g.node('Concat', [pastKeys, added], { axis: 2 });
    const values = g.node('Concat', [pastValues, projected(kept)], { axis: 2 });
    cacheOutputs(g, layer, { keys, values }, sizes);
    const [allKeys, allValues] = [keys, values].map((cache) => repeated(g, cache, sizes));
    const whole = { query, keys: allKeys, values: allValues, mask: masks };
    const mixed = attend(g, { ...whole, perHead, width });
    last = g.add(last, g.linear(mixed, width, width, { bias: false }));
    last = g.add(last, gated(g, g.rmsNorm(last, width), width));
  }
  logits(g, g.rmsNorm(last, width), width, vocabulary);
  return g;
}

/** Cosines or sines of all positions, with which GroupQueryAttention rotates. */
const turnsOfAll = (g, turn, { positions, perHead }) => {
  const half = perHead / 2;
  const values = Array.from({ length: positions * half }, (_, i) =>
    turn(Math.floor(i / half) * 10_000 ** (-(i % half) / half)),
  );
  return g.reals([positions, half], values);
};

/**
 * A decoder as onnxruntime's generator of models writes it.
 * @param {Sizes} of
 */
export function groupQueryGraph(form, vocabulary, of) {
  const g = new Graph({ form });
  const sizes = withHeads(of);
  const { width, heads, kept, perHead } = sizes;
  const { ids, mask } = decoderInputs(g);
  const domain = 'com.microsoft';
  const caches = cacheInputs(g, sizes);
  const seen = g.node('ReduceSum', [mask, g.ints(1)], { keepdims: 1 });
  const lengths = g.cast(g.node('Sub', [seen, g.int(1)]), 'int32');
  const total = g.cast(g.size(mask, 1), 'int32');
  const tables = [Math.cos, Math.sin].map((turn) => turnsOfAll(g, turn, sizes));
  const ones = () =>
    g.reals(
      [width],
      g.numbers(width, 0.2).map((value) => 1 + value),
    );
  const attributes = { axis: -1, epsilon: 1e-6, stash_type: 1 };
  let sum = g.embedding(ids, vocabulary, width);
  let x = g.node('SimplifiedLayerNormalization', [sum, ones()], attributes);
  const skip = (value) => {
    const outputs = g.node(
      'SkipSimplifiedLayerNormalization',
      [sum, value, ones()],
      { epsilon: 1e-6 },
      { count: 4, domain },
    );
    x = outputs[0];
    sum = outputs[3];
  };
  for (const [layer, cache] of caches.entries()) {
    g.at(`layer${layer}`);
    const projected = [heads, kept, kept].map((count) =>
      g.linear(x, width, perHead * count, { bias: false }),
    );
    const [mixed, keys, values] = g.node(
      'GroupQueryAttention',
      [...projected, ...cache, lengths, total, ...tables],
      { num_heads: heads, kv_num_heads: kept, do_rotary: 1, rotary_interleaved: 0 },
      { count: 3, domain },
    );
    cacheOutputs(g, layer, { keys, values }, sizes);
    skip(g.linear(mixed, width, width, { bias: false }));
    skip(gated(g, x, width));
  }
  logits(g, x, width, vocabulary);
  return g;
}
