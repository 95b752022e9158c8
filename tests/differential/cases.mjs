/**
 * Random operands for a node, with shapes up to rank 6, within the range that onnxruntime-web defines too.
 * Its differences (facts 2 and 7) are left to tests/operators.
 */

import { tensorOf, types } from '../operators/reference/types.mjs';
import { randomValues } from '../operators/support/values.mjs';
import { pick, shuffled } from '../rules/support.mjs';

const size = (dims) => dims.reduce((product, n) => product * n, 1);
const wholeFrom = (random) => (low, high) => low + Math.floor(random() * (high - low + 1));
const isInteger = (type) => types[type].kind === 'int';
const number = (type) => (isInteger(type) ? BigInt : Number);

function resultShape(random, leastRank = 0) {
  const whole = wholeFrom(random);
  const rank = whole(leastRank, 6);
  const dims = Array.from({ length: rank }, () => (random() < 0.03 ? 0 : whole(1, 4)));
  if (rank > 0 && random() < 0.3) dims[whole(0, rank - 1)] = whole(5, 40);
  return size(dims) > 3000 ? dims.slice(-3) : dims;
}

/** A shape that broadcasts to `dims`: some sizes are 1, some leading axes are omitted. */
function stretchable(random, dims) {
  const shape = dims.map((n) => (random() < 0.35 ? 1 : n));
  return random() < 0.5 ? shape : shape.slice(Math.floor(random() * (dims.length + 1)));
}

const small = (random, type, count, low, high) => {
  const whole = wholeFrom(random);
  const least = isInteger(type) && !types[type].signed ? Math.max(low, 0) : low;
  return Array.from({ length: count }, () => number(type)(whole(least, high)));
};

/** onnxruntime stops at a divisor of 0; the quotient of the most negative integer and -1 does not exist. */
const divisors = (values) => values.map((x) => (x === 0n ? 1n : x === -1n ? 3n : x));

/** It treats +0 and -0 differently if the slope is infinite: facts 2.8. */
const withoutZeros = (values) => values.map((x) => (x === 0 ? 1.5 : x));

/** If a bound of Clip is absent, it uses the largest finite number. */
const finite = (values) => values.map((x) => (typeof x === 'bigint' || Number.isFinite(x) ? x : 2));

/** It ends strings at the first zero byte. */
const withoutNul = (values) => values.map((x) => (x === '\0' ? 'nul' : x));

/** The values of an operator's input, if it does not support all values. */
const values = {
  Div: (random, type, count, i) => {
    const list = randomValues(random, type, count);
    return i === 1 && isInteger(type) ? divisors(list) : list;
  },
  // It computes fmod of integers in float64.
  Mod: (random, type, count, i) => {
    if (!isInteger(type)) return randomValues(random, type, count);
    const list = small(random, type, count, -100, 100);
    return i === 1 ? divisors(list) : list;
  },
  // It computes powers of integers in float64.
  Pow: (random, type, count, i, [base]) => {
    if (!isInteger(base) && i === 1 && isInteger(type)) return small(random, type, count, -9, 9);
    if (!isInteger(base)) return randomValues(random, type, count);
    return i === 0 ? small(random, type, count, -9, 9) : small(random, type, count, 0, 6);
  },
  BitShift: (random, type, count, i) =>
    i === 1
      ? small(random, type, count, 0, types[type].bits - 1)
      : randomValues(random, type, count),
  PRelu: (random, type, count, i) => {
    const list = randomValues(random, type, count);
    return i === 0 ? withoutZeros(list) : list;
  },
  Clip: (random, type, count) => finite(randomValues(random, type, count)),
};

const multiply = (random, type, count) => small(random, type, count, -4, 4);
values.Gemm = multiply;
values.MatMul = multiply;

function anyValues(random, type, count) {
  const list = randomValues(random, type, count);
  return type === 'string' ? withoutNul(list) : list;
}

const shuffledShapes = (random, dims, count) => {
  const others = Array.from({ length: count - 1 }, () => stretchable(random, dims));
  return shuffled(random, [dims, ...others]);
};

function matMulShapes(random) {
  const whole = wholeFrom(random);
  const [m, k, n] = [whole(1, 9), whole(1, 9), whole(1, 9)];
  // It does not broadcast to a batch axis of size 0.
  const batch = resultShape(random)
    .slice(0, 4)
    .map((n) => n || 1);
  const sides = shuffledShapes(random, batch, 2);
  return [random() < 0.15 ? [k] : [...sides[0], m, k], random() < 0.15 ? [k] : [...sides[1], k, n]];
}

function gemmShapes(random, { transA, transB }) {
  const whole = wholeFrom(random);
  const [m, k, n] = [whole(1, 20), whole(1, 9), whole(1, 20)];
  const c = pick(random, [[], [1], [n], [1, n], [m, 1], [1, 1], [m, n]]);
  return [transA ? [k, m] : [m, k], transB ? [n, k] : [k, n], c];
}

const shapes = {
  multidirectional: (random, count) => shuffledShapes(random, resultShape(random), count),
  unidirectional: (random) => {
    const dims = resultShape(random);
    return [dims, stretchable(random, dims)];
  },
  equal: (random, count) => new Array(count).fill(resultShape(random)),
  scalars: (random, count) => [resultShape(random), ...new Array(count - 1).fill([])],
  matMul: matMulShapes,
  gemm: (random, _, attributes) => gemmShapes(random, attributes),
};

/** Expand's second input is a shape. */
function expandOperands(random, [type]) {
  const [dims, shape] = shuffledShapes(random, resultShape(random), 2);
  const input = tensorOf(type, anyValues(random, type, size(dims)), dims);
  return [input, tensorOf('int64', shape.map(BigInt), [shape.length])];
}

/** @param {{op: string, rule: string, inputs: string[], attributes: object}} node */
export function randomOperands(random, { op, rule, inputs, attributes }) {
  if (op === 'Expand') return expandOperands(random, inputs);
  const dims = shapes[rule](random, inputs.length, attributes);
  const valuesFor = values[op] ?? anyValues;
  return dims.map((shape, i) =>
    tensorOf(inputs[i], valuesFor(random, inputs[i], size(shape), i, inputs), shape),
  );
}
