/**
 * The network that reads digits, as an ONNX graph: two layers of convolution, each with a bias and a slope for
 * every channel, and a matrix product.
 */
import { encodeModel } from '../../../tests/onnx/models.mjs';
import { CLASSES, SIDE } from './data.mjs';
import { normal } from './random.mjs';

export const OPSET = 17;
const SLOPE = 0.25;

/** The parameters by name, with their dims: weights, biases, and the slopes of PRelu. */
export const parameters = {
  w1: [8, 1, 3, 3],
  b1: [8, 1, 1],
  s1: [8, 1, 1],
  w2: [16, 8, 3, 3],
  b2: [16, 1, 1],
  s2: [16, 1, 1],
  w3: [256, CLASSES],
  b3: [CLASSES],
};

export const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

/** The number of products in a sum: the weights of a kernel, or of a column. */
const fanIn = (dims) => (dims.length === 4 ? sizeOf(dims.slice(1)) : dims[0]);

/** Weights as He and others draw them (2015), biases 0, slopes 0.25. */
export function initialise(random) {
  const fill = (name, dims) => {
    const data = new Float32Array(sizeOf(dims));
    const deviation = Math.sqrt(2 / ((1 + SLOPE ** 2) * fanIn(dims)));
    if (name.startsWith('w')) return data.map(() => normal(random) * deviation);
    return data.fill(name.startsWith('s') ? SLOPE : 0);
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, dims]) => [
      name,
      { type: 'float32', dims, data: fill(name, dims) },
    ]),
  );
}

/** The input of the network: images of one channel. */
export const picture = { name: 'x', dims: ['N', 1, SIDE, SIDE] };

const KEEPS_SIZE = { pads: [1, 1, 1, 1] };
const HALVES_SIZE = { kernel_shape: [2, 2], strides: [2, 2] };

/** The nodes up to the scores: name, operator, inputs, output, and dims of the output for each image. */
export const layers = [
  ['convolution 1', 'Conv', ['x', 'w1'], 'g1', [8, 8, 8], KEEPS_SIZE],
  ['bias 1', 'Add', ['g1', 'b1'], 'h1', [8, 8, 8]],
  ['bend 1', 'PRelu', ['h1', 's1'], 'a1', [8, 8, 8]],
  ['pooling', 'MaxPool', ['a1'], 'p1', [8, 4, 4], HALVES_SIZE],
  ['convolution 2', 'Conv', ['p1', 'w2'], 'g2', [16, 4, 4], KEEPS_SIZE],
  ['bias 2', 'Add', ['g2', 'b2'], 'h2', [16, 4, 4]],
  ['bend 2', 'PRelu', ['h2', 's2'], 'a2', [16, 4, 4]],
  ['one row', 'Flatten', ['a2'], 'f', [256]],
  ['layer 3', 'Gemm', ['f', 'w3'], 'g3', [CLASSES]],
  ['bias 3', 'Add', ['g3', 'b3'], 'scores', [CLASSES]],
].map(([name, op, inputs, output, dims, attributes = {}]) => ({
  name,
  op,
  inputs,
  outputs: [output],
  dims: ['N', ...dims],
  attributes,
}));

/** The network that reads digits: x (N,1,8,8), pixels from 0 to 1, to the probability of each digit (N,10). */
export const encodeReader = (values) =>
  encodeModel({
    opset: OPSET,
    inputs: [picture],
    outputs: [{ name: 'odds', dims: ['N', CLASSES] }],
    constants: values,
    nodes: [
      ...layers,
      {
        name: 'odds',
        op: 'Softmax',
        inputs: ['scores'],
        outputs: ['odds'],
        attributes: { axis: -1 },
      },
    ],
  });
