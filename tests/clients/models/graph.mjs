/**
 * Writes models like exporters and quantisers: one description yields the float32 model, the float16 one, the
 * dynamically quantised 8-bit one (as onnxruntime's quantize_dynamic writes it) and the one with
 * block-quantised 4-bit weights.
 */
import { float16Bits } from '../../bench/values.mjs';
import { encodeModel } from '../../onnx/models.mjs';
import { randomFrom } from '../../rules/support.mjs';

/** The forms in transformers.js' terms, and the suffixes of their files. */
export const suffixes = { fp32: '', fp16: '_fp16', q8: '_quantized', q4: '_q4' };

const BLOCK = 32;

/** Bytes of a row of 4-bit weights, in whole blocks. */
const blocksOf = (size) => Math.ceil(size / BLOCK);

export class Graph {
  /** @param {{ form?: keyof typeof suffixes, seed?: number, outer?: Graph }} options */
  constructor({ form = 'fp32', seed = 1, outer } = {}) {
    this.form = form;
    this.real = form === 'fp16' ? 'float16' : 'float32';
    this.seed = outer?.seed ?? seed;
    this.root = outer ?? this;
    this.inputs = [];
    this.outputs = [];
    this.nodes = [];
    this.constants = {};
    this.count = 0;
    this.at('model');
  }

  /** A subgraph for an If of this graph. */
  branch() {
    return new Graph({ form: this.form, outer: this });
  }

  /** Seeds the weights from here on, so a part has the same weights in every graph. */
  at(part) {
    this.part = part;
    this.weights = 0;
    this.random = randomFrom(
      [...part].reduce((hash, one) => hash * 31 + one.charCodeAt(0), this.seed),
    );
  }

  #name(kind) {
    this.root.count += 1;
    return `${kind}_${this.root.count}`;
  }

  input(name, type, dims) {
    this.inputs.push({ name, type, dims });
    return name;
  }

  /** An input of real numbers: float32 outside, whatever type the model computes in. */
  realInput(name, dims) {
    return this.#cast(this.input(name, 'float32', dims), this.real);
  }

  output(value, name, type, dims) {
    this.nodes.push({ op: 'Identity', inputs: [value], outputs: [name] });
    this.outputs.push({ name, type, dims });
  }

  realOutput(value, name, dims) {
    this.output(this.#cast(value, 'float32'), name, 'float32', dims);
  }

  #cast(value, type) {
    return this.real === 'float32' ? value : this.cast(value, type);
  }

  cast(value, type) {
    const to = { float32: 1, int32: 6, int64: 7, bool: 9, float16: 10 }[type];
    return this.node('Cast', [value], { to });
  }

  /** Adds a node; returns the name of its first output, or the names of several. */
  node(op, inputs, attributes = {}, { count = 1, domain } = {}) {
    const outputs = Array.from({ length: count }, () => this.#name(op));
    this.nodes.push({ op, inputs, outputs, attributes, domain });
    return count === 1 ? outputs[0] : outputs;
  }

  constant(type, dims, data) {
    this.weights += 1;
    const { constants } = this.root;
    let name = `${this.part}.${this.weights}`;
    while (constants[name] && !isSame(constants[name], { type, dims, data })) name += '_';
    constants[name] = { type, dims, data };
    return name;
  }

  ints(...values) {
    return this.constant('int64', [values.length], BigInt64Array.from(values, BigInt));
  }

  int(value) {
    return this.constant('int64', [], BigInt64Array.of(BigInt(value)));
  }

  /** A number, or several, in the type that the model computes in. */
  reals(dims, values, type = this.real) {
    const data =
      type === 'float16' ? Uint16Array.from(values, float16Bits) : Float32Array.from(values);
    return this.constant(type, dims, data);
  }

  real0(value, type) {
    return this.reals([], [value], type);
  }

  numbers(count, size) {
    return Array.from({ length: count }, () => (2 * this.random() - 1) * size);
  }

  /** The rows of a table at given indices. */
  embedding(ids, rows, width, size = 1) {
    const values = this.numbers(rows * width, size);
    if (this.form !== 'q8')
      return this.node('Gather', [this.reals([rows, width], values), ids], { axis: 0 });
    const { data, scale } = int8Of(values);
    const table = this.constant('int8', [rows, width], data);
    const found = this.node('Gather', [table, ids], { axis: 0 });
    return this.node('DequantizeLinear', [found, this.real0(scale)]);
  }

  /** x · w + b, with random weights. */
  linear(x, from, to, { bias = true, size = Math.sqrt(3 / from) } = {}) {
    const product = this.#product(x, from, to, this.numbers(from * to, size));
    if (!bias) return product;
    return this.node('Add', [product, this.reals([to], this.numbers(to, 0.1))]);
  }

  #product(x, from, to, values) {
    if (this.form === 'q8') return this.#product8(x, from, to, values);
    if (this.form === 'q4') return this.#product4(x, from, to, values);
    return this.node('MatMul', [x, this.reals([from, to], values)]);
  }

  #quantized(x) {
    return this.node('DynamicQuantizeLinear', [x], {}, { count: 3 });
  }

  /** Dequantises an integer product of 8-bit numbers. */
  #scaled(sums, scaleOfX, scale) {
    const product = this.node('Mul', [scaleOfX, this.real0(scale)]);
    return this.node('Mul', [this.cast(sums, 'float32'), product]);
  }

  #product8(x, from, to, values) {
    const { data, scale } = int8Of(values);
    const weights = this.constant('int8', [from, to], data);
    const zero = this.constant('int8', [], Int8Array.of(0));
    const [bytes, scaleOfX, zeroOfX] = this.#quantized(x);
    const sums = this.node('MatMulInteger', [bytes, weights, zeroOfX, zero]);
    return this.#scaled(sums, scaleOfX, scale);
  }

  #product4(x, from, to, values) {
    const blocks = blocksOf(from);
    const data = new Uint8Array((to * blocks * BLOCK) / 2);
    const scales = new Float32Array(to * blocks);
    for (let column = 0; column < to; column++)
      for (let block = 0; block < blocks; block++) {
        const at = column * blocks + block;
        const row = (i) => block * BLOCK + i;
        const held = Array.from({ length: BLOCK }, (_, i) =>
          row(i) < from ? values[row(i) * to + column] : 0,
        );
        scales[at] = Math.max(...held.map(Math.abs)) / 7 || 1;
        for (const [i, value] of held.entries()) {
          const four = Math.round(value / scales[at]) + 8;
          data[(at * BLOCK + i) >> 1] |= i % 2 === 0 ? four : four << 4;
        }
      }
    const weights = this.constant('uint8', [to, blocks, BLOCK / 2], data);
    return this.node(
      'MatMulNBits',
      [x, weights, this.constant('float32', [to * blocks], scales)],
      { K: from, N: to, bits: 4, block_size: BLOCK },
      { domain: 'com.microsoft' },
    );
  }

  /** A convolution with random weights; `kernel` has the sizes of its windows. */
  conv(x, from, to, kernel, { strides = kernel.map(() => 1), pads, group = 1 } = {}) {
    const inputs = from / group;
    const size = Math.sqrt(3 / (inputs * kernel.reduce((a, b) => a * b)));
    const dims = [to, inputs, ...kernel];
    const values = this.numbers(
      dims.reduce((a, b) => a * b),
      size,
    );
    const bias = this.numbers(to, 0.1);
    const attributes = {
      kernel_shape: kernel,
      strides,
      group,
      dilations: kernel.map(() => 1),
      pads: pads ?? [...kernel, ...kernel].map(() => 0),
    };
    if (this.form !== 'q8')
      return this.node('Conv', [x, this.reals(dims, values), this.reals([to], bias)], attributes);
    const { data, scale } = int8Of(values);
    const [bytes, scaleOfX, zeroOfX] = this.#quantized(x);
    // quantize_dynamic writes these weights as uint8, around 128.
    const weights = this.constant(
      'uint8',
      dims,
      Uint8Array.from(data, (value) => value + 128),
    );
    const middle = this.constant('uint8', [], Uint8Array.of(128));
    const sums = this.node('ConvInteger', [bytes, weights, zeroOfX, middle], attributes);
    const offsets = this.reals([1, to, ...kernel.map(() => 1)], bias);
    return this.node('Add', [this.#scaled(sums, scaleOfX, scale), offsets]);
  }

  norm(x, width, epsilon = 1e-5) {
    const scale = this.reals(
      [width],
      this.numbers(width, 0.2).map((value) => 1 + value),
    );
    const bias = this.reals([width], this.numbers(width, 0.1));
    return this.node('LayerNormalization', [x, scale, bias], { axis: -1, epsilon });
  }

  /** Root-mean-square normalisation, as PyTorch's exporter writes it. */
  rmsNorm(x, width, epsilon = 1e-6) {
    const wide = this.#cast(x, 'float32');
    const square = this.node('Pow', [wide, this.real0(2, 'float32')]);
    const mean = this.node('ReduceMean', [square], { axes: [-1], keepdims: 1 });
    const moved = this.node('Add', [mean, this.real0(epsilon, 'float32')]);
    const root = this.node('Sqrt', [moved]);
    const scaled = this.node('Div', [wide, root]);
    const weights = this.reals(
      [width],
      this.numbers(width, 0.2).map((value) => 1 + value),
    );
    return this.node('Mul', [weights, this.#cast(scaled, this.real)]);
  }

  /** gelu by erf, as PyTorch's exporter writes it. */
  gelu(x) {
    const part = this.node('Erf', [this.node('Div', [x, this.real0(Math.SQRT2)])]);
    const product = this.node('Mul', [x, this.node('Add', [part, this.real0(1)])]);
    return this.node('Mul', [product, this.real0(0.5)]);
  }

  add(...values) {
    return values.reduce((sum, value) => this.node('Add', [sum, value]));
  }

  /** One size of a value, as a scalar or as a list with one element. */
  size(value, axis, { list = false } = {}) {
    const shape = this.node('Shape', [value]);
    return this.node('Gather', [shape, list ? this.ints(axis) : this.int(axis)], { axis: 0 });
  }

  /** The range between two scalars. */
  range(from, to) {
    return this.node('Range', [from, to, this.int(1)]);
  }

  reshape(value, ...dims) {
    return this.node('Reshape', [value, this.ints(...dims)]);
  }

  transpose(value, ...perm) {
    return this.node('Transpose', [value], { perm: perm.map(BigInt) });
  }

  unsqueeze(value, ...axes) {
    return this.node('Unsqueeze', [value, this.ints(...axes)]);
  }

  slice(value, axis, from, to) {
    return this.node('Slice', [value, this.ints(from), this.ints(to), this.ints(axis)]);
  }

  /** The parts of the graph, for an attribute of an If. */
  get graph() {
    const { nodes, outputs } = this;
    return { graph: { nodes, outputs } };
  }

  encode() {
    const { nodes, inputs, outputs, constants } = this;
    const domains = ['com.microsoft'];
    return encodeModel({ opset: 17, nodes, inputs, outputs, constants, domains });
  }
}

const isSame = (one, other) =>
  one.type === other.type &&
  `${one.dims}` === `${other.dims}` &&
  one.data.every((value, i) => value === other.data[i]);

/** Quantises numbers to int8 around 0; returns them and their scale. */
function int8Of(values) {
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  return { data: Int8Array.from(values, (value) => Math.round(value / scale)), scale };
}
