/** Operators on strings, which are stored in JavaScript: the engine pairs the elements. */
import { LONGEST_LIST } from '../base/checks.js';
import type { Memory } from '../memory/memory.js';

/** Checks that a JavaScript array may have this number of items. @throws OutOfMemoryError */
export function checkListRoom(count: number, memory: Memory): void {
  if (count > LONGEST_LIST) throw memory.outOfMemory(count);
}

type Strings = readonly string[];

/** The values of each operand, expanded to one per element of the result. */
export type Gathered = readonly Strings[];

type OnStrings = (operands: Gathered, condition: ArrayLike<number>) => string[] | Uint8Array;

const copied: OnStrings = ([x]) => [...(x as Strings)];

const OPERATORS: Readonly<Record<string, OnStrings>> = {
  Equal: ([a, b]) => Uint8Array.from(a as Strings, (_, i) => (a?.[i] === b?.[i] ? 1 : 0)),
  StringConcat: ([a, b]) => (a as Strings).map((text, i) => text + b?.[i]),
  Expand: copied,
  Identity: copied,
  Where: ([x, y], condition) =>
    (x as Strings).map((text, i) => (condition[i] ? text : (y?.[i] as string))),
};

/** Computes an operator on strings gathered for every element of the result. */
export function computeStrings(
  operator: string,
  operands: Gathered,
  condition: ArrayLike<number>,
): string[] | Uint8Array {
  return (OPERATORS[operator] as OnStrings)(operands, condition);
}
