/** OneHot: indices as one-hot vectors. */
import { sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { boxOf } from './movement.js';
import { type Call, history, type Operator, withAxis } from './operator.js';
import { NOT_TEXT, NUMBERS } from './type-sets.js';

/** Indices as int64; since opset 11, negative ones count from the end. */
function positions(call: Call, depth: number): Value {
  const indices = call.cast(call.input(0), 'int64');
  if (call.since < 11) return indices;
  const isNegative = call.compute('Less', indices, call.int64s([], [0]));
  const counted = call.compute('Add', indices, call.int64s([], [depth]));
  return call.compute('Where', isNegative, counted, indices);
}

export const oneHot: Operator = {
  name: 'OneHot',
  versions: history({
    since: [9, 11],
    inputs: [3, 3],
    types: [NUMBERS, NUMBERS, NOT_TEXT],
    attributes: withAxis,
  }),
  shapeInputs: [1],
  lower(call) {
    const { lowering } = call;
    const { dims } = call.input(0);
    const values = call.input(2);
    const depth = Number(call.item(1, call.cast(call.input(1), 'int64')));
    if (depth < 1) throw call.fault('depth');
    if (sizeOf(values.dims) !== 2) throw call.fault('values');
    const axis = call.ownAxis(-1, dims.length + 1);
    const made = [...dims.slice(0, axis), depth, ...dims.slice(axis)];
    call.checkDims(made);
    if (sizeOf(made) === 0) return [lowering.make(values.type, made)];
    // Each index equals exactly one position 0, 1, … along the new axis.
    const after = dims.slice(axis).map(() => 1);
    const from = [call.int64s([], [0]), call.int64s([], [1])];
    const counted = call.result(lowering.tasks.range('int64', depth), from);
    const count = lowering.alias(counted, [depth, ...after]);
    const lengthened = [...dims.slice(0, axis), 1, ...dims.slice(axis)];
    const indices = lowering.alias(positions(call, depth), lengthened);
    const isOn = call.compute('Equal', indices, count);
    const [off, on] = [0, 1].map((at) => boxOf(call, values, [], { offset: at, strides: [] })) as [
      Value,
      Value,
    ];
    return [call.compute('Where', isOn, on, off)];
  },
};
