/**
 * Each unary operator on a value, from docs/Operators.md of ONNX. Floats are computed in double and rounded
 * by the caller.
 */
import { erf, gelu, geluTanh } from '../../accuracy/normal.mjs';
import { softplus } from '../../accuracy/softplus.mjs';
import { cos, sin } from '../../accuracy/trigonometry.mjs';
import { toInteger } from './scalar.mjs';
import { tensorOf, types, valuesOf } from './types.mjs';

/** Halves go to the even neighbour; keeps the sign of zero. */
function roundToEven(x) {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  if (below % 2 === 0) return below;
  return below === -1 ? -0 : below + 1;
}

const sigmoid = (x) => (x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x)));

const signOf = (x) => (x > 0 ? 1n : x < 0 ? -1n : 0n);

const truncated = (compute) => (x, type) =>
  type.kind === 'int' ? BigInt(Math.trunc(compute(Number(x)))) : compute(x);

/** Exact, or rounded once. */
const exact = {
  Identity: (x) => x,
  Neg: (x) => -x,
  Abs: (x) => (x < 0 || Object.is(x, -0) ? -x : x),
  Sqrt: Math.sqrt,
  Reciprocal: (x) => 1 / x,
  Relu: (x, { kind }) => (x > 0 || Number.isNaN(x) ? x : kind === 'int' ? 0n : 0),
  Floor: Math.floor,
  Ceil: Math.ceil,
  Round: roundToEven,
  Not: (x) => 1 - x,
  // As np.sign: 0 for -0.
  Sign: (x, { kind }) => (Number.isNaN(x) ? x : kind === 'int' ? signOf(x) : Number(signOf(x))),
  BitwiseNot: (x) => ~x,
  // In 16 bits, a product with alpha is one in float32, which is rounded again.
  LeakyRelu: (x, { format }, { alpha = 0.01 }) => {
    const product = Math.fround(alpha) * x;
    if (!(x < 0)) return x;
    return format.precision < 24 ? Math.fround(product) : product;
  },
};

/** Booleans. */
const classes = {
  IsNaN: (x) => Number.isNaN(x),
  IsInf: (x, _, { detect_negative: negative = 1, detect_positive: positive = 1 }) =>
    (x === -Infinity && negative === 1) || (x === Infinity && positive === 1),
};

/** Within the limits of tests/accuracy. */
const rounded = {
  Exp: Math.exp,
  Log: Math.log,
  Sigmoid: sigmoid,
  Softplus: softplus,
  Sin: sin,
  Cos: cos,
  ...Object.fromEntries(
    ['Tan', 'Acos', 'Asin', 'Atan', 'Sinh', 'Cosh', 'Asinh', 'Acosh', 'Atanh'].map((op) => [
      op,
      Math[op.toLowerCase()],
    ]),
  ),
  Tanh: Math.tanh,
  Erf: truncated(erf),
  Gelu: (x, _, { approximate }) => (approximate === 'tanh' ? geluTanh(x) : gelu(x)),
};

export const isExact = (op) => op in exact || op in classes;

/** @param {object} [attributes] */
export function unaryReference(op, { type, data, dims }, attributes = {}) {
  const compute = classes[op] ?? exact[op] ?? rounded[op];
  const values = valuesOf({ type, data }).map((x) => compute(x, types[type], attributes));
  return op in classes ? tensorOf('bool', values.map(Number), dims) : tensorOf(type, values, dims);
}

/** ONNX Cast: nonzero values are true, and floats out of range saturate. */
export function castReference({ type, data, dims }, to) {
  const [source, target] = [types[type], types[to]];
  const convert = {
    bool: (x) => (Number(x) === 0 ? 0 : 1),
    int: (x) => (source.kind === 'float' ? toInteger(x, target) : BigInt(x)),
    float: (x) => (source.kind === 'int' ? nearest(x, target) : x),
  }[target.kind];
  return tensorOf(to, valuesOf({ type, data }).map(convert), dims);
}

/** An integer as a double that rounds to the same value of the type. */
function nearest(integer, { format: { precision } }) {
  const magnitude = integer < 0n ? -integer : integer;
  const surplus = BigInt(Math.max(0, magnitude.toString(2).length - precision - 2));
  const kept = (magnitude >> surplus) << surplus;
  const sticky = kept === magnitude ? 0n : 1n << surplus;
  return Number(integer < 0n ? -(kept | sticky) : kept | sticky);
}
