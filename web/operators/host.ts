/** Operators computed in JavaScript: rare ones and small ones. */
import { sizeOf } from '../base/dims.js';
import { arrayOf, itemsOf } from '../base/dtypes.js';
import type { Task, TensorType } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import type { Call } from './operator.js';

export type Floats = Float32Array | Float64Array;

/**
 * Fills a new array from one array per input; that of an absent input is empty. Elements are validated before
 * anything is written.
 */
type Work = (target: Floats, ...sources: Floats[]) => void;

/**
 * A value that is computed in JavaScript. Arrays have the type of floats, since most are; integer elements
 * are converted with `Number`, or handled explicitly.
 *
 * @param when whether a result of constants is computed once or in every run
 */
export function computed(
  call: Call,
  made: TensorType,
  inputs: readonly (Value | undefined)[],
  work: Work,
  when: 'once' | 'anew' = 'once',
): Value {
  const { memory } = call.lowering;
  const viewOf = ({ type, dims }: TensorType, address: number) =>
    memory.view(arrayOf(type), address, itemsOf(type, sizeOf(dims))) as Floats;
  return call.result(
    {
      ...taskOf(made, ([to = 0], from) => {
        // Without elements to compute, the other axes may have any size.
        if (sizeOf(made.dims) === 0) return;
        const sources = inputs.map((input, i) => input && viewOf(input, from[i] as number));
        work(viewOf(made, to), ...sources.map((source) => source ?? new Float32Array(0)));
      }),
      varies: when === 'anew',
    },
    inputs,
  );
}

/** Like `computed`, but floats are read in float32 or float64, and the result has the type of the input. */
export function computedInFloats(
  call: Call,
  dims: readonly number[],
  [input, ...others]: readonly [Value, ...(Value | undefined)[]],
  work: Work,
): Value {
  return call.inFloats(input, (value) =>
    computed(call, { type: value.type, dims }, [value, ...others], work),
  );
}

/** A task with one output that runs in JavaScript, on addresses. */
const taskOf = (
  made: TensorType,
  run: (outputs: readonly number[], inputs: readonly number[]) => void,
): Task => ({
  outputs: [made],
  workspace: 0,
  inPlace: false,
  run: (_, outputs, inputs) => run(outputs, inputs),
  dispose: () => undefined,
});
