/** Describes a model to the engine, which then runs it by itself. */
import type { DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Engine } from '../../engine/engine.js';
import type { Resources } from '../../graph/resources.js';
import { bytesOfValue, type Value } from '../../graph/values.js';
import type { TensorValue } from '../../operators/attributes.js';
import type { NativeModelDraft, NativeModelSession } from '../../wasm/native.js';
import type { Model } from '../model/model.js';
import type { ModelNode, Subgraph } from '../model/model-node.js';

/** Attributes of ai.onnx.ml with strings that the engine does not hold. */
const TEXTS = new Set([
  'cats_strings',
  'classes_strings',
  'classlabels_strings',
  'keys_strings',
  'pool_strings',
  'string_vocabulary',
  'values_strings',
  'value_string',
  'value_strings',
]);

/** ONNX's number of the type string. */
const STRING = 8;

const isText = ({ type }: { readonly type: DType | undefined }): boolean => type === 'string';

/** Whether a node computes with strings, whatever its inputs. */
function makesText({ operator, attributes }: ModelNode): boolean {
  if (attributes.names.some((name) => TEXTS.has(name))) return true;
  if (operator === 'Cast')
    return attributes.kind('to') === 'string'
      ? attributes.get('to', 'string') === 'STRING'
      : attributes.find('to', 'int') === STRING;
  return attributes.names.some(
    (name) => attributes.kind(name) === 'tensor' && isText(attributes.get(name, 'tensor')),
  );
}

/** Whether the engine runs a model by itself: it has all of the operators, and there are no strings and sequences. */
export function isNative({ native }: Engine, model: Model): boolean {
  const { hasOperator } = native;
  const areNative = (nodes: readonly ModelNode[]): boolean =>
    nodes.every(
      (node) =>
        hasOperator(node.domain, node.operator, node.opset) &&
        !makesText(node) &&
        [...(node.graphs?.values() ?? [])].every(
          (graph) => areNative(graph.nodes) && ![...graph.initializers.values()].some(isText),
        ),
    );
  const declared = [...model.inputs, ...model.optionalInputs, ...model.outputs];
  const areTensors = declared.every((one) => !one.sequence && !one.optional && !isText(one));
  return areTensors && ![...model.initializers.values()].some(isText) && areNative(model.nodes);
}

class DraftWriter {
  readonly #engine: Engine;
  readonly #draft: NativeModelDraft;
  readonly #resources: Resources;
  readonly #constants: number[] = [];

  constructor(engine: Engine, draft: NativeModelDraft, resources: Resources) {
    this.#engine = engine;
    this.#draft = draft;
    this.#resources = resources;
  }

  /** The session of what has been described, which takes over the constants. */
  session(): NativeModelSession {
    this.#engine.memory.headroom();
    for (const address of this.#constants) this.#resources.surrender(address);
    return this.#draft.session(false);
  }

  node(node: ModelNode): void {
    const draft = this.#draft;
    this.#engine.memory.headroom();
    draft.node(node.domain, node.operator, node.opset, node.name, node.label);
    for (const name of node.inputs.slice(0, node.ownInputs)) draft.nodeInput(name);
    for (const name of node.outputs) draft.nodeOutput(name);
    for (const name of node.attributes.names) this.#attribute(node, name);
    for (const [name, graph] of node.graphs ?? []) this.#graph(name, graph);
  }

  constant(name: string, { type, dims }: Omit<TensorValue, 'data'>, address: number): void {
    this.#constants.push(address);
    this.#sized(dims, (sizes) =>
      this.#draft.initializer(name, this.#typeOf(type), sizes, dims.length, address),
    );
  }

  #attribute({ attributes, graphs }: ModelNode, name: string): void {
    const draft = this.#draft;
    if (graphs?.has(name)) return;
    const kind = attributes.kind(name);
    if (kind === 'int') draft.integer(name, attributes.get(name, 'long'));
    else if (kind === 'float') draft.real(name, attributes.get(name, 'float'));
    else if (kind === 'string') draft.text(name, attributes.get(name, 'string'));
    else if (kind === 'ints') {
      const list = BigInt64Array.from(attributes.get(name, 'longs'));
      this.#staged(list, (address) => draft.integers(name, address, list.length));
    } else if (kind === 'floats') {
      const list = Float32Array.from(attributes.get(name, 'floats'));
      this.#staged(list, (address) => draft.reals(name, address, list.length));
    } else if (kind === 'strings') {
      draft.texts(name);
      for (const text of attributes.get(name, 'strings')) draft.addText(text);
    } else if (kind === 'tensor' || kind === 'sparse')
      this.#tensor(name, attributes.get(name, kind));
    else draft.other(name);
  }

  #tensor(name: string, { type, dims, data }: TensorValue): void {
    this.#sized(dims, (sizes) =>
      this.#staged(data as TypedArray, (address) =>
        this.#draft.tensor(name, this.#typeOf(type), sizes, dims.length, address),
      ),
    );
  }

  #graph(attribute: string, graph: Subgraph): void {
    const draft = this.#draft;
    const { memory } = this.#engine;
    draft.openGraph(attribute);
    for (const name of graph.inputs) draft.graphInput(name);
    for (const name of graph.outputs) draft.graphOutput(name);
    for (const name of graph.captured) draft.captured(name);
    for (const [name, { type, dims, data }] of graph.initializers) {
      const bytes = bytesOfValue({ type, dims });
      const address = this.#resources.reserve(bytes);
      memory.write(address, data as TypedArray, bytes);
      this.constant(name, { type, dims }, address);
    }
    for (const node of graph.nodes) this.node(node);
    draft.closeGraph();
  }

  #typeOf(type: DType): number {
    return this.#engine.typeNumber(type);
  }

  #sized(dims: readonly number[], use: (sizes: number) => void): void {
    this.#staged(Float64Array.from(dims), use);
  }

  #staged(data: TypedArray, use: (address: number) => void): void {
    const { memory } = this.#engine;
    const { byteLength } = data;
    const address = memory.reserve(byteLength);
    try {
      memory.write(address, data, byteLength);
      use(address);
    } finally {
      memory.release(address);
    }
  }
}

/**
 * The engine's session for a model, which takes over the constants from their resources.
 * @throws OutOfMemoryError
 */
export function nativeSession(
  engine: Engine,
  model: Model,
  constants: ReadonlyMap<string, Value>,
  resources: Resources,
): NativeModelSession {
  engine.memory.headroom();
  const draft = new engine.native.ModelDraft();
  try {
    const writer = new DraftWriter(engine, draft, resources);
    for (const { name } of model.inputs) draft.graphInput(name);
    for (const { name } of model.optionalInputs) draft.optionalInput(name);
    for (const { name } of model.outputs) draft.graphOutput(name);
    for (const node of model.nodes) writer.node(node);
    for (const [name, { type, dims, storage }] of constants) {
      writer.constant(name, { type, dims }, storage.address);
    }
    return writer.session();
  } finally {
    draft.delete();
  }
}
