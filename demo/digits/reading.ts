/** A value in a result's shape: the source of each element, and whether it is a copy. */
import type { Trace } from '../base/engine.ts';
import { indexAt } from '../state/indices.ts';

export interface Reading {
  at(position: number): number;
  isCopy(position: number): boolean;
}

/** How an operand is read: along the strides that the engine reports. */
export function readingOf(trace: Trace, p: number): Reading {
  const dims = trace.outputShape ?? [];
  const { strides = [], stretched = [] } = trace.operands[p] ?? {};
  return {
    at: (position) =>
      indexAt(position, dims).reduce((sum, index, d) => sum + index * (strides[d] ?? 0), 0),
    isCopy(position) {
      const index = indexAt(position, dims);
      return stretched.some((axis) => index[axis] !== 0);
    },
  };
}

export const asStored: Reading = { at: (position) => position, isCopy: () => false };
