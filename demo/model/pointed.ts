/** The pointed element, and everything that it is linked to. */
import type { Trace } from '../base/engine.ts';
import { axisLetter, indexText, listText, valueText } from '../state/format.ts';
import { operators, writeOperation } from '../state/operators.ts';
import type { Index, Shape, State } from '../state/state.ts';
import { words } from '../state/words.ts';
import type { Pointed, Pointer, TensorModel, Term } from './types.ts';

interface Linked {
  readonly trace: Trace;
  readonly operands: readonly TensorModel[];
  readonly result: TensorModel;
  readonly sourcesOf: (at: Index) => readonly Index[];
  readonly fanout: (operand: number, index: Index) => { count: number; first: number[][] };
}

const inside = (index: Index, shape: Shape): boolean =>
  index.length === shape.length && index.every((i, d) => i < (shape[d] ?? 0));

/** `offset of A = 1·1 + 2·0 = 1`: the sum of index times stride; a stretched axis has a stride of 0. */
function offsetText(trace: Trace, p: number, at: Index): string {
  const { name = '', strides = [] } = trace.operands[p] ?? {};
  const offset = at.reduce((sum, i, d) => sum + i * (strides[d] ?? 0), 0);
  const terms = at.map((i, d) => `${i}·${strides[d] ?? 0}`).join(' + ');
  return `${words.offsetOf(name)} = ${terms === '' ? '' : `${terms} = `}${offset}`;
}

function gradientText(trace: Trace, p: number): string[] {
  const { name = '', stretched = [] } = trace.operands[p] ?? {};
  if (stretched.length === 0) return [];
  const letters = stretched.map((axis) => axisLetter(trace.axes[axis]?.fromEnd ?? 0));
  return [words.gradientOf(name, listText(letters))];
}

/** An operand's contribution to an element of the result: a value, or for a shape its size. */
function contribution(linked: Linked, p: number, at: Index): string {
  const operand = linked.operands[p];
  if (!operand) return '';
  return valueText(operand.cell(at).value ?? Number.NaN, operand.type);
}

function termOf(linked: Linked, operand: number | undefined, at: Index, index: Index): Term {
  const { trace, operands, result } = linked;
  const tensor = operand === undefined ? result : operands[operand];
  const { added = [] } = operand === undefined ? {} : (trace.operands[operand] ?? {});
  return {
    value: valueText(tensor?.cell(at).value ?? Number.NaN, tensor?.type),
    name: tensor?.name ?? '',
    index,
    letters: trace.axes
      .filter(({ axis }) => !added.includes(axis))
      .map(({ fromEnd }) => axisLetter(fromEnd)),
  };
}

function pointedResult(linked: Linked, state: State, at: Index): Omit<Pointed, 'pinned'> {
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
    terms: new Map<number | 'result', Term>([
      ...counted.map((p) => [p, termOf(linked, p, at, sources[p] ?? [])] as const),
      ['result', termOf(linked, undefined, at, at)],
    ]),
    text: `${result.name}${indexText(at)} = ${chain.join(' = ')} = ${value}`,
    offsets: counted.map((p) => offsetText(trace, p, at)),
    gradients: counted.flatMap((p) => gradientText(trace, p)),
  };
}

function pointedOperand(linked: Linked, p: number, at: Index): Omit<Pointed, 'pinned'> {
  const { trace, operands } = linked;
  const index = linked.sourcesOf(at)[p] ?? [];
  const { count, first } = linked.fanout(p, index);
  return {
    operand: p,
    results: first,
    sources: new Map([[p, index]]),
    terms: new Map([[p, termOf(linked, p, at, index)]]),
    text: words.usedOften(`${operands[p]?.name}${indexText(index)}`, count),
    offsets: [offsetText(trace, p, at)],
    gradients: gradientText(trace, p),
  };
}

/** An element in the middle of the first table: not in the first row or column, if there are others. */
const middle = (shape: Shape): Index =>
  shape.map((size, axis) => (axis < shape.length - 2 ? 0 : Math.floor(size / 2)));

/** The element under the pointer, else the pinned one, else one in the middle. */
export function findPointed(linked: Linked, state: State, pointer: Pointer | null): Pointed | null {
  const { shape } = linked.result;
  const pinned = state.sel && inside(state.sel, shape) ? state.sel : undefined;
  const at = pointer?.at ?? pinned ?? middle(shape);
  if (!inside(at, shape)) return null;
  const found =
    pointer?.operand === undefined
      ? pointedResult(linked, state, at)
      : pointedOperand(linked, pointer.operand, at);
  return { ...found, pinned: pointer === null && pinned !== undefined };
}
