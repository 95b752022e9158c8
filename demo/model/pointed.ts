/** An element that is pointed at, and everything it is linked to. */
import type { Trace } from '../base/engine.ts';
import { axisLetter, indexText, valueText } from '../state/format.ts';
import { operators, writeOperation } from '../state/operators.ts';
import type { Index, Shape, State } from '../state/state.ts';
import type { Pointed, Pointer, TensorModel } from './types.ts';

interface Linked {
  readonly trace: Trace;
  readonly operands: readonly TensorModel[];
  readonly result: TensorModel;
  readonly sourcesOf: (at: Index) => readonly Index[];
  readonly fanout: (operand: number, index: Index) => { count: number; first: number[][] };
}

const inside = (index: Index, shape: Shape): boolean =>
  index.length === shape.length && index.every((i, d) => i < (shape[d] ?? 0));

/** `offset of A = 1·1 + 2·0 = 1`: the steps through memory, of which a stretched axis has none. */
function offsetText(trace: Trace, p: number, at: Index): string {
  const { name = '', strides = [] } = trace.operands[p] ?? {};
  const offset = at.reduce((sum, i, d) => sum + i * (strides[d] ?? 0), 0);
  const terms = at.map((i, d) => `${i}·${strides[d] ?? 0}`).join(' + ');
  return `offset of ${name} = ${terms === '' ? '' : `${terms} = `}${offset}`;
}

function gradientText(trace: Trace, p: number): string[] {
  const { name = '', stretched = [] } = trace.operands[p] ?? {};
  if (stretched.length === 0) return [];
  const letters = stretched.map((axis) => axisLetter(trace.axes[axis]?.fromEnd ?? 0));
  return [`the gradient of ${name} is summed over ${letters.join(' and ')}`];
}

/** What an operand contributes at an element of the result: a value, or for a shape its size. */
function contribution(linked: Linked, p: number, at: Index): string {
  const operand = linked.operands[p];
  if (!operand) return '';
  return valueText(operand.cell(at).value ?? Number.NaN, operand.type);
}

function pointedResult(linked: Linked, state: State, at: Index): Pointed {
  const { trace, operands, result, sourcesOf } = linked;
  const sources = sourcesOf(at);
  const { shapeOperand } = operators[state.op];
  const counted = operands.map((_, p) => p).filter((p) => p !== shapeOperand);
  const named = counted.map((p) => `${operands[p]?.name}${indexText(sources[p] ?? [])}`);
  const numbers = counted.map((p) => contribution(linked, p, at));
  const write = (parts: readonly string[]) =>
    shapeOperand === undefined ? writeOperation(state.op, parts) : parts.join();
  const value = valueText(result.cell(at).value ?? Number.NaN, result.type);
  const chain = shapeOperand === undefined ? [write(named), write(numbers)] : [write(named)];
  return {
    operand: undefined,
    results: [at],
    sources: new Map(counted.map((p) => [p, sources[p] ?? []])),
    text: `${result.name}${indexText(at)} = ${chain.join(' = ')} = ${value}`,
    offsets: counted.map((p) => offsetText(trace, p, at)),
    gradients: counted.flatMap((p) => gradientText(trace, p)),
  };
}

function pointedOperand(linked: Linked, p: number, at: Index): Pointed {
  const { trace, operands } = linked;
  const index = linked.sourcesOf(at)[p] ?? [];
  const { count, first } = linked.fanout(p, index);
  const times = count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
  return {
    operand: p,
    results: first,
    sources: new Map([[p, index]]),
    text: `${operands[p]?.name}${indexText(index)} is stored once and used ${times}.`,
    offsets: [offsetText(trace, p, at)],
    gradients: gradientText(trace, p),
  };
}

/** The element under the pointer, else the pinned one; null where neither is in the result. */
export function findPointed(linked: Linked, state: State, pointer: Pointer | null): Pointed | null {
  const at = pointer?.at ?? state.sel;
  if (!at || !inside(at, linked.result.shape)) return null;
  return pointer?.operand === undefined
    ? pointedResult(linked, state, at)
    : pointedOperand(linked, pointer.operand, at);
}
