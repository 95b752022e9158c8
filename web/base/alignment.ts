/**
 * The trace of one alignment, as the C++ engine reports it.
 *
 * Shapes, axis numbers and indices are in the rule's own order: outermost first, except under
 * `ncnn`, whose shapes are written [w,h,d,c] with the innermost axis first; or in the requested order.
 * Strides count elements.
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

/** The subject of a sentence of an explanation. */
export type SentenceKind = 'operand' | 'placement' | 'axis' | 'failure' | 'result';

/** How the sizes on one axis combine. */
export type Outcome = 'equal' | 'stretched' | 'ones' | 'zero' | 'summed' | 'conflict' | 'refused';

/**
 * The role of an axis in the matrices that `matMul` multiplies, A (m,k) and B (k,n): `rows` is m, `inner` is
 * k, which is summed and absent from the result, and `columns` is n.
 */
export type AxisRole = 'rows' | 'inner' | 'columns';

/** How an operand's axes were placed among the output's. */
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
 * A legal result that is often unintended. `square_trap`: an operand also fits other axes of the result, as
 * a vector of 3 fits both axes of a (3,3) matrix.
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
  /** A machine-readable code of the fact. */
  readonly code: Code;
  /** The axis of the output, in the rule's order; absent if the fact is about a whole shape. */
  readonly axis?: number;
  /** Positions of the operands concerned. */
  readonly operands: readonly number[];
  /** The sizes concerned, one for each entry of `operands`. */
  readonly sizes: readonly number[];
  /** The fact in English. */
  readonly text: string;
}

/** A legal result that deserves a second look. */
export interface Warning extends Finding<WarningCode> {
  /** The axes of the output concerned, in the rule's order. */
  readonly axes: readonly number[];
  /**
   * Fixes that produce a result that may have been intended. `square_trap`: the shapes that place the operand
   * on each of the other axes. `outer_product`: the shapes that pair the elements one to one. Empty for other
   * warnings.
   */
  readonly fixes: readonly Fix[];
}

/** One operand, and where the rule placed it. */
export interface AlignedOperand {
  /** `A`, `B`, … or the operator's name of the input. */
  readonly name: string;
  /** The shape that was passed. */
  readonly shape: readonly number[];
  /** The shape on the alignment's axes, with the added 1s. Empty if the operand could not be placed. */
  readonly aligned: readonly number[];
  /** The axes on which a 1 was added. */
  readonly added: readonly number[];
  /** The axes along which the operand is stretched. */
  readonly stretched: readonly number[];
  /** How its axes were placed. */
  readonly placement: Placement;
  /** Element strides on the alignment's axes: 0 where the operand is stretched. Empty for a failure. */
  readonly strides: readonly number[];
  /** Number of elements stored. */
  readonly elements: number;
  /** Bytes of the elements stored. */
  readonly bytes: number;
}

/** One axis, with the operands' sizes on it. */
export interface AlignedAxis {
  /** Its number, in the rule's order or the requested one. */
  readonly axis: number;
  /** The same axis counted from the end: −1 is the last. */
  readonly fromEnd: number;
  /** The role of a matrix axis under `matMul`; absent if the axis broadcasts. */
  readonly role?: AxisRole;
  /** Its name: `w`, `h`, `d` or `c` under `ncnn`; `m`, `k` or `n` for a matrix axis. */
  readonly letter?: string;
  /** The size of each operand on this axis, including added 1s. */
  readonly sizes: readonly number[];
  /** Whether each operand's 1 was added. */
  readonly added: readonly boolean[];
  /** The size of the result; absent for a conflict or an axis that the rule rejects. */
  readonly size?: number;
  /** How the sizes combine. */
  readonly outcome: Outcome;
  /** Positions of the operands that are stretched along this axis. */
  readonly stretched: readonly number[];
  /** The axis in a sentence. */
  readonly text: string;
}

/** A change of one operand (or of a parameter) under which the engine accepts the operands. */
export interface Fix {
  /** How it changes the operand. */
  readonly kind: FixKind;
  /** Position of the operand to change; absent for `setAxis`. */
  readonly operand?: number;
  /** Axes for `unsqueeze` and `squeeze`, a permutation for `transpose`, the axis for `setAxis`. */
  readonly argument: readonly number[];
  /** The changed operand's shape. */
  readonly shape: readonly number[];
  /** The shape that the operands then broadcast to. */
  readonly outputShape: readonly number[];
  /**
   * Whether the result is an outer product: every operand is repeated along an axis, and the result, unless it
   * is empty, has more elements than any operand. Under `matMul`, only batch axes count.
   */
  readonly grows: boolean;
  /** The change and its result in a sentence. */
  readonly text: string;
}

/** One sentence of the explanation, with the axis or operand that it describes. */
export interface Sentence {
  /**
   * The subject: an operand as passed, the placement of its axes, the sizes on an axis, an error in whole
   * shapes, or the result.
   */
  readonly kind: SentenceKind;
  /** The sentence, in English. */
  readonly text: string;
  /** The axis of the output that it describes, in the rule's order. */
  readonly axis?: number;
  /** Position of the operand that it describes. */
  readonly operand?: number;
}

/** Sizes of the operands and the result, in bytes of the requested element type. */
export interface MemoryFigures {
  /** The stored operands. */
  readonly stored: number;
  /** The operands, if stretching copied elements. */
  readonly ifCopied: number;
  /** The result. */
  readonly output: number;
}

/** The engine's report, as plain data. */
export interface Trace {
  /** The broadcasting rule. */
  readonly rule: RuleName;
  /** The operator; absent if the call named a rule. */
  readonly operator?: string;
  /** Which end of a shape comes first in every array of this trace. */
  readonly order: AxisOrder;
  /** Whether the shapes are compatible under the rule. */
  readonly ok: boolean;
  /** The result's shape; absent for a failure. */
  readonly outputShape?: readonly number[];
  /** Number of elements of the result; 0 for a failure. */
  readonly outputElements: number;
  /** The operands, by position. */
  readonly operands: readonly AlignedOperand[];
  /**
   * The output's axes, in the rule's order; under `matMul` also the inner one, between its rows and columns.
   * Empty if an operand could not be placed.
   */
  readonly axes: readonly AlignedAxis[];
  /** The first failure. */
  readonly error?: Finding<AlignmentErrorCode>;
  /** Every failure. */
  readonly conflicts: readonly Finding<AlignmentErrorCode>[];
  /** Broadcasts that are legal but often unintended. */
  readonly warnings: readonly Warning[];
  /** Changes that the rule would accept, the smallest first; empty if it accepts these shapes. */
  readonly fixes: readonly Fix[];
  /** The explanation, in reading order: operands, placement, axes, result. */
  readonly sentences: readonly Sentence[];
  /** Sizes in bytes. */
  readonly memory: MemoryFigures;
  /** The verdict, in one sentence. */
  readonly text: string;
}

/** A trace, with methods that the engine computes. */
export interface Alignment extends Trace {
  /**
   * Returns, for each operand, the index of the element that the output element at `index` uses, both in the
   * rule's order. `index` has a number for each of `axes`: under `matMul` it selects a term of the sum.
   * @throws ShapeError if the alignment failed or the index is out of range.
   */
  source(index: readonly number[]): number[][];
  /**
   * Returns the output elements, or terms of them, that use the element at `index` of an operand.
   * @throws ShapeError if the alignment failed, the operand is unknown or the index is out of range.
   */
  fanout(operand: number, index: readonly number[]): Fanout;
}

/** The output elements, or under `matMul` the terms of them, that use one element of an operand. */
export interface Fanout {
  /** Their number. */
  count: number;
  /** The indices of the first sixteen, in the order of the output's elements. */
  first: number[][];
}

/** A rule and its parameters. */
export interface AlignOptions {
  /** Default: `multidirectional` (alias: `numpy`). */
  readonly rule?: RuleName | 'numpy' | undefined;
  /** `legacy`: the output axis of B's first axis; absent or −1 means suffix matching. */
  readonly axis?: number | undefined;
  /** `legacy`: 0 requires equal shapes. Default: 1. */
  readonly broadcast?: 0 | 1 | undefined;
  /** The element type, for the byte figures. Default: float32. */
  readonly type?: DType | undefined;
  /**
   * Which end of a shape comes first, in the arguments and in the report. Default: the rule's own order,
   * which is `innermostFirst` for `ncnn` and `outermostFirst` for all others.
   */
  readonly order?: AxisOrder | undefined;
}
