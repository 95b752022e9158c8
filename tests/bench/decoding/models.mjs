/** The models of the decoding figures: each kind in each form of weights, of random weights. */
import { groupQueryGraph, llamaGraph } from '../../clients/models/causal.mjs';
import { Graph, suffixes } from '../../clients/models/graph.mjs';
import { additiveMask, encoder } from '../../clients/models/layers.mjs';

/** About 10 million weights for each kind. */
export const SIZES = { width: 512, heads: 8, kept: 4, layers: 4, positions: 1024 };
/** For a run that only shows that everything works. */
export const SMALL_SIZES = { width: 64, heads: 4, kept: 2, layers: 1, positions: 1024 };
export const VOCABULARY = 1000;

/** An encoder of texts, as PyTorch's exporter writes it. */
function encoderGraph(form, vocabulary, { width, heads, layers }) {
  const g = new Graph({ form });
  const dims = ['batch_size', 'sequence_length'];
  const ids = g.input('input_ids', 'int64', dims);
  const mask = additiveMask(g, g.input('attention_mask', 'int64', dims));
  const x = g.norm(g.embedding(ids, vocabulary, width), width);
  const hidden = encoder(g, x, { layers, width, heads, mask });
  g.realOutput(g.linear(hidden, width, vocabulary), 'logits', [...dims, vocabulary]);
  return g;
}

/**
 * Kinds of models. positions: whether `position_ids` is fed; caches: whether it decodes with KV caches.
 * @type {Record<string, {title: string, short?: string, graph: Function, positions?: boolean, caches?: boolean}>}
 */
export const KINDS = {
  exported: {
    title: 'decoder, as PyTorch exports it',
    short: 'as exported',
    graph: llamaGraph,
    positions: true,
    caches: true,
  },
  grouped: {
    title: 'decoder with GroupQueryAttention',
    short: 'fused attention',
    graph: groupQueryGraph,
    caches: true,
  },
  encoder: { title: 'encoder', graph: encoderGraph },
};

export const FORMS = Object.keys(suffixes);

export const rows = Object.keys(KINDS).flatMap((kind) => FORMS.map((form) => ({ kind, form })));
