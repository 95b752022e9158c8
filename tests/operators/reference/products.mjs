/** Gemm and MatMul from their definitions: facts 2.11 and 1f. */
import { multidirectional, unidirectional } from '../../oracle/rules.mjs';
import { indices, ravel } from '../../rules/support.mjs';
import { tensorOf, types, valuesOf } from './types.mjs';

const range = (length) => Array.from({ length }, (_, i) => i);

/** The dot product of elements starting at `at`, `step` apart. */
function dot(kind, count, a, b) {
  let sum = kind === 'int' ? 0n : 0;
  let [i, j] = [a.at, b.at];
  for (let k = 0; k < count; k++, i += a.step, j += b.step) sum += a.values[i] * b.values[j];
  return sum;
}

const truncated = (x) => BigInt(Math.trunc(x));

/** alpha and beta are floats; an integer result is truncated once, unless both are 0 or 1. */
function scaled({ kind }, product, c, alpha, beta) {
  if (kind === 'float') return c === undefined ? alpha * product : alpha * product + beta * c;
  const plain = [0, 1];
  if (plain.includes(alpha) && plain.includes(beta)) {
    return BigInt(alpha) * product + BigInt(beta) * (c ?? 0n);
  }
  return truncated(alpha * Number(product) + beta * Number(c ?? 0n));
}

/** Position of C's element for (row, column). C is stretched to the product's shape, never the reverse. */
function readerOf(tensor, m, n) {
  if (!tensor) return () => undefined;
  const alignment = unidirectional([[m, n], tensor.dims]);
  if (!alignment.ok) throw new Error('the reference refuses C');
  const values = valuesOf(tensor);
  return (i, j) => values[ravel(alignment.place([i, j])[1], tensor.dims)];
}

/** @param {{alpha?: number, beta?: number, transA?: 0 | 1, transB?: 0 | 1}} [attributes] */
export function gemmReference([a, b, c], attributes = {}) {
  const { alpha = 1, beta = 1, transA = 0, transB = 0 } = attributes;
  const [m, k] = transA ? [a.dims[1], a.dims[0]] : a.dims;
  const n = transB ? b.dims[0] : b.dims[1];
  const [left, right] = [valuesOf(a), valuesOf(b)];
  const type = types[a.type];
  const row = (i) => ({ values: left, ...(transA ? { at: i, step: m } : { at: i * k, step: 1 }) });
  const column = (j) => ({
    values: right,
    ...(transB ? { at: j * k, step: 1 } : { at: j, step: n }),
  });
  const atC = readerOf(beta === 0 ? undefined : c, m, n);
  const values = range(m).flatMap((i) =>
    range(n).map((j) => {
      const product = dot(type.kind, k, row(i), column(j));
      return scaled(type, product, atC(i, j), Math.fround(alpha), Math.fround(beta));
    }),
  );
  return tensorOf(a.type, values, [m, n]);
}

/** A 1-D operand gets an axis, which is removed from the result. */
function promoted({ dims }, isFirst) {
  if (dims.length > 1) return dims;
  return isFirst ? [1, ...dims] : [...dims, 1];
}

export function matMulReference([a, b]) {
  const [shapeA, shapeB] = [promoted(a, true), promoted(b, false)];
  const batches = [shapeA.slice(0, -2), shapeB.slice(0, -2)];
  const { shape, place } = multidirectional(batches);
  const [m, k] = shapeA.slice(-2);
  const n = shapeB.at(-1);
  const [left, right] = [valuesOf(a), valuesOf(b)];
  const { kind } = types[a.type];
  const values = [];
  for (const index of indices(shape)) {
    const [atA, atB] = place(index).map((where, side) => ravel(where, batches[side]));
    for (const i of range(m)) {
      for (const j of range(n)) {
        const x = { values: left, at: (atA * m + i) * k, step: 1 };
        const y = { values: right, at: atB * k * n + j, step: n };
        values.push(dot(kind, k, x, y));
      }
    }
  }
  const rows = a.dims.length > 1 ? [m] : [];
  const columns = b.dims.length > 1 ? [n] : [];
  return tensorOf(a.type, values, [...shape, ...rows, ...columns]);
}
