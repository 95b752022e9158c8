/**
 * The interface of a view, and the model that it draws: a snapshot of everything on the page. Unchanged
 * parts are the same objects as before. A view may not call the engine.
 */

import type { CheckReport } from 'simdcast/onnx';
import type { AlignOptions, Fix, Trace } from '../base/engine.ts';
import type { DigitReader } from '../data/digit-reader.ts';
import type { Frame, FrameReport } from '../data/frame-run.ts';
import type { Elements } from '../data/picture.ts';
import type { ElementType, OperatorName, RuleChoice } from '../state/operators.ts';
import type { Preferences } from '../state/preferences.ts';
import type { Fill, Index, Mode, Ruling, Shape, State, Tab } from '../state/state.ts';

/** A drawn element. */
export interface Cell {
  /** Its index in its own tensor. */
  readonly index: Index;
  /** Absent if nothing was computed. */
  readonly value: number | undefined;
  /** Whether it is a copy that broadcasting implies and that is not stored. */
  readonly ghost: boolean;
}

export interface TensorModel {
  readonly name: string;
  /** The tensor's own shape. */
  readonly shape: Shape;
  /** The shape of the drawing: the result's, or that of the conflict if the shapes do not broadcast. */
  readonly drawn: Shape;
  /** In a conflict, the part of the drawing that it has. */
  readonly held?: Shape;
  /** In a conflict, the axes on which it disagrees: further indices of others have no partner there. */
  readonly disagrees?: readonly number[];
  /** For each axis of the drawing, its number counted from the end. */
  readonly fromEnd: readonly number[];
  readonly stored: number;
  readonly type: ElementType;
  /** Whether it stands for requested sizes and has no values. */
  readonly asks?: boolean;
  /** The elements, with steps along the axes of the drawing; absent if nothing is computed. */
  readonly elements?: Elements | undefined;
  cell(at: Index): Cell;
}

/** The element under the pointer or the keyboard focus: of the result, or of an operand. */
export interface Pointer {
  /** The operand's position; absent for the result. */
  readonly operand?: number;
  /** Its index in the drawing. */
  readonly at: Index;
}

/** A number of the equation and its index: `80`, `A[2,1]`. */
export interface Term {
  readonly value: string;
  readonly name: string;
  readonly index: Index;
  /** The axis of the alignment of each index. */
  readonly letters: readonly string[];
}

/** An element with everything that it is linked to. */
export interface Pointed {
  readonly operand: number | undefined;
  /** The elements of the result to ring. */
  readonly results: readonly Index[];
  /** Per operand, the element to ring; an operand that has none is left out. */
  readonly sources: ReadonlyMap<number, Index>;
  /** For each tensor, its number in the equation and the index of that number. */
  readonly terms: ReadonlyMap<number | 'result', Term>;
  /** Whether it remains when the pointer leaves. */
  readonly pinned: boolean;
  /** `C[1,2] = A[1,0] + B[2] = 20 + 3 = 23`, or the uses of an operand's element. */
  readonly text: string;
  /** The offset of each operand's element in memory, in words. */
  readonly offsets: readonly string[];
  /** The axes that the gradient of each operand is summed over, in words. */
  readonly gradients: readonly string[];
}

/** The visitor's transient actions, which are not in the address. */
export interface Moment {
  readonly pointer: Pointer | null;
  /** The pointed axis of the alignment. */
  readonly axis: number | null;
  /** The chosen index of every axis that has a stepper. */
  readonly slice: Index;
  readonly notice: string | null;
  /** The repair that is previewed. */
  readonly fix: Fix | null;
  readonly preferences: Preferences;
}

/** The actions of the views. */
export interface Actions {
  setSize(operand: number, axis: number, size: number): void;
  setShape(operand: number, shape: Shape): void;
  setShapes(shapes: readonly Shape[]): void;
  addAxis(operand: number, axis: number): void;
  removeAxis(operand: number, axis: number): void;
  swapAxes(operand: number, axis: number): void;
  addOperand(): void;
  removeOperand(operand: number): void;
  /** Restores the shapes that the address had when it was last opened. */
  reset(): void;
  setOperator(op: State['op']): void;
  setRule(rule: RuleChoice): void;
  setLegacy(axis: number | null, broadcast: boolean): void;
  setType(type: State['type']): void;
  setFill(fill: Fill, seed: number): void;
  setValue(operand: number, position: number, value: number): void;
  setValues(operand: number, values: readonly number[], shape?: Shape): void;
  setStep(step: number): void;
  setTab(tab: Tab): void;
  setMode(mode: Mode): void;
  setNotation(notation: State['notation']): void;
  applyFix(fix: Fix): void;
  /** Previews a fix in the figure. */
  preview(fix: Fix | null): void;
  /** Replaces the whole state; Back undoes it. */
  go(state: State): void;
  pin(at: Index | null): void;
  point(pointer: Pointer | null): void;
  pointAxis(axis: number | null): void;
  step(axis: number, index: number): void;
  prefer(change: Partial<Preferences>): void;
  notify(notice: string | null): void;
  /** `rounds` is the number of timed rounds: 0 if only the values are needed. */
  normaliseFrame(frame: Frame, rounds: number): Promise<FrameReport>;
  compareRules(): Promise<Comparisons>;
  countPairs(): Promise<PairCounts>;
  /** Compares the results of the state's operator under its rule and with the 1s written out. */
  comparePorts(state: State): Promise<PortReport>;
  /** Checks a model with the package's checker. */
  checkModel(bytes: ArrayBuffer): Promise<CheckReport>;
  /** The network that reads digits, once it has been fetched. */
  openDigits(): Promise<DigitReader>;
}

/** Compares an operation under an older rule with NumPy's rule on shapes with the 1s written out. */
export interface PortReport {
  /** The shapes with the 1s. */
  readonly explicit: readonly Shape[];
  readonly elements: number;
  /** Number of elements that are bit-identical. */
  readonly equal: number;
}

/** The relation of two rules' results for the same shapes. */
export type Relation = 'identical' | 'other alignment' | 'other shape';

export interface Lane {
  readonly key: string;
  readonly title: string;
  readonly ruling: Ruling;
  readonly trace: Trace;
  /** The sentences and warnings, with axes in the order in which shapes are written. */
  readonly said: Pick<Trace, 'sentences' | 'warnings'>;
  /** The relation to the first lane; absent if one of the two has no result. */
  readonly relation: Relation | undefined;
}

/** The same operands under two rules: the values, and whether they agree. */
export interface Difference {
  readonly left: TensorModel;
  readonly right: TensorModel;
  readonly unequal: ReadonlySet<string>;
}

/** The relation of NumPy and ncnn over all ordered pairs of shapes of rank 1 to 4 and sizes 1 to 3. */
export interface PairCounts {
  readonly pairs: number;
  readonly both: number;
  readonly identical: number;
  readonly otherAlignment: number;
  readonly otherShape: number;
}

/** The rules side by side. */
export interface Comparisons {
  /** Each rule's result for the state's operands. */
  lanes(state: State): readonly Lane[];
  /** Absent if one of the two has no values. */
  difference(state: State, lane: Lane): Difference | undefined;
}

/** Queries of views to the engine, through the model. Shapes are outermost first under every rule. */
export interface Questions {
  align(shapes: readonly Shape[], ruling?: Partial<Ruling>, options?: AskOptions): Trace;
  /** The operands' shapes with 1s added, for the same alignment under NumPy's rule. */
  explicit(shapes: readonly Shape[], ruling: Partial<Ruling>): readonly Shape[] | undefined;
  /** The model of another state at rest. */
  look(state: State): Model;
  /** The operands as written, whether or not they broadcast. */
  written(state: State): readonly TensorModel[];
  /** Models of the states of another figure, with its own actions. */
  modeller(act: Actions): (state: State, moment: Moment) => Model;
}

export interface AskOptions {
  readonly op?: OperatorName;
  readonly type?: AlignOptions['type'];
}

export interface Model {
  readonly state: State;
  readonly moment: Moment;
  readonly trace: Trace;
  readonly operands: readonly TensorModel[];
  /** Absent if the shapes do not broadcast; its values are those of the last step. */
  readonly result: TensorModel | undefined;
  /** The last step that these shapes reach. */
  readonly reaches: number;
  /** The step that is drawn. */
  readonly step: number;
  /** The result's name, even if there is no result. */
  readonly resultName: string;
  /** The reason why values are missing; `undefined` if they are present. */
  readonly shapesOnly: string | undefined;
  readonly pointed: Pointed | null;
  readonly act: Actions;
  readonly ask: Questions;
}

export type View = (
  container: HTMLElement,
  model: Model,
) => {
  update(model: Model): void;
  dispose(): void;
};
