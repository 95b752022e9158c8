/**
 * What the page is about, as plain data: everything here is in the address of the page, and
 * everything that is drawn follows from it. Every edit is a pure function from state to state.
 */
import type { ElementType, Fix, OperatorName } from './engine.ts';

export type Shape = readonly number[];
export type Index = readonly number[];

export interface State {
  readonly rule: 'numpy';
  readonly op: OperatorName;
  readonly type: ElementType;
  readonly shapes: readonly Shape[];
  /** How the operands are filled: `addr` numbers the elements so that a sum tells its sources. */
  readonly fill: 'addr';
  /** The pinned element of the result. */
  readonly sel: Index | null;
}

/** Bounds of what the page lets a visitor ask; the engine decides what it means. */
export const maximumRank = 8;
export const maximumSize = 2 ** 31 - 1;

export const operators: Readonly<Record<OperatorName, { sign: string; word: string }>> = {
  Add: { sign: '+', word: 'add' },
  Sub: { sign: '−', word: 'sub' },
  Mul: { sign: '×', word: 'mul' },
  Div: { sign: '÷', word: 'div' },
};

export const elementTypes: readonly ElementType[] = ['float32', 'int32'];

/** The names of the operands, and of the result of two. */
export const operandNames = ['A', 'B'] as const;
export const resultName = 'C';

export const defaultState: State = {
  rule: 'numpy',
  op: 'Add',
  type: 'float32',
  shapes: [[4, 1], [3]],
  fill: 'addr',
  sel: [1, 2],
};

export function withShape(state: State, operand: number, shape: Shape): State {
  return { ...state, shapes: state.shapes.map((old, p) => (p === operand ? shape : old)) };
}

export function withSize(state: State, operand: number, axis: number, size: number): State {
  const kept = Math.min(Math.max(size, 0), maximumSize);
  const shape = (state.shapes[operand] ?? []).map((old, d) => (d === axis ? kept : old));
  return withShape(state, operand, shape);
}

/** A new axis of size 1 before the axis now at `axis`. */
export function withAxis(state: State, operand: number, axis: number): State {
  const shape = state.shapes[operand] ?? [];
  if (shape.length >= maximumRank) return state;
  return withShape(state, operand, [...shape.slice(0, axis), 1, ...shape.slice(axis)]);
}

export function withoutAxis(state: State, operand: number, axis: number): State {
  const shape = state.shapes[operand] ?? [];
  return withShape(state, operand, [...shape.slice(0, axis), ...shape.slice(axis + 1)]);
}

/** The state after a repair that the engine offers. */
export function withFix(state: State, fix: Fix): State {
  if (fix.kind === 'swapOperands') return { ...state, shapes: [...state.shapes].reverse() };
  return fix.operand === undefined ? state : withShape(state, fix.operand, fix.shape);
}

export const sameIndex = (a: Index | null, b: Index | null): boolean =>
  a === b || (a !== null && b !== null && a.join() === b.join());
