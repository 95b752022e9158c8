/** Checks of what a node makes. */
import { sizeOf } from '../graph/values.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';

/** Checks the dims of something to be made. @throws ModelError */
export function checkMade(label: string, dims: readonly number[], maxRank: number): void {
  if (dims.length > maxRank)
    throw new ModelError('invalid_node', onnxMessages.rank(label, dims.length, maxRank), [label]);
  const fits = dims.every((size) => Number.isInteger(size) && size >= 0 && size < 2 ** 31);
  if (!fits || !Number.isSafeInteger(sizeOf(dims)))
    throw new ModelError('invalid_node', onnxMessages.sizes(label, dims), [label]);
}
