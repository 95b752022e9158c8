/**
 * jax-js on its WebAssembly backend. Operations are lazy and consume their operands, so each call passes new
 * references and waits for the result: blockUntilReady, or dataSync for arrays. Its broadcastTo and transpose
 * are excluded: they are views, and copy nothing.
 */
import { byName, compile, isArrays, plainProduct, Unsupported } from './graph.mjs';
import { versionOf } from './version.mjs';

/**
 * It takes a global Worker as permission to use threads. Node has none, but the glue of other libraries
 * defines one.
 */
const hasWorker = globalThis.Worker !== undefined;

function forgetWorker() {
  if (!hasWorker) delete globalThis.Worker;
}

const types = ['float32', 'int32', 'uint32', 'float64', 'bool'];

/** If `nodes` are one expression, it is compiled as one, with its own `jit`. */
function evaluatorOf({ numpy, nn, jit }, { nodes, type, fused, operands }) {
  const functions = functionsOf(numpy, nn, type);
  const evaluate = compile(nodes, functions, (value) => value.dispose());
  if (!fused) return evaluate;
  const names = operands.map(({ name }) => name);
  const compiled = jit((...inputs) =>
    evaluate(Object.fromEntries(names.map((name, i) => [name, inputs[i]]))),
  );
  return (values) => compiled(...names.map((name) => values[name].ref));
}

const functionsOf = (np, nn, type) => ({
  Add: (a, b) => np.add(a.ref, b.ref),
  Sub: (a, b) => np.subtract(a.ref, b.ref),
  Mul: (a, b) => np.multiply(a.ref, b.ref),
  Div: type.includes('int')
    ? (a, b) => np.floorDivide(a.ref, b.ref)
    : (a, b) => np.divide(a.ref, b.ref),
  Mod: (a, b) => np.remainder(a.ref, b.ref),
  Pow: (a, b) => np.power(a.ref, b.ref),
  Max: (a, b) => np.maximum(a.ref, b.ref),
  Min: (a, b) => np.minimum(a.ref, b.ref),
  Sum: (a, b) => np.add(a.ref, b.ref),
  Equal: (a, b) => np.equal(a.ref, b.ref),
  Greater: (a, b) => np.greater(a.ref, b.ref),
  Less: (a, b) => np.less(a.ref, b.ref),
  GreaterOrEqual: (a, b) => np.greaterEqual(a.ref, b.ref),
  LessOrEqual: (a, b) => np.lessEqual(a.ref, b.ref),
  And: (a, b) => np.logicalAnd(a.ref, b.ref),
  Or: (a, b) => np.logicalOr(a.ref, b.ref),
  Xor: (a, b) => np.logicalXor(a.ref, b.ref),
  BitwiseAnd: (a, b) => np.bitwiseAnd(a.ref, b.ref),
  BitwiseOr: (a, b) => np.bitwiseOr(a.ref, b.ref),
  BitwiseXor: (a, b) => np.bitwiseXor(a.ref, b.ref),
  BitShift: (a, b) => np.rightShift(a.ref, b.ref),
  Where: (condition, x, y) => np.where(condition.ref, x.ref, y.ref),
  ReduceSum: (a, { attributes }) => np.sum(a.ref, attributes.axes),
  ReduceMax: (a, { attributes }) => np.max(a.ref, attributes.axes),
  ReduceMean: (a, { attributes }) => np.mean(a.ref, attributes.axes),
  Softmax: (a, { attributes }) => nn.softmax(a.ref, attributes.axis),
  Concat: (a, b, { attributes }) => np.concatenate([a.ref, b.ref], attributes.axis),
  ArgMax: (a, { attributes }) => np.argmax(a.ref, attributes.axis),
  Cast: (a, { attributes }) => np.astype(a.ref, attributes.to),
  Gather: (a, indices, { attributes }) => np.take(a.ref, indices.ref, attributes.axis),
  Clip: (a, { attributes }) => np.clip(a.ref, attributes.min, attributes.max),
  Relu: (a) => nn.relu(a.ref),
  Exp: (a) => np.exp(a.ref),
  Tanh: (a) => np.tanh(a.ref),
  Gemm: plainProduct((a, b) => np.matmul(a.ref, b.ref)),
  MatMul: (a, b) => np.matmul(a.ref, b.ref),
});

/** Bools have no typed array of their own here: elements are compared with zero. */
function upload(np, { type, data, dims }) {
  const shape = [...dims];
  if (type !== 'bool') return np.array(data, { shape, dtype: type });
  const numbers = np.array(Int32Array.from(data), { shape, dtype: 'int32' });
  return np.notEqual(numbers, np.array(Int32Array.of(0), { shape: [1], dtype: 'int32' }));
}

/** Results that differ too much from the reference to be the same work. */
function checkValues({ op, section }) {
  if (section !== 'values') return;
  if (op === 'Pow') throw new Unsupported('its pow of large exponents has three digits');
  if (op === 'Mod') throw new Unsupported('its remainder of large quotients is not exact');
}

function check({ operands }) {
  for (const { type } of operands) {
    if (!types.includes(type)) throw new Unsupported(`no ${type}`);
    if (type === 'float64' && globalThis.Float16Array === undefined) {
      throw new Unsupported('reading a Float64Array needs an engine with Float16Array');
    }
  }
}

async function prepareWith(library, description) {
  const { operands, mode } = description;
  check(description);
  checkValues(description);
  forgetWorker();
  const evaluate = evaluatorOf(library, description);
  const make = () => byName(operands, (operand) => upload(library.numpy, operand));
  const release = (values) => {
    for (const value of Object.values(values)) value.dispose();
  };
  const kept = make();
  await Promise.all(Object.values(kept).map((value) => value.blockUntilReady()));
  const fetch = () => {
    const values = make();
    const data = evaluate(values).dataSync();
    release(values);
    return data;
  };
  const settle = async () => {
    const result = await evaluate(kept).blockUntilReady();
    result.dispose();
  };
  return {
    async: !isArrays(mode),
    run: isArrays(mode) ? fetch : settle,
    read() {
      const result = evaluate(kept);
      const dims = [...result.shape];
      return { data: result.dataSync(), dims };
    },
    dispose: () => release(kept),
  };
}

export const peer = {
  name: 'jax',
  about: 'jax-js',
  installed: true,
  notes: ['jax-js compiles the fused rows with its `jit`, as simdcast does with `fuse`.'],
  async open() {
    forgetWorker();
    const library = await import('@jax-js/jax');
    const { init, defaultDevice } = library;
    await init('wasm');
    defaultDevice('wasm');
    return {
      version: await versionOf('@jax-js/jax'),
      prepare: (description) => prepareWith(library, description),
    };
  },
};
