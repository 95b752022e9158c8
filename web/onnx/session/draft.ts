/** Describes a model to the engine, which creates the session. */
import { sizeOf } from '../../base/dims.js';
import { bytesOf, type DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Engine } from '../../engine/engine.js';
import { bytesOfTexts } from '../../memory/texts.js';
import type {
  NativeModelDraft,
  NativeModelInference,
  NativeModelSession,
} from '../../wasm/native.js';
import type { TensorValue } from '../model/attributes.js';
import { ModelError } from '../model/errors.js';
import type { ExternalFiles } from '../model/external-files.js';
import { onnxMessages } from '../model/messages.js';
import type { Declaration, Model, OutputDeclaration } from '../model/model.js';
import type { ModelNode, Subgraph } from '../model/model-node.js';
import { isExternal, tensorIn } from '../model/tensor-proto.js';

/** Shapes, and lists of positions along an axis, are small: larger initializers are weights, in bytes. */
const MOST_READ = 2 ** 17;

class DraftWriter {
  readonly #engine: Engine;
  readonly #draft: NativeModelDraft;
  /** The addresses of constants, which belong to the session once it is there. */
  #constants: number[] = [];

  constructor(engine: Engine, draft: NativeModelDraft) {
    this.#engine = engine;
    this.#draft = draft;
  }

  /** Completes the draft: whoever uses it takes over the constants. */
  finish(): void {
    const { memory } = this.#engine;
    memory.headroom();
    if (this.#draft.isShort()) throw memory.outOfMemory();
    this.#constants = [];
  }

  /** Frees the constants if there is no session. */
  dispose(): void {
    for (const address of this.#constants) this.#engine.memory.release(address);
  }

  input(declaration: Declaration): void {
    this.#draft.graphInput(declaration.name);
    this.#declared(declaration);
  }

  optionalInput(declaration: Declaration): void {
    this.#draft.optionalInput(declaration.name);
    this.#declared(declaration);
  }

  output(declaration: Pick<OutputDeclaration, 'name' | 'type' | 'sequence' | 'optional'>): void {
    this.#draft.graphOutput(declaration.name);
    this.#declared(declaration);
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

  /** @throws ModelError for a rank that the engine does not support */
  constant(name: string, { type, dims, data }: TensorValue): void {
    const { memory } = this.#engine;
    this.#checkRank(name, dims);
    if (type === 'string') {
      const begin = (sizes: number) => this.#draft.stringInitializer(name, sizes, dims.length);
      this.#texts(data as readonly string[], () => this.#sized(dims, begin));
      return;
    }
    const bytes = bytesOf(type, sizeOf(dims));
    const address = memory.reserve(bytes);
    this.#constants.push(address);
    memory.write(address, data as TypedArray, bytes);
    this.#initializer(name, { type, dims }, address);
  }

  /** A constant without its elements. @throws ModelError for a rank that the engine does not support */
  shape(name: string, { type, dims }: Omit<TensorValue, 'data'>): void {
    this.#checkRank(name, dims);
    this.#initializer(name, { type, dims }, 0);
  }

  #checkRank(name: string, { length }: readonly number[]): void {
    const { maxRank } = this.#engine.catalogue;
    if (length > maxRank)
      throw new ModelError('invalid_tensor', onnxMessages.rank(`'${name}'`, length, maxRank));
  }

  #initializer(name: string, { type, dims }: Omit<TensorValue, 'data'>, address: number): void {
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
    } else if (kind === 'strings')
      this.#texts(attributes.get(name, 'strings'), () => draft.texts(name));
    else if (kind === 'tensor' || kind === 'sparse') this.#tensor(name, attributes.get(name, kind));
    else draft.other(name);
  }

  #tensor(name: string, { type, dims, data }: TensorValue): void {
    const draft = this.#draft;
    if (type === 'string') {
      const begin = (sizes: number) => draft.stringTensor(name, sizes, dims.length);
      this.#texts(data as readonly string[], () => this.#sized(dims, begin));
      return;
    }
    this.#sized(dims, (sizes) =>
      this.#staged(data as TypedArray, (address) =>
        draft.tensor(name, this.#typeOf(type), sizes, dims.length, address),
      ),
    );
  }

  /** Strings of the list or tensor that `begin` begins. @throws OutOfMemoryError before anything is added */
  #texts(texts: readonly string[], begin: () => void): void {
    const { memory } = this.#engine;
    memory.release(memory.reserve(bytesOfTexts(texts)));
    begin();
    for (const text of texts) this.#draft.addText(text);
  }

  #declared({ type, sequence, optional }: Omit<OutputDeclaration, 'shape' | 'name'>): void {
    const number = type ? this.#typeOf(type) : -1;
    this.#draft.declared(number, sequence === true, optional === true);
  }

  #graph(attribute: string, graph: Subgraph): void {
    const draft = this.#draft;
    draft.openGraph(attribute);
    for (const name of graph.inputs) draft.graphInput(name);
    graph.outputs.forEach((name, i) => {
      this.output({ name, type: graph.outputTypes[i] });
    });
    for (const name of graph.captured) draft.captured(name);
    for (const [name, tensor] of graph.initializers) this.constant(name, tensor);
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
 * Describes a model. The result of `use` takes over the constants.
 * @param constantsOf describes the initializers
 */
function drafted<Result>(
  engine: Engine,
  model: Model,
  constantsOf: (writer: DraftWriter) => void,
  use: (draft: NativeModelDraft) => Result,
): Result {
  engine.memory.headroom();
  const draft = new engine.native.ModelDraft();
  const writer = new DraftWriter(engine, draft);
  try {
    for (const input of model.inputs) writer.input(input);
    for (const input of model.optionalInputs) writer.optionalInput(input);
    for (const output of model.outputs) writer.output(output);
    for (const node of model.nodes) writer.node(node);
    constantsOf(writer);
    writer.finish();
    return use(draft);
  } finally {
    writer.dispose();
    draft.delete();
  }
}

/** The engine's session for a model and its files. @throws ModelError, OutOfMemoryError */
export const nativeSession = (
  engine: Engine,
  model: Model,
  files: ExternalFiles,
): NativeModelSession =>
  drafted(
    engine,
    model,
    (writer) => {
      for (const [name, tensor] of model.initializers)
        writer.constant(
          name,
          isExternal(tensor) ? tensorIn(files.bytesOf(tensor), tensor) : tensor,
        );
    },
    (draft) => draft.session(false),
  );

/**
 * The engine's inference of a model's shapes. Elements of small initializers may determine shapes; those of
 * weights are not read, wherever they are.
 * @throws ModelError, OutOfMemoryError
 */
export const nativeInference = (engine: Engine, model: Model): NativeModelInference =>
  drafted(
    engine,
    model,
    (writer) => {
      for (const [name, tensor] of model.initializers) {
        const bytes = bytesOf(tensor.type, sizeOf(tensor.dims));
        if (isExternal(tensor) || bytes > MOST_READ) writer.shape(name, tensor);
        else writer.constant(name, tensor);
      }
    },
    (draft) => draft.inference(),
  );
