/** Operators that change only the dims: the result has the storage of the input. */
import { sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator, withAdded, withAxis } from './operator.js';
import { ALL, ALL_BF, FLOATS, INT64 } from './type-sets.js';

/** The same elements with other dims. */
function reshaped(call: Call, dims: readonly number[]): Value[] {
  const input = call.input(0);
  call.checkDims(dims);
  if (sizeOf(dims) !== sizeOf(input.dims)) throw call.fault('reshape', input.dims, dims);
  return [call.lowering.alias(input, dims)];
}

/** A 0 keeps the size of the input unless `allowzero` is set; one -1 is inferred. */
function targetOf(call: Call, asked: readonly number[], allowZero: boolean): number[] {
  const { dims } = call.input(0);
  const wrong = (to: readonly number[]) => call.fault('reshape', dims, to);
  const target = asked.map((size, axis) => {
    if (size !== 0 || allowZero) return size;
    const kept = dims[axis];
    if (kept === undefined) throw call.fault('nothingKept', axis, dims);
    return kept;
  });
  if (target.some((size) => size < -1)) throw wrong(target);
  const open = target.indexOf(-1);
  if (open < 0) return target;
  if (target.includes(-1, open + 1)) throw wrong(target);
  const rest = sizeOf(target.filter((_, axis) => axis !== open));
  const left = sizeOf(dims) / rest;
  if (!Number.isInteger(left)) throw wrong(target);
  target[open] = left;
  return target;
}

const reshapeSince = (since: number, types = ALL_BF) => ({
  since,
  inputs: [2, 2] as const,
  types: [types, INT64],
});

/** Axes are an attribute before opset 13, and an input since then. */
const axesVersions = (least: number) =>
  withAdded(
    history(
      { since: [1, 11], inputs: [1, 1], types: [ALL], attributes: { axes: 'ints' } },
      { since: [13, 21, 23, 24, 25], inputs: [least, 2], types: [ALL_BF, INT64], attributes: {} },
    ),
    21,
  );

const axesOf = (call: Call): readonly number[] | undefined =>
  call.since < 13 ? call.attribute('axes', 'ints') : call.numbers(1);

export const reshapeOperators: readonly Operator[] = [
  {
    name: 'Identity',
    versions: withAdded(
      history(
        { since: 1, inputs: [1, 1], types: [ALL] },
        { since: [13, 14, 16, 19, 21, 23, 24, 25], types: [ALL_BF] },
      ),
      19,
    ),
    lower: (call) => [call.input(0)],
  },

  {
    name: 'Reshape',
    versions: withAdded(
      [
        {
          since: 1,
          inputs: [1, 1],
          types: [FLOATS],
          attributes: { shape: 'ints', consumed_inputs: 'ints' },
        },
        reshapeSince(5, ALL),
        reshapeSince(13),
        ...[14, 19, 21, 23, 24, 25].map((since) => ({
          ...reshapeSince(since),
          attributes: { allowzero: 'int' as const },
        })),
      ],
      19,
    ),
    shapeInputs: [1],
    lower(call) {
      const asked = call.since < 5 ? (call.attribute('shape', 'ints') ?? []) : call.numbers(1);
      return reshaped(call, targetOf(call, asked ?? [], call.flag('allowzero')));
    },
  },

  {
    name: 'Flatten',
    versions: withAdded(
      history(
        { since: 1, inputs: [1, 1], types: [FLOATS], attributes: withAxis },
        { since: [9, 11], types: [ALL] },
        { since: [13, 21, 23, 24, 25], types: [ALL_BF] },
      ),
      21,
    ),
    lower(call) {
      const { dims } = call.input(0);
      const axis = call.ownAxis(1, dims.length, true);
      return reshaped(call, [sizeOf(dims.slice(0, axis)), sizeOf(dims.slice(axis))]);
    },
  },

  {
    name: 'Squeeze',
    versions: axesVersions(1),
    shapeInputs: [1],
    lower(call) {
      const { dims } = call.input(0);
      const asked = axesOf(call);
      const ones = dims.flatMap((size, axis) => (size === 1 ? [axis] : []));
      const axes = asked ? call.axes(asked, dims.length) : ones;
      for (const axis of axes)
        if (dims[axis] !== 1) throw call.fault('notOne', axis, dims[axis] as number);
      return reshaped(
        call,
        dims.filter((_, axis) => !axes.includes(axis)),
      );
    },
  },

  {
    name: 'Unsqueeze',
    versions: axesVersions(2),
    shapeInputs: [1],
    lower(call) {
      const { dims } = call.input(0);
      const asked = call.since < 13 ? call.needs('axes', 'ints') : (call.numbers(1) ?? []);
      const axes = call.axes(asked, dims.length + asked.length);
      const made: number[] = [];
      let next = 0;
      for (let axis = 0; axis < dims.length + axes.length; axis++)
        made.push(axes.includes(axis) ? 1 : (dims[next++] as number));
      return reshaped(call, made);
    },
  },
];
