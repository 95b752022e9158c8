/**
 * Every pair of values in the layouts that take different paths through the engine: element by
 * element, one operand repeated, and both stretched.
 */
import { tensorOf } from '../reference/types.mjs';

const repeatEach = (list, times) => list.flatMap((x) => new Array(times).fill(x));
const repeatAll = (list, times) => new Array(times).fill(list).flat();

/** Operand pairs of the types, and a name for each. `b` are the second operand's values. */
export function pairLayouts(typeA, a, typeB, b) {
  const [columns, rows] = [repeatEach(a, b.length), repeatAll(b, a.length)];
  const grid = [a.length, b.length];
  const flat = [tensorOf(typeA, columns), tensorOf(typeB, rows)];
  const outer = [tensorOf(typeA, a, [a.length, 1]), tensorOf(typeB, b, [1, b.length])];
  const left = [tensorOf(typeA, a, [a.length, 1]), tensorOf(typeB, rows, grid)];
  const right = [tensorOf(typeA, columns, grid), tensorOf(typeB, b)];
  return { flat, outer, left, right };
}

/** Those of them that keep A's shape, for operators that never stretch it. */
export const layoutsKeepingA = ({ flat, right }) => ({ flat, right });
