/** Adds shapes to the message of the error for a result that did not fit into memory. */
import type { Trace } from '../base/alignment.js';
import { OutOfMemoryError, passed } from '../base/errors.js';

/**
 * Returns the error. If the result is larger than each operand, an OutOfMemoryError's message names the
 * shapes.
 * @param explain returns the alignment; may return undefined, or run out of memory itself
 */
export function withLargeResult(error: unknown, explain: () => Trace | undefined): unknown {
  if (!(error instanceof OutOfMemoryError)) return error;
  let trace: Trace | undefined;
  try {
    trace = explain();
  } catch {
    return error;
  }
  if (!trace?.outputShape) return error;
  const { operands, outputShape, outputElements, memory, warnings, rule } = trace;
  if (operands.some(({ elements }) => elements >= outputElements)) return error;
  const result = {
    operands,
    outputShape,
    bytes: memory.output,
    isOuterProduct: rule !== 'matMul',
    fix: warnings.find(({ code }) => code === 'outer_product')?.fixes[0]?.text,
  };
  return passed(error, ['result', result]);
}
