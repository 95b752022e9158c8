/** Inputs of a graph whose values, and not only whose shapes, decide the shapes of what follows. */
import type { BoundNode } from './bind.js';

/** Names of values that are needed before shapes are known, and all that these are made of. */
export function inputsDecidingShapes(nodes: readonly BoundNode[]): Set<string> {
  const decisive = new Set<string>();
  addDecisive(nodes, decisive);
  decisive.delete('');
  return decisive;
}

function addDecisive(nodes: readonly BoundNode[], decisive: Set<string>): void {
  // Nodes stand after what they read, so one walk from the end meets every reader first.
  for (const { node, resolved, branches } of [...nodes].reverse()) {
    const { operator } = resolved;
    for (const at of operator.shapeInputs ?? []) decisive.add(node.inputs[at] ?? '');
    if (branches) {
      // What a branch makes decides as the output does; what it takes from outside is then decisive there.
      for (const { nodes: inner, outputs } of [branches.onTrue, branches.onFalse]) {
        outputs.forEach((name, i) => {
          if (decisive.has(node.outputs[i] ?? '')) decisive.add(name);
        });
        addDecisive(inner, decisive);
      }
      continue;
    }
    const decides = node.outputs.some((name) => decisive.has(name));
    if (decides && !operator.readsShapes) for (const name of node.inputs) decisive.add(name);
  }
}
