/**
 * The state of the page as plain data: all of it is in the page's address, and everything drawn is
 * computed from it. Every edit is a pure function from state to state.
 */
import type { Fix } from '../base/engine.ts';
import type { Deck } from './deck.ts';
import {
  type ElementType,
  type OperatorName,
  operatorNames,
  operators,
  type RuleChoice,
} from './operators.ts';

export type Shape = readonly number[];
export type Index = readonly number[];

export const modes = ['play', 'learn', 'challenge', 'porting', 'lab'] as const;
export type Mode = (typeof modes)[number];

export const tabs = ['why', 'rules', 'memory', 'code'] as const;
export type Tab = (typeof tabs)[number];

/** The lessons, in their order. */
export const lessonNames = [
  'rows',
  'ones',
  'both',
  'no-fit',
  'trap',
  'images',
  'cost',
  'attention',
] as const;
export type LessonName = (typeof lessonNames)[number];

/** `addr` numbers the elements so that a sum identifies its sources. */
export const fills = ['addr', 'arange', 'ones', 'random'] as const;
export type Fill = (typeof fills)[number];

/** The steps of an alignment, from the shapes as written to the values. */
export const steps = ['written', 'align', 'add', 'stretch', 'compute'] as const;
export const lastStep = steps.length - 1;
export const stepOf = {
  written: 0,
  align: 1,
  add: 2,
  stretch: 3,
  compute: 4,
} as const satisfies Record<(typeof steps)[number], number>;

/** A rule with its attributes. */
export interface Ruling {
  readonly rule: RuleChoice;
  /** Legacy: the axis on which B starts; null matches from the right. */
  readonly axis: number | null;
  /** Legacy: whether B may be stretched at all. */
  readonly broadcast: boolean;
}

export interface State extends Ruling {
  readonly mode: Mode;
  readonly op: OperatorName;
  readonly type: ElementType;
  readonly shapes: readonly Shape[];
  readonly fill: Fill;
  readonly seed: number;
  /** Per operand, the typed values, in C order; null if the fill applies. */
  readonly values: readonly (readonly number[] | null)[];
  /** The pinned element of the result. */
  readonly sel: Index | null;
  readonly step: number;
  readonly tab: Tab;
  /** The lesson that Learn shows. */
  readonly lesson: LessonName;
  /** Whether only formula, figure and caption are shown, as large as the window. */
  readonly present: boolean;
  /** The deck that the state is a slide of. */
  readonly deck: Deck | null;
  /** The notation of shapes in texts about ncnn. */
  readonly notation: 'numpy' | 'ncnn';
}

/** Limits of the input that the page accepts. */
export const maximumRank = 8;
export const maximumSize = 2 ** 31 - 1;
export const maximumOperands = 8;
/** Typed values are kept for tensors up to this many elements. */
export const maximumTyped = 1024;

const letters = 'ABCDEFGHI';
export const operandName = (operand: number): string => letters[operand] ?? '?';
/** The result takes the letter after the last operand's. */
export const resultName = (operands: number): string => operandName(operands);

export const defaultState: State = {
  mode: 'play',
  rule: 'numpy',
  axis: null,
  broadcast: true,
  op: 'Add',
  type: 'float32',
  shapes: [[4, 3], [3]],
  fill: 'addr',
  seed: 1,
  values: [null, null],
  sel: null,
  step: lastStep,
  tab: 'why',
  lesson: 'rows',
  present: false,
  deck: null,
  notation: 'numpy',
};

export const elementsOf = (shape: Shape): number => shape.reduce((a, b) => a * b, 1);
export const isUnit = (size: number): boolean => size === 1;

/** Resizes typed values to another number of elements: truncated, or padded with zeros. */
export function resized(values: readonly number[] | null, elements: number): number[] | null {
  if (!values || elements > maximumTyped) return null;
  return Array.from({ length: elements }, (_, i) => values[i] ?? 0);
}

export function withShape(state: State, operand: number, shape: Shape): State {
  return {
    ...state,
    shapes: state.shapes.map((old, p) => (p === operand ? shape : old)),
    values: state.values.map((old, p) => (p === operand ? resized(old, elementsOf(shape)) : old)),
  };
}

export function withShapes(state: State, shapes: readonly Shape[]): State {
  return {
    ...state,
    shapes,
    values: shapes.map((shape, p) => resized(state.values[p] ?? null, elementsOf(shape))),
  };
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

/** Swaps two neighbouring axes. */
export function withSwapped(state: State, operand: number, axis: number): State {
  const shape = [...(state.shapes[operand] ?? [])];
  const [first = 1, second = 1] = shape.slice(axis, axis + 2);
  shape.splice(axis, 2, second, first);
  return withShape(state, operand, shape);
}

/** The shapes of the operands that are added if an operator requires more. */
const further: readonly Shape[] = [[4, 1], [3], [], [4, 3]];

function fitted(shapes: readonly Shape[], least: number, most: number): readonly Shape[] {
  const missing = Math.max(least - shapes.length, 0);
  const added = Array.from({ length: missing }, (_, i) => further[shapes.length + i] ?? []);
  return [...shapes.slice(0, most), ...added];
}

/** Another operator, with a rule, type and number of operands that it supports. */
export function withOperator(state: State, op: OperatorName): State {
  const { rules, types, least, most } = operators[op];
  const rule = rules.includes(state.rule) ? state.rule : (rules[0] ?? 'numpy');
  const type = types.includes(state.type) ? state.type : (types[0] ?? 'float32');
  const next = withShapes(state, fitted(state.shapes, least, most));
  return { ...next, op, rule, type };
}

/** Another rule, with an operator that follows it. */
export function withRule(state: State, rule: RuleChoice): State {
  if (operators[state.op].rules.includes(rule)) return { ...state, rule };
  const op = operatorNames.find((name) => operators[name].rules.includes(rule)) ?? state.op;
  return { ...withOperator(state, op), rule };
}

export function withOperand(state: State): State {
  if (state.shapes.length >= operators[state.op].most) return state;
  return withShapes(state, [...state.shapes, []]);
}

export function withoutOperand(state: State, operand: number): State {
  if (state.shapes.length <= operators[state.op].least) return state;
  const others = <T>(list: readonly T[]) => list.filter((_, p) => p !== operand);
  return { ...state, shapes: others(state.shapes), values: others(state.values) };
}

/** One typed value; `now` contains the operand's current values. */
export function withValue(
  state: State,
  operand: number,
  position: number,
  value: number,
  now: ArrayLike<number>,
): State {
  const next = Array.from(now, (old, i) => (i === position ? value : old));
  return withValues(state, operand, next);
}

export function withValues(state: State, operand: number, next: readonly number[] | null): State {
  return { ...state, values: state.values.map((old, p) => (p === operand ? next : old)) };
}

/** Sets the fill of all operands and discards typed values. */
export const withFill = (state: State, fill: Fill, seed: number): State => ({
  ...state,
  fill,
  seed,
  values: state.values.map(() => null),
});

/** The state after a repair that the engine offers. */
export function withFix(state: State, fix: Fix): State {
  if (fix.kind === 'swapOperands') {
    return {
      ...state,
      shapes: [...state.shapes].reverse(),
      values: [...state.values].reverse(),
    };
  }
  if (fix.kind === 'setAxis') return { ...state, axis: fix.argument[0] ?? null };
  return fix.operand === undefined ? state : withShape(state, fix.operand, fix.shape);
}
