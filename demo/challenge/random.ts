/** Choices that depend on a seed only, so a class can share a set. */
import { scramble } from '../data/fill.ts';

export interface Chooser {
  /** An integer from 0 to `count` − 1. */
  below(count: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

export function createChooser(seed: number): Chooser {
  let position = 0;
  const below = (count: number): number => {
    position += 1;
    return scramble(seed, position) % count;
  };
  return {
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
  };
}
