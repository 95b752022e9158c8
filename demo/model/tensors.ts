/** The drawn tensors: an operand as written or broadcast, and the result. */
import type { Trace } from '../base/engine.ts';
import { typeOf } from '../data/fill.ts';
import { position } from '../state/indices.ts';
import { type ElementType, operators } from '../state/operators.ts';
import { elementsOf, type Index, resultName, type State } from '../state/state.ts';
import type { TensorModel } from './types.ts';
import type { Computed } from './values.ts';

/** An operand's value at a position in C order. */
export type ValueAt = (operand: number, position: number) => number | undefined;

/** Numbers of the operand's own axes, counted from the end; unknown for an axis that was not aligned. */
function ownAxes(trace: Trace, p: number): number[] {
  const { added = [], shape = [] } = trace.operands[p] ?? {};
  const own = trace.axes.filter((axis) => !added.includes(axis.axis));
  return own.length === shape.length ? own.map((axis) => axis.fromEnd) : [];
}

export interface OperandRequest {
  readonly trace: Trace;
  readonly state: State;
  readonly operand: number;
  readonly valueAt: ValueAt;
  /** Its elements, in C order; absent if nothing is computed. */
  readonly data?: ArrayLike<number> | undefined;
}

function common({ trace, state, operand }: OperandRequest) {
  const given = trace.operands[operand];
  if (!given) throw new RangeError(`no operand ${operand}`);
  const { name, shape, elements } = given;
  const asks = operators[state.op].shapeOperand === operand;
  return { name, shape, stored: elements, type: typeOf(state, operand), asks };
}

/** An operand in its own shape. */
export function writtenModel(request: OperandRequest): TensorModel {
  const { trace, operand, valueAt } = request;
  const base = common(request);
  return {
    ...base,
    drawn: base.shape,
    fromEnd: ownAxes(trace, operand),
    cell: (at) => ({ index: at, value: valueAt(operand, position(at, base.shape)), ghost: false }),
  };
}

/** An operand of conflicting shapes on the aligned axes, with one index for the missing elements. */
export function clashModel(request: OperandRequest): TensorModel {
  const { trace, operand, valueAt } = request;
  const base = common(request);
  const { aligned = [], added = [] } = trace.operands[operand] ?? {};
  const conflict = trace.axes.findLast(({ outcome }) => outcome === 'conflict');
  const lacks =
    conflict !== undefined &&
    !conflict.stretched.includes(operand) &&
    (aligned[conflict.axis] ?? 0) < Math.max(...conflict.sizes);
  return {
    ...base,
    drawn: aligned.map((size, axis) => (lacks && axis === conflict.axis ? size + 1 : size)),
    held: aligned,
    disagrees: lacks ? [conflict.axis] : [],
    fromEnd: trace.axes.map((axis) => axis.fromEnd),
    cell(at) {
      const index = at.filter((_, axis) => !added.includes(axis));
      return { index, value: valueAt(operand, position(index, base.shape)), ghost: false };
    },
  };
}

/** An operand in the result's shape, including the copies that are not stored. */
export function readModel(
  request: OperandRequest,
  sourcesOf: (at: Index) => readonly Index[],
): TensorModel {
  const { trace, operand, valueAt, data } = request;
  const base = common(request);
  const { stretched = [], strides = [] } = trace.operands[operand] ?? {};
  return {
    ...base,
    elements: data && { data, strides },
    drawn: trace.outputShape ?? [],
    fromEnd: trace.axes.map((axis) => axis.fromEnd),
    cell(at) {
      const index = sourcesOf(at)[operand] ?? [];
      const ghost = stretched.some((axis) => at[axis] !== 0);
      return { index, value: valueAt(operand, position(index, base.shape)), ghost };
    },
  };
}

export function resultModel(
  trace: Trace,
  computed: Pick<Computed, 'output'> | undefined,
  state: State,
  name: string = resultName(trace.operands.length),
): TensorModel | undefined {
  const shape = trace.outputShape;
  if (!shape) return undefined;
  const type: ElementType = operators[state.op].truth ? 'bool' : state.type;
  const strides = shape.map((_, axis) => elementsOf(shape.slice(axis + 1)));
  return {
    elements: computed && { data: computed.output, strides },
    name,
    shape,
    drawn: shape,
    fromEnd: trace.axes.map((axis) => axis.fromEnd),
    stored: trace.outputElements,
    type,
    cell: (at) => ({ index: at, value: computed?.output[position(at, shape)], ghost: false }),
  };
}
