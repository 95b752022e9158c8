/**
 * Every pair of values in the layouts that take different paths through the engine: element by element, one
 * operand repeated, both stretched, and one element combined with more than an iteration of 64 bytes.
 */
import { someOf } from '../../support/extent.mjs';
import { tensorOf } from '../reference/types.mjs';

const repeatEach = (list, times) => list.flatMap((x) => new Array(times).fill(x));
const repeatAll = (list, times) => new Array(times).fill(list).flat();

/** Elements of two iterations of a kernel's loop and a tail, in the narrowest type. */
const LONG = 150;
const lengthened = (list) => repeatAll(list, Math.ceil(LONG / list.length));

let start = 0;
/** Each element in turn; those that a run omits are in the next list. */
function each(list, name, pair) {
  const named = list.map((x, i) => [`${name}, element ${i}`, x]);
  return Object.fromEntries(someOf(named, start++).map(([label, x]) => [label, pair(x)]));
}

/** Operand pairs of the types, and a name for each. `b` are the second operand's values. */
export function pairLayouts(typeA, a, typeB, b) {
  const [columns, rows] = [repeatEach(a, b.length), repeatAll(b, a.length)];
  const grid = [a.length, b.length];
  const flat = [tensorOf(typeA, columns), tensorOf(typeB, rows)];
  const outer = [tensorOf(typeA, a, [a.length, 1]), tensorOf(typeB, b, [1, b.length])];
  const left = [tensorOf(typeA, a, [a.length, 1]), tensorOf(typeB, rows, grid)];
  const right = [tensorOf(typeA, columns, grid), tensorOf(typeB, b)];
  const first = each(a, 'first held', (x) => [
    tensorOf(typeA, [x], []),
    tensorOf(typeB, lengthened(b)),
  ]);
  const second = each(b, 'second held', (y) => [
    tensorOf(typeA, lengthened(a)),
    tensorOf(typeB, [y], []),
  ]);
  return { flat, outer, left, right, ...first, ...second };
}

/** The layouts that keep A's shape, for operators that never stretch it. */
export function layoutsKeepingA(layouts) {
  const keeps = ([name]) => name === 'flat' || name === 'right' || name.startsWith('second');
  return Object.fromEntries(Object.entries(layouts).filter(keeps));
}
