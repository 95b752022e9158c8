/** The errors of sessions: the reasons of the engine, and operators that it does not have. */
import { BroadcastError, type SimdcastError } from '../../base/errors.js';
import { rendered } from '../../base/trail.js';
import type { Engine } from '../../engine/engine.js';
import type { EngineParts } from '../../engine/parts.js';
import type { NativeModelSession, NativeNodeFault } from '../../wasm/native.js';
import { ModelError, type ModelErrorCode } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { ModelNode } from '../model/model-node.js';

/** Reasons that a model's errors distinguish; the others concern a node. */
const CODES: Readonly<Record<string, ModelErrorCode>> = {
  dynamic_shape: 'dynamic_shape',
  unsupported_type: 'unsupported_type',
  attribute_unknown: 'invalid_attribute',
  attribute_missing: 'invalid_attribute',
  invalid_attribute: 'invalid_attribute',
  invalid_graph: 'invalid_graph',
};

/** An operator with its domain and the opset that determines its version. */
export const versionOf = ({ operator, domain, opset }: ModelNode): string =>
  `${domain ? `${domain}.` : ''}${operator} at opset ${opset}`;

/** The nodes, also those of subgraphs, whose operator is not supported. @throws OutOfMemoryError */
export const unsupportedIn = (engine: Engine, nodes: readonly ModelNode[]): ModelNode[] =>
  nodes.flatMap((node) => {
    // The engine parses the versions of an operator when they are first needed.
    engine.memory.headroom();
    const isKnown = engine.native.hasOperator(node.domain, node.operator, node.opset);
    const inner = [...(node.graphs?.values() ?? [])].flatMap((graph) => graph.nodes);
    return [...(isKnown ? [] : [node]), ...unsupportedIn(engine, inner)];
  });

/** @throws ModelError that names every node whose operator is not supported; OutOfMemoryError */
export function checkOperators(engine: Engine, nodes: readonly ModelNode[]): void {
  const unknown = unsupportedIn(engine, nodes);
  if (unknown.length > 0)
    throw new ModelError(
      'unsupported_operator',
      onnxMessages.unsupported(unknown.map((node) => `${versionOf(node)} (${node.name})`)),
      unknown.map(({ name }) => name),
    );
}

/** @param cause the error of the alignment that failed, if that is the reason */
export function faultError(
  { memory }: Engine,
  { code, text, node, types }: NativeNodeFault,
  cause?: BroadcastError,
): SimdcastError {
  if (code === 'out_of_memory') return memory.outOfMemory();
  const problem = types.length > 0 ? { text, types } : { text };
  const message = rendered(problem, [], onnxMessages.cast());
  return new ModelError(CODES[code] ?? 'invalid_node', message, node ? [node] : [], cause);
}

/** @throws OutOfMemoryError if there is no memory for the description of the fault */
export function faultOf({ native, memory }: Engine, session: NativeModelSession): NativeNodeFault {
  if (!native.hasHeadroom()) throw memory.outOfMemory();
  return session.fault();
}

/** The reason why a session, or its last run, failed. */
export function errorOf({ engine, shapes }: EngineParts, session: NativeModelSession): Error {
  const fault = faultOf(engine, session);
  const aligned = session.conflict();
  const cause = aligned ? new BroadcastError(shapes.conflict(aligned)) : undefined;
  aligned?.delete();
  return faultError(engine, fault, cause);
}
