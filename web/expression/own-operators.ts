/** The package's own operators that tensors of strings may be passed to. */

import { sameDims, sizeOf } from '../base/dims.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import type { Value } from '../graph/values.js';
import { gathered, truePositions } from '../operators/gather.js';
import { joined } from '../operators/movement.js';
import type { Call, Operator, ResolvedOperator, Version } from '../operators/operator.js';

const lowerings: Readonly<Record<string, (call: Call) => Value[]>> = {
  AxisNumbers(call) {
    const step = call.int('step', 0);
    const first = call.int('first', 0);
    const numbers = call.input(0).dims.map((_, axis) => BigInt(first + axis * step));
    return [call.lowering.constant('int64', [numbers.length], BigInt64Array.from(numbers))];
  },

  Stack(call) {
    const inputs = call.inputs.map((_, at) => call.input(at));
    const [first, ...others] = inputs as [Value, ...Value[]];
    const axis = call.ownAxis(0, first.dims.length);
    const shapeOf = ({ dims }: Value) => dims.filter((_, at) => at !== axis);
    for (const other of others) {
      if (!sameDims(first.dims, other.dims))
        throw new ShapeError(
          'invalid_shape',
          `The tensors of stack must have the same shape, but have (${shapeOf(first)}) and (${shapeOf(other)}).`,
        );
      if (other.type !== first.type) throw call.fault('typesDiffer', first.type, other.type);
    }
    return [joined(call, inputs, axis)];
  },

  Mask(call) {
    const [x, condition] = [call.input(0), call.input(1)];
    if (condition.type !== 'bool')
      throw new DTypeError(
        'wrong_type',
        `The condition of mask must be bool, but is ${condition.type}. Compare it first: x.mask(x.greater(0)).`,
      );
    const asked = call.int('axis', 0);
    const { dims } = x;
    const axis = asked < 0 ? asked + dims.length : asked;
    const end = axis + condition.dims.length;
    if (axis < 0 || axis > dims.length)
      throw new ShapeError(
        'invalid_axis',
        `The axis of mask must be from ${-dims.length} to ${dims.length}, since x has shape (${dims}), but is ${asked}.`,
      );
    if (!sameDims(dims.slice(axis, end), condition.dims))
      throw new ShapeError(
        'invalid_shape',
        `The condition of mask must have the sizes of x from axis ${asked} on, but has shape (${condition.dims}), and x has (${dims}). Pass a condition of shape (${dims.at(asked) ?? dims.length}) for one axis, or (${dims}) for single elements.`,
      );
    const flags = sizeOf(condition.dims);
    const { lowering } = call;
    const kept = truePositions(call, 1, lowering.alias(condition, [flags]));
    const flat = lowering.alias(x, [...dims.slice(0, axis), flags, ...dims.slice(end)]);
    return [gathered(call, flat, lowering.alias(kept, [kept.dims[1] as number]), axis)];
  },
};

/** The parameters of the others are numbers. */
export function ownOperator(name: string): ResolvedOperator {
  const version: Version = {
    since: 1,
    inputs: [1, Infinity],
    types: [],
    attributes: { first: 'int', step: 'int', axis: 'int' },
  };
  const operator: Operator = {
    name,
    versions: [version],
    lower: (call) => {
      const lower = lowerings[name];
      if (!lower) throw call.fault('noStrings');
      return lower(call);
    },
  };
  return { operator, version };
}
