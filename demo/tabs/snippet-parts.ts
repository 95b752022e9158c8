/** Parts of a snippet that all dialects share. */
import type { Trace } from '../base/engine.ts';
import type { ElementType } from '../state/operators.ts';
import { operators } from '../state/operators.ts';
import { operandName, resultName, type Shape, type State } from '../state/state.ts';
import { numbersOf } from './snippet-values.ts';

export interface Given {
  readonly state: State;
  readonly trace: Trace;
  /** The shapes under which NumPy's rule aligns the operands as the state's rule does. */
  readonly explicit: readonly Shape[] | undefined;
}

/** The result is called as in the figure. */
export const resultOf = ({ shapes }: State): string => resultName(shapes.length);

export const tuple = (shape: Shape): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
export const list = (shape: Shape): string => `[${shape.join(', ')}]`;

/** Calls a function of two operands on all, two at a time: `f(f(A, B), C)`. */
export const folded = (call: string, parts: readonly string[]): string =>
  parts.reduce((whole, part) => `${call}(${whole}, ${part})`);

export const isData = (state: State, p: number): boolean => operators[state.op].shapeOperand !== p;
export const typeAt = ({ op, type }: State, p: number): ElementType =>
  operators[op].condition === p ? 'bool' : type;
export const comment = (
  { trace }: Given,
  mark: string,
  write: (shape: Shape) => string = tuple,
): string =>
  trace.outputShape
    ? `${mark} result: ${write(trace.outputShape)}`
    : `${mark} fails: ${trace.error?.text ?? trace.text}`;

/** Operands that another rule aligns elsewhere are reshaped first, and keep their data. */
export function reshapes(given: Given, write: (name: string, shape: Shape) => string): string[] {
  const { state, explicit } = given;
  return (explicit ?? []).flatMap((shape, p) =>
    shape.join() === state.shapes[p]?.join() || !isData(state, p)
      ? []
      : [write(operandName(p), shape)],
  );
}

/** A line for each operand that has data, preceded by a note if the figure has other values. */
export const eachData = (state: State, mark: string, write: (p: number, shape: Shape) => string) =>
  state.shapes.flatMap((shape, p) => {
    if (!isData(state, p)) return [];
    const numbers = numbersOf(state, p);
    const others = 'others' in numbers && numbers.others;
    const note = `${mark} ${operandName(p)} has other values in the figure, too many to be written`;
    return [...(others ? [note] : []), write(p, shape)];
  });
