/**
 * The trace of one alignment, as the C++ engine reports it.
 *
 * Shapes, axis numbers and indices are in the rule's own order: outermost first, except under
 * `ncnn`, whose shapes are written [w,h,d,c] with the innermost axis first; or in the order that was
 * asked for. Strides count elements.
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

/** Which end of a shape comes first. */
export type AxisOrder = 'outermostFirst' | 'innermostFirst';

/** What a sentence of an explanation speaks of. */
export type SentenceKind = 'operand' | 'placement' | 'axis' | 'failure' | 'result';

/** What became of one axis. */
export type Outcome = 'equal' | 'stretched' | 'ones' | 'zero' | 'summed' | 'conflict' | 'refused';

/**
 * What an axis is of the matrices that `matMul` multiplies, in the words of A (m,k) and B (k,n): `rows` is
 * m, `inner` is k, which is summed and which the result lacks, and `columns` is n.
 */
export type AxisRole = 'rows' | 'inner' | 'columns';

/** Where an operand's axes were put among the output's. */
export type Placement = 'right' | 'left' | 'axis' | 'scalar' | 'target' | 'matrix';

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
  | 'negative_size'
  | 'inner_mismatch';

/**
 * A legal result that is often not what was meant. `square_trap`: an operand fits other axes of the result
 * too, as a vector of 3 fits both axes of a square of 3.
 */
export type WarningCode =
  | 'outer_product'
  | 'square_trap'
  | 'rank_change'
  | 'ncnn_unchecked'
  | 'big_result';

/**
 * How a fix changes an operand: 1s inserted, removed or both (`moveOnes`), axes permuted, a reshape that
 * pairs other elements; or the operands exchanged, or the parameter `axis` set.
 */
export type FixKind =
  | 'unsqueeze'
  | 'transpose'
  | 'squeeze'
  | 'moveOnes'
  | 'reshape'
  | 'swapOperands'
  | 'setAxis';

/** A fact about some operands on one axis, or about whole shapes. */
export interface Finding<Code extends string = string> {
  /** Which fact, for programs. */
  readonly code: Code;
  /** The axis of the output, in the rule's order; absent where the fact is about a whole shape. */
  readonly axis?: number;
  /** The operands concerned, by position. */
  readonly operands: readonly number[];
  /** The sizes concerned, one per entry of `operands`. */
  readonly sizes: readonly number[];
  /** The fact in English. */
  readonly text: string;
}

/** A legal result that deserves a second look. */
export interface Warning extends Finding<WarningCode> {
  /** The axes of the output concerned, in the rule's order. */
  readonly axes: readonly number[];
  /**
   * Fixes for the result that may have been meant. `square_trap`: the shapes that put the operand on each other
   * choice of axes. `outer_product`: those that pair the elements one to one. Empty for other warnings.
   */
  readonly fixes: readonly Fix[];
}

/** One operand, and where the rule has put it. */
export interface AlignedOperand {
  /** `A`, `B`, … or the operator's own name of the input. */
  readonly name: string;
  /** The shape as it was given. */
  readonly shape: readonly number[];
  /** The shape on the alignment's axes, with the added 1s. Empty where the operand could not be placed. */
  readonly aligned: readonly number[];
  /** The axes on which a 1 was added. */
  readonly added: readonly number[];
  /** The axes along which the operand is stretched. */
  readonly stretched: readonly number[];
  /** Why its axes are where they are. */
  readonly placement: Placement;
  /** Element strides on the alignment's axes: 0 where the operand is stretched. Empty for a failure. */
  readonly strides: readonly number[];
  /** Elements stored. */
  readonly elements: number;
  /** Bytes of the elements stored. */
  readonly bytes: number;
}

/** One axis, and what meets there. */
export interface AlignedAxis {
  /** Its number, in the rule's order, or in the one that was asked for. */
  readonly axis: number;
  /** The same axis counted from the end: −1 is the last. */
  readonly fromEnd: number;
  /** Of a matrix's axis, under `matMul`; absent where the axis broadcasts. */
  readonly role?: AxisRole;
  /** What it is called: `w`, `h`, `d` or `c` under `ncnn`, and `m`, `k` or `n` of a matrix. */
  readonly letter?: string;
  /** The size each operand brings, added 1s included. */
  readonly sizes: readonly number[];
  /** Whether the 1 of each operand was added. */
  readonly added: readonly boolean[];
  /** The size that was settled on; absent for a conflict or a refusal. */
  readonly size?: number;
  /** What became of it. */
  readonly outcome: Outcome;
  /** The operands that are stretched along this axis, by position. */
  readonly stretched: readonly number[];
  /** The axis in a sentence. */
  readonly text: string;
}

/** A change of one operand (or of a parameter) under which the engine accepts the operands. */
export interface Fix {
  /** How it changes the operand. */
  readonly kind: FixKind;
  /** The operand to change, by position; absent for `setAxis`. */
  readonly operand?: number;
  /** Axes for `unsqueeze` and `squeeze`, a permutation for `transpose`, the axis for `setAxis`. */
  readonly argument: readonly number[];
  /** The changed operand's shape. */
  readonly shape: readonly number[];
  /** The shape that the operands then broadcast to. */
  readonly outputShape: readonly number[];
  /**
   * Whether every operand is repeated along an axis, so that the result, unless it is empty, has more elements
   * than any of them: an outer product. Under `matMul` only batch axes count.
   */
  readonly grows: boolean;
  /** The change and its result in a sentence. */
  readonly text: string;
}

/** One sentence of the explanation, with the axis or operand it speaks of. */
export interface Sentence {
  /**
   * What it speaks of: an operand as it is given, where its axes were put, what meets on an axis, what is
   * wrong with whole shapes, or the result.
   */
  readonly kind: SentenceKind;
  /** The sentence, in English. */
  readonly text: string;
  /** The axis of the output that it speaks of, in the rule's order. */
  readonly axis?: number;
  /** The operand that it speaks of, by position. */
  readonly operand?: number;
}

/** What the operands and the result take, in bytes of the element type asked about. */
export interface MemoryFigures {
  /** The operands as they are stored. */
  readonly stored: number;
  /** The operands if every reuse were a copy. */
  readonly ifCopied: number;
  /** The result. */
  readonly output: number;
}

/** What the engine reports, as plain data. */
export interface Trace {
  /** The rule that was asked. */
  readonly rule: RuleName;
  /** The operator whose operands these are; absent where a rule was asked. */
  readonly operator?: string;
  /** Which end of a shape comes first in every list of this trace. */
  readonly order: AxisOrder;
  /** Whether the rule allows the operands together. */
  readonly ok: boolean;
  /** The result's shape; absent for a failure. */
  readonly outputShape?: readonly number[];
  /** Elements of the result; 0 for a failure. */
  readonly outputElements: number;
  /** The operands, by position. */
  readonly operands: readonly AlignedOperand[];
  /**
   * The output's axes, in the rule's order; under `matMul` also the inner one, between its rows and columns.
   * None where an operand could not be placed.
   */
  readonly axes: readonly AlignedAxis[];
  /** The first failure. */
  readonly error?: Finding<AlignmentErrorCode>;
  /** Every failure. */
  readonly conflicts: readonly Finding<AlignmentErrorCode>[];
  /** What is legal, and often not meant. */
  readonly warnings: readonly Warning[];
  /** What the rule would accept instead, the least change first; none where it accepts this. */
  readonly fixes: readonly Fix[];
  /** The explanation, in reading order: operands, placement, axes, result. */
  readonly sentences: readonly Sentence[];
  /** What it takes in bytes. */
  readonly memory: MemoryFigures;
  /** The verdict, in one sentence. */
  readonly text: string;
}

/** A trace with the questions that only the engine can answer. */
export interface Alignment extends Trace {
  /**
   * Per operand, the index that feeds the output element at `index`, both in the rule's order. `index` has a
   * number for each of `axes`: under `matMul` it names a term of the sum.
   * @throws ShapeError where the alignment failed, or for an index outside of the axes.
   */
  source(index: readonly number[]): number[][];
  /**
   * Which output elements, or terms of them, the element at `index` of the operand at that position feeds.
   * @throws ShapeError where the alignment failed, for an unknown operand, or for an index
   *   outside of it.
   */
  fanout(operand: number, index: readonly number[]): Fanout;
}

/** The output elements, or under `matMul` the terms of them, that one element of an operand feeds. */
export interface Fanout {
  /** How many. */
  count: number;
  /** The indices of the first sixteen, in the order of the output's elements. */
  first: number[][];
}

/** A rule and its parameters. */
export interface AlignOptions {
  /** Default: `multidirectional`, of which `numpy` is another name. */
  readonly rule?: RuleName | 'numpy' | undefined;
  /** `legacy`: the output axis of B's first axis; absent or −1 means suffix matching. */
  readonly axis?: number | undefined;
  /** `legacy`: 0 asks for equal shapes. Default: 1. */
  readonly broadcast?: 0 | 1 | undefined;
  /** The element type, for the byte figures. Default: float32. */
  readonly type?: DType | undefined;
  /**
   * Which end of a shape comes first: in the shapes that are given, and in all that is answered. Default:
   * the rule's own order, which is `innermostFirst` for `ncnn` and `outermostFirst` for all others.
   */
  readonly order?: AxisOrder | undefined;
}
