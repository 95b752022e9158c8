/**
 * Random nodes of quantised layers. Both libraries compute dequantised values in float32, in different
 * orders: a result within rounding of the midpoint between two steps may be one step off, but not more.
 */

const TYPES = ['int8', 'uint8'];
const RANGES = {
  int8: [-128, 127],
  uint8: [0, 255],
};

const constantly = (input) => input && { ...input, constant: true };

const bytes = (draw, type, dims) => {
  const [low, high] = RANGES[type];
  return draw.tensor(type, dims, { low, high });
};
const zero = (draw, type) => bytes(draw, type, []);
const scale = (draw, low = 0.02, high = 0.1, dims = []) =>
  draw.tensor('float32', dims, { low, high });

const shape = (draw, least = 1) => draw.list(draw.whole(least, 4), () => draw.whole(1, 9));
/** Images with channels first or last. */
const images = (draw, isLast) => {
  const sizes = draw.list(draw.whole(1, 2), () => draw.whole(3, 9));
  const channels = draw.whole(1, 5);
  return [draw.whole(1, 2), ...(isLast ? [...sizes, channels] : [channels, ...sizes])];
};

const node = (op, type, inputs, attributes = {}) => ({
  op,
  attributes,
  inputs: inputs.map((input, at) => (at === 0 ? input : constantly(input))),
  outputs: [type],
});

const single = (op, attributes) => (draw) => {
  const type = draw.choose(TYPES);
  const inputs = [
    bytes(draw, type, shape(draw)),
    scale(draw),
    draw.chance(0.7) ? zero(draw, type) : null,
    scale(draw, 0.01, 0.05),
    draw.chance(0.7) ? zero(draw, type) : null,
  ];
  return node(op, type, inputs, attributes?.(draw));
};

/** Dims, and others that broadcast to them. */
function stretching(draw) {
  const dims = shape(draw);
  return [dims, dims.map((size) => (draw.chance(0.3) ? 1 : size)).slice(draw.whole(0, 1))];
}

const double = (op) => (draw) => {
  const type = draw.choose(TYPES);
  const [a, b] = draw.chance(0.5) ? stretching(draw) : stretching(draw).reverse();
  const quantized = (dims) => [bytes(draw, type, dims), scale(draw), zero(draw, type)];
  const inputs = [...quantized(a), ...quantized(b), scale(draw, 0.05, 0.2), zero(draw, type)];
  return node(op, type, inputs);
};

/** A scale of typical size keeps each result below the largest byte, above which onnxruntime-web wraps. */
function softmax(draw) {
  const type = draw.choose(TYPES);
  const dims = draw.list(draw.whole(1, 3), () => draw.whole(2, 9));
  const least = {
    type,
    dims: [],
    data: (type === 'int8' ? Int8Array : Uint8Array).of(RANGES[type][0]),
  };
  const inputs = [
    bytes(draw, type, dims),
    scale(draw, 0.005, 0.02),
    zero(draw, type),
    scale(draw, 1 / 240, 1 / 200),
    least,
  ];
  const axis = draw.whole(-dims.length, dims.length - 1);
  return node('QLinearSoftmax', type, inputs, { axis, opset: draw.choose([12, 13]) });
}

function averagePool(draw) {
  const type = draw.choose(TYPES);
  const channels_last = draw.whole(0, 1);
  const dims = images(draw, channels_last);
  const rank = dims.length - 2;
  const attributes = {
    channels_last,
    kernel_shape: draw.list(rank, () => draw.whole(2, 3)),
    strides: draw.list(rank, () => draw.whole(1, 2)),
    pads: draw.list(2 * rank, () => draw.whole(0, 1)),
    count_include_pad: draw.whole(0, 1),
  };
  const inputs = [
    bytes(draw, type, dims),
    scale(draw),
    zero(draw, type),
    scale(draw),
    zero(draw, type),
  ];
  return node('QLinearAveragePool', type, inputs, attributes);
}

function globalPool(draw) {
  const type = draw.choose(TYPES);
  const channels_last = draw.whole(0, 1);
  const dims = images(draw, channels_last);
  const inputs = [
    bytes(draw, type, dims),
    scale(draw),
    zero(draw, type),
    scale(draw, 0.01, 0.05),
    zero(draw, type),
  ];
  return node('QLinearGlobalAveragePool', type, inputs, { channels_last });
}

function concat(draw) {
  const type = draw.choose(TYPES);
  const dims = shape(draw);
  const axis = draw.whole(0, dims.length - 1);
  const parts = draw.list(draw.whole(1, 4), () => {
    const sizes = dims.map((size, each) => (each === axis ? draw.whole(1, 5) : size));
    return [bytes(draw, type, sizes), constantly(scale(draw)), constantly(zero(draw, type))];
  });
  return {
    op: 'QLinearConcat',
    attributes: { axis },
    inputs: [constantly(scale(draw)), constantly(zero(draw, type)), ...parts.flat()],
    outputs: [type],
  };
}

function where(draw) {
  const type = draw.choose(TYPES);
  const [whole, part] = stretching(draw);
  const [a, b, c] = draw.choose([
    [whole, part, whole],
    [part, whole, whole],
    [whole, whole, part],
  ]);
  const condition = draw.tensor('uint8', a, { low: 0, high: 1 });
  const inputs = [
    { ...condition, type: 'bool' },
    ...[bytes(draw, type, b), scale(draw), zero(draw, type)],
    ...[bytes(draw, type, c), scale(draw), zero(draw, type)],
    ...[scale(draw), zero(draw, type)],
  ];
  return node('QLinearWhere', type, inputs);
}

function maxPool(draw) {
  const type = draw.choose(TYPES);
  const dims = [draw.whole(1, 2), draw.whole(3, 9), draw.whole(3, 9), draw.whole(1, 5)];
  const attributes = {
    kernel_shape: draw.list(2, () => draw.whole(2, 3)),
    strides: draw.list(2, () => draw.whole(1, 2)),
    pads: draw.list(4, () => draw.whole(0, 1)),
  };
  return node('NhwcMaxPool', type, [bytes(draw, type, dims)], attributes);
}

/** Sums of `depth` products stay within the range of the result's bytes. */
const resultScale = (draw, depth) => scale(draw, 0.05, 0.1).data[0] * Math.sqrt(depth) * 4;

function gemm(draw) {
  const type = draw.choose(TYPES);
  const other = type === 'int8' ? 'int8' : draw.choose(TYPES);
  const [rows, depth, columns] = draw.list(3, () => draw.whole(1, 20));
  const [transA, transB] = [draw.whole(0, 1), draw.whole(0, 1)];
  const perColumn = draw.chance(0.5) ? [columns] : [];
  const isReal = draw.chance(0.4);
  const bias = () =>
    draw.tensor('int32', draw.choose([[columns], [rows, columns], [rows, 1], [1]]), {
      low: -999,
      high: 999,
    });
  const result = { type: 'float32', dims: [], data: Float32Array.of(resultScale(draw, depth)) };
  const inputs = [
    bytes(draw, type, transA ? [depth, rows] : [rows, depth]),
    ...[scale(draw), zero(draw, type)],
    bytes(draw, other, transB ? [columns, depth] : [depth, columns]),
    ...[scale(draw, 0.02, 0.1, perColumn), bytes(draw, other, perColumn)],
    draw.chance(0.5) ? bias() : null,
    ...(isReal ? [] : [result, zero(draw, type)]),
  ];
  const attributes = { alpha: { float: draw.real(0.5, 2) }, transA, transB };
  return node('QGemm', isReal ? 'float32' : type, inputs, attributes);
}

function convolution(draw) {
  const [type, other] = [draw.choose(TYPES), 'int8'];
  const channels_last = draw.whole(0, 1);
  const [batch, size, channels, made] = [1, draw.whole(3, 9), draw.whole(1, 6), draw.whole(1, 9)];
  const kernel = draw.choose([1, 3]);
  const perChannel = draw.chance(0.5) ? [made] : [];
  const dims = channels_last ? [batch, size, size, channels] : [batch, channels, size, size];
  const result = [resultScale(draw, channels * kernel ** 2)];
  const inputs = [
    ...[bytes(draw, type, dims), scale(draw), zero(draw, type)],
    bytes(draw, other, [made, channels, kernel, kernel]),
    scale(draw, 0.02, 0.1, perChannel),
    { type: other, dims: perChannel, data: new Int8Array(perChannel[0] ?? 1) },
    ...[{ type: 'float32', dims: [], data: Float32Array.from(result) }, zero(draw, type)],
    draw.chance(0.5) ? draw.tensor('int32', [made], { low: -999, high: 999 }) : null,
  ];
  const attributes = { channels_last, pads: draw.list(4, () => draw.whole(0, 1)) };
  return node('QLinearConv', type, inputs, attributes);
}

export const quantizedLayers = {
  NhwcMaxPool: maxPool,
  QLinearAdd: double('QLinearAdd'),
  QLinearMul: double('QLinearMul'),
  QLinearSigmoid: single('QLinearSigmoid'),
  QLinearLeakyRelu: single('QLinearLeakyRelu', (draw) => ({ alpha: { float: draw.real(0, 0.5) } })),
  QLinearSoftmax: softmax,
  QLinearAveragePool: averagePool,
  QLinearGlobalAveragePool: globalPool,
  QLinearConcat: concat,
  QLinearWhere: where,
  QGemm: gemm,
  QLinearConv: convolution,
};
