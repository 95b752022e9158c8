/** TensorFlow.js on its WebAssembly backend, single-threaded. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { byName, compile, isArrays, Unsupported } from './graph.mjs';
import { peerFile, versionOf } from './version.mjs';

const types = ['float32', 'int32', 'bool'];

const functionsOf = (tf) => ({
  Add: (a, b) => tf.add(a, b),
  Sub: (a, b) => tf.sub(a, b),
  Mul: (a, b) => tf.mul(a, b),
  Div: (a, b) => tf.div(a, b),
  Mod: (a, b) => tf.mod(a, b),
  Pow: (a, b) => tf.pow(a, b),
  Max: (a, b) => tf.maximum(a, b),
  Min: (a, b) => tf.minimum(a, b),
  Sum: (a, b) => tf.add(a, b),
  PRelu: (a, b) => tf.prelu(a, b),
  Equal: (a, b) => tf.equal(a, b),
  Greater: (a, b) => tf.greater(a, b),
  Less: (a, b) => tf.less(a, b),
  GreaterOrEqual: (a, b) => tf.greaterEqual(a, b),
  LessOrEqual: (a, b) => tf.lessEqual(a, b),
  And: (a, b) => tf.logicalAnd(a, b),
  Or: (a, b) => tf.logicalOr(a, b),
  Xor: (a, b) => tf.logicalXor(a, b),
  Where: (condition, x, y) => tf.where(condition, x, y),
  Exp: (a) => tf.exp(a),
  Tanh: (a) => tf.tanh(a),
  Erf: (a) => tf.erf(a),
  ReduceSum: (a, { attributes }) => tf.sum(a, attributes.axes),
  ReduceMax: (a, { attributes }) => tf.max(a, attributes.axes),
  ReduceMean: (a, { attributes }) => tf.mean(a, attributes.axes),
  Softmax: (a, { attributes }) => tf.softmax(a, attributes.axis),
  Transpose: (a, { attributes }) => tf.transpose(a, attributes.perm),
  Concat: (a, b, { attributes }) => tf.concat([a, b], attributes.axis),
  ArgMax: (a, { attributes }) => tf.argMax(a, attributes.axis),
  Cast: (a, { attributes }) => tf.cast(a, attributes.to),
  Gather: (a, indices, { attributes }) => tf.gather(a, indices, attributes.axis),
  Clip: (a, { attributes }) => tf.clipByValue(a, attributes.min, attributes.max),
  Relu: (a) => tf.relu(a),
  Gemm: (a, b, ...rest) => gemm(tf, a, b, rest),
  MatMul: (a, b) => tf.matMul(a, b),
  Expand: (a, node) => tf.broadcastTo(a, node.shape),
});

function gemm(tf, a, b, rest) {
  const { transA: transposeA = 0, transB: transposeB = 0 } = rest.at(-1).attributes;
  if (rest.length === 1) return tf.matMul(a, b, transposeA === 1, transposeB === 1);
  return tf.fused.matMul({ a, b, transposeA, transposeB, bias: rest[0] });
}

/** The CommonJS build: the ES modules of 4.22 lack file extensions, which Node requires. */
export async function start() {
  const require = createRequire(import.meta.url);
  const tf = require('@tensorflow/tfjs-core');
  const wasm = require('@tensorflow/tfjs-backend-wasm');
  wasm.setThreadsCount(1);
  wasm.setWasmPaths(fileURLToPath(peerFile('@tensorflow/tfjs-backend-wasm/dist/')));
  if (!(await tf.setBackend('wasm'))) throw new Error('the wasm backend did not start');
  await tf.ready();
  return tf;
}

function check({ op, type, operands, section }) {
  const wanted = operands.find((operand) => !types.includes(operand.type));
  if (wanted) throw new Unsupported(`no ${wanted.type}`);
  if (op === 'Where' && type === 'bool') {
    throw new Unsupported('its where writes outside its memory for bool');
  }
  if (op === 'Max' && operands[0].range === 'special') {
    throw new Unsupported('its maximum drops NaN');
  }
  if (section === 'values' && op === 'Pow' && type === 'int32') {
    throw new Unsupported('its integer powers saturate');
  }
  if (op === 'PRelu' && type !== 'float32') {
    throw new Unsupported('its prelu reads the bits of integers as floats');
  }
  if (op === 'PRelu' && operands[0].dims.join() !== operands[1].dims.join()) {
    throw new Unsupported('its prelu gives other values where shapes differ');
  }
}

function prepareWith(tf, functions, description) {
  const { operands, nodes, mode } = description;
  check(description);
  const evaluate = compile(nodes, functions, (value) => value.dispose());
  const upload = () => byName(operands, ({ data, dims, type }) => tf.tensor(data, dims, type));
  const release = (values) => tf.dispose(Object.values(values));
  const kept = upload();
  const fetch = () => {
    const values = upload();
    const result = evaluate(values);
    const data = result.dataSync();
    result.dispose();
    release(values);
    return data;
  };
  return {
    run: isArrays(mode) ? fetch : () => evaluate(kept).dispose(),
    read() {
      const result = evaluate(kept);
      const answer = { data: result.dataSync(), dims: result.shape };
      result.dispose();
      return answer;
    },
    dispose: () => release(kept),
  };
}

export const peer = {
  name: 'tfjs',
  about: 'tfjs-backend-wasm',
  installed: true,
  async open() {
    const tf = await start();
    const functions = functionsOf(tf);
    return {
      version: await versionOf('@tensorflow/tfjs-backend-wasm'),
      prepare: (description) => prepareWith(tf, functions, description),
    };
  },
  wasmFiles: () => [peerFile('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm')],
};
