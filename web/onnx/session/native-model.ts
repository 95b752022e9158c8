/** Describes a model to the engine, which then runs it by itself. */
import type { DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Engine } from '../../engine/engine.js';
import type { Resources } from '../../graph/resources.js';
import { bytesOfValue, type Value } from '../../graph/values.js';
import { bytesOfTexts } from '../../memory/texts.js';
import type { TensorValue } from '../../operators/attributes.js';
import type { NativeModelDraft, NativeModelSession } from '../../wasm/native.js';
import type { Declaration, Model, OutputDeclaration } from '../model/model.js';
import type { ModelNode, Subgraph } from '../model/model-node.js';

/** Whether the engine has all of the operators of a model. */
export function isNative({ native }: Engine, model: Model): boolean {
  const { hasOperator } = native;
  const areNative = (nodes: readonly ModelNode[]): boolean =>
    nodes.every(
      ({ domain, operator, opset, graphs }) =>
        hasOperator(domain, operator, opset) &&
        [...(graphs?.values() ?? [])].every((graph) => areNative(graph.nodes)),
    );
  return areNative(model.nodes);
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

  input(declaration: Declaration, isOptional: boolean): void {
    if (isOptional) this.#draft.optionalInput(declaration.name);
    else this.#draft.graphInput(declaration.name);
    this.#declared(declaration);
  }

  output(declaration: OutputDeclaration): void {
    this.#draft.graphOutput(declaration.name);
    this.#declared(declaration);
  }

  #declared({ type, sequence, optional }: OutputDeclaration): void {
    const number = type ? this.#typeOf(type) : -1;
    this.#draft.declared(number, sequence === true, optional === true);
  }

  constant(name: string, { type, dims, storage }: Value): void {
    if (type === 'string') this.#texts(name, { dims, data: storage.strings ?? [] }, true);
    else this.#numbers(name, { type, dims }, storage.address);
  }

  #numbers(name: string, { type, dims }: Omit<TensorValue, 'data'>, address: number): void {
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
      const texts = attributes.get(name, 'strings');
      this.#checkRoom(texts);
      draft.texts(name);
      for (const text of texts) draft.addText(text);
    } else if (kind === 'tensor' || kind === 'sparse')
      this.#tensor(name, attributes.get(name, kind));
    else draft.other(name);
  }

  /** A tensor of strings, as an initializer or an attribute. */
  #texts(
    name: string,
    { dims, data }: { readonly dims: readonly number[]; readonly data: readonly string[] },
    isInitializer: boolean,
  ): void {
    const draft = this.#draft;
    this.#checkRoom(data);
    this.#sized(dims, (sizes) =>
      isInitializer
        ? draft.stringInitializer(name, sizes, dims.length)
        : draft.stringTensor(name, sizes, dims.length),
    );
    for (const text of data) draft.addText(text);
  }

  /** Makes sure that there is memory for strings. @throws OutOfMemoryError */
  #checkRoom(texts: readonly string[]): void {
    const { memory } = this.#engine;
    memory.release(memory.reserve(bytesOfTexts(texts)));
  }

  #tensor(name: string, { type, dims, data }: TensorValue): void {
    if (type === 'string') {
      this.#texts(name, { dims, data: data as readonly string[] }, false);
      return;
    }
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
    graph.outputs.forEach((name, i) => {
      this.output({ name, type: graph.outputTypes[i], shape: undefined });
    });
    for (const name of graph.captured) draft.captured(name);
    for (const [name, { type, dims, data }] of graph.initializers) {
      if (type === 'string') {
        this.#texts(name, { dims, data: data as readonly string[] }, true);
        continue;
      }
      const bytes = bytesOfValue({ type, dims });
      const address = this.#resources.reserve(bytes);
      memory.write(address, data as TypedArray, bytes);
      this.#numbers(name, { type, dims }, address);
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
    for (const input of model.inputs) writer.input(input, false);
    for (const input of model.optionalInputs) writer.input(input, true);
    for (const output of model.outputs) writer.output(output);
    for (const node of model.nodes) writer.node(node);
    for (const [name, value] of constants) writer.constant(name, value);
    return writer.session();
  } finally {
    draft.delete();
  }
}
