/** Computes values that depend only on constants, once for all input shapes. */
import { Derivations } from '../../graph/derivations.js';
import { Lowering } from '../../graph/lowering.js';
import { Resources } from '../../graph/resources.js';
import { isConstant } from '../../graph/values.js';
import { type AnyValue, tensorsIn } from '../../operators/containers/values.js';
import { ModelError } from '../model/errors.js';
import type { BoundNode } from './bind.js';
import type { CompileContext } from './compile.js';
import { NodeLowerer } from './lower.js';
import type { SessionMemory } from './session-memory.js';

/**
 * The remaining nodes and the constants that they use; unused constants are freed. An initializer that a feed
 * may replace is not a constant here.
 */
export function folded(
  context: Omit<CompileContext, 'derivations'>,
  { constants }: SessionMemory,
): CompileContext {
  const { parts, tasks, model } = context;
  const open = new Set(model.optionalInputs.map(({ name }) => name));
  const values = new Map<string, AnyValue>(
    [...context.constants].filter(([name]) => !open.has(name)),
  );
  const scratch = new Resources(tasks.memory);
  try {
    const lowering = new Lowering(tasks, { resources: scratch });
    const lowerer = new NodeLowerer(parts);
    const nodes = context.nodes.filter((bound) => !isFolded(bound, values, lowering, lowerer));
    const read = new Set([
      ...nodes.flatMap(({ node }) => node.inputs),
      ...model.outputs.map(({ name }) => name),
    ]);
    const kept = [...new Map([...context.constants, ...values])].filter(
      ([name]) => read.has(name) || open.has(name),
    );
    const tensors = kept.flatMap(([, value]) => tensorsIn(value));
    for (const { storage } of tensors) scratch.give(storage.address, constants);
    constants.releaseExcept(new Set(tensors.map(({ storage }) => storage.address)));
    // Steps of nodes that are not folded belong to each program.
    for (const step of lowering.steps) if (step.kind !== 'text') constants.discard(step.task);
    const derivations = new Derivations(
      tasks.memory,
      constants,
      tensors.map(({ storage }) => storage),
    );
    return { ...context, nodes, constants: new Map(kept), derivations };
  } finally {
    scratch.dispose();
  }
}

/** Whether all outputs of a node are constant. Errors are reported when the model is compiled. */
function isFolded(
  bound: BoundNode,
  values: Map<string, AnyValue>,
  lowering: Lowering,
  lowerer: NodeLowerer,
): boolean {
  const { inputs, outputs } = bound.node;
  if (!inputs.every((name) => name === '' || values.has(name))) return false;
  try {
    lowerer.lower(lowering, bound, values);
  } catch (error) {
    if (error instanceof ModelError) return false;
    throw error;
  }
  const isKnown = outputs.every((name) => {
    const value = values.get(name);
    return name === '' || (value !== undefined && tensorsIn(value).every(isConstant));
  });
  if (!isKnown) for (const name of outputs) values.delete(name);
  return isKnown;
}
