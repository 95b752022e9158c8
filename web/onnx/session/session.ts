/** Inference sessions, in the shape of onnxruntime-web's. */
import { onlyEngine } from '../../api/open-engines.js';
import { Simdcast } from '../../api/simdcast.js';
import type { DType } from '../../base/dtypes.js';
import { AttributeError } from '../../base/errors.js';
import { messages, shapeText } from '../../base/messages.js';
import type { EngineParts } from '../../engine/parts.js';
import { type Operand, recheck } from '../../memory/operand.js';
import { ModelError } from '../model/errors.js';
import { ExternalFiles } from '../model/external-files.js';
import { onnxMessages } from '../model/messages.js';
import {
  type Model,
  namedShape,
  type OutputDeclaration,
  readModel,
  typeTextOf,
} from '../model/model.js';
import { bytesFrom, type ModelSource } from '../model/source.js';
import { isExternal } from '../model/tensor-proto.js';
import { FeedReader } from './feeds.js';
import type { Shaped } from './inputs.js';
import {
  checkCreateOptions,
  checkedFiles,
  loadOptionsOf,
  locationOf,
  type SessionOptions,
  summed,
} from './options.js';
import { Preparation } from './preparation.js';
import type { AnyResults, Feeds, Fetches, Results, Shapes } from './public.js';
import { type Destination, ResultMaker } from './results.js';
import { checkTargets, readTargets } from './targets.js';

/** An input or output that a model declares. */
export interface ValueMetadata {
  /** Its name in the model. */
  readonly name: string;
  /** Its element type. */
  readonly type: DType;
  /** Sizes, and names of symbolic dimensions; `undefined` if the rank is not declared. */
  readonly shape: readonly (number | string)[] | undefined;
  /** Whether this is a sequence of tensors, each of this type and shape. */
  readonly sequence?: true;
  /** Whether it may be absent: omitted from the feeds, or null as a result. */
  readonly optional?: true;
}

/** An output as a model declares it, possibly only by name. A declared type is not compared with that of results. */
export interface OutputMetadata extends Omit<ValueMetadata, 'type'> {
  /** Its element type; `undefined` if it is not declared. */
  readonly type: DType | undefined;
}

const collected = new FinalizationRegistry<Preparation>((preparation) => preparation.dispose());

const metadataOf = <Of extends OutputDeclaration>(
  declaration: Of,
): Of & Pick<ValueMetadata, 'shape'> => ({ ...declaration, shape: namedShape(declaration) });

/** A model that is ready to run. Everything except `create` is synchronous internally. */
export class InferenceSession {
  /** @internal The class's name, because bundlers rename a class that refers to itself. */
  static get name(): string {
    return 'InferenceSession';
  }

  /** Names of the inputs. */
  readonly inputNames: readonly string[];
  /** Names of the outputs. */
  readonly outputNames: readonly string[];
  /** Types and shapes of the inputs, in the same order. */
  readonly inputMetadata: readonly ValueMetadata[];
  /** Types and shapes of the outputs, in the same order. */
  readonly outputMetadata: readonly OutputMetadata[];
  readonly #parts: EngineParts;
  readonly #reader: FeedReader;
  readonly #preparation: Preparation;
  readonly #results: ResultMaker;
  #released = false;

  /**
   * Reads and compiles a model.
   * @throws ModelError if the model is malformed or unsupported; it lists every node of an unsupported
   *   operator; AttributeError for an unknown option.
   */
  static async create(source: ModelSource, options?: SessionOptions): Promise<InferenceSession> {
    checkCreateOptions(options);
    const { engine, preferredOutputLocation } = options ?? {};
    const location = locationOf(preferredOutputLocation ?? 'js');
    const { externalData, outputs, onProgress } = checkedFiles(options ?? {});
    const report = summed(onProgress);
    const bytes = await bytesFrom(source, report());
    const loading = loadOptionsOf(options ?? {});
    // Worklets and service workers cannot import modules later, so they pass an engine.
    const chosen =
      engine ??
      (loading ? undefined : onlyEngine()) ??
      (await (await import('../../index.js')).load(loading));
    if (!(chosen instanceof Simdcast))
      throw new ModelError('invalid_option', onnxMessages.engine());
    const model = readModel(bytes, Simdcast.partsOf(chosen).engine.catalogue, outputs);
    const places = { given: externalData, model: source };
    const external = [...model.initializers.values()].filter(isExternal);
    const files = await ExternalFiles.read(external, places, report);
    return new InferenceSession(model, files, chosen, location);
  }

  private constructor(
    model: Model,
    files: ExternalFiles,
    engine: Simdcast,
    location: 'js' | 'wasm',
  ) {
    if (!(engine instanceof Simdcast))
      throw new AttributeError('not_constructible', onnxMessages.constructed());
    this.#parts = Simdcast.partsOf(engine);
    this.#results = new ResultMaker(this.#parts, location);
    this.#reader = new FeedReader(this.#parts, model);
    const { memory } = this.#parts.engine;
    this.#preparation = memory.retrying(() => new Preparation(this.#parts, model, files));
    this.inputNames = model.inputs.map(({ name }) => name);
    this.outputNames = model.outputs.map(({ name }) => name);
    this.inputMetadata = model.inputs.map(metadataOf);
    this.outputMetadata = model.outputs.map(metadataOf);
    collected.register(this, this.#preparation, this);
    try {
      memory.retrying(() => this.#preparation.prepareEarly());
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** The value that `console.log` shows in Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const list = (metadata: readonly OutputMetadata[]) =>
      metadata
        .map((one) => `${one.name}: ${typeTextOf(one)} ${one.shape ? shapeText(one.shape) : '(?)'}`)
        .join(', ');
    return `InferenceSession ${list(this.inputMetadata)} → ${list(this.outputMetadata)}`;
  }

  /** Runs the model. Rejects if `runSync` throws. */
  async run<Outputs extends AnyResults = Results>(
    feeds: Feeds,
    fetches?: Fetches,
  ): Promise<Outputs> {
    InferenceSession.#checkOpen(this, 'run');
    return this.runSync<Outputs>(feeds, fetches);
  }

  /**
   * Runs the model. If the feeds do not fit, nothing is written. A sequence output is an array of tensors; an
   * empty optional output is null. Declare these with `Outputs`.
   * @throws ModelError if the feeds or fetches do not match the model, or a node does not accept their
   *   shapes; OutOfMemoryError
   */
  runSync<Outputs extends AnyResults = Results>(feeds: Feeds, fetches?: Fetches): Outputs {
    InferenceSession.#checkOpen(this, 'runSync');
    const operands = this.#reader.operands(feeds);
    const targets = readTargets(fetches, this.outputNames, (into, name) =>
      this.#reader.target(into, name),
    );
    // The caller's code may have released the session. No such code runs after this point.
    InferenceSession.#checkOpen(this, 'runSync');
    const given: Operand[] = [];
    const shaped = new Map<string, readonly Shaped[]>();
    for (const [name, tensors] of operands) {
      for (const one of tensors) recheck(one);
      given.push(...tensors);
      shaped.set(
        name,
        tensors.map((one) => this.#reader.shaped(one)),
      );
    }
    const { engine, layouts } = this.#parts;
    const run = () => {
      let destinations: Destination[] = [];
      try {
        const begun = this.#reader.explaining(shaped, () => this.#preparation.begin(shaped));
        checkTargets(targets, begun, given, layouts);
        destinations = this.#results.destinations(begun, targets);
        const addresses = this.#results.addresses(begun, targets, destinations);
        const results = this.#reader.explaining(shaped, () => this.#preparation.finish(addresses));
        return { results, destinations };
      } catch (error) {
        this.#results.giveBack(destinations);
        throw error;
      }
    };
    // Memory runs out before anything is written to destinations of the caller.
    const { results, destinations } = engine.memory.retrying(run);
    return this.#results.make(results, targets, destinations) as Outputs;
  }

  /**
   * Compiles the model for these input shapes, so that the first run is as fast as later ones. If a shape
   * depends on computed values, compiles only the part before them.
   * @throws ModelError if the shapes are incompatible with the model; ShapeError if dims are not integers from 0;
   *   OutOfMemoryError
   */
  prepare(shapes: Shapes): void {
    InferenceSession.#checkOpen(this, 'prepare');
    const given = this.#reader.shapes(shapes);
    this.#parts.engine.memory.retrying(() =>
      this.#reader.explaining(given, () => this.#preparation.prepare(given)),
    );
  }

  /** @internal The input whose elements an output of the last run has first along an axis. */
  static grownFrom(session: InferenceSession, output: string): string | undefined {
    return session.#preparation.grownFrom(session.outputNames.indexOf(output));
  }

  static #checkOpen(session: unknown, method: string): void {
    InferenceSession.#checkOwn(session, method);
    if (session.#released) throw new ModelError('released', onnxMessages.released());
  }

  /** @throws AttributeError if a method was called on a proxy of a session, or on another object */
  static #checkOwn(session: unknown, method: string): asserts session is InferenceSession {
    if (!(session instanceof InferenceSession))
      throw new AttributeError('detached_method', onnxMessages.detached(method));
    if (!(#released in session))
      throw new AttributeError('not_a_session', messages.proxy('session'));
  }

  /** `InferenceSession`; prevents Vue from wrapping sessions in proxies. */
  get [Symbol.toStringTag](): 'InferenceSession' {
    return 'InferenceSession';
  }

  /** Frees the memory of the session; it cannot run afterwards. */
  async release(): Promise<void> {
    InferenceSession.#checkOwn(this, 'release');
    this[Symbol.dispose]();
  }

  /** Releases the session at the end of a `using` block. */
  [Symbol.dispose](): void {
    InferenceSession.#checkOwn(this, 'release');
    this.#released = true;
    collected.unregister(this);
    this.#preparation.dispose();
  }
}
