/**
 * Elementwise operators after a convolution or a product run on each part of its result as soon as it is
 * computed. The results are bit-identical to those of a session that also returns the product's result, and
 * so runs them afterwards.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { InferenceSession } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { encodeModel } from './models.mjs';

const engines = await loadFlavours();
const { random, seed } = seeded(4712);
const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);
const tensor = (dims) => ({
  type: 'float32',
  dims,
  data: Float32Array.from({ length: sizeOf(dims) }, () => random() * 4 - 2),
});
const scalar = (value) => ({ type: 'float32', dims: [], data: Float32Array.of(value) });

/** Operators after the product `p` with dims `dims`, and their constants and inputs. */
const epilogues = (dims) => {
  const alone = (op, inputs = [], more = {}) => ({
    nodes: [{ op, inputs: ['p', ...inputs], outputs: ['y'], ...more }],
  });
  const [channels, ...image] = dims.slice(1);
  return {
    Relu: alone('Relu'),
    Clip: {
      ...alone('Clip', ['low', 'high']),
      constants: { low: scalar(-0.5), high: scalar(0.7) },
    },
    LeakyRelu: alone('LeakyRelu', [], { attributes: { alpha: 0.2 } }),
    Sigmoid: alone('Sigmoid'),
    HardSwish: alone('HardSwish'),
    Gelu: alone('Gelu'),
    Silu: {
      nodes: [
        { op: 'Sigmoid', inputs: ['p'], outputs: ['s'] },
        { op: 'Mul', inputs: ['p', 's'], outputs: ['y'] },
      ],
    },
    'PRelu of channels': {
      ...alone('PRelu', ['slope']),
      constants: { slope: tensor([channels, ...image.map(() => 1)]) },
    },
    'a scale of rows': { ...alone('Mul', ['row']), constants: { row: tensor(dims.slice(-1)) } },
    'a sum with what was there before, and Relu': {
      nodes: [
        { op: 'Add', inputs: ['before', 'p'], outputs: ['s'] },
        { op: 'Relu', inputs: ['s'], outputs: ['y'] },
      ],
      inputs: { before: tensor(dims) },
    },
  };
};

async function compare(products, dims, inputs, constants, label) {
  for (const [name, epilogue] of Object.entries(epilogues(dims))) {
    const feeds = { ...inputs, ...epilogue.inputs };
    const modelOf = (...outputs) =>
      encodeModel({
        opset: 20,
        inputs: Object.entries(feeds).map(([input, like]) => ({ name: input, dims: like.dims })),
        outputs: outputs.map((output) => ({ name: output })),
        constants: { ...constants, ...epilogue.constants },
        nodes: [...products, ...epilogue.nodes],
      });
    for (const engine of engines) {
      const [fused, apart] = await Promise.all(
        [modelOf('y'), modelOf('y', 'p')].map((model) =>
          InferenceSession.create(model, { engine }),
        ),
      );
      const { y } = fused.runSync(feeds);
      const wanted = apart.runSync(feeds).y;
      const at = wanted.data.findIndex((value, i) => !Object.is(value, y.data[i]));
      assert.deepEqual(y.dims, wanted.dims);
      assert.equal(at, -1, `${label}, ${name}, ${engine.flavour}, ${seed}: element ${at}`);
      await fused.release();
      await apart.release();
    }
  }
}

const convolutions = [
  { batch: 1, from: 3, to: 8, height: 17, width: 19, kernel: 3, stride: 2, group: 1 },
  { batch: 2, from: 16, to: 16, height: 14, width: 15, kernel: 3, stride: 1, group: 16 },
  { batch: 1, from: 16, to: 16, height: 15, width: 15, kernel: 3, stride: 2, group: 16 },
  { batch: 2, from: 64, to: 5, height: 9, width: 7, kernel: 1, stride: 1, group: 1 },
  { batch: 1, from: 700, to: 6, height: 5, width: 5, kernel: 1, stride: 1, group: 1 },
  { batch: 1, from: 8, to: 12, height: 33, width: 30, kernel: 3, stride: 1, group: 4 },
  { batch: 1, from: 1, to: 1, height: 1, width: 1, kernel: 1, stride: 1, group: 1 },
];

for (const of of convolutions) {
  const { batch, from, to, height, width, kernel, stride, group } = of;
  it(`a convolution of ${batch}×${from}×${height}×${width}, ${to} channels`, async () => {
    const attributes = { auto_pad: 'SAME_UPPER', group, strides: [stride, stride] };
    const made = [batch, to, Math.ceil(height / stride), Math.ceil(width / stride)];
    const node = { op: 'Conv', inputs: ['x', 'w', 'b'], outputs: ['p'], attributes };
    const constants = { w: tensor([to, from / group, kernel, kernel]), b: tensor([to]) };
    const x = tensor([batch, from, height, width]);
    await compare([node], made, { x }, constants, JSON.stringify(of));
  });
}

for (const [m, k, n, batch] of [
  [1, 40, 300, 1],
  [5, 7, 3, 1],
  [70, 600, 530, 1],
  [9, 16, 33, 3],
])
  it(`a product of ${m}×${k} and ${k}×${n}, ${batch} at once`, async () => {
    const node = { op: 'MatMul', inputs: ['x', 'w'], outputs: ['p'] };
    const inputs = { x: tensor([batch, m, k]) };
    await compare([node], [batch, m, n], inputs, { w: tensor([k, n]) }, `${m}×${k}×${n}`);
  });

it('a product with an addend', async () => {
  const node = { op: 'Gemm', inputs: ['x', 'w', 'c'], outputs: ['p'], attributes: { beta: 0.5 } };
  const constants = { w: tensor([20, 65]), c: tensor([65]) };
  await compare([node], [30, 65], { x: tensor([30, 20]) }, constants, 'Gemm');
});

it('two convolutions whose sum goes on, and one that others read', async () => {
  const conv = (inputs, output) => ({ op: 'Conv', inputs, outputs: [output] });
  const products = [
    conv(['x', 'v'], 'q'),
    conv(['x', 'w'], 'r'),
    conv(['q', 'u'], 't'),
    { op: 'Add', inputs: ['q', 'r'], outputs: ['o'] },
    { op: 'Mul', inputs: ['o', 't'], outputs: ['p'] },
  ];
  const constants = { v: tensor([4, 4, 1, 1]), w: tensor([4, 4, 1, 1]), u: tensor([4, 4, 1, 1]) };
  await compare(products, [1, 4, 8, 8], { x: tensor([1, 4, 8, 8]) }, constants, 'a sum');
});
