/**
 * jax-js on its WebAssembly backend. Operations are lazy and consume their operands, so that each
 * call takes new references and asks for the result: blockUntilReady, or dataSync for arrays. Its
 * broadcastTo is not here: it is a view, and copies nothing.
 */
import { byName, compile, isArrays, plainProduct, Unsupported } from './graph.mjs';
import { versionOf } from './version.mjs';

/**
 * It takes a global Worker for leave to use threads. Node has none of its own, but the glue of
 * other libraries defines one.
 */
const hasWorker = globalThis.Worker !== undefined;

function forgetWorker() {
  if (!hasWorker) delete globalThis.Worker;
}

const types = ['float32', 'int32', 'uint32', 'float64', 'bool'];

const functionsOf = (np, type) => ({
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
  Gemm: plainProduct((a, b) => np.matmul(a.ref, b.ref)),
  MatMul: (a, b) => np.matmul(a.ref, b.ref),
});

/** A bool has no typed array of its own here: its elements are compared with zero. */
function upload(np, { type, data, dims }) {
  const shape = [...dims];
  if (type !== 'bool') return np.array(data, { shape, dtype: type });
  const numbers = np.array(Int32Array.from(data), { shape, dtype: 'int32' });
  return np.notEqual(numbers, np.array(Int32Array.of(0), { shape: [1], dtype: 'int32' }));
}

function check({ operands }) {
  for (const { type } of operands) {
    if (!types.includes(type)) throw new Unsupported(`no ${type}`);
    if (type === 'float64' && globalThis.Float16Array === undefined) {
      throw new Unsupported('reading a Float64Array needs an engine with Float16Array');
    }
  }
}

async function prepareWith(np, description) {
  const { operands, nodes, mode } = description;
  check(description);
  forgetWorker();
  const evaluate = compile(nodes, functionsOf(np, description.type), (value) => value.dispose());
  const make = () => byName(operands, (operand) => upload(np, operand));
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
  async open() {
    forgetWorker();
    const { init, defaultDevice, numpy } = await import('@jax-js/jax');
    await init('wasm');
    defaultDevice('wasm');
    return {
      version: await versionOf('@jax-js/jax'),
      prepare: (description) => prepareWith(numpy, description),
    };
  },
};
