/** SequenceMap: runs a subgraph for each element of sequences of equal length; ONNX defines it by a Loop. */
import type { Value } from '../../graph/values.js';
import { checkMade } from '../../operators/containers/kinds.js';
import { containerFault } from '../../operators/containers/messages.js';
import {
  type ContainerOperator,
  checkContainers,
  checkCount,
  checkElement,
} from '../../operators/containers/operator.js';
import {
  type AnyValue,
  isSequence,
  type SequenceValue,
} from '../../operators/containers/values.js';
import { operatorFault } from '../../operators/messages.js';
import type { ResolvedOperator } from '../../operators/operator.js';
import { onnxMessages } from '../model/messages.js';
import { graphOf, type Site } from './control.js';
import { fault } from './loops.js';

/** The inputs, and the number of elements of every sequence among them. */
function givenTo({ bound, inputs }: Site): { given: readonly AnyValue[]; count: number } {
  const { bound: node, ofContainers } = bound;
  const missing = inputs.indexOf(undefined);
  if (missing >= 0) throw operatorFault(node, 'inputMissing', missing);
  const given = inputs as readonly AnyValue[];
  checkContainers(node, ofContainers as ResolvedOperator<ContainerOperator>, given);
  const { length: count } = (given[0] as SequenceValue).elements;
  for (const { elements } of given.filter(isSequence))
    if (elements.length !== count) throw containerFault(node, 'otherCount', count, elements.length);
  checkCount(node, count);
  return { given, count };
}

export function lowerSequenceMap(site: Site): AnyValue[] {
  const { bound, lowering, around, lowerGraph } = site;
  const graph = graphOf(site, 'body');
  const { given, count } = givenTo(site);
  if (graph.inputs.length !== given.length || bound.node.outputs.length > graph.outputs.length)
    throw fault(site, onnxMessages.body(bound.node.label));
  const made = Array.from({ length: count }, (_, at) => {
    const taken = given.map((value) => (isSequence(value) ? (value.elements[at] as Value) : value));
    const outputs = lowerGraph(lowering, graph, taken, around);
    for (const output of outputs) checkMade(bound.bound, output);
    return outputs as Value[];
  });
  return graph.outputTypes.map((declared, i) => {
    const elements = made.map((outputs) => outputs[i] as Value);
    const type = elements[0]?.type ?? declared;
    for (const element of elements) checkElement(bound.bound, type, element);
    return { type, elements };
  });
}
