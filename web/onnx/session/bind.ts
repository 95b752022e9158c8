/** What a node must be at its opset: its inputs, outputs, attributes and types. */
import type { Simdcast } from '../../api/simdcast.js';
import type { Value } from '../../graph/values.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { ModelNode } from '../model/model-node.js';
import { findOperator, type ResolvedOperator } from '../operators/table.js';

/** A node with the operator that runs it. */
export interface BoundNode extends ResolvedOperator {
  readonly node: ModelNode;
}

const described = ({ operator, domain, opset, name }: ModelNode): string =>
  `${domain ? `${domain}.` : ''}${operator} at opset ${opset} (${name})`;

/**
 * Finds the operator of each node, and checks what does not depend on types.
 * @throws ModelError that names every node which cannot be run.
 */
export function bindNodes(engine: Simdcast, nodes: readonly ModelNode[]): BoundNode[] {
  const found = nodes.map((node) => ({ node, ...findOperator(engine, node) }));
  const unknown = found.filter(({ operator }) => operator === undefined).map(({ node }) => node);
  if (unknown.length > 0)
    throw new ModelError(
      'unsupported_operator',
      onnxMessages.unsupported(unknown.map(described)),
      unknown.map(({ name }) => name),
    );
  const bound = found as BoundNode[];
  for (const one of bound) checkNode(one);
  return bound;
}

/** Checks what does not depend on types. @throws ModelError */
export function checkNode({ node, version }: BoundNode): void {
  const { label, inputs, outputs, name } = node;
  const fail = (message: string) => new ModelError('invalid_node', message, [name]);
  const [least, most] = version.inputs;
  if (inputs.length < least || inputs.length > most)
    throw fail(onnxMessages.inputs(label, inputs.length, least, most));
  const makes = version.outputs ?? 1;
  if (outputs.length < 1 || outputs.length > makes)
    throw fail(onnxMessages.outputCount(label, outputs.length, makes));
  checkAttributes(node, version);
}

/** The engine checks the attributes of its own operators. */
function checkAttributes(
  { label, attributes, name }: ModelNode,
  version: BoundNode['version'],
): void {
  if (version.types.length === 0 && !version.attributes) return;
  const known = version.attributes ?? {};
  for (const given of attributes.names) {
    const kind = Object.hasOwn(known, given) ? known[given] : undefined;
    if (!kind)
      throw new ModelError(
        'invalid_attribute',
        onnxMessages.attributeUnknown(label, given, Object.keys(known)),
        [name],
      );
    attributes.find(given, kind);
  }
}

/** Checks the types of a node's inputs; the first ones of the same row must agree. @throws ModelError */
export function checkTypes(
  { node, version }: BoundNode,
  inputs: readonly (Value | undefined)[],
): void {
  const { types } = version;
  if (types.length === 0) return;
  const { label, name } = node;
  for (const [at, input] of inputs.entries()) {
    const allowed = types[Math.min(at, types.length - 1)] ?? [];
    if (!input || allowed.includes(input.type)) continue;
    throw new ModelError('invalid_node', onnxMessages.type(label, at, input.type, allowed), [name]);
  }
  // One row of types for several inputs: they share one type.
  const first = inputs[0];
  for (const input of types.length === 1 ? inputs : [])
    if (first && input && input.type !== first.type)
      throw new ModelError(
        'invalid_node',
        onnxMessages.typesDiffer(label, first.type, input.type),
        [name],
      );
}
