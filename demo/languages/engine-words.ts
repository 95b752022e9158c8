/** The engine's sentences, as a language other than English writes them; English is the engine's own. */

import type { Alignment } from '../base/engine.ts';
import type { Forms } from '../base/plural.ts';

type Rule = Alignment['rule'];
type ErrorCode = NonNullable<Alignment['error']>['code'];

/** The parts of the reason why shapes do not fit. */
export interface Reason {
  /** The rule's name. */
  readonly rule: string;
  /** The axis and the sizes on it, or that the ranks differ. */
  readonly where: string;
  /** The sizes that would fit. */
  readonly needed: string;
  readonly operand: string;
  readonly rank: number;
  /** The first operand, which the result must have the shape of. */
  readonly target: string;
  readonly targetRank: number;
  readonly axis: number;
  readonly lastAxis: number;
  readonly count: number;
}

export interface EngineWords {
  /** `1 number`. */
  readonly numbers: Forms;
  axis(number: string): string;
  axes(numbers: string): string;
  readonly lastAxis: string;
  readonly rules: Readonly<Record<Rule | 'legacyOff', string>>;
  withAxis(rule: string, axis: number): string;
  /** After a verdict, with a space before it. */
  byRule(rule: string): string;
  operand(name: string, shape: string, numbers: string): string;
  target(name: string, shape: string): string;
  readonly placements: {
    right(name: string, missing: string, aligned: string): string;
    left(name: string, missing: string, aligned: string, rule: string): string;
    axis(name: string, missing: string, aligned: string, rule: string, first: number): string;
    scalar(name: string, missing: string, aligned: string): string;
    matrix(name: string, missing: string, aligned: string): string;
    /** ncnn puts a vector that does not fit the outermost axis on the innermost one. */
    inner(name: string, missing: string, aligned: string, rule: string): string;
  };
  /** Between an axis and the sizes on it. */
  readonly colon: string;
  /** Between the sizes on an axis. */
  readonly comma: string;
  has(name: string, size: number): string;
  hasAdded(name: string, size: number): string;
  /** After the sizes. */
  readonly outcomes: {
    readonly equal: string;
    stretched(names: string, count: number, times: number): string;
    readonly ones: string;
    readonly zero: string;
    readonly summed: string;
    conflict(wanted: string): string;
    refused(reason: string): string;
  };
  readonly wanted: {
    readonly two: string;
    readonly many: string;
    equal(rule: string): string;
  };
  result(shape: string, numbers: string, stored: string): string;
  /** Several operands broadcast to a shape. */
  fits(shapes: string, output: string, byRule: string): string;
  fitsAlone(shape: string, output: string, byRule: string): string;
  expands(from: string, to: string, output: string): string;
  doesNotFit(shapes: string, byRule: string, reason: string): string;
  cannotExpand(from: string, to: string, reason: string): string;
  readonly likely: string;
  readonly possible: string;
  /** The sizes of a conflict that no reshape pairs; there may be more than two. */
  wrongSize(sizes: readonly number[], guess: string): string;
  /** With a space before it. */
  allPairs(pairs: string, name: string, shape: string): string;
  readonly offByOne: string;
  readonly rgba: string;
  matrices(output: string): string;
  transposed(name: string, output: string): string;
  where(axis: string, sizes: string): string;
  readonly ranksDiffer: string;
  readonly needed: {
    readonly two: string;
    readonly many: string;
    target(name: string): string;
  };
  neverStretched(name: string): string;
  onlyOuterOnes(name: string): string;
  /** Reasons that the page's rules have; others stay in English. */
  readonly errors: Readonly<Partial<Record<ErrorCode, (reason: Reason) => string>>>;
  readonly warnings: {
    /** `are` is the number of pairs, which are all results unless other axes remain. */
    outer_product(side: string, are: string, isAll: boolean): string;
    square_trap(ways: string, used: string, rule: string, others: string): string;
    rank_change(names: string, missing: string, count: number): string;
    ncnn_unchecked(shape: string): string;
    big_result(bytes: string, stored: string): string;
  };
  /** The ways of a square trap: `3 matches both axes`. */
  matches(size: number, axes: string): string;
  readonly bothAxes: string;
  moreChoices(name: string): string;
  readonly onePer: { readonly row: string; readonly column: string };
  /** A sentence. */
  ifMeant(meant: string, name: string, shape: string): string;
  readonly fixes: {
    setAxis(axis: number, output: string, grows: string): string;
    reshape(name: string, shape: string, output: string, grows: string): string;
    transpose(name: string, shape: string, output: string, grows: string): string;
    swap(output: string, grows: string): string;
    otherPairs(name: string, shape: string, output: string, grows: string): string;
  };
  /** After the shape of a result that pairs all with all. */
  readonly grows: string;
}
