/**
 * The expected result of a case: the scalar definitions of tests/operators/reference, which share no code
 * with the package, applied to every element. Integers are BigInts here, all other values numbers.
 *
 * @typedef {{ type: string, dims: number[], values: ArrayLike<number | bigint>, bound?: Float64Array }} Known
 *   bound: the maximum error of each element, if the order of additions is free
 */
import { binary, compared, folded, mod, power, shift } from '../operators/reference/scalar.mjs';
import { types, valuesOf } from '../operators/reference/types.mjs';
import { castReference, unaryReference } from '../operators/reference/unary.mjs';
import { elementCount } from './values.mjs';

/** The strides of an operand in an array that is read in the order of `dims`. */
function stridesIn(own, dims) {
  const missing = dims.length - own.length;
  let stride = 1;
  const strides = new Array(dims.length).fill(0);
  for (let axis = own.length - 1; axis >= 0; axis--) {
    if (own[axis] !== 1) strides[axis + missing] = stride;
    stride *= own[axis];
  }
  return strides;
}

/** NumPy's rule; the cases contain only compatible shapes. */
function broadcast(shapes) {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length: rank }, (_, axis) => {
    const sizes = shapes.map((shape) => shape[axis - rank + shape.length] ?? 1);
    return sizes.find((size) => size !== 1) ?? 1;
  });
}

/** Calls `visit(offsets, position)` for every element of `dims`; `strides` has a row per operand. */
function walk(dims, strides, visit) {
  const count = elementCount(dims);
  const index = new Array(dims.length).fill(0);
  const offsets = strides.map(() => 0);
  for (let position = 0; position < count; position++) {
    visit(offsets, position);
    for (let axis = dims.length - 1; axis >= 0; axis--) {
      for (let k = 0; k < strides.length; k++) offsets[k] += strides[k][axis];
      if (++index[axis] < dims[axis]) break;
      for (let k = 0; k < strides.length; k++) offsets[k] -= strides[k][axis] * dims[axis];
      index[axis] = 0;
    }
  }
}

/** Applies an operator to paired values, rounded or wrapped to the type of its result. */
function computeOf(op, type, attributes) {
  const known = types[type];
  const { kind } = known;
  const { round, lane = round } = known;
  const special = {
    Where: ([condition, x, y]) => (condition ? x : y),
    Pow: ([x, y]) => round(power(x, y, known, known)),
    BitShift: ([x, n]) => round(shift(x, n, known, attributes.direction)),
    Mod: ([x, y]) => round(mod(attributes)[kind](x, y)),
    Mean: (row) => round(lane(row.reduce((a, b) => lane(a + b)) / row.length)),
    Clip: ([x]) => Math.min(Math.max(x, attributes.min), attributes.max),
  };
  if (special[op]) return special[op];
  if (compared[op]) return ([a, b]) => Number(compared[op](a, b));
  const compute = (binary[op] ?? folded[op])?.[kind];
  return compute && (([a, b]) => round(compute(a, b)));
}

function elementwise({ op, attributes = {} }, inputs) {
  const type = inputs.at(-1).type;
  const compute = computeOf(op, type, attributes);
  if (compute === undefined) throw new Error(`no reference for ${op} of ${type}`);
  const dims = broadcast(inputs.map((input) => input.dims));
  const strides = inputs.map((input) => stridesIn(input.dims, dims));
  const values = new Array(elementCount(dims));
  const row = new Array(inputs.length);
  walk(dims, strides, (offsets, position) => {
    for (let k = 0; k < row.length; k++) row[k] = inputs[k].values[offsets[k]];
    values[position] = compute(row);
  });
  return { type: compared[op] ? 'bool' : type, dims, values };
}

const unitOf = { float32: 2 ** -24, float64: 2 ** -53 };

/** The error of a sum of n terms in any order is at most this times the sum of their magnitudes (Higham, 3.1). */
function gamma(n, type) {
  const part = n * unitOf[type];
  // The sums here are doubles too, so they are no closer to the exact float64 result than the package's.
  return (type === 'float64' ? 2 : 1) * (part / (1 - part));
}

/** Gemm, and MatMul of matrices or stacks. */
function product({ attributes = {} }, [a, b, c]) {
  const { transA = 0, transB = 0 } = attributes;
  const [left, right] = [a, b].map(({ dims }) => dims.slice(-2));
  const [m, depth] = transA ? left.toReversed() : left;
  const n = transB ? right[0] : right[1];
  const stack = a.dims.slice(0, -2);
  const products = elementCount(stack);
  const values = new Float64Array(products * m * n);
  const sizes = new Float64Array(values.length);
  for (let p = 0; p < products; p++) {
    const [atA, atB, atC] = [p * m * depth, p * depth * n, p * m * n];
    for (let i = 0; i < m; i++) {
      for (let k = 0; k < depth; k++) {
        const x = a.values[atA + (transA ? k * m + i : i * depth + k)];
        const size = Math.abs(x);
        for (let j = 0; j < n; j++) {
          const y = b.values[atB + (transB ? j * depth + k : k * n + j)];
          values[atC + i * n + j] += x * y;
          sizes[atC + i * n + j] += size * Math.abs(y);
        }
      }
    }
  }
  for (let i = 0; c && i < values.length; i++) {
    values[i] += c.values[i % n];
    sizes[i] += Math.abs(c.values[i % n]);
  }
  const most = gamma(depth + 2, a.type);
  return { type: a.type, dims: [...stack, m, n], values, bound: sizes.map((size) => size * most) };
}

/** Rows and columns of a matrix, the reductions in the cases. */
const lines = {
  0: ([rows, columns]) => ({ count: columns, length: rows, start: (i) => i, step: columns }),
  1: ([rows, columns]) => ({ count: rows, length: columns, start: (i) => i * columns, step: 1 }),
};
const everything = ([rows, columns]) => ({
  count: 1,
  length: rows * columns,
  start: () => 0,
  step: 1,
});

function folding(axes, x, fold) {
  const { count, length, start, step } = (axes.length === 1 ? lines[axes[0]] : everything)(x.dims);
  return Array.from({ length: count }, (_, i) =>
    fold(Array.from({ length }, (__, k) => x.values[start(i) + k * step])),
  );
}

const keptOf = (axes, dims) => dims.filter((_, axis) => !axes.includes(axis));
const total = (list) => list.reduce((sum, value) => sum + value, 0);
const size = (list) => list.reduce((sum, value) => sum + Math.abs(value), 0);

function sum({ attributes: { axes } }, [x], divide = false) {
  const length = elementCount(axes.map((axis) => x.dims[axis]));
  const part = divide ? 1 / length : 1;
  const most = gamma(length + 1, x.type) * part;
  return {
    type: x.type,
    dims: keptOf(axes, x.dims),
    values: folding(axes, x, (line) => total(line) * part),
    bound: Float64Array.from(folding(axes, x, (line) => size(line) * most)),
  };
}

const largestOf = (line) => line.reduce((most, value) => (value > most ? value : most));

function softmax(_, [x]) {
  const values = folding([1], x, (line) => {
    const most = largestOf(line);
    const powers = line.map((value) => Math.exp(value - most));
    const all = total(powers);
    return powers.map((power_) => power_ / all);
  });
  return { ...x, values: values.flat() };
}

function transpose(_, [{ type, dims, values }]) {
  const [rows, columns] = dims;
  const turned = Array.from(values, (__, i) => values[(i % rows) * columns + Math.floor(i / rows)]);
  return { type, dims: [columns, rows], values: turned };
}

/** Concatenates matrices along either axis. */
function concat({ attributes: { axis } }, [a, b]) {
  const dims = a.dims.map((length, i) => (i === axis ? length + b.dims[i] : length));
  if (axis === 0) return { type: a.type, dims, values: [...a.values, ...b.values] };
  const row = ({ values, dims: [, width] }, i) =>
    Array.from(values.slice(i * width, (i + 1) * width));
  const values = Array.from({ length: dims[0] }, (_, i) => [...row(a, i), ...row(b, i)]).flat();
  return { type: a.type, dims, values };
}

/** Rows of a matrix. */
function gather(_, [{ type, dims, values }, { values: rows }]) {
  const width = dims[1];
  const chosen = Array.from(rows, (row) =>
    Array.from({ length: width }, (__, i) => values[Number(row) * width + i]),
  );
  return { type, dims: [rows.length, width], values: chosen.flat() };
}

function argMax({ attributes: { axis } }, [x]) {
  const values = folding([axis], x, (line) => BigInt(line.indexOf(largestOf(line))));
  return { type: 'int64', dims: keptOf([axis], x.dims), values };
}

/** The references are slow, and operands contain few different values, so each is computed once. */
function unary({ op, attributes }, [{ type, dims, values }]) {
  const distinct = [...new Set(values)];
  const data = distinct.map(types[type].encode);
  const results = valuesOf(unaryReference(op, { type, dims: [data.length], data }, attributes));
  const known = new Map(distinct.map((value, i) => [value, results[i]]));
  return { type, dims, values: Array.from(values, (value) => known.get(value)) };
}

function cast({ attributes: { to } }, [{ type, dims, values }]) {
  const result = castReference({ type, dims, data: Array.from(values, types[type].encode) }, to);
  return { type: to, dims, values: valuesOf(result) };
}

function expand({ shape }, [{ type, dims, values }]) {
  const result = new Array(elementCount(shape));
  walk(shape, [stridesIn(dims, shape)], ([offset], position) => {
    result[position] = values[offset];
  });
  return { type, dims: shape, values: result };
}

const nodes = {
  Gemm: product,
  MatMul: product,
  Expand: expand,
  ReduceSum: sum,
  ReduceMean: (node, inputs) => sum(node, inputs, true),
  ReduceMax: ({ attributes: { axes } }, [x]) => ({
    type: x.type,
    dims: keptOf(axes, x.dims),
    values: folding(axes, x, largestOf),
  }),
  Softmax: softmax,
  Transpose: transpose,
  Concat: concat,
  Gather: gather,
  ArgMax: argMax,
  Cast: cast,
  Exp: unary,
  Tanh: unary,
  Erf: unary,
  Relu: unary,
};

/** A function whose derivative is at most 1 does not increase the error of its input. */
const withBound = (result, inputs) => {
  const known = inputs.find(({ bound }) => bound)?.bound;
  if (known === undefined || result.bound) return result;
  return {
    ...result,
    bound: Float64Array.from(result.values, (value, i) => known[i] + Math.abs(value) * 2 ** -23),
  };
};

/**
 * @param {object} filled a case with its operands' data
 * @returns {Known}
 */
export function referenceOf({ nodes: list, operands }) {
  const known = Object.fromEntries(
    operands.map(({ name, type, dims, data }) => [
      name,
      { type, dims, values: valuesOf({ type, data }) },
    ]),
  );
  let last;
  for (const node of list) {
    const inputs = node.inputs.map((name) => known[name]);
    last = withBound((nodes[node.op] ?? elementwise)(node, inputs), inputs);
    known[node.output] = last;
  }
  return last;
}
