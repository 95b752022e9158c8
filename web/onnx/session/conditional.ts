/** If: only the branch that a constant condition selects, or both, one of which runs each time. */
import { sameDims } from '../../base/dims.js';
import type { Task } from '../../engine/task.js';
import type { Value } from '../../graph/values.js';
import type { Memory } from '../../memory/memory.js';
import { onlyTensors } from '../../operators/containers/kinds.js';
import {
  type AnyValue,
  isBuiltAlike,
  tensorsIn,
  withTensors,
} from '../../operators/containers/values.js';
import { operatorFault } from '../../operators/messages.js';
import type { BoundGraph } from './bind.js';
import { Body, captured } from './body.js';
import { attempted, checkPassed, graphOf, type Site } from './control.js';

export function lowerIf(site: Site): (AnyValue | undefined)[] {
  const { bound, lowering, inputs, around, lowerGraph } = site;
  const [condition] = onlyTensors(bound.bound, inputs);
  const known = condition && lowering.known(condition);
  const isTruth = condition?.type === 'bool' && (known === undefined || known.length === 1);
  const taken = known && graphOf(site, known[0] ? 'then_branch' : 'else_branch');
  if (isTruth && taken) {
    const outputs = lowerGraph(lowering, taken, [], around);
    checkPassed(site, outputs);
    return outputs;
  }
  const either = isTruth && !known ? eitherBranch(site, condition) : undefined;
  if (either) return either;
  const isWrong = known || !condition;
  throw operatorFault(bound.bound, isWrong ? 'condition' : 'unknownCondition');
}

interface Prepared {
  readonly body: Body;
  readonly taken: readonly Value[];
  readonly outputs: readonly AnyValue[];
  /** The tensors of the outputs. */
  readonly tensors: readonly Value[];
}

/** `undefined` if the branches return different types or shapes. */
function eitherBranch(site: Site, condition: Value): (AnyValue | undefined)[] | undefined {
  const { lowering, bound } = site;
  const wanted = bound.node.outputs.map((name) => name !== '');
  const onTrue = prepared(site, graphOf(site, 'then_branch'), wanted);
  if (!onTrue) return undefined;
  let onFalse: Prepared | undefined;
  try {
    onFalse = prepared(site, graphOf(site, 'else_branch'), wanted);
  } finally {
    if (!onFalse) onTrue.body.dispose();
  }
  if (!onFalse) return undefined;
  if (!areAlike(onTrue, onFalse)) {
    for (const { body } of [onTrue, onFalse]) body.dispose();
    return undefined;
  }
  const made = lowering.work(
    choosing(onTrue, onFalse, lowering.memory),
    [condition, ...onTrue.taken, ...onFalse.taken],
    onTrue.tensors.map(() => true),
  ) as Value[];
  let tensor = 0;
  const outputs = onTrue.outputs.map((output) =>
    withTensors(output, () => made[tensor++] as Value),
  );
  // The task has no address for unused outputs.
  let next = 0;
  return wanted.map((isWanted) => (isWanted ? outputs[next++] : undefined));
}

const areAlike = (a: Prepared, b: Prepared): boolean =>
  a.outputs.length === b.outputs.length &&
  a.outputs.every((output, i) => isBuiltAlike(output, b.outputs[i] as AnyValue)) &&
  a.tensors.every(({ type, dims }, i) => {
    const other = b.tensors[i];
    return other?.type === type && sameDims(other.dims, dims);
  });

/** Inputs of the task: the condition, and the outer values of both branches. */
function choosing(onTrue: Prepared, onFalse: Prepared, memory: Memory): Task {
  const count = onTrue.taken.length;
  const bodies = [onTrue.body, onFalse.body];
  return {
    outputs: onTrue.tensors,
    workspace: Math.max(...bodies.map((body) => body.workspace)),
    inPlace: false,
    bytes: bodies.reduce((sum, { bytes }) => sum + bytes, 0),
    run(workspace, outputs, [at = 0, ...taken]) {
      const isOn = memory.view(Uint8Array, at, 1)[0] !== 0;
      if (isOn) onTrue.body.run(workspace, taken.slice(0, count), outputs);
      else onFalse.body.run(workspace, taken.slice(count), outputs);
    },
    dispose() {
      for (const body of bodies) body.dispose();
    },
  };
}

function prepared(site: Site, graph: BoundGraph, wanted: readonly boolean[]): Prepared | undefined {
  return attempted(site, (lowering) => {
    const around = captured(graph, site.around);
    if (!around) return undefined;
    const outputs = site.lowerGraph(lowering, graph, [], around.values).filter((_, i) => wanted[i]);
    checkPassed(site, outputs);
    const tensors = outputs.flatMap(tensorsIn);
    if (tensors.some(({ type }) => type === 'string')) return undefined;
    const body = new Body(lowering, around.inner, tensors);
    return { body, taken: around.outer, outputs, tensors };
  });
}
