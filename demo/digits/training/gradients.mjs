/**
 * The gradients of a loss with respect to the parameters of a network, as nodes of ONNX: from the last node of the
 * network to the first, each turns the gradient of its result into the gradients of its inputs.
 */

/** Nodes in sequence, each with its own name, and the constants that they use. */
export class Graph {
  nodes = [];
  constants = {};
  #dims;

  /** @param {Record<string, (number | string)[]>} dims of the network's values, by their names */
  constructor(dims) {
    this.#dims = dims;
  }

  dimsOf(name) {
    return this.#dims[name];
  }

  add(op, inputs, attributes = {}, output = `v${this.nodes.length}`) {
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }

  scalar(value) {
    return this.#constant(`${value}`, { type: 'float32', dims: [], data: Float32Array.of(value) });
  }

  integers(values) {
    const data = BigInt64Array.from(values, BigInt);
    return this.#constant(values.join(), { type: 'int64', dims: [values.length], data });
  }

  /** Reshapes a value to the shape of one of the network's, for the same number of images. */
  shapedAs(value, name) {
    return this.add('Reshape', [value, this.integers([-1, ...this.dimsOf(name).slice(1)])]);
  }

  #constant(text, tensor) {
    const name = `${tensor.type} ${text}`;
    this.constants[name] = tensor;
    return name;
  }
}

/** The sum over the axes along which an operand was stretched: a broadcast, backwards. */
function sumStretched(graph, value, from, to) {
  const missing = from.length - to.length;
  const axes = from.flatMap((_, axis) =>
    axis < missing || to[axis - missing] === 1 ? [axis] : [],
  );
  const sums = graph.add('ReduceSum', [value, graph.integers(axes)], { keepdims: 1 });
  return graph.add('Squeeze', [sums, graph.integers(axes.filter((axis) => axis < missing))]);
}

/** Swaps the axes of digits and channels. */
const swapped = (graph, value) => graph.add('Transpose', [value], { perm: [1, 0, 2, 3] });

/** Rows and columns each as two axes: the windows of a pooling, and the pixels in a window. */
function inWindows(graph, value, [, channels, rows, columns], [high, wide]) {
  const dims = [-1, channels, rows, high, columns, wide];
  return graph.add('Reshape', [value, graph.integers(dims)]);
}
const PIXELS_OF_WINDOW = [3, 5];

/** The largest pixel of a window gets the whole gradient; equal ones share it. */
function unpool(graph, { inputs: [read], outputs: [made], attributes }, slope) {
  const dims = graph.dimsOf(made);
  const pixels = inWindows(graph, read, dims, attributes.kernel_shape);
  const largest = graph.add('Equal', [pixels, inWindows(graph, made, dims, [1, 1])]);
  const ones = graph.add('Where', [largest, graph.scalar(1), graph.scalar(0)]);
  const count = graph.add('ReduceSum', [ones, graph.integers(PIXELS_OF_WINDOW)], { keepdims: 1 });
  const share = graph.add('Div', [inWindows(graph, slope, dims, [1, 1]), count]);
  return graph.shapedAs(graph.add('Mul', [ones, share]), read);
}

/** For each operator and each of its inputs: the gradient of the input from the gradient of the result. */
const backwards = {
  Add: [
    (_graph, _node, slope) => slope,
    (graph, { inputs: [value, bias] }, slope) =>
      sumStretched(graph, slope, graph.dimsOf(value), graph.dimsOf(bias)),
  ],
  PRelu: [
    (graph, { inputs: [value, bend] }, slope) => {
      const negative = graph.add('Less', [value, graph.scalar(0)]);
      return graph.add('Where', [negative, graph.add('Mul', [slope, bend]), slope]);
    },
    (graph, { inputs: [value, bend] }, slope) => {
      const along = graph.add('Mul', [slope, graph.add('Min', [value, graph.scalar(0)])]);
      return sumStretched(graph, along, graph.dimsOf(value), graph.dimsOf(bend));
    },
  ],
  MaxPool: [unpool],
  Conv: [
    (graph, { inputs: [, weights], attributes }, slope) =>
      graph.add('ConvTranspose', [slope, weights], attributes),
    // The maps slide over the images as kernels do, summed over the digits.
    (graph, { inputs: [read], attributes }, slope) =>
      swapped(graph, graph.add('Conv', [swapped(graph, read), swapped(graph, slope)], attributes)),
  ],
  Flatten: [(graph, { inputs: [read] }, slope) => graph.shapedAs(slope, read)],
  Gemm: [
    (graph, { inputs: [, weights] }, slope) => graph.add('Gemm', [slope, weights], { transB: 1 }),
    (graph, { inputs: [read] }, slope) => graph.add('Gemm', [read, slope], { transA: 1 }),
  ],
};

/**
 * Adds the gradients of the parameters, each of which is used by one node.
 * @param {string} slope the gradient of the result of the last node
 * @returns {Record<string, string>} the names of the gradients, by parameter
 */
export function addGradients(graph, nodes, slope, parameters) {
  const made = nodes.flatMap(({ outputs }) => outputs);
  const wanted = new Set([...made, ...parameters]);
  const slopes = { [made.at(-1)]: slope };
  for (const node of nodes.toReversed()) {
    node.inputs.forEach((input, i) => {
      if (wanted.has(input))
        slopes[input] = backwards[node.op][i](graph, node, slopes[node.outputs[0]]);
    });
  }
  return Object.fromEntries(parameters.map((name) => [name, slopes[name]]));
}
