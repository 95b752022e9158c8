/** OneHot: indices as vectors that are on at one place. */
import { sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { boxOf } from './movement.js';
import { type Call, history, type Operator, withAxis } from './operator.js';
import { NOT_TEXT, NUMBERS } from './type-sets.js';

/** Indices as int64; from opset 11 on, negative ones count from the end. */
function positions(call: Call, depth: number): Value {
  const { lowering } = call;
  const given = call.input(0);
  const indices = call.cast(given, 'int64');
  if (call.since < 11) return indices;
  const constant = (value: number) =>
    lowering.constant('int64', [], BigInt64Array.of(BigInt(value)));
  const isNegative = call.compute('Less', indices, constant(0));
  const counted = call.compute('Add', indices, constant(depth));
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
  ownTypes: ['int64', 'int64'],
  lower(call) {
    const { lowering } = call;
    const { dims } = call.input(0);
    const values = call.input(2);
    const depth = call.scalar(1);
    if (!Number.isInteger(depth) || depth < 1) throw call.fault('depth');
    if (sizeOf(values.dims) !== 2) throw call.fault('values');
    const axis = call.ownAxis(-1, dims.length + 1);
    const made = [...dims.slice(0, axis), depth, ...dims.slice(axis)];
    call.checkDims(made);
    // Compared with 0, 1, … along the new axis, every index meets itself there once.
    const after = dims.slice(axis).map(() => 1);
    const [zero, one] = [0n, 1n].map((value) =>
      lowering.constant('int64', [], BigInt64Array.of(value)),
    );
    const [counted] = lowering.work(lowering.tasks.range('int64', depth), [zero, one]);
    const count = lowering.alias(counted as Value, [depth, ...after]);
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
