/** Operators computed in JavaScript: rare ones, small ones, and those that move few elements. */
import { sizeOf } from '../base/dims.js';
import { arrayOf, bitsArrayOf, itemsOf } from '../base/dtypes.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Task, TensorType } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import type { Memory } from '../memory/memory.js';
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

/** Moves elements unchanged: `from` has the position in the first input for each element of the output. */
export function moved(
  call: Call,
  made: TensorType,
  inputs: readonly Value[],
  move: (
    copy: (to: number, from: number, count: number, input?: number) => void,
    inputs: readonly TypedArray[],
  ) => void,
): Value {
  const { memory } = call.lowering;
  const bits = (value: TensorType, address: number) =>
    memory.view(bitsArrayOf(value.type), address, itemsOf(value.type, sizeOf(value.dims)));
  const parts = itemsOf(made.type, 1);
  const task = taskOf(made, ([to = 0], from) => {
    const target = bits(made, to);
    const sources = inputs.map((input, i) => bits(input, from[i] as number));
    move((at, source, count, input = 0) => {
      const first = source * parts;
      const items = (sources[input] as TypedArray).subarray(first, first + count * parts);
      target.set(items as never, at * parts);
    }, sources);
  });
  return call.result(task, inputs);
}

/** The positions of non-zero bytes. */
export function truePositions(bytes: Uint8Array, memory: Memory): Int32Array {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) count += Number(bytes[at] !== 0);
  const positions = memory.newArray(Int32Array, count) as Int32Array;
  let next = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) positions[next++] = at;
  return positions;
}
