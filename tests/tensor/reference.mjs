/** The expected results of tasks, element by element, from docs/Operators.md of ONNX. */

import { tensorOf, types, valuesOf } from '../operators/reference/types.mjs';
import { indices, ravel } from '../rules/support.mjs';

/** Every element of a result, computed from its index. */
export function elementwise(type, dims, valueAt) {
  return tensorOf(type, Array.from(indices(dims), valueAt), dims);
}

export function transposed(input, order) {
  const values = valuesOf(input);
  const dims = order.map((axis) => input.dims[axis]);
  return elementwise(input.type, dims, (index) => {
    const source = [];
    order.forEach((axis, i) => {
      source[axis] = index[i];
    });
    return values[ravel(source, input.dims)];
  });
}

export function sliced(input, starts, steps, dims) {
  const values = valuesOf(input);
  return elementwise(
    input.type,
    dims,
    (index) =>
      values[
        ravel(
          index.map((at, axis) => starts[axis] + at * steps[axis]),
          input.dims,
        )
      ],
  );
}

export function gathered(data, where, axis) {
  const values = valuesOf(data);
  const positions = valuesOf(where).map(Number);
  const dims = [...data.dims.slice(0, axis), ...where.dims, ...data.dims.slice(axis + 1)];
  const rank = where.dims.length;
  return elementwise(data.type, dims, (index) => {
    const at = positions[ravel(index.slice(axis, axis + rank), where.dims)];
    const chosen = at < 0 ? at + data.dims[axis] : at;
    const source = [...index.slice(0, axis), chosen, ...index.slice(axis + rank)];
    return values[ravel(source, data.dims)];
  });
}

/** The values of the input that feed each element of a reduction. */
export function groups(input, axes) {
  const values = valuesOf(input);
  const isReduced = (axis) => axes.length === 0 || axes.includes(axis);
  const kept = input.dims.map((size, axis) => (isReduced(axis) ? 1 : size));
  const inner = input.dims.map((size, axis) => (isReduced(axis) ? size : 1));
  const at = (index, offset) =>
    values[
      ravel(
        index.map((place, axis) => place + offset[axis]),
        input.dims,
      )
    ];
  return Array.from(indices(kept), (index) =>
    Array.from(indices(inner), (offset) => at(index, offset)),
  );
}

const isInteger = (type) => types[type].kind === 'int';

const reductions = {
  sum: (list, type) => list.reduce((a, b) => a + b, isInteger(type) ? 0n : 0),
  product: (list, type) => list.reduce((a, b) => a * b, isInteger(type) ? 1n : 1),
  max: (list) => list.reduce((a, b) => (Number.isNaN(a) || a > b ? a : b)),
  min: (list) => list.reduce((a, b) => (Number.isNaN(a) || a < b ? a : b)),
  mean: (list, type) => {
    const sum = reductions.sum(list, type);
    return isInteger(type) ? sum / BigInt(list.length) : sum / list.length;
  },
};

export function reduced(input, operation, axes, keepDims) {
  const isReduced = (axis) => axes.length === 0 || axes.includes(axis);
  const dims = input.dims
    .map((size, axis) => (isReduced(axis) ? (keepDims ? 1 : -1) : size))
    .filter((size) => size >= 0);
  const values = groups(input, axes).map((list) => reductions[operation](list, input.type));
  return tensorOf(input.type, values, dims);
}

/** NaN is the maximum and the minimum, as in NumPy's argmax and argmin. */
export function indexOfMax(list, last, smallest) {
  const isHigher = (a, b) => {
    if (Number.isNaN(b)) return false;
    return Number.isNaN(a) || (smallest ? a < b : a > b);
  };
  let best = 0;
  list.forEach((value, i) => {
    const isEqual = !isHigher(value, list[best]) && !isHigher(list[best], value);
    if (isHigher(value, list[best]) || (last && isEqual)) best = i;
  });
  return BigInt(best);
}

/** In double. */
export function softmax(list, log) {
  const high = Math.max(...list);
  const sum = list.reduce((all, x) => all + Math.exp(x - high), 0);
  return list.map((x) => (log ? x - high - Math.log(sum) : Math.exp(x - high) / sum));
}

/** In double: a row normalised, its mean, its inverse deviation and the mean of its magnitudes. */
export function normalised(list, epsilon) {
  const mean = list.reduce((a, b) => a + b, 0) / list.length;
  const variance = list.reduce((all, x) => all + (x - mean) ** 2, 0) / list.length;
  const inverse = 1 / Math.sqrt(variance + epsilon);
  const magnitude = list.reduce((all, x) => all + Math.abs(x), 0) / list.length;
  return { values: list.map((x) => (x - mean) * inverse), mean, inverse, magnitude };
}
