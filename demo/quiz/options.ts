/** The answers that a question offers: the engine's, and those of the wrong ideas. */
import type { Trace } from '../base/engine.ts';
import { scramble } from '../data/fill.ts';
import { shapeText } from '../state/format.ts';
import type { Shape } from '../state/state.ts';
import type { IdeaId } from './ideas.ts';
import { say } from './words.ts';
import { wrongRules } from './wrong-rules.ts';

/** The answer that shapes do not fit. */
export const failure = (): string => say.error;

export interface Option {
  readonly text: string;
  /** Absent for the right answer. */
  readonly idea?: IdeaId;
}

const wrongAtMost = 3;

/** Shuffles a list into an order that depends only on the seed. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((value, i) => ({ value, key: scramble(seed, i) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** The seed of a question, so that its answers have the same order for all readers. */
export const seedOf = (shapes: readonly Shape[]): number =>
  shapes.flat().reduce((seed, size) => scramble(seed, size), shapes.length);

export function optionsFor(
  shapes: readonly Shape[],
  trace: Trace,
  seed = seedOf(shapes),
): Option[] {
  const right = trace.outputShape ? shapeText(trace.outputShape) : failure();
  const wrong = new Map<string, IdeaId>();
  const add = (text: string, idea: IdeaId) => {
    if (text !== right && !wrong.has(text) && wrong.size < wrongAtMost) wrong.set(text, idea);
  };
  for (const { idea, expect } of wrongRules) {
    const shape = expect(shapes);
    if (shape) add(shapeText(shape), idea);
  }
  // At least two options are needed.
  const last = [...wrong].slice(0, wrongAtMost - 1);
  if (right !== failure()) {
    wrong.clear();
    for (const [text, idea] of last) wrong.set(text, idea);
    // An error is not a plausible answer for equal shapes, unless it is the only one.
    const differ = new Set(shapes.map((shape) => shape.join())).size > 1;
    if (differ || wrong.size === 0) add(failure(), 'M15');
  } else if (wrong.size === 0) {
    add(shapeText(shapes[0] ?? []), 'M3');
  }
  return shuffled([{ text: right }, ...[...wrong].map(([text, idea]) => ({ text, idea }))], seed);
}
