/**
 * What a view is, and the model that it draws: a snapshot of everything that is shown. A part that
 * has not changed is the same object as before. A view may not call the engine.
 */
import type { Fix, Trace } from './engine.ts';
import type { FrameReport } from './frame-run.ts';
import type { Index, Shape, State } from './state.ts';

/** An element as it is drawn. */
export interface Cell {
  /** Its index in its own tensor. */
  readonly index: Index;
  /** Absent where nothing was computed. */
  readonly value: number | undefined;
  /** A copy that broadcasting implies and nobody stores. */
  readonly ghost: boolean;
}

export interface TensorModel {
  readonly name: string;
  /** The tensor's own shape. */
  readonly shape: Shape;
  /** The shape of the drawing: the result's for an operand that is read that way. */
  readonly drawn: Shape;
  /** For each axis of the drawing, its number counted from the end. */
  readonly fromEnd: readonly number[];
  readonly stored: number;
  cell(at: Index): Cell;
}

/** What the pointer or the keyboard is on: an element of the result, or one of an operand. */
export interface Pointer {
  /** The operand's position; absent for the result. */
  readonly operand?: number;
  /** Where in the drawing. */
  readonly at: Index;
}

/** An element with everything it is linked to. */
export interface Pointed {
  readonly operand: number | undefined;
  /** The elements of the result to ring. */
  readonly results: readonly Index[];
  /** Per operand, the element to ring; an operand that has none is left out. */
  readonly sources: ReadonlyMap<number, Index>;
  /** `C[1,2] = A[1,0] + B[2] = 20 + 3 = 23`, or what an operand's element is used for. */
  readonly text: string;
  /** Where each operand's element lies in memory, in words. */
  readonly offsets: readonly string[];
}

/** What the visitor does for a moment, and no address keeps. */
export interface Moment {
  readonly pointer: Pointer | null;
  /** The axis of the alignment that is pointed at. */
  readonly axis: number | null;
  /** The chosen index of every axis that has a stepper. */
  readonly slice: Index;
  readonly notice: string | null;
}

export const quietMoment: Moment = { pointer: null, axis: null, slice: [], notice: null };

/** Everything a view may ask for. */
export interface Actions {
  setSize(operand: number, axis: number, size: number): void;
  setShape(operand: number, shape: Shape): void;
  addAxis(operand: number, axis: number): void;
  removeAxis(operand: number, axis: number): void;
  setOperator(op: State['op']): void;
  setType(type: State['type']): void;
  applyFix(fix: Fix): void;
  pin(at: Index | null): void;
  point(pointer: Pointer | null): void;
  pointAxis(axis: number | null): void;
  step(axis: number, index: number): void;
  dismissNotice(): void;
  normaliseFrame(frame: Float32Array): Promise<FrameReport>;
}

export interface Model {
  readonly state: State;
  readonly moment: Moment;
  readonly trace: Trace;
  readonly operands: readonly TensorModel[];
  /** Absent where the shapes do not broadcast. */
  readonly result: TensorModel | undefined;
  /** Why there are shapes but no values; absent where there are values. */
  readonly shapesOnly: string | undefined;
  readonly pointed: Pointed | null;
  readonly act: Actions;
}

export type View = (
  container: HTMLElement,
  model: Model,
) => { update(model: Model): void; dispose(): void };
