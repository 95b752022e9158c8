/** A node of a model, as operators see it. */
import type { TensorValue } from '../../operators/attributes.js';
import { NodeAttributes } from './node-attributes.js';
import type { NodeProto, OperatorSetIdProto } from './schema.js';

export interface ModelNode {
  /** Its name, or its operator and position where it has none. */
  readonly name: string;
  /** How messages name it. */
  readonly label: string;
  readonly operator: string;
  /** Empty for ONNX's own operators. */
  readonly domain: string;
  readonly opset: number;
  /** Names of values; empty for an optional input that is not given. */
  readonly inputs: readonly string[];
  /** Empty for an unused output. */
  readonly outputs: readonly string[];
  readonly attributes: NodeAttributes;
  /** Of an If. */
  readonly branches?: { readonly onTrue: Branch; readonly onFalse: Branch };
}

/** A graph of a node, which takes nothing but what its surroundings have. */
export interface Branch {
  readonly nodes: readonly ModelNode[];
  readonly outputs: readonly string[];
  readonly initializers: ReadonlyMap<string, TensorValue>;
}

const isDefaultDomain = (domain: string | undefined): boolean => !domain || domain === 'ai.onnx';

/** A model without `opset_import` is one of opset 1. */
export function opsetsOf(imports: readonly OperatorSetIdProto[]): Map<string, number> {
  const opsets = new Map([['', 1]]);
  for (const { domain, version } of imports)
    opsets.set(isDefaultDomain(domain) ? '' : (domain as string), Number(version ?? 0n));
  return opsets;
}

export function nodeOf(
  proto: NodeProto,
  position: number,
  opsets: ReadonlyMap<string, number>,
): ModelNode {
  const operator = proto.opType ?? '';
  const domain = isDefaultDomain(proto.domain) ? '' : (proto.domain as string);
  const name = proto.name || `${operator}#${position}`;
  const label = proto.name ? `${operator} '${proto.name}'` : name;
  return {
    name,
    label,
    operator,
    domain,
    opset: opsets.get(domain) ?? 0,
    inputs: proto.input,
    outputs: proto.output,
    attributes: new NodeAttributes(label, proto.attribute),
  };
}
