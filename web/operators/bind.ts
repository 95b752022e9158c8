/** What a node must be at its opset, its inputs, outputs, attributes and types, and its lowering. */
import type { EngineParts } from '../engine/parts.js';
import type { Lowering } from '../graph/lowering.js';
import type { Value } from '../graph/values.js';
import { operatorMessages } from './messages.js';
import { Call, type Node, type Version } from './operator.js';
import type { ResolvedOperator } from './table.js';

/** Checks what does not depend on types. */
export function checkNode(node: Node, version: Version, inputs: number): void {
  const { label, outputs, fault } = node;
  const [least, most] = version.inputs;
  if (inputs < least || inputs > most)
    throw fault('operand_count', operatorMessages.inputs(label, inputs, least, most));
  const makes = version.outputs ?? 1;
  if (outputs.length < 1 || outputs.length > makes)
    throw fault('output_count', operatorMessages.outputCount(label, outputs.length, makes));
  checkAttributes(node, version);
}

/** The engine checks the attributes of its own operators. */
function checkAttributes({ label, attributes, fault }: Node, version: Version): void {
  if (version.types.length === 0 && !version.attributes) return;
  const known = version.attributes ?? {};
  for (const given of attributes.names) {
    const kind = Object.hasOwn(known, given) ? known[given] : undefined;
    if (!kind) {
      const names = Object.keys(known);
      throw fault('attribute_unknown', operatorMessages.attributeUnknown(label, given, names));
    }
    attributes.find(given, kind);
  }
}

/** Types of one row of the version must agree. */
function checkTypes(
  { label, fault }: Node,
  { types }: Version,
  inputs: readonly (Value | undefined)[],
): void {
  if (types.length === 0) return;
  for (const [at, input] of inputs.entries()) {
    const allowed = types[Math.min(at, types.length - 1)] ?? [];
    if (!input || allowed.includes(input.type)) continue;
    throw fault('type_unsupported', operatorMessages.type(label, at, input.type, allowed));
  }
  // One row of types for several inputs: they share one type.
  const first = inputs[0];
  for (const input of types.length === 1 ? inputs : [])
    if (first && input && input.type !== first.type)
      throw fault('types_differ', operatorMessages.typesDiffer(label, first.type, input.type));
}

/** The outputs of a node, which has been checked, for inputs of known types and shapes. */
export function lowerNode(
  parts: EngineParts,
  lowering: Lowering,
  node: Node,
  { operator, version }: ResolvedOperator,
  inputs: readonly (Value | undefined)[],
): (Value | undefined)[] {
  checkTypes(node, version, inputs);
  return operator.lower(new Call(parts, lowering, node, version, inputs));
}
