/**
 * Random chains of quantised layers: QLinearConv with a product at the end, in integers throughout, and
 * layers that quantise their input dynamically.
 */
import { encodeModel, int64s } from '../onnx/models.mjs';

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);
const arrays = { int8: Int8Array, uint8: Uint8Array };

class Draw {
  constants = {};
  nodes = [];
  #random;

  constructor(random) {
    this.#random = random;
  }

  below(count) {
    return Math.floor(this.#random() * count);
  }

  oneOf(...items) {
    return items[this.below(items.length)];
  }

  constant(tensor) {
    const name = `k${Object.keys(this.constants).length}`;
    this.constants[name] = tensor;
    return name;
  }

  bytes(type, dims) {
    const lowest = type === 'int8' ? -128 : 0;
    const data = arrays[type].from({ length: sizeOf(dims) }, () => lowest + this.below(256));
    return { type, dims, data };
  }

  floats(dims, low, high) {
    const draw = () => low + this.#random() * (high - low);
    return { type: 'float32', dims, data: Float32Array.from({ length: sizeOf(dims) }, draw) };
  }

  /** Powers of two, so there are no ties that two libraries round differently. */
  scale(exponent, dims = []) {
    const data = new Float32Array(sizeOf(dims)).fill(2 ** exponent);
    return this.constant({ type: 'float32', dims, data });
  }

  node(op, inputs, attributes = {}, outputs = [`v${this.nodes.length}`]) {
    this.nodes.push({ op, inputs, outputs, attributes });
    return outputs[0];
  }
}

/** A convolution of bytes: its output's scale keeps most results within a byte. */
function convolution(draw, from, { channels, size }) {
  const group = draw.oneOf(1, 1, channels);
  const made = group === 1 ? 1 + draw.below(12) : channels * draw.oneOf(1, 2);
  const kernel = Math.min(size, draw.oneOf(1, 3));
  const stride = draw.oneOf(1, 2);
  const depth = (channels / group) * kernel ** 2;
  const weights = draw.bytes('int8', [made, channels / group, kernel, kernel]);
  const bias = Int32Array.from({ length: made }, () => draw.below(2001) - 1000);
  const inputs = [
    from,
    draw.scale(-4),
    draw.constant(draw.bytes('uint8', [])),
    draw.constant(weights),
    draw.scale(-6, draw.oneOf([], [made])),
    draw.constant({ type: 'int8', dims: [], data: Int8Array.of(0) }),
    draw.scale(-10 + Math.ceil(Math.log2(128 * Math.sqrt(depth)))),
    draw.constant({ type: 'uint8', dims: [], data: Uint8Array.of(128) }),
    draw.constant({ type: 'int32', dims: [made], data: bias }),
  ];
  const attributes = { auto_pad: 'SAME_UPPER', group, strides: [stride, stride] };
  const name = draw.node('QLinearConv', inputs, attributes);
  return { name, channels: made, size: Math.ceil(size / stride) };
}

export function randomQuantized(random) {
  const draw = new Draw(random);
  const dims = [1, 1 + draw.below(5), 4 + draw.below(12)];
  let [channels, size, from] = [dims[1], dims[2], 'x'];
  for (let left = 1 + draw.below(3); left > 0; left--) {
    const made = convolution(draw, from, { channels, size });
    [from, channels, size] = [made.name, made.channels, made.size];
  }
  const [rows, depth, columns] = [channels, size * size, 1 + draw.below(20)];
  const flat = draw.node('Reshape', [from, draw.constant(int64s(rows, depth))]);
  const uint8 = (value) => draw.constant({ type: 'uint8', dims: [], data: Uint8Array.of(value) });
  const inputs = [
    ...[flat, draw.scale(-4), uint8(128)],
    ...[
      draw.constant(draw.bytes('uint8', [depth, columns])),
      draw.scale(-6),
      uint8(draw.below(256)),
    ],
    ...[draw.scale(-10 + Math.ceil(Math.log2(128 * Math.sqrt(depth)))), uint8(100)],
  ];
  const y = draw.node('QLinearMatMul', inputs);
  const model = encodeModel({
    opset: 13,
    inputs: [{ name: 'x', type: 'uint8', dims: [1, dims[1], dims[2], dims[2]] }],
    outputs: [{ name: y, type: 'uint8' }],
    constants: draw.constants,
    nodes: draw.nodes,
  });
  return { model, feeds: { x: draw.bytes('uint8', [1, dims[1], dims[2], dims[2]]) } };
}

/** DynamicQuantizeLinear, an integer product and its scaling, as exporters write them. */
export function randomDynamic(random) {
  const draw = new Draw(random);
  const [rows, depth] = [1 + draw.below(9), 1 + draw.below(40)];
  let [from, width] = ['x', depth];
  for (let left = 1 + draw.below(3); left > 0; left--) {
    const columns = 1 + draw.below(30);
    const type = draw.oneOf('int8', 'uint8');
    const at = draw.nodes.length;
    const [q, scale, zero] = [`q${at}`, `s${at}`, `z${at}`];
    draw.node('DynamicQuantizeLinear', [from], {}, [q, scale, zero]);
    const weights = draw.constant(draw.bytes(type, [width, columns]));
    const point = draw.constant(draw.bytes(type, []));
    const product = draw.node('MatMulInteger', [q, weights, zero, point]);
    const sums = draw.node('Cast', [product], { to: 1 });
    // Sums of about 1, whose rounding is within the bound of a comparison.
    const factor = draw.node('Mul', [scale, draw.scale(-10)]);
    const scaled = draw.node('Mul', [sums, factor]);
    const biased = draw.node('Add', [scaled, draw.constant(draw.floats([columns], -1, 1))]);
    [from, width] = [draw.node(draw.oneOf('Relu', 'Tanh', 'Sigmoid'), [biased]), columns];
  }
  const model = encodeModel({
    opset: 13,
    inputs: [{ name: 'x', dims: [rows, depth] }],
    outputs: [{ name: from, type: 'float32' }],
    constants: draw.constants,
    nodes: draw.nodes,
  });
  return { model, feeds: { x: draw.floats([rows, depth], -2, 2) } };
}
