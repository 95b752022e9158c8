/** Inputs of a graph whose values determine shapes. */
import type { BoundGraph, BoundNode } from './bind.js';

/**
 * The assumption about loops. In most, loop-carried values keep their shapes, so the trip count determines
 * only the shapes of scan outputs.
 */
export type LoopsCarry = 'fixed shapes' | 'any shapes';

/** Names of values that determine shapes, and of all values that these are computed from. */
export function inputsDecidingShapes(nodes: readonly BoundNode[], loops: LoopsCarry): Set<string> {
  const decisive = new Set<string>();
  addDecisive(nodes, decisive, loops);
  decisive.delete('');
  return decisive;
}

function addDecisive(nodes: readonly BoundNode[], decisive: Set<string>, loops: LoopsCarry): void {
  // Nodes are in topological order, so a walk from the end meets consumers first.
  for (const bound of [...nodes].reverse()) {
    const { node, resolved, graphs } = bound;
    const { operator } = resolved;
    for (const at of operator.shapeInputs ?? []) decisive.add(node.inputs[at] ?? '');
    if (graphs) {
      for (const graph of graphs.values()) WITHIN[operator.name]?.(bound, graph, decisive, loops);
      continue;
    }
    // Unused outputs and omitted inputs have no name.
    const decides = node.outputs.some((name) => name !== '' && decisive.has(name));
    if (decides && !operator.readsShapes) for (const name of node.inputs) decisive.add(name);
  }
}

type Within = (
  bound: BoundNode,
  graph: BoundGraph,
  decisive: Set<string>,
  loops: LoopsCarry,
) => void;

/** Marks `to` as decisive if `from` is. */
function link(decisive: Set<string>, from: string | undefined, to: string | undefined): void {
  if (from && to && decisive.has(from)) decisive.add(to);
}

/** Repeats `work` until it marks nothing more: outputs of an iteration are inputs of the next. */
function repeatedly(decisive: Set<string>, work: () => void): void {
  for (let size = -1; size !== decisive.size; ) {
    size = decisive.size;
    work();
  }
}

/** Marks names in the subgraphs of a node, from its decisive outputs back to their inputs, including outer ones. */
const WITHIN: Readonly<Record<string, Within>> = {
  If({ node }, { nodes, outputs }, decisive, loops) {
    for (const [i, name] of outputs.entries()) link(decisive, node.outputs[i], name);
    addDecisive(nodes, decisive, loops);
  },
  Loop({ node }, { nodes, inputs, outputs }, decisive, loops) {
    const [trips = '', condition = '', ...carried] = node.inputs.slice(0, node.ownInputs);
    const [goesOn = '', ...made] = outputs;
    if (loops === 'any shapes' || node.outputs.length > carried.length)
      for (const name of [trips, condition, goesOn]) decisive.add(name);
    repeatedly(decisive, () => {
      for (const [i, name] of made.entries()) link(decisive, node.outputs[i], name);
      addDecisive(nodes, decisive, loops);
      carried.forEach((name, i) => {
        link(decisive, inputs[i + 2], name);
        link(decisive, inputs[i + 2], made[i]);
      });
      link(decisive, inputs[1], condition);
      link(decisive, inputs[1], goesOn);
    });
  },
  SequenceMap({ node }, { nodes, inputs, outputs }, decisive, loops) {
    for (const [i, name] of outputs.entries()) link(decisive, node.outputs[i], name);
    addDecisive(nodes, decisive, loops);
    inputs.forEach((name, i) => {
      link(decisive, name, node.inputs[i]);
    });
  },
  Scan({ node, resolved }, { nodes, inputs, outputs }, decisive, loops) {
    const given = node.inputs.slice(resolved.version.since < 9 ? 1 : 0, node.ownInputs);
    const states = inputs.length - Number(node.attributes.find('num_scan_inputs', 'int') ?? 0);
    repeatedly(decisive, () => {
      for (const [i, name] of outputs.entries()) link(decisive, node.outputs[i], name);
      addDecisive(nodes, decisive, loops);
      inputs.forEach((name, i) => {
        link(decisive, name, given[i]);
        if (i < states) link(decisive, name, outputs[i]);
      });
    });
  },
};
