/** numpy-ts: results stay in its WebAssembly memory by default. */
import { byName, compile, isArrays, plainProduct, Unsupported } from './graph.mjs';
import { prepareIsolated } from './isolated.mjs';
import { versionOf } from './version.mjs';

const wholeTypes = /^u?int/;

/** Integer division is NumPy's floor_divide, the same as ONNX's for the positive values used. */
const functionsOf = (np, type) => ({
  Add: (a, b) => np.add(a, b),
  Sub: (a, b) => np.subtract(a, b),
  Mul: (a, b) => np.multiply(a, b),
  Div: wholeTypes.test(type) ? (a, b) => np.floor_divide(a, b) : (a, b) => np.divide(a, b),
  Mod: (a, b) => np.mod(a, b),
  Pow: (a, b) => np.power(a, b),
  Max: (a, b) => np.maximum(a, b),
  Min: (a, b) => np.minimum(a, b),
  Sum: (a, b) => np.add(a, b),
  Equal: (a, b) => np.equal(a, b),
  Greater: (a, b) => np.greater(a, b),
  Less: (a, b) => np.less(a, b),
  GreaterOrEqual: (a, b) => np.greater_equal(a, b),
  LessOrEqual: (a, b) => np.less_equal(a, b),
  And: (a, b) => np.logical_and(a, b),
  Or: (a, b) => np.logical_or(a, b),
  Xor: (a, b) => np.logical_xor(a, b),
  BitwiseAnd: (a, b) => np.bitwise_and(a, b),
  BitwiseOr: (a, b) => np.bitwise_or(a, b),
  BitwiseXor: (a, b) => np.bitwise_xor(a, b),
  BitShift: (a, b) => np.right_shift(a, b),
  Where: (condition, x, y) => np.where(condition, x, y),
  ReduceSum: reducing(np.sum),
  ReduceMax: reducing(np.max),
  ReduceMean: reducing(np.mean),
  Transpose: (a, { attributes }) => np.ascontiguousarray(np.transpose(a, attributes.perm)),
  Concat: (a, b, { attributes }) => np.concatenate([a, b], attributes.axis),
  ArgMax: (a, { attributes }) => np.argmax(a, attributes.axis),
  Cast: (a, { attributes }) => a.astype(attributes.to),
  Gather: (a, indices, { attributes }) => np.take(a, indices, attributes.axis),
  Clip: (a, { attributes }) => np.clip(a, attributes.min, attributes.max),
  Gemm: plainProduct((a, b) => np.matmul(a, b)),
  MatMul: (a, b) => np.matmul(a, b),
});

/** Reduces one axis, or all. */
const reducing =
  (reduce) =>
  (a, { attributes: { axes } }) => {
    if (axes.length > 1) throw new Unsupported('a scalar is no array');
    return reduce(a, axes[0]);
  };

function upload(np, { type, data, dims }) {
  const array = np.empty([...dims], type);
  array.data.set(data);
  return array;
}

/** Results that differ too much from the reference to be the same work. */
function checkValues({ op, type, section, operands }) {
  if (section !== 'values') return;
  if (op === 'Mod' && type.startsWith('float'))
    throw new Unsupported('its remainder of large quotients is not exact');
  if (op === 'Div' && type === 'int64') throw new Unsupported('its integer quotients are floored');
  if (op === 'Max' && operands[0].range === 'special')
    throw new Unsupported('its maximum drops NaN');
}

function prepareWith(np, description) {
  checkValues(description);
  const { operands, nodes, mode, type } = description;
  if (operands.some((operand) => operand.type === 'bfloat16')) throw new Unsupported('no bfloat16');
  if (operands.some((operand) => operand.type === 'float16') && !np.hasFloat16) {
    throw new Unsupported('its float16 is stored as float32 where there is no Float16Array');
  }
  const evaluate = compile(nodes, functionsOf(np, type), (value) => value.dispose());
  const make = () => byName(operands, (operand) => upload(np, operand));
  const release = (values) => {
    for (const value of Object.values(values)) value.dispose();
  };
  const kept = make();
  const fetch = () => {
    const values = make();
    const result = evaluate(values);
    const data = result.data.slice();
    result.dispose();
    release(values);
    return data;
  };
  return {
    run: isArrays(mode) ? fetch : () => evaluate(kept).dispose(),
    read() {
      const result = evaluate(kept);
      const answer = { data: result.data.slice(), dims: [...result.shape] };
      result.dispose();
      return answer;
    },
    dispose: () => release(kept),
  };
}

/** In the process that isolated.mjs starts. */
export async function prepareHere(description) {
  return prepareWith(await import('numpy-ts'), description);
}

export const peer = {
  name: 'numpy-ts',
  about: 'numpy-ts',
  installed: true,
  notes: ['numpy-ts runs in a process of its own, a new one for each row.'],
  async open() {
    const version = await versionOf('numpy-ts');
    const prepare = (description) => prepareIsolated('numpy-ts', description);
    return { version, prepare, prepareHere };
  },
};
