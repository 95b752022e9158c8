/** Gather: numbers by the engine, strings in JavaScript. */
import { sizeOf } from '../base/dims.js';
import { arrayOf } from '../base/dtypes.js';
import type { Task } from '../engine/task.js';
import { IndexError } from '../engine/tasks.js';
import { gatherStrings } from '../graph/strings.js';
import type { Value } from '../graph/values.js';
import { operatorMessages } from './messages.js';
import { type Call, type Operator, versionsSince, withAxis } from './operator.js';
import { ALL, ALL_BF, INDICES } from './type-sets.js';

export const gather: Operator = {
  name: 'Gather',
  versions: [
    ...versionsSince([1, 11], { inputs: [2, 2], types: [ALL, INDICES], attributes: withAxis }),
    { since: 13, inputs: [2, 2], types: [ALL_BF, INDICES], attributes: withAxis },
  ],
  lower(call) {
    const [data, indices] = [call.input(0), call.input(1)];
    const axis = call.axis(call.attribute('axis', 'int') ?? 0, data.dims.length);
    return [gathered(call, data, indices, axis)];
  },
};

/** The parts of the data at these indices along an axis. */
export function gathered(call: Call, data: Value, indices: Value, axis: number): Value {
  const made = [...data.dims.slice(0, axis), ...indices.dims, ...data.dims.slice(axis + 1)];
  call.checkDims(made);
  if (data.type === 'string') return gatherTexts(call, { data, indices, axis, made });
  const task = gathering(call, { data, indices, axis });
  return call.lowering.work(task, [data, indices])[0] as Value;
}

interface Gathering {
  readonly data: Value;
  readonly indices: Value;
  readonly axis: number;
}

/** The engine's task, whose error about an index names the operator. */
function gathering(call: Call, { data, indices, axis }: Gathering): Task {
  const task = call.lowering.tasks.gather(data, indices, axis);
  return {
    ...task,
    run(workspace, outputs, inputs) {
      try {
        task.run(workspace, outputs, inputs);
      } catch (error) {
        if (!(error instanceof IndexError)) throw error;
        const { memory } = call.lowering;
        const length = sizeOf(indices.dims);
        const all = memory.view(arrayOf(indices.type), inputs[1] as number, length);
        throw call.fault(
          'index_out_of_range',
          operatorMessages.indexAt(call.label, {
            index: Number(all[error.position]),
            position: error.position,
            size: data.dims[axis] as number,
          }),
        );
      }
    },
  };
}

interface GatherTexts extends Gathering {
  readonly made: readonly number[];
}

function gatherTexts(call: Call, { data, indices, axis, made }: GatherTexts): Value {
  const { lowering } = call;
  const output = lowering.make('string', made, lowering.allConstant([data, indices]));
  const size = data.dims[axis] as number;
  const blocks = {
    outer: sizeOf(data.dims.slice(0, axis)),
    size,
    inner: sizeOf(data.dims.slice(axis + 1)),
  };
  lowering.text([data, indices], [output], () => {
    const positions = Array.from(lowering.read(indices) as ArrayLike<number | bigint>, (value) => {
      const at = Number(value);
      if (at < -size || at >= size)
        throw call.fault('index_out_of_range', operatorMessages.index(call.label, at, size));
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
