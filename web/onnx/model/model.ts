/** A model in executable form: nodes in topological order, and the names of values. */
import { type DType, typeOfOnnx } from '../../base/dtypes.js';
import type { Catalogue } from '../../engine/engine.js';
import type { TensorValue } from './attributes.js';
import { ModelError } from './errors.js';
import { whyNoModel } from './formats.js';
import { checkUnique, GraphReader, initializersOf, named, parsed, sorted } from './graphs.js';
import { onnxMessages } from './messages.js';
import { type ModelNode, opsetsOf } from './model-node.js';
import { type DimensionProto, type GraphProto, modelProto, type ValueInfoProto } from './schema.js';
import { checkHeld } from './source.js';
import { type ExternalTensor, initializerFrom } from './tensor-proto.js';

/** A size, the name of a symbolic dimension, or undefined if the model declares neither. */
export type Dimension = number | string | undefined;

/** The declaration of a value; for a sequence, of its elements. */
export interface Declaration {
  readonly name: string;
  readonly type: DType;
  /** `undefined` if the rank is not declared. */
  readonly shape: readonly Dimension[] | undefined;
  readonly sequence?: true;
  /** Whether the value may be absent. */
  readonly optional?: true;
}

/** The declaration of an output, which may be only a name. */
export interface OutputDeclaration extends Omit<Declaration, 'type'> {
  readonly type: DType | undefined;
}

/** The shape, with a name for each symbolic dimension. */
export const namedShape = ({
  name,
  shape,
}: OutputDeclaration): readonly (number | string)[] | undefined =>
  shape?.map((size, axis) => size ?? `${name}_dim_${axis}`);

/** The type of a value in words. */
export const typeTextOf = ({
  type,
  sequence,
  optional,
}: Pick<Declaration, 'sequence' | 'optional'> & { readonly type: string | undefined }): string =>
  `${optional ? 'optional ' : ''}${sequence ? 'sequence of ' : ''}${type ?? 'unknown type'}`;

export interface Model {
  readonly opset: number;
  readonly nodes: readonly ModelNode[];
  /** Without the inputs that have an initializer. */
  readonly inputs: readonly Declaration[];
  /** Inputs that have an initializer, which a feed may replace. */
  readonly optionalInputs: readonly Declaration[];
  readonly outputs: readonly OutputDeclaration[];
  /** The initializers that are used; their elements may be in other files. */
  readonly initializers: ReadonlyMap<string, TensorValue | ExternalTensor>;
  /** The declarations of intermediate values. */
  readonly declared: ReadonlyMap<string, Declaration>;
}

/** The declarations of all values that nodes produce, by name. */
export const declarationsOf = ({ declared, outputs }: Model): ReadonlyMap<string, Declaration> =>
  new Map([
    ...declared,
    ...outputs.flatMap(({ name, type, ...said }) =>
      type ? [[name, { name, type, ...said }] as const] : [],
    ),
  ]);

function checkOpset(opset: number, newest: number): void {
  if (opset < 1 || opset > newest)
    throw new ModelError('unknown_opset', onnxMessages.opset(opset, newest));
}

function dimensionOf({ dimValue, dimParam }: DimensionProto, name: string): Dimension {
  if (dimValue === undefined) return dimParam || undefined;
  const size = Number(dimValue);
  // Some exporters write a symbolic dimension as a negative size.
  if (size < 0) return undefined;
  if (size >= 2 ** 31)
    throw new ModelError('invalid_model', onnxMessages.dimension(name, String(dimValue)));
  return size;
}

function declarationOf({ name = '', type }: ValueInfoProto, maxRank: number): Declaration {
  const held = type?.optionalType?.elemType ?? type;
  const sequence = held?.sequenceType;
  const tensor = sequence ? sequence.elemType?.tensorType : held?.tensorType;
  if (!tensor) throw new ModelError('unsupported_type', onnxMessages.valueType(name));
  const element = typeOfOnnx(tensor.elemType);
  if (!element)
    throw new ModelError('unsupported_type', onnxMessages.valueElement(name, tensor.elemType ?? 0));
  const rank = tensor.shape?.dim.length ?? 0;
  if (rank > maxRank)
    throw new ModelError('invalid_model', onnxMessages.declaredRank(name, rank, maxRank));
  return {
    ...{ name, type: element },
    shape: tensor.shape?.dim.map((one) => dimensionOf(one, name)),
    ...(sequence && { sequence: true }),
    ...(type?.optionalType && { optional: true }),
  };
}

/** Types of intermediate values are informative in ONNX, so unsupported ones are skipped. */
function declaredValues(
  infos: readonly ValueInfoProto[],
  maxRank: number,
): Map<string, Declaration> {
  const known = infos.filter(({ type }) => typeOfOnnx(type?.tensorType?.elemType));
  return new Map(known.map((info) => [info.name ?? '', declarationOf(info, maxRank)]));
}

/** The outputs of a graph's ZipMaps, which are replaced by the tensors that they contain. */
const mapsOf = ({ node }: GraphProto): ReadonlySet<string> =>
  new Set(
    node.flatMap(({ opType, domain, output }) =>
      opType === 'ZipMap' && domain === 'ai.onnx.ml' ? output : [],
    ),
  );

const scoresOf = (name: string): Declaration => ({ name, type: 'float32', shape: undefined });

function checkOutputs(outputs: readonly OutputDeclaration[], made: ReadonlySet<string>): void {
  if (outputs.length === 0) throw new ModelError('invalid_graph', onnxMessages.outputs());
  checkUnique(outputs.map(({ name }) => name));
  for (const { name } of outputs)
    if (!made.has(name)) throw new ModelError('invalid_graph', onnxMessages.noOutput(name));
}

/**
 * Reads a model and checks what holds for any: names, order, types and sizes. Of its outputs it keeps
 * those that are wanted, and of the rest what these need.
 * @throws ModelError
 */
export function readModel(
  bytes: Uint8Array,
  { newestOpset, maxRank }: Pick<Catalogue, 'newestOpset' | 'maxRank'>,
  wanted?: readonly string[],
): Model {
  checkHeld(bytes);
  const proto = parsed(bytes, modelProto);
  const { graph } = proto;
  if (!graph) {
    const reason = whyNoModel(bytes, onnxMessages.noGraph());
    throw new ModelError('invalid_model', onnxMessages.protobuf(reason));
  }
  const opsets = opsetsOf(proto.opsetImport);
  const opset = opsets.get('') as number;
  checkOpset(opset, newestOpset);
  const initializers = initializersOf(graph, initializerFrom);
  const declare = (info: ValueInfoProto) => declarationOf(info, maxRank);
  const declaredInputs = named(graph.input, 'An input of the graph').map(declare);
  const maps = mapsOf(graph);
  const outputs = named(graph.output, 'An output of the graph').map((info): OutputDeclaration => {
    const name = info.name as string;
    if (maps.has(name)) return scoresOf(name);
    return info.type ? declare(info) : { name, type: undefined, shape: undefined };
  });
  const nodes = new GraphReader({ opsets, functions: proto.functions }).nodesOf(graph);
  const given = new Set([...initializers.keys(), ...declaredInputs.map(({ name }) => name)]);
  const made = [...given, ...nodes.flatMap((node) => node.outputs)];
  checkUnique(made);
  checkUnique(declaredInputs.map(({ name }) => name));
  checkOutputs(outputs, new Set(made));
  const whole = {
    opset,
    nodes: sorted(nodes, given),
    inputs: declaredInputs.filter(({ name }) => !initializers.has(name)),
    optionalInputs: declaredInputs.filter(({ name }) => initializers.has(name)),
    outputs,
    initializers,
    declared: declaredValues(graph.valueInfo, maxRank),
  };
  return withoutUnread(wanted ? pruned(whole, wanted) : whole);
}

/** The part of a model that the wanted outputs need. @throws ModelError if an output does not exist */
function pruned(model: Model, wanted: readonly string[]): Model {
  const known = model.outputs.map(({ name }) => name);
  const outputs = wanted.map((name) => {
    const output = model.outputs.find((one) => one.name === name);
    if (output) return output;
    throw new ModelError('invalid_option', onnxMessages.outputUnknown(String(name), known));
  });
  const needed = new Set(wanted);
  const nodes = [...model.nodes].reverse().filter((node) => {
    if (!node.outputs.some((name) => needed.has(name))) return false;
    for (const name of node.inputs) needed.add(name);
    return true;
  });
  const isNeeded = ({ name }: Declaration): boolean => needed.has(name);
  return {
    ...model,
    nodes: nodes.reverse(),
    outputs,
    inputs: model.inputs.filter(isNeeded),
    optionalInputs: model.optionalInputs.filter(isNeeded),
  };
}

/** Drops unused initializers, and unused outputs of nodes. */
function withoutUnread(model: Model): Model {
  const read = new Set([
    ...model.nodes.flatMap((node) => node.inputs),
    ...model.outputs.map(({ name }) => name),
    ...model.optionalInputs.map(({ name }) => name),
  ]);
  const kept = [...model.initializers].filter(([name]) => read.has(name));
  const nodes = model.nodes.map((node) => {
    const outputs = node.outputs.map((name) => (read.has(name) ? name : ''));
    return outputs.some((name) => name !== '') ? { ...node, outputs } : node;
  });
  return { ...model, nodes, initializers: new Map(kept) };
}
