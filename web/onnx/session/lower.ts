/** Lowers the nodes of a model, and of their subgraphs. */
import { advised, OutOfMemoryError, SimdcastError } from '../../base/errors.js';
import type { EngineParts } from '../../engine/parts.js';
import type { Lowering } from '../../graph/lowering.js';
import { lowerNode } from '../../operators/bind.js';
import { onlyTensors } from '../../operators/containers/kinds.js';
import { lowerContainer } from '../../operators/containers/operator.js';
import { type AnyValue, isTensor } from '../../operators/containers/values.js';
import type { ResolvedOperator } from '../../operators/operator.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { BoundNode } from './bind.js';
import { lowerIf } from './conditional.js';
import type { LowerGraph, Site } from './control.js';
import { lowerLoop } from './loops.js';
import { lowerScan } from './scans.js';
import { lowerSequenceMap } from './sequence-map.js';

/** The engine's error, with the name of the node. */
function about({ node }: BoundNode, error: unknown): unknown {
  const isItsOwn = error instanceof ModelError || error instanceof OutOfMemoryError;
  if (isItsOwn || !(error instanceof SimdcastError)) return error;
  const message = onnxMessages.node(node.label, advised(error, onnxMessages.cast()));
  return new ModelError('invalid_node', message, [node.name], error);
}

/** Operators whose nodes have subgraphs. */
const WITH_GRAPHS: Readonly<Record<string, (site: Site) => (AnyValue | undefined)[]>> = {
  If: lowerIf,
  Loop: lowerLoop,
  Scan: lowerScan,
  SequenceMap: lowerSequenceMap,
};

/** Maximum number of nodes that are lowered for one program; nested loops could unroll to any number. */
const MOST_NODES = 200_000;

/** Lowers the nodes of one program; values are found by name. */
export class NodeLowerer {
  readonly #parts: EngineParts;
  #nodes = 0;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** @throws ModelError, OutOfMemoryError */
  lower(lowering: Lowering, bound: BoundNode, values: Map<string, AnyValue>): void {
    const { node } = bound;
    try {
      if (++this.#nodes > MOST_NODES)
        throw bound.bound.fault('invalid_shape', onnxMessages.unrolled(node.label, MOST_NODES));
      const inputs: (AnyValue | undefined)[] = [];
      for (let i = 0; i < node.ownInputs; i++) {
        const name = node.inputs[i] as string;
        const value = values.get(name);
        // Another node uses an output that this operator does not produce.
        if (!value && name !== '')
          throw bound.bound.fault('operand_count', onnxMessages.missing(node.label, name));
        inputs.push(value);
      }
      const lower = () => this.#outputs(lowering, bound, inputs, values);
      const { generation } = lowering;
      // Nodes of subgraphs have separate parts.
      const isReusable = generation && !bound.graphs;
      const outputs = isReusable
        ? generation.node(lowering, bound, inputs, lower, bound.likeness)
        : lower();
      node.outputs.forEach((name, i) => {
        const value = outputs[i];
        if (name !== '' && value) values.set(name, value);
      });
    } catch (error) {
      throw about(bound, error);
    }
  }

  #outputs(
    lowering: Lowering,
    bound: BoundNode,
    inputs: readonly (AnyValue | undefined)[],
    around: ReadonlyMap<string, AnyValue>,
  ): readonly (AnyValue | undefined)[] {
    const { graphs, resolved, ofTensors, ofContainers } = bound;
    const { lowerGraph } = this;
    const withGraphs = graphs && WITH_GRAPHS[resolved.operator.name];
    if (withGraphs) return withGraphs({ bound, lowering, inputs, around, lowerGraph });
    const hasContainer = inputs.some((input) => input && !isTensor(input));
    if (ofContainers && (hasContainer || !ofTensors))
      return lowerContainer(this.#parts, lowering, bound.bound, ofContainers, inputs);
    const tensors = onlyTensors(bound.bound, inputs);
    return lowerNode(this.#parts, lowering, bound.bound, ofTensors as ResolvedOperator, tensors);
  }

  readonly lowerGraph: LowerGraph = (lowering, graph, given, around) => {
    const values = new Map(around);
    for (const [name, initializer] of graph.initializers) {
      const { type, dims, data } = initializer;
      const constant = () => [lowering.constant(type, dims, data)];
      const [value] = lowering.generation?.values(lowering, initializer, constant) ?? constant();
      values.set(name, value as AnyValue);
    }
    graph.inputs.forEach((name, i) => {
      values.set(name, given[i] as AnyValue);
    });
    for (const bound of graph.nodes) this.lower(lowering, bound, values);
    return graph.outputs.map((name) => {
      const value = values.get(name);
      if (value) return value;
      throw new ModelError('invalid_graph', onnxMessages.noOutput(name));
    });
  };
}
