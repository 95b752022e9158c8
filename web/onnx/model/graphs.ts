/** The graphs of a model and of its nodes: names, initializers, and nodes in an executable order. */
import { typeOfOnnx } from '../../base/dtypes.js';
import type { TensorValue } from './attributes.js';
import { ModelError } from './errors.js';
import { whyNoModel } from './formats.js';
import { unfold } from './functions.js';
import { onnxMessages } from './messages.js';
import { type ModelNode, nodeOf, type Rename, type Subgraph } from './model-node.js';
import { type MessageOf, readMessage, type Schema } from './protobuf.js';
import { type FunctionProto, type GraphProto, graphProto, type TensorProto } from './schema.js';
import { denseFrom } from './sparse.js';
import { ownedTensor, tensorFrom } from './tensor-proto.js';

export function named<T extends { readonly name?: string }>(
  items: readonly T[],
  what: string,
): readonly T[] {
  for (const { name } of items)
    if (!name) throw new ModelError('invalid_graph', onnxMessages.unnamed(what));
  return items;
}

export function checkUnique(names: readonly string[]): void {
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

/** The nodes in their order, except that producers are moved before their consumers. */
export function sorted(nodes: readonly ModelNode[], given: ReadonlySet<string>): ModelNode[] {
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

/** A message of a model. @throws ModelError */
export function parsed<Of extends Schema>(bytes: Uint8Array, schema: Of): MessageOf<Of> {
  try {
    return readMessage(bytes, schema);
  } catch (error) {
    const reason = whyNoModel(bytes, error instanceof Error ? error.message : String(error));
    throw new ModelError('invalid_protobuf', onnxMessages.protobuf(reason), [], error);
  }
}

export function initializersOf<Tensor>(
  { initializer, sparseInitializer }: GraphProto,
  read: (proto: TensorProto) => Tensor,
): Map<string, Tensor | TensorValue> {
  const sparse = sparseInitializer.map((proto) => ({ name: proto.values?.name, proto }));
  checkUnique([...initializer, ...sparse].map(({ name }) => name ?? ''));
  return new Map<string, Tensor | TensorValue>([
    ...named(initializer, 'An initializer').map(
      (proto) => [proto.name as string, read(proto)] as const,
    ),
    ...named(sparse, 'An initializer').map(
      ({ name, proto }) => [name as string, denseFrom(proto)] as const,
    ),
  ]);
}

/** The context in which a graph's nodes are read. */
export interface GraphContext {
  readonly opsets: ReadonlyMap<string, number>;
  readonly functions: readonly FunctionProto[];
}

/** The attributes that hold subgraphs. */
const GRAPHS: Readonly<Record<string, readonly string[]>> = {
  If: ['then_branch', 'else_branch'],
  Loop: ['body'],
  Scan: ['body'],
  SequenceMap: ['body'],
};

/** Maximum nesting depth of subgraphs. */
const DEEPEST = 32;

/** Maximum number of nodes of a model; subgraphs that call functions with subgraphs could grow without end. */
const MOST_NODES = 100_000;

const unchanged: Rename = (name) => name;

/** Reads the nodes of a model's graphs: functions are inlined, and nodes get their subgraphs. */
export class GraphReader {
  readonly #context: GraphContext;
  #nodes = 0;

  constructor(context: GraphContext) {
    this.#context = context;
  }

  nodesOf(graph: GraphProto): ModelNode[] {
    return this.#nodesIn(graph, [], 0, unchanged);
  }

  /** `given` are the names that exist before the nodes of the graph; `around` renames all other outer names. */
  #nodesIn(graph: GraphProto, given: Iterable<string>, depth: number, around: Rename): ModelNode[] {
    const { opsets, functions } = this.#context;
    const nodes = unfold(
      graph.node.map((node, i) => nodeOf(node, i, opsets)),
      functions,
    );
    this.#nodes += nodes.length;
    if (this.#nodes > MOST_NODES)
      throw new ModelError('invalid_model', onnxMessages.functionCount());
    if (depth === 0) return nodes.map((node) => this.#withGraphs(node, depth, unchanged));
    const own = new Set([...given, ...nodes.flatMap((node) => node.outputs)]);
    const outside: Rename = (name) => (own.has(name) ? name : around(name));
    return nodes.map((node) =>
      this.#withGraphs({ ...node, inputs: node.inputs.map(outside) }, depth, outside),
    );
  }

  /** Outer values that the subgraphs of a node use become inputs of the node. */
  #withGraphs(node: ModelNode, depth: number, around: Rename): ModelNode {
    const names =
      node.domain === '' && Object.hasOwn(GRAPHS, node.operator)
        ? GRAPHS[node.operator]
        : undefined;
    if (!names) return node;
    const { scope } = node;
    const outside: Rename = scope ? (name) => around(scope(name)) : around;
    const graphs = new Map(
      names.map((name) => {
        const bytes = node.attributes.graph(name);
        if (!bytes || depth >= DEEPEST)
          throw new ModelError('invalid_graph', onnxMessages.branch(node.label, name), [node.name]);
        return [name, this.#subgraph(bytes, depth + 1, outside)] as const;
      }),
    );
    const captured = new Set([...graphs.values()].flatMap((graph) => graph.captured));
    const attributes = node.attributes.withoutGraphs();
    return { ...node, inputs: [...node.inputs, ...captured], attributes, graphs };
  }

  #subgraph(bytes: Uint8Array, depth: number, around: Rename): Subgraph {
    const graph = parsed(bytes, graphProto);
    const initializers = initializersOf(graph, (proto) => tensorFrom(ownedTensor(proto)));
    const inputs = named(graph.input, 'An input of a graph').map(({ name }) => name as string);
    const given = new Set([...initializers.keys(), ...inputs]);
    const nodes = this.#nodesIn(graph, given, depth, around);
    const made = nodes.flatMap((node) => node.outputs);
    checkUnique([...given, ...made]);
    checkUnique(inputs);
    const own = new Set([...given, ...made]);
    const outputs = named(graph.output, 'An output of a graph')
      .map(({ name }) => name as string)
      .map((name) => (own.has(name) ? name : around(name)));
    const read = [...nodes.flatMap((node) => node.inputs), ...outputs];
    const captured = [...new Set(read)].filter((name) => name !== '' && !own.has(name));
    const known = new Set([...given, ...captured]);
    const outputTypes = graph.output.map(({ type }) => typeOfOnnx(type?.tensorType?.elemType));
    return {
      ...{ nodes: sorted(nodes, known), inputs, outputs, outputTypes },
      ...{ initializers, captured },
    };
  }
}
