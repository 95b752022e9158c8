/**
 * Convolutions of common networks, one at a time, compared with the peers that support them, in one process:
 *
 *   node tests/bench/convolutions.mjs [rounds]
 *
 * All add a bias and return a new result. Tensors stay in wasm memory in simdcast and in tfjs, whose images
 * are NHWC; onnxruntime-web uses arrays.
 */
import { InferenceSession, load } from '../onnx/entry.mjs';
import { encodeModel } from '../onnx/models.mjs';
import { installPeers } from './install.mjs';
import { sessionOptions, start as startOrt } from './peers/ort.mjs';
import { start as startTfjs } from './peers/tfjs.mjs';

const rounds = Number(process.argv[2] ?? 15);

/** Side of the image, channels in and out, kernel, stride, and whether it is depthwise. */
const shapes = [
  { side: 224, from: 3, to: 32, kernel: 3, stride: 2 },
  { side: 112, from: 32, to: 64, kernel: 1, stride: 1 },
  { side: 112, from: 64, to: 64, kernel: 3, stride: 1, depthwise: true },
  { side: 56, from: 64, to: 64, kernel: 3, stride: 1 },
  { side: 28, from: 256, to: 256, kernel: 1, stride: 1 },
  { side: 28, from: 256, to: 256, kernel: 3, stride: 2, depthwise: true },
  { side: 14, from: 512, to: 512, kernel: 1, stride: 1 },
  { side: 14, from: 64, to: 64, kernel: 5, stride: 1 },
  { side: 7, from: 512, to: 512, kernel: 3, stride: 1 },
];

const floats = (count) => Float32Array.from({ length: count }, () => Math.random() - 0.5);

const titleOf = ({ side, from, to, kernel, stride, depthwise }) =>
  `${depthwise ? 'depthwise ' : ''}${kernel}×${kernel}${stride > 1 ? ` stride ${stride}` : ''}, ${side}², ${from} → ${to}`;

function productsOf({ side, from, to, kernel, stride, depthwise }) {
  const output = Math.ceil(side / stride);
  return output * output * to * (depthwise ? 1 : from) * kernel * kernel;
}

function modelOf({ side, from, to, kernel, stride, depthwise }) {
  const group = depthwise ? from : 1;
  const dims = [to, from / group, kernel, kernel];
  const data = floats(dims.reduce((product, n) => product * n, 1));
  const bias = { type: 'float32', dims: [to], data: floats(to) };
  return encodeModel({
    opset: 13,
    inputs: [{ name: 'x', dims: [1, from, side, side] }],
    outputs: [{ name: 'y' }],
    constants: { w: { type: 'float32', dims, data }, b: bias },
    nodes: [
      {
        op: 'Conv',
        inputs: ['x', 'w', 'b'],
        outputs: ['y'],
        attributes: { auto_pad: 'SAME_UPPER', group, strides: [stride, stride] },
      },
    ],
  });
}

/** A runner of each shape; undefined if the peer is missing. */
const peers = {
  async simdcast() {
    const engine = await load();
    return async (shape, model, data) => {
      const session = await InferenceSession.create(model, {
        engine,
        preferredOutputLocation: 'wasm',
      });
      const dims = [1, shape.from, shape.side, shape.side];
      const x = engine.tensor('float32', data, dims);
      return () => session.runSync({ x }).y.dispose();
    };
  },
  async 'onnxruntime-web'() {
    const ort = await startOrt();
    return async (shape, model, data) => {
      const session = await ort.InferenceSession.create(model, sessionOptions);
      const feeds = { x: new ort.Tensor('float32', data, [1, shape.from, shape.side, shape.side]) };
      return () => session.run(feeds);
    };
  },
  async 'tfjs-backend-wasm'() {
    const tf = await startTfjs();
    return async ({ side, from, to, kernel, stride, depthwise }) => {
      const x = tf.tensor4d(floats(side * side * from), [1, side, side, from]);
      const sizes = [kernel, kernel, from, depthwise ? 1 : to];
      const filter = tf.tensor4d(floats(sizes.reduce((product, n) => product * n, 1)), sizes);
      const bias = tf.tensor1d(floats(to));
      const convolve = depthwise ? tf.fused.depthwiseConv2d : tf.fused.conv2d;
      return () => convolve({ x, filter, strides: stride, pad: 'same', bias }).dispose();
    };
  },
};

/** On a shared machine, the minimum is the most reliable. */
const least = (times) => Math.min(...times);

async function time(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

await installPeers(console.error);
const makers = {};
for (const [name, make] of Object.entries(peers))
  try {
    makers[name] = await make();
  } catch (error) {
    console.error(`${name} is not there: ${error.message}`);
  }

console.log(`| convolution | ${Object.keys(makers).join(' | ')} |`);
console.log(`|---${'|---'.repeat(Object.keys(makers).length)}|`);
for (const shape of shapes) {
  const model = modelOf(shape);
  const data = floats(shape.side ** 2 * shape.from);
  const runs = {};
  for (const [name, make] of Object.entries(makers)) runs[name] = await make(shape, model, data);
  const times = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
  for (let round = 0; round < rounds + 3; round++)
    for (const [name, run] of Object.entries(runs)) {
      const took = await time(run);
      if (round >= 3) times[name].push(took);
    }
  const own = least(times.simdcast);
  const cells = Object.entries(times).map(([name, all]) => {
    const rate = (2 * productsOf(shape)) / least(all) / 1e6;
    const ratio = name === 'simdcast' ? '' : `, ${(least(all) / own).toFixed(2)}×`;
    return `${least(all).toFixed(2)} ms (${rate.toFixed(1)}${ratio})`;
  });
  console.log(`| ${titleOf(shape)} | ${cells.join(' | ')} |`);
}
process.exit(0);
