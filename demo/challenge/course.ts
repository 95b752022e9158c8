/** Chooses the next puzzle: five of each level, then any. Missed levels return. */
import { scramble } from '../data/fill.ts';
import type { IdeaId } from '../quiz/ideas.ts';
import { keep, recall } from '../state/preferences.ts';
import { makers } from './puzzles.ts';

export const perLevel = 5;
/** Number of puzzles in all levels. */
export const course = perLevel * makers.length;
/** Numbers of puzzles after which a missed level returns. */
const returns = [3, 8];
/** Number of consecutive correct answers without a hint that master an idea. */
export const mastery = 2;

interface Due {
  readonly at: number;
  readonly level: number;
}

export interface Progress {
  /** Number of answered puzzles. */
  readonly item: number;
  readonly right: number;
  /** Whether each of the first answers was right; not kept by earlier versions of the page. */
  readonly outcomes?: readonly boolean[];
  /** Right answers in a row for each idea. */
  readonly streaks: Readonly<Partial<Record<IdeaId, number>>>;
  readonly due: readonly Due[];
  /** The last questions, which are not repeated at once. */
  readonly asked?: readonly string[];
}

export const nothingYet: Progress = { item: 0, right: 0, streaks: {}, due: [] };

const remembered = 8;

export interface Next {
  readonly level: number;
  readonly seed: number;
}

export function next(progress: Progress, seed: number): Next {
  const { item, due } = progress;
  const own = scramble(seed, item);
  const returning = due.find(({ at }) => at <= item);
  if (returning) return { level: returning.level, seed: own };
  const level = Math.floor(item / perLevel);
  return { level: level < makers.length ? level : own % makers.length, seed: own };
}

export interface Outcome {
  readonly idea: IdeaId;
  readonly level: number;
  readonly right: boolean;
  readonly hinted: boolean;
  readonly question?: string;
}

/** One entry per puzzle; empty for answers that were not kept. */
function outcomesAfter({ item, outcomes = [] }: Progress, right: boolean): readonly boolean[] {
  const next = [...outcomes];
  if (item < course) next[item] = right;
  return next;
}

export function after(progress: Progress, outcome: Outcome): Progress {
  const { idea, level, right, hinted, question } = outcome;
  const item = progress.item + 1;
  const streak = right && !hinted ? (progress.streaks[idea] ?? 0) + 1 : 0;
  const waiting = progress.due.filter(({ at }) => at > progress.item);
  const missed = right ? [] : returns.map((later) => ({ at: item + later - 1, level }));
  return {
    item,
    right: progress.right + (right ? 1 : 0),
    outcomes: outcomesAfter(progress, right),
    streaks: { ...progress.streaks, [idea]: streak },
    due: [...waiting, ...missed],
    ...(question && { asked: [...(progress.asked ?? []), question].slice(-remembered) }),
  };
}

export const mastered = ({ streaks }: Progress): IdeaId[] =>
  (Object.keys(streaks) as IdeaId[]).filter((idea) => (streaks[idea] ?? 0) >= mastery);

const place = (seed: number): string => `challenge.${seed}`;

export function loadProgress(seed: number): Progress {
  const kept = recall(place(seed));
  if (typeof kept !== 'object' || kept === null) return nothingYet;
  const { item, right, streaks, due } = kept as Partial<Progress>;
  const sound =
    Number.isInteger(item) &&
    Number.isInteger(right) &&
    Array.isArray(due) &&
    typeof streaks === 'object';
  return sound ? (kept as Progress) : nothingYet;
}

export const saveProgress = (seed: number, progress: Progress): void => keep(place(seed), progress);
