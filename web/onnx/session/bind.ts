/** The nodes of a model, each with the operator that runs it. */
import { rendered } from '../../base/trail.js';
import type { EngineParts } from '../../engine/parts.js';
import type { Task } from '../../engine/task.js';
import type { Likeness } from '../../graph/alike.js';
import { checkNode } from '../../operators/bind.js';
import type { ContainerOperator } from '../../operators/containers/operator.js';
import { findContainerOperator } from '../../operators/containers/table.js';
import { findInDomain, newestOpset } from '../../operators/domains.js';
import type { Fault } from '../../operators/faults.js';
import { taskFor } from '../../operators/indexing.js';
import { findOperator } from '../../operators/lookup.js';
import type { Node, OperatorRow, ResolvedOperator } from '../../operators/operator.js';
import { ModelError, type ModelErrorCode } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { ModelNode, Subgraph } from '../model/model-node.js';

/** A node of a model, in the form that operators use. */
export interface BoundNode {
  readonly node: ModelNode;
  /** `undefined` for nodes that are lowered like no other. */
  readonly likeness: Likeness | undefined;
  readonly bound: Node;
  /** Its operator: on tensors, otherwise on sequences and optional values. */
  readonly resolved: ResolvedOperator<OperatorRow>;
  /** Its operator if all inputs are tensors. */
  readonly ofTensors: ResolvedOperator | undefined;
  /** Its operator if an input is a sequence or an optional value. */
  readonly ofContainers: ResolvedOperator<ContainerOperator> | undefined;
  /** The subgraphs of If, Loop, Scan and SequenceMap. */
  readonly graphs?: ReadonlyMap<string, BoundGraph>;
}

export interface BoundGraph extends Omit<Subgraph, 'nodes'> {
  readonly nodes: readonly BoundNode[];
}

const described = ({ operator, domain, opset, name }: ModelNode): string =>
  `${domain ? `${domain}.` : ''}${operator} at opset ${opset} (${name})`;

/** Faults that a model's errors distinguish. */
const CODES: Readonly<Record<string, ModelErrorCode>> = {
  invalid_graph: 'invalid_graph',
  dynamic_shape: 'dynamic_shape',
  unsupported_type: 'unsupported_type',
  attribute_unknown: 'invalid_attribute',
  attribute_missing: 'invalid_attribute',
  invalid_attribute: 'invalid_attribute',
};

/** The code of a model's error for that of a fault. */
export const modelCodeOf = (code: string): ModelErrorCode => CODES[code] ?? 'invalid_node';

const faultOf =
  ({ name }: ModelNode): Fault =>
  (code, problem) => {
    const known = typeof problem === 'string' ? { text: problem } : problem;
    const message = rendered(known, [], onnxMessages.cast());
    return new ModelError(modelCodeOf(code), message, [name]);
  };

function resolvedIn(
  domain: string,
  operators: EngineParts['operators'],
  name: string,
  opset: number,
): ResolvedOperator | undefined {
  const found = domain === '' ? findOperator(operators, name, opset) : undefined;
  return found ?? findInDomain(domain, name, opset);
}

function kindOf(
  { operator, domain, overload, opset, attributes }: ModelNode,
  wanted: readonly boolean[],
): string | undefined {
  const { text } = attributes;
  return text === undefined
    ? undefined
    : [operator, domain, overload, opset, wanted, text].join(' ');
}

/** A node with its operator; `undefined` if the operator is unknown. */
export function bindNode(parts: EngineParts, node: ModelNode): BoundNode | undefined {
  const { operators } = parts;
  const { operator, label, attributes, outputs, domain, graphs } = node;
  const opset = node.opset || newestOpset(domain);
  const ofTensors = resolvedIn(domain, operators, operator, opset);
  const ofContainers = domain === '' ? findContainerOperator(operator, opset) : undefined;
  const resolved = ofTensors ?? ofContainers;
  if (!resolved) return undefined;
  const wanted = outputs.map((name) => name !== '');
  const fault = faultOf(node);
  const bound = { operator, label, opset, attributes, outputs: wanted, fault };
  const kind = graphs ? undefined : kindOf(node, wanted);
  const likeness =
    kind === undefined ? undefined : { kind, taskFor: (task: Task) => taskFor(bound, task) };
  const found = { node, likeness, bound, resolved, ofTensors, ofContainers };
  if (!graphs) return found;
  const boundGraphs = [...graphs].map(([attribute, graph]) => {
    const nodes = bindNodes(parts, graph.nodes);
    return [attribute, { ...graph, nodes }] as const;
  });
  return { ...found, graphs: new Map(boundGraphs) };
}

/** Checks what does not depend on types. @throws ModelError */
export const checkBound = ({ node, bound, resolved }: BoundNode): void =>
  checkNode(bound, resolved.version, node.ownInputs);

/**
 * Finds the operator of each node, and checks what does not depend on types.
 * @throws ModelError that names every unsupported node.
 */
export function bindNodes(parts: EngineParts, nodes: readonly ModelNode[]): BoundNode[] {
  const found = nodes.map((node) => bindNode(parts, node));
  const unknown = nodes.filter((_, i) => found[i] === undefined);
  if (unknown.length > 0)
    throw new ModelError(
      'unsupported_operator',
      onnxMessages.unsupported(unknown.map(described)),
      unknown.map(({ name }) => name),
    );
  const bound = found as BoundNode[];
  for (const one of bound) checkBound(one);
  return bound;
}
