/** Tasks followed by an elementwise pass, which is applied to each part of the result as it is computed. */
import type { Task } from '../engine/task.js';
import type { NativeTask } from '../wasm/native-task.js';
import { type EngineStep, workOf } from './steps.js';
import type { Value } from './values.js';

/** Maximum number of inputs of such a task. */
const MOST_INPUTS = 3;

/**
 * Returns one step for the task and the pass.
 * @param rows the pass, which calls its kernel per row
 * @param inputs the inputs of the pass, including the result of the task
 */
export function through(
  maker: EngineStep,
  rows: NativeTask,
  inputs: readonly Value[],
  result: Value,
): EngineStep {
  const made = maker.outputs[0]?.storage;
  const others = inputs.filter(({ storage }) => storage !== made);
  // The positions of the pass's inputs among the addresses.
  const places = inputs.map((input) =>
    input.storage === made ? -1 : MOST_INPUTS + others.indexOf(input),
  );
  const task: Task = {
    outputs: [result],
    workspace: maker.task.workspace,
    inPlace: false,
    run: (workspace, [output = 0], addresses) => {
      const fed = places.map((place) => (place < 0 ? output : (addresses[place] as number)));
      maker.task.runThen?.(workspace, output, addresses, rows, fed);
    },
    dispose: () => {},
  };
  const own = Array.from({ length: MOST_INPUTS }, (_, at) => maker.inputs[at]);
  return workOf(task, [...own, ...others], [result]);
}
