/** A node of a model, as operators see it. */
import type { DType } from '../../base/dtypes.js';
import type { TensorValue } from './attributes.js';
import { NodeAttributes } from './node-attributes.js';
import type { NodeProto, OperatorSetIdProto } from './schema.js';

export interface ModelNode {
  /** The name; operator and position for a node without a name. */
  readonly name: string;
  /** How messages name it. */
  readonly label: string;
  readonly operator: string;
  /** Empty for ONNX's own operators. */
  readonly domain: string;
  /** Selects one of several functions of the same name. */
  readonly overload: string | undefined;
  readonly opset: number;
  /** Names of values; empty for an omitted optional input. */
  readonly inputs: readonly string[];
  /** Empty for an unused output. */
  readonly outputs: readonly string[];
  readonly attributes: NodeAttributes;
  /** Number of the node's own inputs; the outer values that its subgraphs use follow them. */
  readonly ownInputs: number;
  /** The subgraphs of If, Loop, Scan and SequenceMap, by attribute. */
  readonly graphs?: ReadonlyMap<string, Subgraph>;
  /** For a node of a function: maps the function's names to outer names. */
  readonly scope?: Rename;
}

/** Maps an inner name to the outer one. */
export type Rename = (name: string) => string;

/** A subgraph of a node, which has access to all outer values. */
export interface Subgraph {
  readonly nodes: readonly ModelNode[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The declared types of the outputs that are tensors. */
  readonly outputTypes: readonly (DType | undefined)[];
  readonly initializers: ReadonlyMap<string, TensorValue>;
  /** Names of the outer values that it uses. */
  readonly captured: readonly string[];
}

const isDefaultDomain = (domain: string | undefined): boolean => !domain || domain === 'ai.onnx';

/** A model without `opset_import` has opset 1. */
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
  scope?: Rename,
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
    overload: proto.overload,
    opset: opsets.get(domain) ?? 0,
    inputs: proto.input,
    ownInputs: proto.input.length,
    outputs: proto.output,
    attributes: new NodeAttributes(label, proto.attribute),
    ...(scope && { scope }),
  };
}
