/** Random nodes of the normalisations of `com.microsoft`, and of onnxruntime's own in ONNX's domain. */

const values = (draw, dims) => draw.tensor('float32', dims);
const maybe = (draw, make) => (draw.chance(0.5) ? make() : null);
const epsilon = (draw) => ({ epsilon: { float: draw.choose([1e-12, 1e-5, 0.1]) } });

/** Batch, sequence, hidden; the residual input may broadcast along the batch. */
function skip(draw) {
  const [batch, length, size] = [draw.whole(1, 3), draw.whole(1, 5), draw.whole(1, 40)];
  const input = draw.chance(0.2) ? [length, size] : [batch, length, size];
  const stretched = [input, input, [length, size], [1, length, size]];
  return { input, size, skipped: input.length === 2 ? input : draw.choose(stretched) };
}

/** The outputs after the first are omitted, except for the sum. */
const withSum = (draw) => (draw.chance(0.5) ? ['float32', null, null, 'float32'] : ['float32']);

const skipping =
  (op, ...vectors) =>
  (draw) => {
    const { input, skipped, size } = skip(draw);
    return {
      op,
      attributes: epsilon(draw),
      inputs: [
        values(draw, input),
        values(draw, skipped),
        values(draw, [size]),
        ...vectors.map(() => maybe(draw, () => values(draw, [size]))),
      ],
      outputs: withSum(draw),
    };
  };

const ids = (draw, dims, count) => draw.tensor('int32', dims, { low: 0, high: count - 1 });

function embedding(draw) {
  const [batch, length, size] = [draw.whole(1, 3), draw.whole(1, 6), draw.whole(1, 24)];
  const dims = [batch, length];
  const [words, positions, segments] = [draw.whole(1, 9), length + draw.whole(0, 3), 2];
  const hasSegments = draw.chance(0.7);
  // onnxruntime requires their shapes before a run.
  const table = (rows) => ({ ...values(draw, [rows, size]), constant: true });
  return {
    op: 'EmbedLayerNormalization',
    attributes: epsilon(draw),
    inputs: [
      ids(draw, dims, words),
      hasSegments ? ids(draw, dims, segments) : null,
      table(words),
      table(positions),
      hasSegments ? table(segments) : null,
      { ...values(draw, [size]), constant: true },
      { ...values(draw, [size]), constant: true },
      maybe(draw, () => ids(draw, dims, 2)),
      maybe(draw, () => ids(draw, draw.choose([dims, [1, length]]), positions)),
    ],
    outputs: draw.choose([
      ['float32', 'int32'],
      ['float32', 'int32', 'float32'],
    ]),
  };
}

/** In ONNX's own domain; the models import an opset before LayerNormalization was added. */
const inOwnDomain =
  (op, ...vectors) =>
  (draw) => {
    const dims = draw.list(draw.whole(1, 4), () => draw.whole(1, 9));
    const axis = draw.whole(0, dims.length - 1);
    const normalised = dims.slice(axis);
    return {
      op,
      domain: '',
      opset: draw.whole(13, 16),
      attributes: { ...epsilon(draw), axis },
      inputs: [
        values(draw, dims),
        values(draw, normalised),
        ...vectors.map(() => values(draw, normalised)),
      ],
    };
  };

export const normalizations = {
  SkipLayerNormalization: skipping('SkipLayerNormalization', 'beta', 'bias'),
  SkipSimplifiedLayerNormalization: skipping('SkipSimplifiedLayerNormalization', 'bias'),
  EmbedLayerNormalization: embedding,
  'LayerNormalization before opset 17': inOwnDomain('LayerNormalization', 'bias'),
  SimplifiedLayerNormalization: inOwnDomain('SimplifiedLayerNormalization'),
};
