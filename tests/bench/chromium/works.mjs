/** The works that are timed on several threads in Chromium: models, and calls of a library on its tensors. */
import { random } from '../values.mjs';

/** The same numbers for the same seed in every environment. */
export function floatsOf(dims, seed) {
  const next = random(seed);
  const count = dims.reduce((product, n) => product * n, 1);
  return Float32Array.from({ length: count }, () => next() - 0.5);
}

const square = (side) => [side, side];
const node = (op, inputs, output, attributes = {}) => ({
  op,
  inputs,
  outputs: [output],
  attributes,
});

/** Images in tfjs have channels last. */
const toChannelsLast = (tf, image) => tf.transpose(image, [0, 2, 3, 1]);
const toChannelsFirst = (tf, image) => tf.transpose(image, [0, 3, 1, 2]);

/**
 * `simdcast` and `tfjs` prepare a function of the inputs; `tfjs.input` and `tfjs.output` convert its tensors
 * from and to the model's, and are not timed. Without `simdcast`, a session runs the model.
 */
export const works = [
  {
    title: 'add of 1,048,576',
    inputs: { x: square(1024), y: square(1024) },
    nodes: [node('Add', ['x', 'y'], 'out')],
    simdcast:
      (sc) =>
      ({ x, y }) =>
        sc.add(x, y),
    tfjs: {
      call:
        (tf) =>
        ({ x, y }) =>
          tf.add(x, y),
    },
  },
  {
    title: 'five operators fused, 1,048,576',
    inputs: { x: square(1024), row: [1024] },
    nodes: [
      node('Mul', ['x', 'row'], 'a'),
      node('Add', ['a', 'x'], 'b'),
      node('Sub', ['b', 'row'], 'c'),
      node('Max', ['c', 'row'], 'd'),
      node('Mul', ['d', 'x'], 'out'),
    ],
    simdcast(sc) {
      const fused = sc.fuse((x, row) => x.mul(row).add(x).sub(row).maximum(row).mul(x));
      return ({ x, row }) => fused(x, row);
    },
    tfjs: {
      call:
        (tf) =>
        ({ x, row }) =>
          tf.tidy(() => {
            const scaled = tf.sub(tf.add(tf.mul(x, row), x), row);
            return tf.mul(tf.maximum(scaled, row), x);
          }),
    },
  },
  {
    title: 'matMul of 512 × 512',
    inputs: { x: square(512), y: square(512) },
    nodes: [node('MatMul', ['x', 'y'], 'out')],
    simdcast:
      (sc) =>
      ({ x, y }) =>
        sc.matMul(x, y),
    tfjs: {
      call:
        (tf) =>
        ({ x, y }) =>
          tf.matMul(x, y),
    },
  },
  {
    title: 'convolution of 3 × 3, 56², 64 → 64',
    inputs: { x: [1, 64, 56, 56] },
    constants: { w: [64, 64, 3, 3] },
    nodes: [node('Conv', ['x', 'w'], 'out', { pads: [1, 1, 1, 1] })],
    tfjs: {
      input: toChannelsLast,
      output: toChannelsFirst,
      call(tf, { w }) {
        const filter = tf.transpose(w, [2, 3, 1, 0]);
        return ({ x }) => tf.conv2d(x, filter, 1, 'same');
      },
    },
  },
];

/** Whole models, if they exist next to the repository. */
export const modelFiles = ['light_squeezenet.onnx', 'ultraface_slim_320.onnx'];

export const SEEDS = { inputs: 1, constants: 2 };
