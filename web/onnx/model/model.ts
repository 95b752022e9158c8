/** A model as it is run: nodes in an order in which they can run, and the names they work on. */
import { type DType, typeOfOnnx } from '../../base/dtypes.js';
import type { Catalogue } from '../../engine/engine.js';
import type { TensorValue } from '../../operators/attributes.js';
import { ModelError } from './errors.js';
import { unfold } from './functions.js';
import { onnxMessages } from './messages.js';
import { type ModelNode, nodeOf, opsetsOf } from './model-node.js';
import { readMessage } from './protobuf.js';
import {
  type DimensionProto,
  type GraphProto,
  type ModelProto,
  modelProto,
  type ValueInfoProto,
} from './schema.js';
import { tensorFrom } from './tensor-proto.js';

/** A size, the name of a size, or neither where the model leaves it open. */
export type Dimension = number | string | undefined;

/** What a model says of a value. */
export interface Declaration {
  readonly name: string;
  readonly type: DType;
  /** Undefined where the rank is open. */
  readonly shape: readonly Dimension[] | undefined;
}

/** The sizes, each open one under a name. */
export const namedShape = ({
  name,
  shape,
}: Declaration): readonly (number | string)[] | undefined =>
  shape?.map((size, axis) => size ?? `${name}_dim_${axis}`);

export interface Model {
  readonly opset: number;
  readonly nodes: readonly ModelNode[];
  /** Without those that an initializer feeds. */
  readonly inputs: readonly Declaration[];
  /** Initializers that a feed may stand in for. */
  readonly optionalInputs: readonly Declaration[];
  readonly outputs: readonly Declaration[];
  readonly initializers: ReadonlyMap<string, TensorValue>;
  /** What the model says of the values between its nodes. */
  readonly declared: ReadonlyMap<string, Declaration>;
}

function checkOpset(opset: number, newest: number): void {
  if (opset < 1 || opset > newest)
    throw new ModelError('unknown_opset', onnxMessages.opset(opset, newest));
}

function dimensionOf({ dimValue, dimParam }: DimensionProto, name: string): Dimension {
  if (dimValue === undefined) return dimParam || undefined;
  const size = Number(dimValue);
  // Some exporters write an open size as a negative one.
  if (size < 0) return undefined;
  if (size >= 2 ** 31)
    throw new ModelError('invalid_model', onnxMessages.dimension(name, String(dimValue)));
  return size;
}

function declarationOf({ name = '', type }: ValueInfoProto, maxRank: number): Declaration {
  const tensor = type?.tensorType;
  if (!tensor) throw new ModelError('unsupported_type', onnxMessages.valueType(name));
  const element = typeOfOnnx(tensor.elemType);
  if (!element)
    throw new ModelError('unsupported_type', onnxMessages.valueElement(name, tensor.elemType ?? 0));
  const rank = tensor.shape?.dim.length ?? 0;
  if (rank > maxRank)
    throw new ModelError('invalid_model', onnxMessages.declaredRank(name, rank, maxRank));
  return { name, type: element, shape: tensor.shape?.dim.map((one) => dimensionOf(one, name)) };
}

/** Types of intermediate values are informative in ONNX, so those not understood are skipped. */
function declaredValues(
  infos: readonly ValueInfoProto[],
  maxRank: number,
): Map<string, Declaration> {
  const known = infos.filter(({ type }) => typeOfOnnx(type?.tensorType?.elemType));
  return new Map(known.map((info) => [info.name ?? '', declarationOf(info, maxRank)]));
}

function named<T extends { readonly name?: string }>(
  items: readonly T[],
  what: string,
): readonly T[] {
  for (const { name } of items)
    if (!name) throw new ModelError('invalid_graph', onnxMessages.unnamed(what));
  return items;
}

function checkUnique(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (name !== '' && seen.has(name))
      throw new ModelError('invalid_graph', onnxMessages.duplicate(name));
    seen.add(name);
  }
}

/** The nodes whose outputs a node reads. */
function makersOf(
  nodes: readonly ModelNode[],
  given: ReadonlySet<string>,
): Map<ModelNode, readonly ModelNode[]> {
  const makers = new Map(
    nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)),
  );
  const makerOf = (node: ModelNode, name: string): ModelNode[] => {
    if (name === '' || given.has(name)) return [];
    const maker = makers.get(name);
    if (maker) return [maker];
    throw new ModelError('invalid_graph', onnxMessages.missing(node.label, name), [node.name]);
  };
  return new Map(
    nodes.map((node) => [node, node.inputs.flatMap((name) => makerOf(node, name))] as const),
  );
}

/** The nodes in their order, but for those that stand before what they read. */
function sorted(nodes: readonly ModelNode[], given: ReadonlySet<string>): ModelNode[] {
  const makers = makersOf(nodes, given);
  const done = new Set<ModelNode>();
  const open = new Set<ModelNode>();
  for (const first of nodes) {
    const stack = [first];
    for (let node = stack.at(-1); node; node = stack.at(-1)) {
      open.add(node);
      const next = done.has(node) ? undefined : makers.get(node)?.find((maker) => !done.has(maker));
      if (next && open.has(next)) throw cycle(stack.slice(stack.indexOf(next)));
      if (next) {
        stack.push(next);
      } else {
        open.delete(node);
        done.add(node);
        stack.pop();
      }
    }
  }
  return [...done];
}

function cycle(nodes: readonly ModelNode[]): ModelError {
  const names = nodes.map(({ label }) => label);
  return new ModelError(
    'cyclic_graph',
    onnxMessages.cycle(names),
    nodes.map(({ name }) => name),
  );
}

function initializersOf({ initializer, sparseInitializer }: GraphProto): Map<string, TensorValue> {
  if (sparseInitializer.length > 0) throw new ModelError('unsupported_type', onnxMessages.sparse());
  checkUnique(initializer.map(({ name }) => name ?? ''));
  return new Map(
    named(initializer, 'An initializer').map((proto) => [proto.name as string, tensorFrom(proto)]),
  );
}

function parse(bytes: Uint8Array): ModelProto {
  try {
    return readMessage(bytes, modelProto);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError('invalid_protobuf', onnxMessages.protobuf(reason), [], error);
  }
}

/**
 * Reads a model and checks what holds for any: names, order, types and sizes.
 * @throws ModelError
 */
export function readModel(
  bytes: Uint8Array,
  { newestOpset, maxRank }: Pick<Catalogue, 'newestOpset' | 'maxRank'>,
): Model {
  const proto = parse(bytes);
  const { graph } = proto;
  if (!graph) throw new ModelError('invalid_model', onnxMessages.noGraph());
  const opsets = opsetsOf(proto.opsetImport);
  const opset = opsets.get('') as number;
  checkOpset(opset, newestOpset);
  const initializers = initializersOf(graph);
  const declare = (info: ValueInfoProto) => declarationOf(info, maxRank);
  const declaredInputs = named(graph.input, 'An input of the graph').map(declare);
  const outputs = named(graph.output, 'An output of the graph').map(declare);
  const nodes = unfold(
    graph.node.map((node, i) => nodeOf(node, i, opsets)),
    proto.functions,
  );
  const given = new Set([...initializers.keys(), ...declaredInputs.map(({ name }) => name)]);
  checkUnique([...given, ...nodes.flatMap((node) => node.outputs)]);
  checkUnique(declaredInputs.map(({ name }) => name));
  const made = new Set([...given, ...nodes.flatMap((node) => node.outputs)]);
  if (outputs.length === 0) throw new ModelError('invalid_graph', onnxMessages.outputs());
  checkUnique(outputs.map(({ name }) => name));
  for (const { name } of outputs)
    if (!made.has(name)) throw new ModelError('invalid_graph', onnxMessages.noOutput(name));
  return {
    opset,
    nodes: sorted(nodes, given),
    inputs: declaredInputs.filter(({ name }) => !initializers.has(name)),
    optionalInputs: declaredInputs.filter(({ name }) => initializers.has(name)),
    outputs,
    initializers,
    declared: declaredValues(graph.valueInfo, maxRank),
  };
}
