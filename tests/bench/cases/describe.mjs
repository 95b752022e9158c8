/** The common parts of a case: its description, and the tolerance of its results. */
import { elementCount, elementTypes } from '../values.mjs';

export const exact = 0;
export const rounded = 1e-6;
/** A peer whose pow is accurate to five digits still counts as a peer. */
export const loose = 1e-4;

/** The package's own limits, in units of the last place (from tests/accuracy and docs/internals/performance.md). */
export const ulps = (count) => ({ float32: count * 2 ** -23, float64: count * 2 ** -52 });

export const names = ['A', 'B', 'C'];

export function finish(description) {
  const { operands, output } = description;
  const bytes = ({ type, dims }) => elementCount(dims) * elementTypes[type].bytes;
  return {
    tolerance: exact,
    elements: elementCount(output.dims),
    readBytes: operands.reduce((sum, operand) => sum + bytes(operand), 0),
    writeBytes: bytes(output),
    ...description,
  };
}

export const brackets = (dims) => `[${dims.join(',')}]`;
