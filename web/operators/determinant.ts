/** Det. */
import { computedInFloats } from './host.js';
import { history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';

/** Gaussian elimination with partial pivoting. */
function determinant(matrix: number[][]): number {
  let product = 1;
  for (let column = 0; column < matrix.length; column++) {
    let pivot = column;
    for (let row = column + 1; row < matrix.length; row++)
      if (Math.abs(matrix[row]?.[column] as number) > Math.abs(matrix[pivot]?.[column] as number))
        pivot = row;
    const [top, found] = [matrix[column] as number[], matrix[pivot] as number[]];
    if (pivot !== column) {
      matrix[column] = found;
      matrix[pivot] = top;
      product = -product;
    }
    const first = found[column] as number;
    product *= first;
    if (first === 0) return product;
    for (let row = column + 1; row < matrix.length; row++) {
      const under = matrix[row] as number[];
      const factor = (under[column] as number) / first;
      for (let at = column; at < matrix.length; at++)
        (under[at] as number) -= factor * (found[at] as number);
    }
  }
  return product;
}

export const det: Operator = {
  name: 'Det',
  versions: history(
    { since: 11, inputs: [1, 1], types: [FLOATS] },
    { since: 22, types: [FLOATS_BF] },
  ),
  lower(call) {
    const input = call.input(0);
    const size = input.dims.at(-1) ?? 0;
    const made = input.dims.slice(0, -2);
    if (input.dims.length < 2 || input.dims.at(-2) !== size)
      throw call.wrongShape(0, ['…', 'n', 'n']);
    return [
      computedInFloats(call, made, [input], (target, source) => {
        for (let at = 0; at < target.length; at++) {
          const rows = Array.from({ length: size }, (_, r) => (at * size + r) * size);
          target[at] = determinant(rows.map((row) => [...source.subarray(row, row + size)]));
        }
      }),
    ];
  },
};
