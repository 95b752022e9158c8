/**
 * The puzzles: six levels, each generated from a seed and graded by the engine. Every answer that the
 * engine accepts is right, not only the one that is shown in the end.
 */
import type { Questions } from '../model/types.ts';
import { construct } from './puzzles/construct.ts';
import { findBug } from './puzzles/find-bug.ts';
import { predict } from './puzzles/predict.ts';
import type { Maker, Puzzle } from './puzzles/puzzle.ts';
import { repair } from './puzzles/repair.ts';
import { translate } from './puzzles/translate.ts';
import { whichAxis } from './puzzles/which-axis.ts';
import { createChooser } from './random.ts';

/** A maker for each level. */
export const makers: readonly Maker[] = [predict, whichAxis, repair, construct, translate, findBug];

/** The puzzle of a level and a seed, always the same one. */
export function makePuzzle(level: number, seed: number, ask: Questions): Puzzle {
  const maker = makers[level % makers.length] ?? predict;
  return maker(createChooser(seed * makers.length + level), ask, seed);
}
