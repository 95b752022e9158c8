/** Tensors whose values are their positions. */
import { tensorOf, types } from '../operators/reference/types.mjs';

export const sizeOf = (dims) => dims.reduce((all, size) => all * size, 1);

/** @param {string} type */
export const countingTensor = (type, dims) => {
  const integer = types[type].kind === 'int';
  const values = Array.from({ length: sizeOf(dims) }, (_, i) =>
    types[type].kind === 'complex'
      ? [i, -i]
      : types[type].kind === 'bool'
        ? i % 2
        : integer
          ? BigInt(i)
          : i,
  );
  return tensorOf(type, values, dims);
};
