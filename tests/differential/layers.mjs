/**
 * Random nodes of the operators of images, indices and recurrences, each a model of one node, within what
 * onnxruntime-web defines too.
 */
import { encodeModel, int64s } from '../onnx/models.mjs';
import { shuffled } from '../rules/support.mjs';
import { rareLayers } from './rare-layers.mjs';

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

class Draw {
  #random;

  constructor(random) {
    this.#random = random;
  }

  whole(low, high) {
    return low + Math.floor(this.#random() * (high - low + 1));
  }
  chance(part) {
    return this.#random() < part;
  }
  choose(list) {
    return list[this.whole(0, list.length - 1)];
  }
  each(count, make) {
    return Array.from({ length: count }, (_, i) => make(i));
  }
  floats(dims, low = -2, high = 2) {
    const data = Float32Array.from(
      { length: sizeOf(dims) },
      () => low + this.#random() * (high - low),
    );
    return { type: 'float32', dims, data };
  }
  int64s(dims, low, high) {
    const data = BigInt64Array.from({ length: sizeOf(dims) }, () => BigInt(this.whole(low, high)));
    return { type: 'int64', dims, data };
  }
  order(count) {
    return shuffled(
      this.#random,
      this.each(count, (i) => i),
    );
  }
}

/** An axis on which windows have a result: the image's size, and the parameters of the kernel. */
function windowAxis(draw, mostKernel = 4) {
  const [kernel, stride, dilation] = [
    draw.whole(1, mostKernel),
    draw.whole(1, 3),
    draw.choose([1, 1, 2, 3]),
  ];
  const reach = (kernel - 1) * dilation + 1;
  const [begin, end] = [draw.whole(0, kernel - 1), draw.whole(0, kernel - 1)];
  const least = Math.max(1, reach - begin - end);
  return { kernel, stride, dilation, begin, end, size: least + draw.whole(0, 9) };
}

/** An axis with so much padding that some taps may read nothing else. */
function farAxis(draw) {
  const [kernel, stride, dilation] = [draw.whole(2, 4), draw.whole(1, 2), draw.whole(1, 9)];
  const reach = (kernel - 1) * dilation + 1;
  const size = draw.whole(1, 5);
  const begin = draw.whole(0, reach);
  const end = Math.max(0, reach - size - begin) + draw.whole(0, 3);
  return { kernel, stride, dilation, begin, end, size };
}

function windowAttributes(axes, dilates = true) {
  return {
    kernel_shape: axes.map(({ kernel }) => kernel),
    strides: axes.map(({ stride }) => stride),
    ...(dilates && { dilations: axes.map(({ dilation }) => dilation) }),
    pads: [...axes.map(({ begin }) => begin), ...axes.map(({ end }) => end)],
  };
}

/** Replaces `pads` by one of ONNX's modes that compute them. */
function withAutoPad(draw, attributes) {
  if (draw.chance(0.7)) return attributes;
  const { pads: _, dilations, ...rest } = attributes;
  const ones = dilations && { dilations: dilations.map(() => 1) };
  return { ...rest, ...ones, auto_pad: draw.choose(['SAME_UPPER', 'SAME_LOWER']) };
}

function conv(draw) {
  const axisOf = draw.chance(0.2) ? farAxis : windowAxis;
  const axes = draw.each(draw.whole(1, 3), () => axisOf(draw));
  const group = draw.whole(1, 4);
  const inputs = draw.choose([1, 1, 2, 3, 8]);
  const outputs = draw.choose([1, 2, 3, 4, 7, 12]);
  const channels = inputs * group;
  const kernel = axes.map((axis) => axis.kernel);
  const x = draw.floats([draw.whole(1, 2), channels, ...axes.map(({ size }) => size)]);
  const w = draw.floats([outputs * group, inputs, ...kernel]);
  const bias = draw.chance(0.5) ? [draw.floats([outputs * group])] : [];
  const attributes = withAutoPad(draw, { ...windowAttributes(axes), group });
  return { op: 'Conv', opset: draw.choose([7, 11, 21]), inputs: [x, w, ...bias], attributes };
}

function convTranspose(draw) {
  const axes = draw.each(draw.whole(1, 3), () => windowAxis(draw));
  const group = draw.whole(1, 3);
  const [inputs, outputs] = [draw.whole(1, 4), draw.whole(1, 5)];
  const kernel = axes.map((axis) => axis.kernel);
  const sizes = axes.map(() => draw.whole(2, 7));
  const x = draw.floats([draw.whole(1, 2), inputs * group, ...sizes]);
  const w = draw.floats([inputs * group, outputs, ...kernel]);
  const attributes = { ...windowAttributes(axes), group };
  // Padding that leaves part of the result.
  attributes.pads = attributes.pads.map((pad) => Math.min(pad, 1));
  const reach = axes.map(({ kernel: k, dilation }) => (k - 1) * dilation + 1);
  if (axes.some(({ stride }, i) => (sizes[i] - 1) * stride + reach[i] <= 2)) return undefined;
  const spare = axes.map(({ stride }) => draw.whole(0, stride - 1));
  if (draw.chance(0.4)) attributes.output_padding = spare;
  if (draw.chance(0.4)) {
    // Replaces `pads`, which are then inferred.
    delete attributes.pads;
    attributes.output_shape = axes.map(({ stride }, i) => {
      const beyond = attributes.output_padding?.[i] ?? 0;
      return Math.max(1, (sizes[i] - 1) * stride + reach[i] + beyond - draw.whole(0, 3));
    });
    attributes.auto_pad = draw.choose(['NOTSET', 'SAME_UPPER', 'SAME_LOWER']);
  }
  const bias = draw.chance(0.5) ? [draw.floats([outputs * group])] : [];
  return { op: 'ConvTranspose', opset: 11, inputs: [x, w, ...bias], attributes };
}

function pooled(op, opset, own) {
  return (draw) => {
    // ONNX does not define the maximum of an empty window.
    const axes = draw
      .each(draw.whole(1, 3), () => windowAxis(draw, 3))
      .map((axis) => ({ ...axis, size: axis.size + axis.kernel * axis.dilation }));
    const x = draw.floats([draw.whole(1, 2), draw.whole(1, 3), ...axes.map(({ size }) => size)]);
    const attributes = { ...windowAttributes(axes, op !== 'LpPool'), ...own(draw) };
    return { op, opset, inputs: [x], attributes, outputs: op === 'MaxPool' ? 2 : 1 };
  };
}

const image = (draw, rank = draw.whole(3, 5)) =>
  draw.floats([draw.whole(1, 2), draw.whole(1, 6), ...draw.each(rank - 2, () => draw.whole(1, 6))]);

function batchNormalization(draw) {
  const x = image(draw);
  const channels = () => draw.floats([x.dims[1]]);
  const inputs = [x, channels(), channels(), channels(), draw.floats([x.dims[1]], 0.1, 2)];
  return { op: 'BatchNormalization', opset: draw.choose([9, 15]), inputs, attributes: {} };
}

function instanceNormalization(draw) {
  const x = image(draw, 4);
  const inputs = [x, draw.floats([x.dims[1]]), draw.floats([x.dims[1]])];
  return { op: 'InstanceNormalization', opset: 6, inputs, attributes: { epsilon: 0.1 } };
}

const lrn = (draw) => ({
  op: 'LRN',
  opset: 13,
  inputs: [image(draw, 4)],
  attributes: { size: draw.choose([1, 3, 5]), alpha: 0.2, beta: 0.75, bias: { float: 1 } },
});

/** Modes in which onnxruntime-web follows ONNX's text. */
function resize(draw) {
  const dims = [draw.whole(1, 2), draw.whole(1, 2), draw.whole(2, 9), draw.whole(2, 9)];
  const mode = draw.choose(['nearest', 'linear', 'cubic']);
  const attributes = {
    mode,
    coordinate_transformation_mode: draw.choose([
      'half_pixel',
      'pytorch_half_pixel',
      'align_corners',
      'asymmetric',
    ]),
  };
  if (mode === 'nearest')
    attributes.nearest_mode = draw.choose([
      'round_prefer_floor',
      'round_prefer_ceil',
      'floor',
      'ceil',
    ]);
  if (mode === 'cubic' && draw.chance(0.5)) attributes.exclude_outside = 1;
  // At a position halfway between two elements, or exactly at one, the last bit of float32 matters:
  // onnxruntime-web agrees if scales are powers of two.
  const sizeOfAxis = (n) => (mode === 'nearest' ? n * draw.choose([1, 2, 4]) : draw.whole(1, 20));
  const sizes = int64s(dims[0], dims[1], sizeOfAxis(dims[2]), sizeOfAxis(dims[3]));
  const inputs = [draw.floats(dims), undefined, undefined, sizes];
  return { op: 'Resize', opset: 13, inputs, attributes };
}

const anyDims = (draw, least = 1) => draw.each(draw.whole(least, 4), () => draw.whole(1, 6));

function topK(draw) {
  const x = draw.floats(anyDims(draw));
  const axis = draw.whole(0, x.dims.length - 1);
  const attributes = { axis, largest: draw.whole(0, 1), sorted: 1 };
  const inputs = [x, int64s(draw.whole(0, x.dims[axis]))];
  return { op: 'TopK', opset: 11, inputs, attributes, outputs: 2 };
}

function cumSum(draw) {
  const x = draw.floats(anyDims(draw));
  const axis = {
    type: 'int64',
    dims: [],
    data: BigInt64Array.of(BigInt(draw.whole(0, x.dims.length - 1))),
  };
  const attributes = { exclusive: draw.whole(0, 1), reverse: draw.whole(0, 1) };
  return { op: 'CumSum', opset: 14, inputs: [x, axis], attributes };
}

function elementsAlong(draw) {
  const x = draw.floats(anyDims(draw));
  const axis = draw.whole(0, x.dims.length - 1);
  const n = x.dims[axis];
  const dims = x.dims.map((size, i) => (i === axis ? draw.whole(1, 7) : draw.whole(1, size)));
  return { x, axis, indices: draw.int64s(dims, -n, n - 1) };
}

function gatherElements(draw) {
  const { x, axis, indices } = elementsAlong(draw);
  return { op: 'GatherElements', opset: 13, inputs: [x, indices], attributes: { axis } };
}

function scatterElements(draw) {
  const { x, axis, indices } = elementsAlong(draw);
  const reduction = draw.choose(['add', 'mul', 'max', 'min']);
  const inputs = [x, indices, draw.floats(indices.dims)];
  return { op: 'ScatterElements', opset: 18, inputs, attributes: { axis, reduction } };
}

function tuples(draw) {
  const x = draw.floats(anyDims(draw));
  const depth = draw.whole(1, x.dims.length);
  const dims = [...draw.each(draw.whole(0, 2), () => draw.whole(1, 4)), depth];
  const data = BigInt64Array.from({ length: sizeOf(dims) }, (_, i) => {
    const size = x.dims[i % depth];
    return BigInt(draw.whole(-size, size - 1));
  });
  return { x, depth, indices: { type: 'int64', dims, data } };
}

function gatherND(draw) {
  const { x, indices } = tuples(draw);
  return { op: 'GatherND', opset: 13, inputs: [x, indices], attributes: {} };
}

function scatterND(draw) {
  const { x, depth, indices } = tuples(draw);
  const updates = draw.floats([...indices.dims.slice(0, -1), ...x.dims.slice(depth)]);
  const reduction = draw.choose(['add', 'mul']);
  return { op: 'ScatterND', opset: 16, inputs: [x, indices, updates], attributes: { reduction } };
}

function trilu(draw) {
  const x = draw.floats(anyDims(draw, 2));
  const k = { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(draw.whole(-4, 4))) };
  return { op: 'Trilu', opset: 14, inputs: [x, k], attributes: { upper: draw.whole(0, 1) } };
}

function blocks(op) {
  return (draw) => {
    const block = draw.whole(1, 3);
    const square = block * block;
    const [depth, rows, columns] = draw.each(3, () => draw.whole(1, 4));
    const dims =
      op === 'DepthToSpace'
        ? [2, depth * square, rows, columns]
        : [2, depth, rows * block, columns * block];
    const mode = op === 'DepthToSpace' ? { mode: draw.choose(['DCR', 'CRD']) } : {};
    const attributes = { blocksize: block, ...mode };
    return { op, opset: 13, inputs: [draw.floats(dims)], attributes };
  };
}

const unary =
  (op, opset, attributes = {}) =>
  (draw) => ({
    op,
    opset,
    inputs: [draw.floats(anyDims(draw), -4, 4)],
    attributes,
  });

function recurrent(op, gates, own) {
  return (draw) => {
    const [steps, batch, inputs, hidden] = draw.each(4, () => draw.whole(1, 5));
    const direction = draw.choose(['forward', 'reverse', 'bidirectional']);
    const count = direction === 'bidirectional' ? 2 : 1;
    const state = () => draw.floats([count, batch, hidden], -1, 1);
    const all = [
      draw.floats([steps, batch, inputs], -1, 1),
      draw.floats([count, gates * hidden, inputs], -1, 1),
      draw.floats([count, gates * hidden, hidden], -1, 1),
      draw.chance(0.7) ? draw.floats([count, 2 * gates * hidden], -1, 1) : undefined,
      draw.chance(0.4)
        ? {
            type: 'int32',
            dims: [batch],
            data: Int32Array.from({ length: batch }, () => draw.whole(1, steps)),
          }
        : undefined,
      draw.chance(0.5) ? state() : undefined,
      ...(op === 'LSTM'
        ? [state(), draw.chance(0.5) ? draw.floats([count, 3 * hidden], -1, 1) : undefined]
        : []),
    ];
    const attributes = { direction, hidden_size: hidden, ...own(draw) };
    return { op, opset: 14, inputs: all, attributes, outputs: op === 'LSTM' ? 3 : 2 };
  };
}

function suppression(draw) {
  const [batch, classes, count] = [draw.whole(1, 2), draw.whole(1, 2), draw.whole(1, 12)];
  const boxes = draw.floats([batch, count, 4], 0, 1);
  const scores = draw.floats([batch, classes, count], 0, 1);
  const one = (value) => ({ type: 'float32', dims: [1], data: Float32Array.of(value) });
  const inputs = [boxes, scores, int64s(draw.whole(1, 5)), one(0.3), one(0.2)];
  const attributes = { center_point_box: draw.whole(0, 1) };
  return { op: 'NonMaxSuppression', opset: 11, inputs, attributes, type: 'int64' };
}

const reduced = (op) => (draw) => {
  const x = draw.floats(anyDims(draw), 0.5, 2);
  const axes = draw.order(x.dims.length).slice(0, draw.whole(1, x.dims.length));
  return { op, opset: 13, inputs: [x], attributes: { axes, keepdims: draw.whole(0, 1) } };
};

const bytes = (draw, type, dims) => {
  const Elements = type === 'int8' ? Int8Array : Uint8Array;
  const low = type === 'int8' ? -128 : 0;
  return {
    type,
    dims,
    data: Elements.from({ length: sizeOf(dims) }, () => draw.whole(low, low + 255)),
  };
};
const byteType = (draw) => draw.choose(['int8', 'uint8']);

function quantize(draw) {
  const type = byteType(draw);
  const x = draw.floats(anyDims(draw), -50, 50);
  const axis = draw.whole(0, x.dims.length - 1);
  const dims = draw.chance(0.5) ? [] : [x.dims[axis]];
  const inputs = [x, draw.floats(dims, 0.1, 1), bytes(draw, type, dims)];
  return { op: 'QuantizeLinear', opset: 13, inputs, attributes: { axis }, type };
}

function dequantize(draw) {
  const type = byteType(draw);
  const x = bytes(draw, type, anyDims(draw));
  const axis = draw.whole(0, x.dims.length - 1);
  const dims = draw.chance(0.5) ? [] : [x.dims[axis]];
  const inputs = [x, draw.floats(dims, 0.1, 1), bytes(draw, type, dims)];
  return { op: 'DequantizeLinear', opset: 13, inputs, attributes: { axis }, type: 'float32' };
}

function matMulInteger(draw) {
  const [m, k, n] = draw.each(3, () => draw.whole(1, 9));
  const a = bytes(draw, 'uint8', [m, k]);
  const type = byteType(draw);
  const inputs = [a, bytes(draw, type, [k, n]), bytes(draw, 'uint8', []), bytes(draw, type, [])];
  return { op: 'MatMulInteger', opset: 10, inputs, attributes: {}, type: 'int32' };
}

function qLinearMatMul(draw) {
  const [m, k, n] = draw.each(3, () => draw.whole(1, 9));
  const type = byteType(draw);
  const scale = () => draw.floats([], 0.01, 0.1);
  const zero = () => bytes(draw, type, []);
  const [a, b] = [bytes(draw, type, [m, k]), bytes(draw, type, [k, n])];
  const inputs = [a, scale(), zero(), b, scale(), zero(), scale(), zero()];
  return { op: 'QLinearMatMul', opset: 10, inputs, attributes: {}, type };
}

function qLinearConv(draw) {
  const node = conv(draw);
  const [x, w, bias] = node.inputs;
  const scale = () => draw.floats([], 0.01, 0.1);
  const zero = (type) => bytes(draw, type, []);
  const whole = bias && {
    type: 'int32',
    dims: bias.dims,
    data: Int32Array.from({ length: bias.dims[0] }, () => draw.whole(-999, 999)),
  };
  const inputs = [
    ...[bytes(draw, 'uint8', x.dims), scale(), zero('uint8')],
    ...[bytes(draw, 'uint8', w.dims), scale(), zero('uint8')],
    ...[scale(), zero('uint8'), ...(whole ? [whole] : [])],
  ];
  return { ...node, op: 'QLinearConv', opset: 10, inputs, type: 'uint8' };
}

function convInteger(draw) {
  const node = conv(draw);
  const [x, w] = node.inputs.map(({ dims }) => bytes(draw, 'uint8', dims));
  const inputs = [x, w, bytes(draw, 'uint8', []), bytes(draw, 'uint8', [])];
  return { ...node, op: 'ConvInteger', opset: 10, inputs, type: 'int32' };
}

/** Keyed by operator; each returns a node with its inputs, or undefined if the draw is invalid. */
export const layers = {
  ...rareLayers,
  Conv: conv,
  ConvTranspose: convTranspose,
  MaxPool: pooled('MaxPool', 12, (draw) => ({
    ceil_mode: draw.whole(0, 1),
    storage_order: 0,
  })),
  AveragePool: pooled('AveragePool', 19, (draw) => ({ count_include_pad: draw.whole(0, 1) })),
  LpPool: pooled('LpPool', 11, (draw) => ({ p: draw.whole(1, 3) })),
  GlobalAveragePool: (draw) => ({
    op: 'GlobalAveragePool',
    opset: 1,
    inputs: [image(draw)],
    attributes: {},
  }),
  GlobalMaxPool: (draw) => ({
    op: 'GlobalMaxPool',
    opset: 1,
    inputs: [image(draw)],
    attributes: {},
  }),
  BatchNormalization: batchNormalization,
  InstanceNormalization: instanceNormalization,
  LRN: lrn,
  Resize: resize,
  TopK: topK,
  CumSum: cumSum,
  GatherElements: gatherElements,
  ScatterElements: scatterElements,
  GatherND: gatherND,
  ScatterND: scatterND,
  Trilu: trilu,
  DepthToSpace: blocks('DepthToSpace'),
  SpaceToDepth: blocks('SpaceToDepth'),
  Hardmax: unary('Hardmax', 13),
  Elu: unary('Elu', 6, { alpha: 1.5 }),
  Selu: unary('Selu', 6),
  Celu: unary('Celu', 12, { alpha: 1.5 }),
  HardSigmoid: unary('HardSigmoid', 6, { alpha: 0.3, beta: 0.4 }),
  HardSwish: unary('HardSwish', 14),
  ThresholdedRelu: unary('ThresholdedRelu', 10, { alpha: 1.5 }),
  Softsign: unary('Softsign', 1),
  Shrink: unary('Shrink', 9, { lambd: 1.5, bias: 0.5 }),
  MeanVarianceNormalization: (draw) => ({
    op: 'MeanVarianceNormalization',
    opset: 13,
    inputs: [draw.floats(draw.each(4, () => draw.whole(2, 5)))],
    attributes: {},
  }),
  QuantizeLinear: quantize,
  DequantizeLinear: dequantize,
  MatMulInteger: matMulInteger,
  ConvInteger: convInteger,
  QLinearMatMul: qLinearMatMul,
  QLinearConv: qLinearConv,
  LSTM: recurrent('LSTM', 4, () => ({})),
  GRU: recurrent('GRU', 3, (draw) => ({ linear_before_reset: draw.whole(0, 1) })),
  RNN: recurrent('RNN', 1, () => ({})),
  NonMaxSuppression: suppression,
  ReduceL1: reduced('ReduceL1'),
  ReduceL2: reduced('ReduceL2'),
  ReduceLogSum: reduced('ReduceLogSum'),
  ReduceLogSumExp: reduced('ReduceLogSumExp'),
  ReduceSumSquare: reduced('ReduceSumSquare'),
};

/** The model of a node; inputs that determine shapes are fed too. */
export function modelOf({ op, opset, inputs, attributes, outputs = 1, type }) {
  const names = inputs.map((input, i) => (input ? `input_${i}` : ''));
  const given = inputs.flatMap((input, i) => (input ? [[names[i], input]] : []));
  const types = [type ?? inputs[0].type, op === 'MaxPool' || op === 'TopK' ? 'int64' : 'float32'];
  const made = Array.from({ length: outputs }, (_, i) => ({
    name: `output_${i}`,
    type: types[Math.min(i, 1)],
  }));
  const model = encodeModel({
    opset,
    inputs: given.map(([name, { type: of, dims }]) => ({ name, type: of, dims })),
    outputs: made,
    nodes: [{ op, inputs: names, outputs: made.map(({ name }) => name), attributes }],
  });
  return { model, feeds: Object.fromEntries(given) };
}

/** @returns a node of the operator. */
export function randomLayer(random, op) {
  const draw = new Draw(random);
  for (;;) {
    const node = layers[op](draw);
    if (node) return node;
  }
}
