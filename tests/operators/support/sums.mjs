/** The bound of a product's rounding. */
import assert from 'node:assert/strict';
import { gamma, units } from '../../support/bounds.mjs';
import { gemmReference } from '../reference/products.mjs';
import { tensorOf, valuesOf } from '../reference/types.mjs';

export const magnitudes = (tensor) =>
  tensorOf(tensor.type, valuesOf(tensor).map(Math.abs), tensor.dims);

/**
 * A sum of k products in any order, with one rounding for each term or with two, is off by at most
 * gamma(k) of the sum of magnitudes (Higham, 3.1).
 */
export function expectWithinSum(result, operands, attributes) {
  const [rows, columns] = operands[0].dims;
  const depth = attributes.transA ? rows : columns;
  const { type } = result;
  // The reference rounds too: a sum of doubles, then to the type.
  const bound = gamma(depth, type) + gamma(depth, 'float64') + units[type];
  const wanted = valuesOf(gemmReference(operands, attributes));
  const sums = valuesOf(gemmReference(operands.map(magnitudes), attributes));
  valuesOf(result).forEach((x, i) => {
    const off = Math.abs(x - wanted[i]);
    const about = `(${operands.map(({ dims }) => dims)}) at ${i}: off by ${off}`;
    assert.ok(off <= bound * sums[i] * (1 + bound), about);
  });
}
