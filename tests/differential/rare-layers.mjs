/** Random nodes of rare operators, within the range that onnxruntime-web defines too. */
import { int64s } from '../onnx/models.mjs';

const scalar = (value) => ({ type: 'int64', dims: [], data: BigInt64Array.of(BigInt(value)) });
const bools = (draw, dims) => {
  const size = dims.reduce((product, n) => product * n, 1);
  return { type: 'bool', dims, data: Uint8Array.from({ length: size }, () => draw.whole(0, 1)) };
};
const sizes = (draw, count, most = 5) => draw.each(count, () => draw.whole(1, most));

/** Terms of letters whose sizes are drawn once; some have an ellipsis, some repeat a letter. */
function einsum(draw) {
  const size = Object.fromEntries([...'ijklb'].map((letter) => [letter, draw.whole(1, 5)]));
  const hidden = sizes(draw, draw.whole(0, 2), 3);
  const term = () => draw.each(draw.whole(1, 3), () => draw.choose([...'ijkl'])).join('');
  const terms = draw.each(draw.whole(1, 3), term);
  const hasEllipsis = draw.chance(0.4);
  const written = terms.map((one) => (hasEllipsis ? `...${one}` : one));
  const used = [...new Set(terms.join(''))];
  const order = draw.order(used.length).slice(draw.whole(0, used.length));
  const output = `${hasEllipsis ? '...' : ''}${order.map((at) => used[at]).join('')}`;
  const inputs = terms.map((one) =>
    draw.floats([...(hasEllipsis ? hidden : []), ...[...one].map((letter) => size[letter])]),
  );
  const equation = draw.chance(0.8) ? `${written.join(',')}->${output}` : written.join(', ');
  return { op: 'Einsum', opset: 12, inputs, attributes: { equation } };
}

function attention(draw) {
  const [batch, length, keys, size, width] = sizes(draw, 5, 4);
  const shared = draw.whole(1, 3);
  const heads = shared * draw.whole(1, 3);
  const past = draw.chance(0.4) ? draw.whole(1, 3) : 0;
  const isFlat = draw.chance(0.4);
  const part = (count, steps, wide) =>
    draw.floats(isFlat ? [batch, steps, count * wide] : [batch, count, steps, wide]);
  const total = past + keys;
  const kind = draw.choose(['none', 'bool', 'float', 'float']);
  const lead = draw.choose([[], [1, 1], [batch, heads], [batch, 1]]);
  const mask =
    kind === 'none'
      ? undefined
      : kind === 'bool'
        ? { ...bools(draw, [...lead, length, total]) }
        : draw.floats([...lead, length, total]);
  // All queries see the first key, so no row is empty.
  if (kind === 'bool') for (let i = 0; i < mask.data.length; i += total) mask.data[i] = 1;
  const pasts = past
    ? [draw.floats([batch, shared, past, size]), draw.floats([batch, shared, past, width])]
    : [];
  return {
    op: 'Attention',
    opset: 23,
    outputs: past ? 3 : 1,
    inputs: [
      part(heads, length, size),
      part(shared, keys, size),
      part(shared, keys, width),
      ...(mask || past ? [mask] : []),
      ...pasts,
    ],
    attributes: {
      ...(isFlat && { q_num_heads: heads, kv_num_heads: shared }),
      // With a single query, onnxruntime-web does not mask the keys after it.
      ...(length > 1 && draw.chance(0.5) && { is_causal: 1 }),
      ...(draw.chance(0.3) && { scale: { float: 0.3 } }),
      ...(draw.chance(0.3) && { softcap: { float: 2 } }),
    },
  };
}

function rotaryEmbedding(draw) {
  const [batch, heads, length] = sizes(draw, 3, 4);
  const size = 2 * draw.whole(1, 4);
  const turned = draw.chance(0.4) ? 2 * draw.whole(1, size / 2) : 0;
  const half = (turned || size) / 2;
  const isFlat = draw.chance(0.5);
  const byPosition = draw.chance(0.6);
  const table = byPosition ? [9, half] : [batch, length, half];
  return {
    op: 'RotaryEmbedding',
    opset: 23,
    inputs: [
      draw.floats(isFlat ? [batch, length, heads * size] : [batch, heads, length, size]),
      draw.floats(table, -1, 1),
      draw.floats(table, -1, 1),
      ...(byPosition ? [draw.int64s([batch, length], 0, 8)] : []),
    ],
    attributes: {
      interleaved: draw.whole(0, 1),
      ...(isFlat && { num_heads: heads }),
      ...(turned && { rotary_embedding_dim: turned, num_heads: heads }),
    },
  };
}

function gridSample(draw) {
  const rank = draw.choose([2, 2, 3]);
  // Channels are read four at a time, and points in blocks of 1024 pixels.
  const [batch, channels] = [draw.whole(1, 3), draw.whole(1, 9)];
  const mode =
    rank === 2 ? draw.choose(['linear', 'nearest', 'cubic']) : draw.choose(['linear', 'nearest']);
  return {
    op: 'GridSample',
    opset: 20,
    inputs: [
      draw.floats([batch, channels, ...draw.each(rank, () => draw.whole(2, 6))]),
      draw.floats([batch, ...sizes(draw, rank, rank === 2 ? 20 : 6), rank], -1.6, 1.6),
    ],
    attributes: {
      mode,
      padding_mode: draw.choose(['zeros', 'border', 'reflection']),
      align_corners: draw.whole(0, 1),
    },
  };
}

function roiAlign(draw) {
  const [batch, regions] = sizes(draw, 2, 3);
  const channels = draw.whole(1, 9);
  const corners = draw.each(regions, () => {
    // Off the grid by a fraction that no bin has: for a sample on the edge of the image, the rounding of
    // onnxruntime's float32 would determine whether it is inside.
    const [x, y] = [draw.whole(0, 8) + 0.317, draw.whole(0, 8) + 0.317];
    // Sizes are not integers, for which rounding could add or remove a sample per pixel.
    return [x, y, x + draw.whole(1, 8) + 0.25, y + draw.whole(1, 8) + 0.25];
  });
  return {
    op: 'RoiAlign',
    opset: 16,
    inputs: [
      draw.floats([batch, channels, draw.whole(4, 9), draw.whole(4, 9)]),
      { type: 'float32', dims: [regions, 4], data: Float32Array.from(corners.flat()) },
      draw.int64s([regions], 0, batch - 1),
    ],
    attributes: {
      output_height: draw.whole(1, 8),
      output_width: draw.whole(1, 8),
      sampling_ratio: draw.whole(0, 3),
      spatial_scale: { float: draw.choose([1, 0.5]) },
      mode: draw.choose(['avg', 'avg', 'max']),
      coordinate_transformation_mode: draw.choose(['half_pixel', 'output_half_pixel']),
    },
  };
}

function dft(draw) {
  const dims = [draw.whole(1, 3), draw.whole(1, 21), draw.whole(1, 3), draw.whole(1, 2)];
  const inverse = draw.whole(0, 1);
  return {
    op: 'DFT',
    opset: 17,
    inputs: [
      draw.floats(dims, -0.5, 0.5),
      ...(draw.chance(0.5) ? [scalar(draw.whole(1, 24))] : []),
    ],
    attributes: { axis: 1, inverse, onesided: inverse || dims[3] === 2 ? 0 : draw.whole(0, 1) },
  };
}

function stft(draw) {
  const length = draw.whole(2, 16);
  const size = length + draw.whole(0, 20);
  return {
    op: 'STFT',
    opset: 17,
    inputs: [
      draw.floats([draw.whole(1, 2), size, 1], -0.5, 0.5),
      scalar(draw.whole(1, 5)),
      draw.chance(0.5) ? draw.floats([length]) : undefined,
      scalar(length),
    ],
    attributes: { onesided: draw.whole(0, 1) },
  };
}

function reverseSequence(draw) {
  const [first, second] = sizes(draw, 2, 6);
  const time = draw.whole(0, 1);
  const [steps, batch] = time === 0 ? [first, second] : [second, first];
  return {
    op: 'ReverseSequence',
    opset: 10,
    inputs: [
      draw.floats([first, second, ...sizes(draw, draw.whole(0, 2), 3)]),
      draw.int64s([batch], 1, steps),
    ],
    attributes: { time_axis: time, batch_axis: 1 - time },
  };
}

function compress(draw) {
  const dims = sizes(draw, draw.whole(1, 3));
  const axis = draw.whole(-dims.length, dims.length - 1);
  const flat = draw.chance(0.3);
  const most = flat ? dims.reduce((n, size) => n * size, 1) : dims.at(axis);
  return {
    op: 'Compress',
    opset: 11,
    inputs: [draw.floats(dims), bools(draw, [draw.whole(1, most)])],
    attributes: flat ? {} : { axis },
  };
}

function maxUnpool(draw) {
  const dims = [draw.whole(1, 2), draw.whole(1, 2), ...sizes(draw, 2, 4)];
  const kernel = [2, 2];
  const whole = dims[0] * dims[1] * dims[2] * 2 * dims[3] * 2;
  const count = dims.reduce((n, size) => n * size, 1);
  const places = draw.order(whole).slice(0, count);
  return {
    op: 'MaxUnpool',
    opset: 11,
    inputs: [draw.floats(dims), { ...int64s(...places), dims }],
    attributes: { kernel_shape: kernel, strides: kernel },
  };
}

const negativeLogLikelihoodLoss = (draw) => lossOf(draw, 'NegativeLogLikelihoodLoss');
const softmaxCrossEntropyLoss = (draw) => lossOf(draw, 'SoftmaxCrossEntropyLoss');

function lossOf(draw, op) {
  const [batch, classes] = sizes(draw, 2);
  const rest = sizes(draw, draw.whole(0, 2), 3);
  return {
    op,
    opset: 13,
    inputs: [
      draw.floats([batch, classes, ...rest]),
      draw.int64s([batch, ...rest], 0, classes - 1),
      ...(draw.chance(0.5) ? [draw.floats([classes], 0.1, 2)] : []),
    ],
    attributes: {
      reduction: draw.choose(['none', 'sum', 'mean']),
      ...(draw.chance(0.3) && classes > 1 && { ignore_index: 0 }),
    },
  };
}

function det(draw) {
  const size = draw.whole(1, 5);
  const dims = [...sizes(draw, draw.whole(0, 2), 3), size, size];
  return { op: 'Det', opset: 11, inputs: [draw.floats(dims)], attributes: {} };
}

const trigonometric = {
  ...{ Tan: [7, -1.4, 1.4], Acos: [7, -1, 1], Asin: [7, -1, 1], Atan: [7, -9, 9] },
  ...{ Sinh: [9, -4, 4], Cosh: [9, -4, 4], Asinh: [9, -9, 9], Acosh: [9, 1, 9] },
  Atanh: [9, -0.9, 0.9],
};

const elementwise = Object.fromEntries(
  Object.entries(trigonometric).map(([op, [opset, low, high]]) => [
    op,
    (draw) => ({
      ...{ op, opset, attributes: {} },
      inputs: [draw.floats(sizes(draw, draw.whole(0, 3)), low, high)],
    }),
  ]),
);

/** Makers of random nodes by operator, as in `layers.mjs`. */
export const rareLayers = {
  Einsum: einsum,
  Attention: attention,
  RotaryEmbedding: rotaryEmbedding,
  GridSample: gridSample,
  RoiAlign: roiAlign,
  DFT: dft,
  STFT: stft,
  ReverseSequence: reverseSequence,
  Compress: compress,
  MaxUnpool: maxUnpool,
  NegativeLogLikelihoodLoss: negativeLogLikelihoodLoss,
  SoftmaxCrossEntropyLoss: softmaxCrossEntropyLoss,
  Det: det,
  ...elementwise,
};
