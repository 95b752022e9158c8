/**
 * In sessions, shares below 2^-126 that only products read become 0, as onnxruntime has all: of a score that a
 * mask lowers by 100, exp(-100) is left, a subnormal number, and by those a product takes fifty times as long.
 * Expressions keep them, because a fused function has the bits of its operators one by one.
 */
import type { Resources } from './resources.js';
import type { Step } from './steps.js';
import type { Storage } from './values.js';

/** The steps, with work that flushes subnormal results where no step but products reads them. */
export function flushing(
  steps: readonly Step[],
  kept: ReadonlySet<Storage>,
  resources: Resources,
): Step[] {
  const readElsewhere = new Set(kept);
  for (const step of steps)
    step.inputs.forEach((input, at) => {
      if (input && !(isProduct(step) && at < FACTORS)) readElsewhere.add(input.storage.place.whole);
    });
  return steps.map((step): Step => {
    const made = step.outputs[0]?.storage;
    if (step.kind !== 'work' || !step.task.flushing || !made || readElsewhere.has(made))
      return step;
    const task = resources.own(step.task.flushing());
    resources.discard(step.task);
    return { ...step, task };
  });
}

/** Inputs of a product or a convolution that are multiplied; after them comes what is added. */
const FACTORS = 2;

const isProduct = (step: Step): boolean => step.kind === 'work' && step.task.runThen !== undefined;
