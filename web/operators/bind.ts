/** Checks a node against its opset: inputs, outputs, attributes and types; and lowers it. */
import type { DType } from '../base/dtypes.js';
import { BroadcastError } from '../base/errors.js';
import type { EngineParts } from '../engine/parts.js';
import type { Lowering } from '../graph/lowering.js';
import type { Value } from '../graph/values.js';
import { inputNameOf } from './input-names.js';
import { operatorFault } from './messages.js';
import {
  Call,
  type Node,
  type OperatorRow,
  type ResolvedOperator,
  type Version,
} from './operator.js';

/** Checks what does not depend on types. */
export function checkNode(node: Node, version: Version, inputs: number): void {
  const { outputs } = node;
  const [least, most] = version.inputs;
  if (inputs < least || inputs > most) {
    const missing = inputs < least ? inputNameOf(node.operator, inputs) : undefined;
    throw operatorFault(node, 'inputs', inputs, { least, most, missing });
  }
  const makes = version.outputs ?? 1;
  if (outputs.length < 1 || outputs.length > makes)
    throw operatorFault(node, 'outputCount', outputs.length, makes);
  checkAttributes(node, version);
}

/** The engine checks the attributes of its own operators. */
function checkAttributes(node: Node, version: Version): void {
  const { attributes } = node;
  if (version.types.length === 0 && !version.attributes) return;
  const known = version.attributes ?? {};
  for (const given of attributes.names) {
    const kind = Object.hasOwn(known, given) ? known[given] : undefined;
    if (!kind) throw operatorFault(node, 'attributeUnknown', given, Object.keys(known));
    attributes.find(given, kind);
  }
}

/** The types of an input; the last entry applies to all further inputs. */
const typesAt = ({ types }: Version, at: number): readonly DType[] =>
  types[Math.min(at, types.length - 1)] ?? [];

/** An input for type checks. The type is undefined for an empty sequence of undeclared type. */
interface Typed {
  readonly type: DType | undefined;
}

/** Types in one row of the version must agree. */
export function checkTypes(
  node: Node,
  { operator, version }: ResolvedOperator<OperatorRow>,
  inputs: readonly (Typed | undefined)[],
): void {
  const { types } = version;
  if (types.length === 0) return;
  const given = inputs.map((input) => input?.type);
  for (const [at, type] of given.entries()) {
    const allowed = typesAt(version, at);
    if (!type || allowed.includes(type)) continue;
    const newer = operator.versions.find(
      (other) => other.since > version.since && typesAt(other, at).includes(type),
    );
    throw operatorFault(node, 'type', at, type, allowed, newer?.since);
  }
  // One row of types for several inputs: they share one type.
  const [first] = given;
  for (const type of types.length === 1 ? given : [])
    if (first && type && type !== first) throw operatorFault(node, 'typesDiffer', first, type);
}

/** Every required input must be given. */
function checkPresence(
  node: Node,
  { inputs: [least], optional = [] }: Version,
  inputs: readonly (Value | undefined)[],
): void {
  const at = inputs.findIndex((input, i) => !input && i < least && !optional.includes(i));
  if (at >= 0) throw operatorFault(node, 'inputMissing', at);
}

/** The outputs of a node that has been checked, for inputs of these types and shapes. */
export function lowerNode(
  parts: EngineParts,
  lowering: Lowering,
  node: Node,
  resolved: ResolvedOperator,
  inputs: readonly (Value | undefined)[],
): (Value | undefined)[] {
  const { operator, version } = resolved;
  checkPresence(node, version, inputs);
  checkTypes(node, resolved, inputs);
  try {
    return operator.lower(new Call(parts, lowering, node, version, inputs));
  } catch (error) {
    // The error is about a rule, or about an operator that this one is composed of.
    if (error instanceof BroadcastError && error.operator !== node.operator)
      throw new BroadcastError(error.alignment, error.message, node.operator);
    throw error;
  }
}
