/**
 * What a view is, and the model that it draws: a snapshot of everything that is shown. A part that
 * has not changed is the same object as before. A view may not call the engine.
 */

import type { CheckReport } from 'simdcast/onnx';
import type { AlignOptions, Fix, Trace } from '../base/engine.ts';
import type { DigitReader } from '../data/digit-reader.ts';
import type { Frame, FrameReport } from '../data/frame-run.ts';
import type { Elements } from '../data/picture.ts';
import type { ElementType, OperatorName, RuleChoice } from '../state/operators.ts';
import type { Preferences } from '../state/preferences.ts';
import type { Fill, Index, Mode, Ruling, Shape, State, Tab } from '../state/state.ts';

/** An element as it is drawn. */
export interface Cell {
  /** Its index in its own tensor. */
  readonly index: Index;
  /** Absent if nothing was computed. */
  readonly value: number | undefined;
  /** A copy that broadcasting implies and nobody stores. */
  readonly ghost: boolean;
}

export interface TensorModel {
  readonly name: string;
  /** The tensor's own shape. */
  readonly shape: Shape;
  /** The shape of the drawing: the result's, or where the shapes do not broadcast that of the conflict. */
  readonly drawn: Shape;
  /** In a conflict, how much of the drawing it has. */
  readonly held?: Shape;
  /** In a conflict, the axes on which it disagrees: what others have there beyond it has no partner. */
  readonly disagrees?: readonly number[];
  /** For each axis of the drawing, its number counted from the end. */
  readonly fromEnd: readonly number[];
  readonly stored: number;
  readonly type: ElementType;
  /** Where it has sizes to ask for, and no values. */
  readonly asks?: boolean;
  /** The elements, with steps along the axes of the drawing; absent if nothing is computed. */
  readonly elements?: Elements | undefined;
  cell(at: Index): Cell;
}

/** What the pointer or the keyboard is on: an element of the result, or one of an operand. */
export interface Pointer {
  /** The operand's position; absent for the result. */
  readonly operand?: number;
  /** Where in the drawing. */
  readonly at: Index;
}

/** A number of the equation, and its index: `80`, `A[2,1]`. */
export interface Term {
  readonly value: string;
  readonly name: string;
  readonly index: Index;
  /** The axis of the alignment of each index. */
  readonly letters: readonly string[];
}

/** An element with everything it is linked to. */
export interface Pointed {
  readonly operand: number | undefined;
  /** The elements of the result to ring. */
  readonly results: readonly Index[];
  /** Per operand, the element to ring; an operand that has none is left out. */
  readonly sources: ReadonlyMap<number, Index>;
  /** Per tensor, its number in the equation, and the index of that number. */
  readonly terms: ReadonlyMap<number | 'result', Term>;
  /** Whether it stays when the pointer leaves. */
  readonly pinned: boolean;
  /** `C[1,2] = A[1,0] + B[2] = 20 + 3 = 23`, or what an operand's element is used for. */
  readonly text: string;
  /** Where each operand's element lies in memory, in words. */
  readonly offsets: readonly string[];
  /** Over which axes a gradient of each operand is summed, in words. */
  readonly gradients: readonly string[];
}

/** What the visitor does for a moment, and no address keeps. */
export interface Moment {
  readonly pointer: Pointer | null;
  /** The axis of the alignment that is pointed at. */
  readonly axis: number | null;
  /** The chosen index of every axis that has a stepper. */
  readonly slice: Index;
  readonly notice: string | null;
  /** The repair that is looked at, and not yet made. */
  readonly fix: Fix | null;
  readonly preferences: Preferences;
}

/** Everything a view may ask for. */
export interface Actions {
  setSize(operand: number, axis: number, size: number): void;
  setShape(operand: number, shape: Shape): void;
  setShapes(shapes: readonly Shape[]): void;
  addAxis(operand: number, axis: number): void;
  removeAxis(operand: number, axis: number): void;
  swapAxes(operand: number, axis: number): void;
  addOperand(): void;
  removeOperand(operand: number): void;
  /** The shapes that the address had when it was last opened. */
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
  /** Another state altogether, as a step that Back undoes. */
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
  /** Computes the state's operator as its rule has it, and with the 1s written out, and compares. */
  comparePorts(state: State): Promise<PortReport>;
  /** What the package's checker says of a model. */
  checkModel(bytes: ArrayBuffer): Promise<CheckReport>;
  /** The network that reads digits, once it has been fetched. */
  openDigits(): Promise<DigitReader>;
}

/** The same operation under an older rule, and as NumPy's rule has it on shapes with the 1s written out. */
export interface PortReport {
  /** The shapes with the 1s. */
  readonly explicit: readonly Shape[];
  readonly elements: number;
  /** How many of them came out the same, bit for bit. */
  readonly equal: number;
}

/** How two rules' answers to the same shapes relate. */
export type Relation = 'identical' | 'other alignment' | 'other shape';

export interface Lane {
  readonly key: string;
  readonly title: string;
  readonly ruling: Ruling;
  readonly trace: Trace;
  /** What is said of it, in the order of axes in which shapes are written. */
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

/** How NumPy and ncnn relate over every ordered pair of shapes of rank 1 to 4 and sizes 1 to 3. */
export interface PairCounts {
  readonly pairs: number;
  readonly both: number;
  readonly identical: number;
  readonly otherAlignment: number;
  readonly otherShape: number;
}

/** The rules side by side. */
export interface Comparisons {
  /** Each rule's answer to the state's operands. */
  lanes(state: State): readonly Lane[];
  /** Absent if one of the two has no values. */
  difference(state: State, lane: Lane): Difference | undefined;
}

/** What a view may ask the engine through the model. Shapes are outermost first, whatever the rule. */
export interface Questions {
  align(shapes: readonly Shape[], ruling?: Partial<Ruling>, options?: AskOptions): Trace;
  /** The operands' shapes with 1s added, so that NumPy's rule aligns them the same way. */
  explicit(shapes: readonly Shape[], ruling: Partial<Ruling>): readonly Shape[] | undefined;
  /** The model of another state, as it would be at rest. */
  look(state: State): Model;
  /** The operands as they are written, whether or not they go together. */
  written(state: State): readonly TensorModel[];
  /** Models of states of a figure's own, with its own actions. */
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
  /** The result's name, whether there is one or not. */
  readonly resultName: string;
  /** The reason why there are no values; absent if there are. */
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
