/** Gather: numbers by the engine, strings in JavaScript. */
import { gatherStrings } from '../../graph/texts.js';
import { sizeOf, type Value } from '../../graph/values.js';
import type { Task } from '../../kernels.js';
import { checkMade } from '../made.js';
import { onnxMessages } from '../messages.js';
import { numbersIn } from './numbers.js';
import { type Call, type Operator, withAxis } from './row.js';
import { ALL, ALL_BF, INDICES } from './types.js';

export const gather: Operator = {
  name: 'Gather',
  versions: [
    ...[1, 11].map((since) => ({
      since,
      inputs: [2, 2] as const,
      types: [ALL, INDICES],
      attributes: withAxis,
    })),
    { since: 13, inputs: [2, 2], types: [ALL_BF, INDICES], attributes: withAxis },
  ],
  lower(call) {
    const { lowering } = call;
    const [data, indices] = [call.input(0), call.input(1)];
    const axis = call.axis(call.attribute('axis', 'int') ?? 0, data.dims.length);
    const made = [...data.dims.slice(0, axis), ...indices.dims, ...data.dims.slice(axis + 1)];
    checkMade(call.label, made, lowering.maxRank);
    if (data.type !== 'string')
      return lowering.work(gathering(call, { data, indices, axis }), [data, indices]);
    return [gatherTexts(call, { data, indices, axis, made })];
  },
};

interface Gathering {
  readonly data: Value;
  readonly indices: Value;
  readonly axis: number;
}

/** The engine's task, whose error about an index names the node. */
function gathering(call: Call, { data, indices, axis }: Gathering): Task {
  const task = call.lowering.kernels.gather(data, indices, axis);
  return {
    ...task,
    run(workspace, outputs, inputs) {
      try {
        task.run(workspace, outputs, inputs);
      } catch (error) {
        const { message } = error as Error;
        throw call.error(onnxMessages.node(call.label, message));
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
    const positions = Array.from(numbersIn(call, indices), (value) => {
      const at = Number(value);
      if (at < -size || at >= size) throw call.error(onnxMessages.index(call.label, at, size));
      return at < 0 ? at + size : at;
    });
    output.place.strings = gatherStrings(
      data.place.strings ?? [],
      positions,
      blocks,
      lowering.kernels.memory,
    );
  });
  return output;
}
