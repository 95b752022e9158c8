/**
 * Rules that do not exist, one for each misconception: the result that a learner with the misconception
 * expects. They produce the wrong answers of a question; the right one is the engine's.
 */
import type { Shape } from '../state/state.ts';
import { elementsOf } from '../state/state.ts';
import type { IdeaId } from './ideas.ts';

/** A shape, or null for an error. */
type Expected = Shape | null;

/** Maximum rank: more axes would reveal that an answer is wrong. */
const most = 4;

type Merge = (sizes: readonly number[]) => number | null;

const padded = (shape: Shape, rank: number, side: 'left' | 'right'): Shape => {
  const ones = Array<number>(rank - shape.length).fill(1);
  return side === 'left' ? [...ones, ...shape] : [...shape, ...ones];
};

function mergeAll(shapes: readonly Shape[], side: 'left' | 'right', merge: Merge): Expected {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  const rows = shapes.map((shape) => padded(shape, rank, side));
  const merged = Array.from({ length: rank }, (_, d) => merge(rows.map((row) => row[d] ?? 1)));
  return merged.every((size) => size !== null) ? merged : null;
}

/** The right test of two sizes, which the wrong rules apply to the wrong axes. */
const strict: Merge = (sizes) => {
  const others = new Set(sizes.filter((size) => size !== 1));
  return others.size <= 1 ? ([...others][0] ?? 1) : null;
};
const largest: Merge = (sizes) => Math.max(...sizes);
const repeats: Merge = (sizes) => {
  const most = Math.max(...sizes);
  return sizes.every((size) => size > 0 && most % size === 0) ? most : null;
};

const bySize = (shapes: readonly Shape[]): readonly Shape[] =>
  shapes.toSorted((a, b) => elementsOf(b) - elementsOf(a) || b.length - a.length);

/** Aligns a vector with any axis of its length. */
function anyAxis(shapes: readonly Shape[]): Expected {
  const [wide = [], ...others] = bySize(shapes);
  const fits = others.every((shape) => shape.every((size) => size === 1 || wide.includes(size)));
  return fits ? wide : null;
}

export interface WrongRule {
  readonly idea: IdeaId;
  expect(shapes: readonly Shape[]): Expected;
}

/** The concatenated axes of all operands. */
function joined(shapes: readonly Shape[]): Expected {
  const all = shapes.flat();
  return all.length <= most ? all : null;
}

export const wrongRules: readonly WrongRule[] = [
  { idea: 'M5', expect: (shapes) => mergeAll(shapes, 'right', strict) },
  { idea: 'M1', expect: anyAxis },
  { idea: 'M3', expect: (shapes) => bySize(shapes)[0] ?? null },
  { idea: 'M9', expect: (shapes) => mergeAll(shapes, 'left', repeats) },
  { idea: 'M12', expect: (shapes) => mergeAll(shapes, 'left', largest) },
  {
    idea: 'M2',
    expect: (shapes) =>
      mergeAll(
        shapes.map((s) => s.filter((n) => n !== 1)),
        'left',
        strict,
      ),
  },
  { idea: 'M13', expect: joined },
  { idea: 'M6', expect: (shapes) => mergeAll(shapes, 'left', strict) },
];
