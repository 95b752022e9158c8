/**
 * Sessions flush softmax probabilities below 2^-126 to 0 if only products use them; onnxruntime flushes all.
 * A mask that subtracts 100 from a score leaves exp(-100), a subnormal number that slows down a product by a
 * factor of 50. Expressions keep them, because a fused function is bit-identical to its operators.
 */
import type { Task } from '../engine/task.js';
import type { Memory } from '../memory/memory.js';
import type { Rewrite } from './generation.js';
import { SharedWork } from './shared-work.js';
import type { Step } from './steps.js';
import type { Storage } from './values.js';

/** The steps, with tasks that flush subnormal results if only products use these. */
export function flushing(
  steps: readonly Step[],
  kept: ReadonlySet<Storage>,
  rewrite: Rewrite,
  memory: Memory,
): Step[] {
  const flushed = new SharedWork<Task, Task>(memory);
  const readElsewhere = new Set(kept);
  for (const step of steps)
    step.inputs.forEach((input, at) => {
      if (input && !(isProduct(step) && at < FACTORS)) readElsewhere.add(input.storage.place.whole);
    });
  return steps.flatMap((step): readonly Step[] => {
    const made = step.outputs[0]?.storage;
    if (step.kind !== 'work' || !made || readElsewhere.has(made)) return [step];
    const { flushing } = step.task;
    if (!flushing) return [step];
    return rewrite([step], (resources) => {
      const task = flushed.of(step.task, resources, (owner) => owner.own(flushing()));
      resources.discard(step.task);
      return [{ ...step, task }];
    });
  });
}

/** Factors among the inputs of a product or a convolution; addends follow. */
const FACTORS = 2;

const isProduct = (step: Step): boolean => step.kind === 'work' && step.task.runThen !== undefined;
