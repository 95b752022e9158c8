/** A node of a model, as operators see it. */
import type { DType } from '../../base/dtypes.js';
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
  /** Which of several functions of that name it calls. */
  readonly overload: string | undefined;
  readonly opset: number;
  /** Names of values; empty for an optional input that is not given. */
  readonly inputs: readonly string[];
  /** Empty for an unused output. */
  readonly outputs: readonly string[];
  readonly attributes: NodeAttributes;
  /** How many of the inputs are its own: after them stand what its graphs take from outside. */
  readonly ownInputs: number;
  /** Of If, Loop, Scan and SequenceMap: graphs by the attributes that hold them. */
  readonly graphs?: ReadonlyMap<string, Subgraph>;
  /** Of a node of a function: what a name of the function's is outside of it. */
  readonly scope?: Rename;
}

/** What a name within is called outside. */
export type Rename = (name: string) => string;

/** A graph of a node, which sees all values around it. */
export interface Subgraph {
  readonly nodes: readonly ModelNode[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** What the graph says of the types of its outputs, where they are tensors. */
  readonly outputTypes: readonly (DType | undefined)[];
  readonly initializers: ReadonlyMap<string, TensorValue>;
  /** Names of values that it takes from around it. */
  readonly captured: readonly string[];
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
