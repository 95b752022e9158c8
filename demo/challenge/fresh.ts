/** Questions that differ from the last ones. */
import { scramble } from '../data/fill.ts';
import type { Questions } from '../model/types.ts';
import type { Puzzle } from './puzzles/puzzle.ts';
import { makePuzzle } from './puzzles.ts';

/** All that a puzzle shows of its question. */
export const questionOf = ({ prompt, code }: Puzzle): string =>
  [prompt, ...(code ?? [])].join('\n');

const tries = 24;

/** A puzzle that was not asked recently, if the level has one. */
export function freshPuzzle(
  level: number,
  seed: number,
  ask: Questions,
  asked: readonly string[],
): Puzzle {
  const usual = makePuzzle(level, seed, ask);
  let puzzle = usual;
  for (let i = 1; i < tries && asked.includes(questionOf(puzzle)); i += 1) {
    puzzle = makePuzzle(level, scramble(seed, i), ask);
  }
  return asked.includes(questionOf(puzzle)) ? usual : puzzle;
}
