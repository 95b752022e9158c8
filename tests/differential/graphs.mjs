/**
 * Random graphs of float32: operators of all kinds on values of rank 1 to 4, with stretches, computed shapes,
 * values with several consumers, and one symbolic dimension.
 */
import { encodeModel, int64s } from '../onnx/models.mjs';
import { pick, shuffled } from '../rules/support.mjs';

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

/** Values that stay small under any operator. */
const BOUNDED = ['Tanh', 'Sigmoid', 'Erf'];
const UNARY = [...BOUNDED, 'Relu', 'LeakyRelu', 'Abs', 'Neg', 'Identity'];
const BINARY = ['Add', 'Sub', 'Mul', 'Max', 'Min'];

class Graph {
  nodes = [];
  constants = {};
  values = [];
  #random;

  constructor(random) {
    this.#random = random;
  }

  whole(low, high) {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  floats(dims, low = -1, high = 1) {
    const data = Float32Array.from(
      { length: sizeOf(dims) },
      () => low + this.#random() * (high - low),
    );
    return { type: 'float32', dims, data };
  }

  constant(tensor) {
    const name = `k${Object.keys(this.constants).length}`;
    this.constants[name] = tensor;
    return name;
  }

  add(op, inputs, dims, attributes = {}) {
    const name = `v${this.nodes.length}`;
    this.nodes.push({ op, inputs, outputs: [name], attributes });
    this.values.push({ name, dims });
    return name;
  }

  pick(fits = () => true) {
    const found = this.values.filter(fits);
    // Later values are more likely, to get long chains.
    return found.length > 0 ? found[Math.floor(found.length * this.#random() ** 0.4)] : undefined;
  }

  /** A shape that broadcasts to `dims`. */
  stretchable(dims) {
    const shape = dims.map((n) => (this.#random() < 0.4 ? 1 : n));
    return this.#random() < 0.5 ? shape : shape.slice(this.whole(0, dims.length));
  }

  order(rank) {
    return shuffled(
      this.#random,
      Array.from({ length: rank }, (_, i) => i),
    );
  }

  chance(share) {
    return this.#random() < share;
  }

  choose(list) {
    return pick(this.#random, list);
  }
}

/** Each adds a node, or nothing if no value fits. */
const steps = {
  unary(graph) {
    const { name, dims } = graph.pick();
    graph.add(graph.choose(UNARY), [name], dims);
  },
  binary(graph) {
    const { name, dims } = graph.pick();
    const other = graph.pick((one) => one.name !== name && one.dims.join() === dims.join());
    const b =
      other && graph.chance(0.5)
        ? other.name
        : graph.constant(graph.floats(graph.stretchable(dims)));
    graph.add(graph.choose(BINARY), graph.chance(0.5) ? [name, b] : [b, name], dims);
  },
  div(graph) {
    const { name, dims } = graph.pick();
    const b = graph.constant(graph.floats(graph.stretchable(dims), 0.5, 2));
    graph.add('Div', [name, b], dims);
  },
  select(graph) {
    const { name, dims } = graph.pick();
    const zero = graph.constant(graph.floats([], 0, 0));
    const slope = graph.constant(graph.floats(graph.stretchable(dims)));
    graph.nodes.push({ op: 'Less', inputs: [name, zero], outputs: [`m${graph.nodes.length}`] });
    graph.add('Where', [`m${graph.nodes.length - 1}`, slope, name], dims);
  },
  prelu(graph) {
    const { name, dims } = graph.pick();
    graph.add('PRelu', [name, graph.constant(graph.floats(graph.stretchable(dims)))], dims);
  },
  clip(graph) {
    const { name, dims } = graph.pick();
    const bounds = [-0.5, 0.5].map((bound) => graph.constant(graph.floats([], bound, bound)));
    graph.add('Clip', [name, ...bounds], dims);
  },
  matMul(graph) {
    const found = graph.pick(({ dims }) => dims.length >= 2);
    if (!found) return;
    const columns = graph.whole(1, 9);
    const weights = graph.constant(graph.floats([found.dims.at(-1), columns], -0.5, 0.5));
    graph.add('MatMul', [found.name, weights], [...found.dims.slice(0, -1), columns]);
  },
  gemm(graph) {
    const found = graph.pick(({ dims }) => dims.length === 2);
    if (!found) return;
    const [m, k] = found.dims;
    const n = graph.whole(1, 9);
    const b = graph.constant(graph.floats([n, k], -0.5, 0.5));
    const c = graph.constant(graph.floats(graph.choose([[n], [1, n], [m, 1], []])));
    graph.add('Gemm', [found.name, b, c], [m, n], { transB: 1, alpha: 0.5 });
  },
  transpose(graph) {
    const { name, dims } = graph.pick();
    const perm = graph.order(dims.length);
    graph.add(
      'Transpose',
      [name],
      perm.map((axis) => dims[axis]),
      { perm },
    );
  },
  reshape(graph) {
    const { name, dims } = graph.pick();
    const at = graph.whole(0, dims.length);
    const made = [sizeOf(dims.slice(0, at)), sizeOf(dims.slice(at))];
    const shape = graph.constant(int64s(made[0], -1));
    graph.add('Reshape', [name, shape], made);
  },
  /** As exporters write it: the first size is read from the value. */
  reshapeByShape(graph) {
    const { name, dims } = graph.pick();
    const [first, rest] = [graph.constant(int64s(0)), graph.constant(int64s(-1))];
    const base = graph.nodes.length;
    graph.nodes.push(
      { op: 'Shape', inputs: [name], outputs: [`s${base}`] },
      { op: 'Gather', inputs: [`s${base}`, first], outputs: [`n${base}`] },
      { op: 'Concat', inputs: [`n${base}`, rest], outputs: [`t${base}`], attributes: { axis: 0 } },
    );
    graph.add('Reshape', [name, `t${base}`], [dims[0], sizeOf(dims.slice(1))]);
  },
  concat(graph) {
    const { name, dims } = graph.pick();
    const axis = graph.whole(0, dims.length - 1);
    const made = dims.map((n, i) => (i === axis ? 2 * n : n));
    if (sizeOf(made) < 20000) graph.add('Concat', [name, name], made, { axis });
  },
  slice(graph) {
    const { name, dims } = graph.pick();
    const axis = graph.whole(0, dims.length - 1);
    const n = dims[axis];
    const backwards = graph.chance(0.3);
    const start = graph.whole(0, n - 1);
    const numbers = backwards ? [n - 1, -n - 1, axis, -1] : [start, n, axis, graph.whole(1, 2)];
    const length = backwards ? n : Math.ceil((n - start) / numbers[3]);
    graph.add(
      'Slice',
      [name, ...numbers.map((number) => graph.constant(int64s(number)))],
      dims.map((size, i) => (i === axis ? length : size)),
    );
  },
  gather(graph) {
    const { name, dims } = graph.pick();
    const axis = graph.whole(0, dims.length - 1);
    const n = dims[axis];
    const count = graph.whole(1, 4);
    const indices = int64s(...Array.from({ length: count }, () => graph.whole(-n, n - 1)));
    const made = dims.map((size, i) => (i === axis ? count : size));
    graph.add('Gather', [name, graph.constant(indices)], made, { axis });
  },
  reduce(graph) {
    const { name, dims } = graph.pick();
    const axis = graph.whole(0, dims.length - 1);
    const op = graph.choose(['ReduceMean', 'ReduceMax']);
    const made = dims.map((size, i) => (i === axis ? 1 : size));
    graph.add(op, [name], made, { axes: [axis], keepdims: 1 });
  },
  softmax(graph) {
    const { name, dims } = graph.pick();
    const axis = graph.whole(0, dims.length - 1);
    graph.add(graph.choose(['Softmax', 'LogSoftmax']), [name], dims, { axis });
  },
  layerNormalization(graph) {
    const found = graph.pick(({ dims }) => dims.at(-1) > 1);
    if (!found) return;
    const n = found.dims.at(-1);
    const [gain, bias] = [graph.constant(graph.floats([n])), graph.constant(graph.floats([n]))];
    graph.add('LayerNormalization', [found.name, gain, bias], found.dims, { epsilon: 0.01 });
  },
  expand(graph) {
    const { name, dims } = graph.pick();
    const times = graph.whole(1, 3);
    if (dims.length > 3 || sizeOf(dims) * times > 20000) return;
    graph.add(
      'Expand',
      [name, graph.constant(int64s(times, ...dims.map(() => 1)))],
      [times, ...dims],
    );
  },
};

/** @returns {{ model: Uint8Array, feeds: object, outputs: string[], ops: string[] }} */
export function randomGraph(random) {
  const graph = new Graph(random);
  const dims = Array.from({ length: graph.whole(1, 4) }, () => graph.whole(1, 8));
  graph.values.push({ name: 'x', dims });
  const count = graph.whole(4, 30);
  while (graph.nodes.length < count) {
    steps[graph.choose(Object.keys(steps))](graph);
    // Growing values are scaled back to between -1 and 1.
    const { name, dims: last } = graph.values.at(-1);
    if (graph.chance(0.3)) graph.add(graph.choose(BOUNDED), [name], last);
  }
  const made = graph.values.filter(({ name }) => name !== 'x');
  const outputs = [...new Set([made.at(-1), graph.choose(made)])].map(({ name }) => name);
  const model = encodeModel({
    opset: 17,
    inputs: [{ name: 'x', dims: ['N', ...dims.slice(1)] }],
    outputs: outputs.map((name) => ({ name })),
    constants: graph.constants,
    nodes: graph.nodes,
  });
  return { model, feeds: { x: graph.floats(dims) }, outputs, ops: graph.nodes.map(({ op }) => op) };
}
