/** The package as built, from `dist/`. */
import { access } from 'node:fs/promises';
import { elementTypes } from '../values.mjs';
import { byName, compile, isArrays, Unsupported } from './graph.mjs';

const root = new URL('../../../', import.meta.url);
export const entry = new URL('dist/index.js', root);

/** The functions that a user would call. `options` holds `out`, or is absent. */
const functionsOf = (sc, options) => ({
  Add: (a, b) => sc.add(a, b, options),
  Sub: (a, b) => sc.sub(a, b, options),
  Mul: (a, b) => sc.mul(a, b, options),
  Div: (a, b) => sc.div(a, b, options),
  Mod: (a, b, { attributes }) => sc.run('Mod', [a, b], { ...options, attributes }),
  Pow: (a, b) => sc.pow(a, b, options),
  Max: (a, b) => sc.maximum(a, b, options),
  Min: (a, b) => sc.minimum(a, b, options),
  Sum: (a, b) => sc.run('Sum', [a, b], options),
  Mean: (a, b) => sc.run('Mean', [a, b], options),
  PRelu: (a, b) => sc.prelu(a, b, options),
  Equal: (a, b) => sc.equal(a, b, options),
  Greater: (a, b) => sc.greater(a, b, options),
  Less: (a, b) => sc.less(a, b, options),
  GreaterOrEqual: (a, b) => sc.greaterOrEqual(a, b, options),
  LessOrEqual: (a, b) => sc.lessOrEqual(a, b, options),
  And: (a, b) => sc.and(a, b, options),
  Or: (a, b) => sc.or(a, b, options),
  Xor: (a, b) => sc.xor(a, b, options),
  BitwiseAnd: (a, b) => sc.bitwiseAnd(a, b, options),
  BitwiseOr: (a, b) => sc.bitwiseOr(a, b, options),
  BitwiseXor: (a, b) => sc.bitwiseXor(a, b, options),
  BitShift: (a, b, { attributes }) => sc.run('BitShift', [a, b], { ...options, attributes }),
  Where: (condition, x, y) => sc.where(condition, x, y, options),
  Exp: (a) => sc.exp(a, options),
  Tanh: (a) => sc.tanh(a, options),
  Erf: (a) => sc.erf(a, options),
  ReduceSum: (a, { attributes }) => sc.sum(a, { ...attributes, ...options }),
  ReduceMax: (a, { attributes }) => sc.max(a, { ...attributes, ...options }),
  ReduceMean: (a, { attributes }) => sc.mean(a, { ...attributes, ...options }),
  Softmax: (a, { attributes }) => sc.softmax(a, { ...attributes, ...options }),
  Transpose: (a, { attributes }) => sc.transpose(a, attributes.perm, options),
  Concat: (a, b, { attributes }) => sc.concat([a, b], { ...attributes, ...options }),
  ArgMax: (a, { attributes }) => sc.argMax(a, { ...attributes, ...options }),
  Cast: (a, { attributes }) => sc.cast(a, attributes.to, options),
  Gather: (a, indices, { attributes }) => sc.gather(a, indices, { ...attributes, ...options }),
  Clip: (a, { attributes }) => sc.clip(a, attributes.min, attributes.max, options),
  Relu: (a) => sc.relu(a, options),
  Gemm: gemm(sc, options),
  MatMul: (a, b) => sc.matMul(a, b, options),
  Expand: (a, { shape }) => sc.expand(a, shape, options),
});

/** C may be absent; options are created per call only if the node has attributes. */
function gemm(sc, options) {
  return (a, b, ...rest) => {
    const { attributes } = rest.at(-1);
    const c = rest.length > 1 ? rest[0] : undefined;
    const isPlain = Object.keys(attributes).length === 0;
    return sc.gemm(a, b, c, isPlain ? options : { ...options, ...attributes });
  };
}

/** Methods whose names differ from those of their operators. */
const METHODS = { PRelu: 'prelu', Max: 'maximum', Min: 'minimum' };

const methodOf = (op) => METHODS[op] ?? op[0].toLowerCase() + op.slice(1);

function supported(sc, { nodes, operands }) {
  const { type } = operands.at(-1);
  for (const { op } of nodes) {
    if (!sc.supports(op, type)) {
      throw new Unsupported(`no ${op} for ${type}`);
    }
  }
}

/** An operator or type that this build does not have yet is a reason to skip, not a failure. */
function firstRun(evaluate, values, { op, type }) {
  try {
    return evaluate(values);
  } catch (error) {
    const missing = ['DTypeError', 'AttributeError'].includes(error.name);
    throw missing ? new Unsupported(`no ${op} for ${type}: ${error.message}`) : error;
  }
}

const free = (value) => value.dispose?.();

/** One `out` for each node, because a result must not overwrite an operand. */
function outsOf(sc, { mode, nodes, output, elements }) {
  if (!mode.endsWith('-out')) return [];
  const { type, dims } = output;
  return nodes.map(() => {
    const data = new elementTypes[type].array(elements);
    return isArrays(mode) ? { type, data, dims } : sc.tensor(type, data, dims);
  });
}

function functionsWith(sc, nodes, outs) {
  return Object.fromEntries(
    nodes.map(({ op }, i) => [op, functionsOf(sc, outs[i] && { out: outs[i] })[op]]),
  );
}

/** The nodes of a case as one function, instead of one call per node. */
function fuse(sc, { operands, nodes }) {
  const names = operands.map(({ name }) => name);
  const expression = (...inputs) => {
    const values = Object.fromEntries(names.map((name, i) => [name, inputs[i]]));
    for (const {
      op,
      inputs: [first, ...others],
      output,
    } of nodes)
      values[output] = values[first][methodOf(op)](...others.map((name) => values[name]));
    return values[nodes.at(-1).output];
  };
  return sc.fuse(Object.defineProperty(expression, 'length', { value: names.length }));
}

async function prepareFused(sc, description) {
  const { operands, output, elements, mode } = description;
  supported(sc, description);
  const kept = operands.map(({ type, data, dims }) => sc.tensor(type, data, dims));
  const { type, dims } = output;
  const fused = fuse(sc, description);
  const outs = mode.endsWith('-out')
    ? [sc.tensor(type, new elementTypes[type].array(elements), dims)]
    : [];
  const options = { out: outs[0] };
  const evaluate = outs.length > 0 ? () => fused(...kept, options) : () => fused(...kept);
  const release = outs.length > 0 ? () => {} : free;
  const read = () => {
    const result = evaluate();
    const answer = { data: result.data.slice(), dims: [...result.dims] };
    release(result);
    return answer;
  };
  const dispose = () => {
    for (const tensor of [...kept, ...outs]) tensor.dispose();
    fused.dispose();
  };
  return { run: () => release(evaluate()), read, dispose };
}

function prepareWith(sc, description) {
  if (description.fused) return prepareFused(sc, description);
  const { operands, nodes, mode } = description;
  supported(sc, description);
  const outs = outsOf(sc, description);
  const owned = isArrays(mode) || outs.length > 0;
  const evaluate = compile(nodes, functionsWith(sc, nodes, outs), owned ? () => {} : free);
  const hold = ({ type, data, dims }) =>
    isArrays(mode) ? { type, data, dims } : sc.tensor(type, data, dims);
  const kept = byName(operands, hold);
  const dispose = () => [...Object.values(kept), ...outs].forEach(free);
  const read = () => {
    const result = firstRun(evaluate, kept, description);
    const answer = { data: result.data.slice(), dims: [...result.dims] };
    if (!owned) free(result);
    return answer;
  };
  const run = owned ? () => evaluate(kept) : () => evaluate(kept).dispose();
  return { run, read, dispose };
}

export const peer = {
  name: 'simdcast',
  about: 'simdcast',
  async open() {
    await access(entry).catch(() => {
      throw new Error('dist/index.js is not built: run `npm run build`');
    });
    const { load } = await import(entry.href);
    const sc = await load();
    return {
      version: sc.version,
      flavour: sc.flavour,
      native: sc,
      prepare: (description) => prepareWith(sc, description),
    };
  },
};
