/** Work on numbers in JavaScript: for what is rare, small, or moves few elements. */
import { sizeOf } from '../base/dims.js';
import { arrayOf, bitsArrayOf, itemsOf } from '../base/dtypes.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Task, TensorType } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import type { Call } from './operator.js';

/** Fills a view of each output, of which none is another's, from a view of each input. */
type Work = (outputs: readonly TypedArray[], inputs: readonly TypedArray[]) => void;

/** Values that are computed in JavaScript; an absent input has a view without elements. */
export function computed(
  { lowering }: Call,
  made: readonly TensorType[],
  inputs: readonly (Value | undefined)[],
  work: Work,
): Value[] {
  const { memory } = lowering;
  const viewOf = ({ type, dims }: TensorType, address: number): TypedArray =>
    memory.view(arrayOf(type), address, itemsOf(type, sizeOf(dims)));
  const task: Task = {
    outputs: made,
    workspace: 0,
    inPlace: false,
    run(_, to, from) {
      work(
        made.map((output, i) => viewOf(output, to[i] as number)),
        inputs.map((input, i) => (input ? viewOf(input, from[i] as number) : new Uint8Array(0))),
      );
    },
    dispose: () => undefined,
  };
  return lowering.work(
    task,
    inputs,
    made.map(() => true),
  ) as Value[];
}

/** Elements moved as they are: for each of the output, the place in the first input that it comes from. */
export function moved(
  { lowering }: Call,
  made: TensorType,
  inputs: readonly Value[],
  move: (
    copy: (to: number, from: number, count: number, input?: number) => void,
    inputs: readonly TypedArray[],
  ) => void,
): Value {
  const { memory } = lowering;
  const bits = (value: TensorType, address: number) =>
    memory.view(bitsArrayOf(value.type), address, itemsOf(value.type, sizeOf(value.dims)));
  const parts = itemsOf(made.type, 1);
  const task: Task = {
    outputs: [made],
    workspace: 0,
    inPlace: false,
    run(_, [to = 0], from) {
      const target = bits(made, to);
      const sources = inputs.map((input, i) => bits(input, from[i] as number));
      move((at, source, count, input = 0) => {
        const first = source * parts;
        const items = (sources[input] as TypedArray).subarray(first, first + count * parts);
        target.set(items as never, at * parts);
      }, sources);
    },
    dispose: () => undefined,
  };
  return lowering.work(task, inputs)[0] as Value;
}
