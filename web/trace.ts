/**
 * The trace of one alignment, as the C++ engine reports it.
 *
 * Shapes, axis numbers and indices are in the rule's own order: outermost first, except under
 * `ncnn`, whose shapes are written [w,h,d,c] with the innermost axis first. Strides count elements.
 */

import type { DType } from './dtypes.js';

/** The rules of the engine, by name. `numpy` is accepted as an alias of `multidirectional`. */
export type RuleName =
  | 'multidirectional'
  | 'unidirectional'
  | 'legacy'
  | 'ncnn'
  | 'expand'
  | 'perChannel'
  | 'equal'
  | 'matMul'
  | 'scalars';

/** What became of one axis. */
export type Outcome = 'equal' | 'stretched' | 'ones' | 'zero' | 'conflict' | 'refused';

/** Where an operand's axes were put among the output's. */
export type Placement = 'right' | 'left' | 'axis' | 'scalar' | 'target';

/** Why an alignment failed. */
export type AlignmentErrorCode =
  | 'size_conflict'
  | 'target_would_grow'
  | 'rank_exceeds_target'
  | 'interior_one'
  | 'axis_out_of_range'
  | 'negative_axis'
  | 'broadcast_off'
  | 'rank_not_representable'
  | 'zero_not_representable'
  | 'operand_count'
  | 'rank_too_high'
  | 'rank_too_low'
  | 'too_many_elements'
  | 'negative_size';

/** A legal result that is often not what was meant. */
export type WarningCode =
  | 'outer_product'
  | 'square_trap'
  | 'rank_change'
  | 'ncnn_unchecked'
  | 'big_result';

export type FixKind =
  | 'unsqueeze'
  | 'transpose'
  | 'squeeze'
  | 'reshape'
  | 'swapOperands'
  | 'setAxis';

/** A fact about some operands on one axis; `axis` is absent where the fact is about a whole shape. */
export interface Finding<Code extends string = string> {
  readonly code: Code;
  readonly axis?: number;
  /** The operands concerned, by position. */
  readonly operands: readonly number[];
  /** The sizes concerned, one per entry of `operands`. */
  readonly sizes: readonly number[];
  readonly text: string;
}

/** A legal result that deserves a second look, with the axes concerned. */
export interface Warning extends Finding<WarningCode> {
  readonly axes: readonly number[];
}

export interface AlignedOperand {
  /** `A`, `B`, … or the operator's own name of the input. */
  readonly name: string;
  readonly shape: readonly number[];
  /** The shape on the output's axes, with the added 1s. Empty where the operand could not be placed. */
  readonly aligned: readonly number[];
  /** The output axes on which a 1 was added. */
  readonly added: readonly number[];
  /** The output axes along which the operand is reused. */
  readonly stretched: readonly number[];
  readonly placement: Placement;
  /** Element strides on the output's axes: 0 where the operand is reused. Empty for a failure. */
  readonly strides: readonly number[];
  /** Elements stored, and their bytes. */
  readonly elements: number;
  readonly bytes: number;
}

export interface AlignedAxis {
  readonly axis: number;
  /** The same axis counted from the end: −1 is the last. */
  readonly fromEnd: number;
  /** The size each operand brings, added 1s included. */
  readonly sizes: readonly number[];
  /** Whether the 1 of each operand was added. */
  readonly added: readonly boolean[];
  /** The result's size; absent for a conflict or a refusal. */
  readonly size?: number;
  readonly outcome: Outcome;
  /** The operands that are reused along this axis, by position. */
  readonly stretched: readonly number[];
  readonly text: string;
}

/** A change of one operand (or of a parameter) under which the engine accepts the operands. */
export interface Fix {
  readonly kind: FixKind;
  /** The operand to change, by position; absent for `setAxis`. */
  readonly operand?: number;
  /** Axes for `unsqueeze` and `squeeze`, a permutation for `transpose`, the axis for `setAxis`. */
  readonly argument: readonly number[];
  /** The changed operand's shape. */
  readonly shape: readonly number[];
  readonly outputShape: readonly number[];
  /** Whether the result has more elements than every operand: an outer product. */
  readonly grows: boolean;
  readonly text: string;
}

/** One sentence of the explanation, with the axis or operand it speaks of. */
export interface Sentence {
  readonly text: string;
  readonly axis?: number;
  readonly operand?: number;
}

/** Bytes: of the operands as stored, of the operands if every reuse were a copy, of the result. */
export interface MemoryFigures {
  readonly stored: number;
  readonly ifCopied: number;
  readonly output: number;
}

/** What the engine reports, as plain data. */
export interface Trace {
  readonly rule: RuleName;
  /** Which end of a shape comes first in every list of this trace. */
  readonly order: 'outermostFirst' | 'innermostFirst';
  readonly ok: boolean;
  /** The result's shape; absent for a failure. */
  readonly outputShape?: readonly number[];
  /** Elements of the result; 0 for a failure. */
  readonly outputElements: number;
  readonly operands: readonly AlignedOperand[];
  readonly axes: readonly AlignedAxis[];
  /** The first failure. */
  readonly error?: Finding<AlignmentErrorCode>;
  /** Every failure. */
  readonly conflicts: readonly Finding<AlignmentErrorCode>[];
  readonly warnings: readonly Warning[];
  readonly fixes: readonly Fix[];
  readonly sentences: readonly Sentence[];
  readonly memory: MemoryFigures;
  /** The verdict, in one sentence. */
  readonly text: string;
}

/** A trace with the questions that only the engine can answer. */
export interface Alignment extends Trace {
  /** Per operand, the index that feeds the output element at `index`. */
  source(index: readonly number[]): number[][];
  /** Which output elements the element at `index` of `operand` feeds: how many, and the first ones. */
  fanout(operand: number, index: readonly number[]): { count: number; first: number[][] };
}

/** A rule and its parameters. */
export interface AlignOptions {
  /** `multidirectional` unless given; `numpy` is another name for it. */
  readonly rule?: RuleName | 'numpy';
  /** `legacy`: the output axis of B's first axis; absent or −1 means suffix matching. */
  readonly axis?: number;
  /** `legacy`: 0 asks for equal shapes. 1 unless given. */
  readonly broadcast?: 0 | 1;
  /** The element type, for the byte figures. float32 unless given. */
  readonly type?: DType;
}
