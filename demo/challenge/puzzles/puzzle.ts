/** The interfaces of a puzzle and of its makers, and the makers' common functions. */
import type { Trace } from '../../base/engine.ts';
import type { Questions } from '../../model/types.ts';
import type { Pictured } from '../../quiz/covered-figure.ts';
import type { IdeaId } from '../../quiz/ideas.ts';
import { axisLetter, listText } from '../../state/format.ts';
import type { Chooser } from '../random.ts';
import { say } from '../words.ts';

export interface Puzzle {
  readonly level: number;
  /** The wrong idea behind the answer. */
  readonly idea: IdeaId;
  readonly prompt: string;
  /** Lines of code that the prompt refers to. */
  readonly code?: readonly string[];
  /** The answers to choose from; if absent, a shape is typed. */
  readonly options?: readonly string[];
  /** One right answer, as typed or chosen. */
  readonly answer: string;
  /** The shapes in the ladder during the question; a typed shape replaces the second. */
  readonly asked?: Pictured;
  /** The state of the figure that is shown with the answer. */
  readonly shown: Pictured;
  /** The axis, the rule, and the answer. */
  readonly hints: readonly [string, string, string];
  /** The axis of the first hint; its column is ringed. */
  readonly ringed?: number;
  /** The engine's verdict. */
  readonly explanation: string;
  accepts(answer: string): boolean;
  /** The idea behind a wrong answer; `undefined` if it is unknown. */
  ideaOf?(answer: string): IdeaId | undefined;
  /** The reason why an answer is wrong if its idea is unknown. */
  whyNot?(answer: string): string;
}

export type Maker = (choose: Chooser, ask: Questions, seed: number) => Puzzle;

/** The first column from the right that has two different written sizes. */
export function lookAt(trace: Trace): { ringed?: number; hint: string } {
  const found = trace.axes.findLast(
    ({ outcome, added }) => outcome !== 'equal' && !added.includes(true),
  );
  if (!found) return { hint: say.noColumn };
  const { axis, fromEnd, sizes } = found;
  const hint = say.ringed(axisLetter(fromEnd), listText(sizes.map(String)));
  return { ringed: axis, hint };
}

/** A hint about an axis, which is ringed. */
export const ringing = (trace: Trace, axis: number, hint: (letter: string) => string) => ({
  ringed: axis,
  hint: hint(axisLetter(trace.axes[axis]?.fromEnd ?? 0)),
});

const sizes = [2, 3, 4, 5, 6, 7] as const;

/** Distinct sizes. */
export function distinct(choose: Chooser, count: number): number[] {
  const rest: number[] = [...sizes];
  return Array.from({ length: count }, () => rest.splice(choose.below(rest.length), 1)[0] ?? 2);
}
