/** Gather: the engine gathers numbers, JavaScript gathers strings. */
import { around, sizeOf } from '../base/dims.js';
import type { Task } from '../engine/task.js';
import { gatherStrings } from '../graph/strings.js';
import type { Value } from '../graph/values.js';
import { namingIndex } from './indexing.js';
import { type Call, history, type Operator, withAxis } from './operator.js';
import { ALL, ALL_BF, BOOL, INDICES } from './type-sets.js';

/** The slices of the data at these indices along an axis. */
export function gathered(call: Call, data: Value, indices: Value, axis: number): Value {
  const made = [...data.dims.slice(0, axis), ...indices.dims, ...data.dims.slice(axis + 1)];
  call.checkDims(made);
  if (data.type === 'string') return gatherTexts(call, { data, indices, axis, made });
  const task = gathering(call, { data, indices, axis });
  return call.result(task, [data, indices]);
}

interface Gathering {
  readonly data: Value;
  readonly indices: Value;
  readonly axis: number;
}

/** The engine's task; an error about an index names the operator. */
function gathering(call: Call, { data, indices, axis }: Gathering): Task {
  const task = call.lowering.tasks.gather(data, indices, axis);
  return namingIndex(call, task, 1, indices, (fault, index, position) =>
    fault('indexAt', { index, position, size: data.dims[axis] as number }),
  );
}

interface GatherTexts extends Gathering {
  readonly made: readonly number[];
}

function gatherTexts(call: Call, { data, indices, axis, made }: GatherTexts): Value {
  const { lowering } = call;
  const output = lowering.make('string', made, lowering.allConstant([data, indices]));
  const blocks = around(data.dims, axis);
  const { size } = blocks;
  lowering.text([data, indices], [output], () => {
    const positions = Array.from(lowering.read(indices) as ArrayLike<number | bigint>, (value) => {
      const at = Number(value);
      if (at < -size || at >= size) throw call.fault('index', at, size);
      return at < 0 ? at + size : at;
    });
    output.storage.strings = gatherStrings(
      data.storage.strings ?? [],
      positions,
      blocks,
      lowering.memory,
    );
  });
  return output;
}

/** The indices [rank, count] of the elements of a mask that are true; the mask is derived from input `at`. */
export function truePositions(call: Call, at: number, mask: Value): Value {
  const { tasks } = call.lowering;
  const [, count] = call.lowering.work(tasks.nonZero(mask, 0), [mask], [false, true]);
  const positions = tasks.nonZero(mask, Number(call.item(at, count)));
  return call.result(positions, [mask]);
}

/** The first input and the axis from an attribute; without the attribute, the flattened input. */
export function alongAxis(call: Call): [Value, number] {
  const input = call.input(0);
  const axis = call.attribute('axis', 'int');
  if (axis !== undefined) return [input, call.axis(axis, input.dims.length)];
  return [call.lowering.alias(input, [sizeOf(input.dims)]), 0];
}

export const gatherOperators: readonly Operator[] = [
  {
    name: 'Gather',
    versions: history(
      { since: [1, 11], inputs: [2, 2], types: [ALL, INDICES], attributes: withAxis },
      { since: 13, types: [ALL_BF, INDICES] },
    ),
    lower(call) {
      const [data, indices] = [call.input(0), call.input(1)];
      const axis = call.ownAxis(0, data.dims.length);
      return [gathered(call, data, indices, axis)];
    },
  },

  {
    name: 'Compress',
    versions: history({ since: [9, 11], inputs: [2, 2], types: [ALL, BOOL], attributes: withAxis }),
    shapeInputs: [1],
    counts: true,
    lower(call) {
      const [data, axis] = alongAxis(call);
      const { lowering } = call;
      const condition = call.input(1);
      if (condition.dims.length > 1) throw call.fault('vector', 1);
      const flags = sizeOf(condition.dims);
      const kept = truePositions(call, 1, lowering.alias(condition, [flags]));
      if (flags > (data.dims[axis] as number))
        throw call.fault('topCount', flags, data.dims[axis] as number);
      return [gathered(call, data, lowering.alias(kept, [kept.dims[1] as number]), axis)];
    },
  },
];
