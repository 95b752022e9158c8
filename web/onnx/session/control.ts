/** The context in which a node with subgraphs is lowered. */
import { OutOfMemoryError } from '../../base/errors.js';
import { Lowering } from '../../graph/lowering.js';
import { checkMade, type Kinds } from '../../operators/containers/kinds.js';
import type { AnyValue } from '../../operators/containers/values.js';
import { ModelError } from '../model/errors.js';
import type { BoundGraph, BoundNode } from './bind.js';

export type Values = ReadonlyMap<string, AnyValue>;

/** Lowers the nodes of a graph that has these inputs, and has access to outer values. */
export type LowerGraph = (
  lowering: Lowering,
  graph: BoundGraph,
  inputs: readonly AnyValue[],
  around: Values,
) => AnyValue[];

export interface Site {
  readonly bound: BoundNode;
  readonly lowering: Lowering;
  /** The resources of the node itself. */
  readonly inputs: readonly (AnyValue | undefined)[];
  readonly around: Values;
  readonly lowerGraph: LowerGraph;
}

export const graphOf = ({ bound }: Site, name: string): BoundGraph =>
  bound.graphs?.get(name) as BoundGraph;

/** The kinds that If and Loop pass on, and the first opset for each. */
export const PASSED: Kinds = { tensor: 1, sequence: 13, optional: 16 };

/** Checks the values that a subgraph returns. */
export function checkPassed({ bound }: Site, values: readonly AnyValue[]): void {
  for (const value of values) checkMade(bound.bound, value, PASSED);
}

/**
 * Lowers with a separate lowering, which is freed if the work fails or returns `undefined`. A dependency on
 * run-time values is not an error: the result is `undefined`.
 */
export function attempted<Result>(
  { lowering: { tasks, mostFolded, derivations } }: Site,
  work: (lowering: Lowering) => Result | undefined,
): Result | undefined {
  const lowering = new Lowering(tasks, { mostFolded, derivations, flushes: true });
  let made: Result | undefined;
  try {
    made = work(lowering);
    return made;
  } catch (error) {
    const isUnknown = error instanceof ModelError && error.code === 'dynamic_shape';
    if (!isUnknown || error instanceof OutOfMemoryError) throw error;
    return undefined;
  } finally {
    if (made === undefined) lowering.resources.dispose();
  }
}
