/** What a node with graphs is lowered with. */
import { OutOfMemoryError } from '../../base/errors.js';
import { Lowering } from '../../graph/lowering.js';
import type { Value } from '../../graph/values.js';
import { ModelError } from '../model/errors.js';
import type { BoundGraph, BoundNode } from './bind.js';

export type Values = ReadonlyMap<string, Value>;

/** Lowers the nodes of a graph that has these inputs, and sees the values around it. */
export type LowerGraph = (
  lowering: Lowering,
  graph: BoundGraph,
  inputs: readonly Value[],
  around: Values,
) => Value[];

export interface Site {
  readonly bound: BoundNode;
  readonly lowering: Lowering;
  /** The node's own. */
  readonly inputs: readonly (Value | undefined)[];
  readonly around: Values;
  readonly lowerGraph: LowerGraph;
}

export const graphOf = ({ bound }: Site, name: string): BoundGraph =>
  bound.graphs?.get(name) as BoundGraph;

/**
 * Work on a lowering of its own, which is given back where the work fails, or gives undefined. What is not
 * known before the graph runs is no error here: it gives undefined.
 */
export function attempted<Result>(
  { lowering: { tasks, mostFolded } }: Site,
  work: (lowering: Lowering) => Result | undefined,
): Result | undefined {
  const lowering = new Lowering(tasks, mostFolded);
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
