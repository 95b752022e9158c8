/** Graphs of a model, its own and those of its nodes: names, initializers, and nodes in an order in which they can run. */
import type { TensorValue } from '../../operators/attributes.js';
import { ModelError } from './errors.js';
import { unfold } from './functions.js';
import { onnxMessages } from './messages.js';
import { type Branch, type ModelNode, nodeOf } from './model-node.js';
import { readMessage } from './protobuf.js';
import { type FunctionProto, type GraphProto, graphProto } from './schema.js';
import { tensorFrom } from './tensor-proto.js';

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

/** The nodes in their order, but for those that stand before what they read. */
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

export function initializersOf({
  initializer,
  sparseInitializer,
}: GraphProto): Map<string, TensorValue> {
  if (sparseInitializer.length > 0) throw new ModelError('unsupported_type', onnxMessages.sparse());
  checkUnique(initializer.map(({ name }) => name ?? ''));
  return new Map(
    named(initializer, 'An initializer').map((proto) => [proto.name as string, tensorFrom(proto)]),
  );
}

/** What a graph's nodes are read with. */
export interface GraphContext {
  readonly opsets: ReadonlyMap<string, number>;
  readonly functions: readonly FunctionProto[];
}

/** A node may have graphs whose nodes have graphs, and so on. */
const DEEPEST = 32;

/** The nodes of a graph, with those of functions in the place of calls, and the branches of each. */
export function nodesOf(graph: GraphProto, context: GraphContext, depth = 0): ModelNode[] {
  const nodes = graph.node.map((node, i) => nodeOf(node, i, context.opsets));
  return unfold(nodes, context.functions).map((node) => withBranches(node, context, depth));
}

const BRANCHES = ['then_branch', 'else_branch'] as const;

/** An If with its branches read. What these take from outside are inputs of the node. */
function withBranches(node: ModelNode, context: GraphContext, depth: number): ModelNode {
  if (node.operator !== 'If' || node.domain !== '') return node;
  const branches = BRANCHES.map((name) => {
    const bytes = node.attributes.graph(name);
    if (!bytes || depth >= DEEPEST)
      throw new ModelError('invalid_graph', onnxMessages.branch(node.label, name), [node.name]);
    return branchOf(bytes, context, depth + 1);
  });
  const captured = new Set(branches.flatMap((branch) => branch.captured));
  const [onTrue, onFalse] = branches as [Captures, Captures];
  return { ...node, inputs: [...node.inputs, ...captured], branches: { onTrue, onFalse } };
}

interface Captures extends Branch {
  readonly captured: readonly string[];
}

function branchOf(bytes: Uint8Array, context: GraphContext, depth: number): Captures {
  const graph = readMessage(bytes, graphProto);
  const initializers = initializersOf(graph);
  const nodes = nodesOf(graph, context, depth);
  const made = [...initializers.keys(), ...nodes.flatMap((node) => node.outputs)];
  checkUnique(made);
  const own = new Set(made);
  const outputs = named(graph.output, 'An output of a branch').map(({ name }) => name as string);
  const read = [...nodes.flatMap((node) => node.inputs), ...outputs];
  const captured = [...new Set(read)].filter((name) => name !== '' && !own.has(name));
  const given = new Set([...initializers.keys(), ...captured]);
  return { nodes: sorted(nodes, given), outputs, initializers, captured };
}
