/**
 * The address fill: the elements of each operand are numbered in another decimal place, so that a
 * sum tells which elements made it. In (4,1) + (3), 23 is the second element of A and the third of
 * B.
 */
import type { ElementType } from './engine.ts';

/** Numbers with more digits than this one are not read at a glance; nor are all of them float32. */
const readableBelow = 1_000_000;

/** What one step of each operand's elements adds to its value. */
export function weights(elements: readonly number[]): number[] {
  const steps = elements.map(() => 1);
  for (let p = elements.length - 2; p >= 0; p -= 1) {
    const next = (steps[p + 1] ?? 1) * ((elements[p + 1] ?? 0) + 1);
    steps[p] = 10 ** Math.ceil(Math.log10(next));
  }
  const readable = elements.every((count, p) => count * (steps[p] ?? 1) < readableBelow);
  return readable ? steps : elements.map(() => 1);
}

/** The value of the element at a position in C order. */
export const filled = (position: number, weight: number): number => (position + 1) * weight;

const arrays = { float32: Float32Array, int32: Int32Array };

export function fillArray(type: ElementType, elements: number, weight: number) {
  const array = new arrays[type](elements);
  for (let i = 0; i < elements; i += 1) array[i] = filled(i, weight);
  return array;
}
