/** CDist and Inverse. */
import { sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import { computedInFloats, type Floats } from '../host.js';
import type { Operator } from '../operator.js';
import { FLOATS } from '../type-sets.js';

const WIDE: readonly DType[] = ['float32', 'float64'];

/** Inverts a matrix in place by Gauss-Jordan elimination with partial pivoting. */
function invert(matrix: Float64Array, size: number): void {
  const order = Array.from({ length: size }, (_, row) => row);
  const swapRows = (a: number, b: number): void => {
    const row = matrix.slice(a * size, (a + 1) * size);
    matrix.copyWithin(a * size, b * size, (b + 1) * size);
    matrix.set(row, b * size);
  };
  const at = (row: number, column: number): number => matrix[row * size + column] as number;
  for (let step = 0; step < size; step++) {
    let pivot = step;
    for (let row = step + 1; row < size; row++)
      if (Math.abs(at(row, step)) > Math.abs(at(pivot, step))) pivot = row;
    if (pivot !== step) {
      swapRows(step, pivot);
      [order[step], order[pivot]] = [order[pivot] as number, order[step] as number];
    }
    const factor = 1 / at(step, step);
    matrix[step * size + step] = 1;
    for (let column = 0; column < size; column++)
      (matrix[step * size + column] as number) *= factor;
    for (let row = 0; row < size; row++) {
      if (row === step) continue;
      const share = at(row, step);
      matrix[row * size + step] = 0;
      for (let column = 0; column < size; column++)
        (matrix[row * size + column] as number) -= share * at(step, column);
    }
  }
  // Rows that were swapped are columns of the inverse.
  const rows = matrix.slice();
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      matrix[row * size + (order[column] as number)] = rows[row * size + column] as number;
}

/** The sum of the squares of the differences of two rows. */
function squaredDistance(
  a: Floats,
  first: number,
  b: Floats,
  second: number,
  size: number,
): number {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const difference = (a[first + i] as number) - (b[second + i] as number);
    sum += difference * difference;
  }
  return sum;
}

export const matrixOperators: readonly Operator[] = [
  {
    name: 'CDist',
    versions: [{ since: 1, inputs: [2, 2], types: [WIDE, WIDE], attributes: { metric: 'string' } }],
    lower(call) {
      const [a, b] = [call.input(0), call.input(1)];
      if (b.type !== a.type) throw call.fault('typesDiffer', a.type, b.type);
      const [rows = 0, size = 0] = a.dims;
      if (a.dims.length !== 2) throw call.wrongShape(0, ['rows', 'size']);
      if (b.dims.length !== 2 || b.dims[1] !== size) throw call.wrongShape(1, ['rows', size]);
      const isSquared = call.word('metric', ['sqeuclidean', 'euclidean']) === 'sqeuclidean';
      const columns = b.dims[0] as number;
      call.checkDims([rows, columns]);
      return [
        computedInFloats(call, [rows, columns], [a, b], (target, first, second) => {
          for (let at = 0; at < target.length; at++) {
            const [row, column] = [Math.floor(at / columns), at % columns];
            const sum = squaredDistance(
              first as Floats,
              row * size,
              second as Floats,
              column * size,
              size,
            );
            target[at] = isSquared ? sum : Math.sqrt(sum);
          }
        }),
      ];
    },
  },

  {
    name: 'Inverse',
    versions: [{ since: 1, inputs: [1, 1], types: [FLOATS] }],
    lower(call) {
      const { dims } = call.input(0);
      const size = dims.at(-1) ?? 0;
      if (dims.length < 2 || dims.at(-2) !== size) throw call.wrongShape(0, ['…', 'n', 'n']);
      const count = size * size;
      return [
        computedInFloats(call, dims, [call.input(0)], (target, source) => {
          for (let first = 0; first < sizeOf(dims); first += count) {
            const matrix = Float64Array.from(source.subarray(first, first + count));
            invert(matrix, size);
            target.set(matrix, first);
          }
        }),
      ];
    },
  },
];
