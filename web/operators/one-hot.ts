/** OneHot: indices as vectors that are on at one place. */
import { sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { operatorMessages } from './messages.js';
import { type Call, type Operator, versionsSince, withAxis } from './operator.js';
import { ALL, NUMBERS } from './type-sets.js';

const WITHOUT_STRINGS = ALL.filter((type) => type !== 'string');

/** Indices as int64; from opset 11 on, negative ones count from the end. */
function positions(call: Call, depth: number): Value {
  const { lowering } = call;
  const given = call.input(0);
  const indices =
    given.type === 'int64' ? given : lowering.pointwise('Cast', [given], { to: 'int64' }, 13);
  if (call.since < 11) return indices;
  const constant = (value: number) =>
    lowering.constant('int64', [], BigInt64Array.of(BigInt(value)));
  const isNegative = lowering.pointwise('Less', [indices, constant(0)], {}, 13);
  const counted = lowering.pointwise('Add', [indices, constant(depth)], {}, 13);
  return lowering.pointwise('Where', [isNegative, counted, indices], {}, 13);
}

export const oneHot: Operator = {
  name: 'OneHot',
  versions: versionsSince([9, 11], {
    inputs: [3, 3],
    types: [NUMBERS, NUMBERS, WITHOUT_STRINGS],
    attributes: withAxis,
  }),
  shapeInputs: [1],
  lower(call) {
    const { lowering } = call;
    const { dims } = call.input(0);
    const values = call.input(2);
    const depth = call.scalar(1);
    if (!Number.isInteger(depth) || depth < 1)
      throw call.fault('invalid_shape', operatorMessages.depth(call.label));
    if (sizeOf(values.dims) !== 2)
      throw call.fault('invalid_shape', operatorMessages.values(call.label));
    const axis = call.axis(call.attribute('axis', 'int') ?? -1, dims.length + 1);
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
    const isOn = lowering.pointwise('Equal', [indices, count], {}, 13);
    const [off, on] = [0, 1].map((at) => part(call, values, at)) as [Value, Value];
    return [lowering.pointwise('Where', [isOn, on, off], {}, 16)];
  },
};

/** One of two elements. */
function part({ lowering }: Call, { type, dims, storage }: Value, at: number): Value {
  const output = lowering.make(type, [], lowering.allConstant([{ type, dims, storage }]));
  const request = {
    type,
    sizes: [1],
    from: { size: 2, offset: at, strides: [1] },
    to: { dims: [1], offset: 0, strides: [1] },
  };
  lowering.move(request, { type, dims, storage }, output);
  return output;
}
