/** Operators that rearrange elements without computing: Transpose, Slice, Concat, Split and others. */
import { denseStrides, sameDims, sizeOf, withSize } from '../base/dims.js';
import type { StridedView } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator, withAdded, withAxis } from './operator.js';
import { ALL, ALL_BF, FLOATS, INDICES, INT64 } from './type-sets.js';

/** The part of a call that operators of movement need. */
type Making = Pick<Call, 'lowering'>;

/** The axes of a value in another order. */
export function permuted(making: Making, input: Value, perm: readonly number[]): Value {
  const { dims } = input;
  const made = perm.map((axis) => dims[axis] as number);
  if (keepsOrder(perm, dims)) return making.lowering.alias(input, made);
  const strides = denseStrides(dims);
  const walked = perm.map((axis) => strides[axis] as number);
  return boxOf(making, input, made, { offset: 0, strides: walked });
}

/** Whether the elements stay in place because only axes of size 1 move. */
function keepsOrder(perm: readonly number[], dims: readonly number[]): boolean {
  const moved = perm.filter((axis) => dims[axis] !== 1);
  return moved.every((axis, i) => i === 0 || axis > (moved[i - 1] as number));
}

/** A new value with elements of the input, read from `offset` on with these strides. */
export function boxOf(
  { lowering }: Making,
  input: Value,
  dims: readonly number[],
  from: StridedView,
): Value {
  const output = lowering.make(input.type, dims, lowering.allConstant([input]));
  lowering.move(input, output, { sizes: dims, from });
  return output;
}

/** Concatenates values along an axis; they may differ only in its size. */
export function joined({ lowering }: Making, inputs: readonly Value[], axis: number): Value {
  const [first] = inputs as readonly [Value];
  if (inputs.length === 1) return first;
  const made = [...first.dims];
  made[axis] = inputs.reduce((sum, { dims }) => sum + (dims[axis] as number), 0);
  const output = lowering.make(first.type, made, lowering.allConstant(inputs));
  const strides = denseStrides(made);
  let start = 0;
  for (const input of inputs) {
    lowering.move(input, output, { to: { offset: start * (strides[axis] as number) } });
    start += input.dims[axis] as number;
  }
  return output;
}

/** Concatenates values that have been checked. */
export function joinedAlong(call: Call, inputs: readonly Value[], axis: number): Value {
  const { dims: first } = inputs[0] as Value;
  const without = (dims: readonly number[]) => dims.filter((_, i) => i !== axis);
  for (const { dims } of inputs)
    if (dims.length !== first.length || !sameDims(without(dims), without(first)))
      throw call.fault('concat', axis, first, dims);
  const size = inputs.reduce((sum, { dims }) => sum + (dims[axis] as number), 0);
  call.checkDims(withSize(first, axis, size));
  return joined(call, inputs, axis);
}

/** Copies `count` elements of an axis, starting at `first`. */
export function partOf(
  making: Making,
  value: Value,
  axis: number,
  first: number,
  count: number,
): Value {
  const { dims } = value;
  if (count === dims[axis]) return value;
  const made = withSize(dims, axis, count);
  const strides = denseStrides(dims);
  const offset = sizeOf(made) === 0 ? 0 : first * (strides[axis] as number);
  return boxOf(making, value, made, { offset, strides });
}

/** Like `partOf`, but read-only and without copying if the elements are contiguous. */
export function viewOf(
  making: Making,
  value: Value,
  axis: number,
  first: number,
  count: number,
): Value {
  const { dims, storage } = value;
  const isPiece = storage.kind === 'temporary' && sizeOf(dims.slice(0, axis)) === 1;
  if (!isPiece || count === dims[axis]) return partOf(making, value, axis, first, count);
  const made = withSize(dims, axis, count);
  return making.lowering.part(value, first * sizeOf(dims.slice(axis + 1)), made);
}

/** One slice of an axis, without the axis. */
export const entryOf = (making: Making, value: Value, axis: number, at: number): Value => {
  const one = partOf(making, value, axis, at, 1);
  return making.lowering.alias(
    one,
    one.dims.filter((_, each) => each !== axis),
  );
};

const splitAttributes = { axis: 'int', split: 'ints' } as const;

/** The sizes of the parts. */
function partsOf(call: Call, size: number): number[] {
  const count = call.outputCount;
  const given = splitSizes(call);
  if (given) {
    const sum = given.reduce((total, part) => total + part, 0);
    if (given.length !== count || sum !== size || given.some((part) => part < 0))
      throw call.fault('split', given, size);
    return [...given];
  }
  const asked = call.attribute('num_outputs', 'int');
  if (asked !== undefined) {
    const part = Math.ceil(size / asked);
    const last = size - part * (asked - 1);
    if (asked !== count || last < 0) throw call.fault('splitEven', asked, size);
    return Array.from({ length: count }, (_, i) => (i === count - 1 ? last : part));
  }
  if (size % count !== 0) throw call.fault('splitEven', count, size);
  return new Array<number>(count).fill(size / count);
}

function splitSizes(call: Call): readonly number[] | undefined {
  if (call.since >= 13) return call.numbers(1);
  const given = call.attribute('split', 'ints');
  return given ?? (call.since < 2 ? call.numbers(1) : undefined);
}

/** The slices of a named axis. */
export interface Cut {
  readonly axis: number;
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

export function cutsOf(call: Call): Cut[] {
  const byInput = call.inputs.length > 1;
  const starts = byInput ? call.numbers(1) : call.needs('starts', 'ints');
  const ends = byInput ? call.numbers(2) : call.needs('ends', 'ints');
  const rank = call.input(0).dims.length;
  const axes =
    (byInput ? call.numbers(3) : call.attribute('axes', 'ints')) ?? starts?.map((_, i) => i);
  const steps = (byInput ? call.numbers(4) : undefined) ?? starts?.map(() => 1);
  if (!starts || !ends || !axes || !steps) throw call.fault('inputMissing', starts ? 2 : 1);
  if ([ends, axes, steps].some(({ length }) => length !== starts.length))
    throw call.fault('lengths', 'starts, ends, axes and steps');
  // Checks that no axis is named twice.
  call.axes(axes, rank);
  return axes.map((axis, i) => ({
    axis: call.axis(axis, rank),
    start: starts[i] as number,
    end: ends[i] as number,
    step: steps[i] as number,
  }));
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

/** The slice of the first input between these positions. */
export function sliced(call: Call, cuts: readonly Cut[]): Value {
  const input = call.input(0);
  const made = [...input.dims];
  const strides = denseStrides(input.dims);
  let offset = 0;
  for (const { axis, start, end, step } of cuts) {
    const size = input.dims[axis] as number;
    if (step === 0) throw call.fault('step');
    const fromStart = (at: number) => (at < 0 ? at + size : at);
    const first =
      step > 0 ? clamp(fromStart(start), 0, size) : clamp(fromStart(start), 0, size - 1);
    const last = step > 0 ? clamp(fromStart(end), 0, size) : clamp(fromStart(end), -1, size - 1);
    made[axis] = size === 0 ? 0 : Math.max(0, Math.ceil((last - first) / step));
    offset += made[axis] === 0 ? 0 : first * (strides[axis] as number);
    strides[axis] = (strides[axis] as number) * clamp(step, -(2 ** 31), 2 ** 31);
  }
  // The step of an axis that keeps at most one element has no effect.
  const walked = strides.map((stride, axis) => ((made[axis] as number) > 1 ? stride : 0));
  const whole = sameDims(made, input.dims) && sameDims(strides, denseStrides(input.dims));
  if (whole) return input;
  return boxOf(call, input, made, { offset: sizeOf(made) === 0 ? 0 : offset, strides: walked });
}

export const movementOperators: readonly Operator[] = [
  {
    name: 'Transpose',
    versions: withAdded(
      history(
        { since: 1, inputs: [1, 1], types: [ALL], attributes: { perm: 'ints' } },
        { since: [13, 21, 23, 24, 25], types: [ALL_BF] },
      ),
      21,
    ),
    lower(call) {
      const input = call.input(0);
      const { dims } = input;
      const perm = call.attribute('perm', 'ints') ?? dims.map((_, i) => dims.length - 1 - i);
      const sorted = [...perm].sort((a, b) => a - b);
      if (perm.length !== dims.length || sorted.some((axis, i) => axis !== i))
        throw call.fault('perm', perm, dims.length);
      return [permuted(call, input, perm)];
    },
  },

  {
    name: 'Concat',
    versions: history(
      { since: 1, inputs: [1, Infinity], types: [FLOATS], attributes: withAxis },
      { since: [4, 11], types: [ALL] },
      { since: 13, types: [ALL_BF] },
    ),
    lower(call) {
      const inputs = call.inputs.map((_, i) => call.input(i));
      const first = inputs[0] as Value;
      const asked = call.since < 4 ? call.int('axis', 1) : call.needs('axis', 'int');
      const axis = call.axis(asked, first.dims.length);
      return [joinedAlong(call, inputs, axis)];
    },
  },

  {
    name: 'Split',
    versions: history(
      { since: 1, inputs: [1, 2], outputs: Infinity, types: [FLOATS], attributes: splitAttributes },
      { since: [2, 11], inputs: [1, 1], types: [ALL] },
      { since: 13, inputs: [1, 2], types: [ALL_BF, INT64], attributes: withAxis },
      { since: 18, attributes: { axis: 'int', num_outputs: 'int' } },
    ),
    shapeInputs: [1],
    lower(call) {
      const input = call.input(0);
      const { dims } = input;
      const axis = call.ownAxis(0, dims.length);
      const parts = partsOf(call, dims[axis] as number);
      const strides = denseStrides(dims);
      let start = 0;
      return parts.map((part, i) => {
        const offset = start * (strides[axis] as number);
        start += part;
        if (!call.wants(i)) return undefined;
        if (parts.length === 1) return input;
        const made = withSize(dims, axis, part);
        return boxOf(call, input, made, { offset, strides });
      });
    },
  },

  {
    name: 'Slice',
    versions: history(
      {
        since: 1,
        inputs: [1, 1],
        types: [ALL],
        attributes: { starts: 'ints', ends: 'ints', axes: 'ints' },
      },
      { since: [10, 11], inputs: [3, 5], types: [ALL, INDICES], attributes: {} },
      { since: 13, types: [ALL_BF, INDICES] },
    ),
    shapeInputs: [1, 2, 3, 4],
    lower: (call) => [sliced(call, cutsOf(call))],
  },
];
