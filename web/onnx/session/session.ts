/** Inference sessions, in the shape of onnxruntime-web's. */
import { Simdcast } from '../../api/simdcast.js';
import type { DType } from '../../base/dtypes.js';
import { checkOptions } from '../../base/option-names.js';
import type { EngineParts } from '../../engine/parts.js';
import { TaskBuilder } from '../../engine/tasks.js';
import type { Program } from '../../graph/program.js';
import type { Value } from '../../graph/values.js';
import { type Operand, recheck } from '../../memory/operand.js';
import type { AnyTensor } from '../../memory/tensor.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import { type Declaration, type Model, namedShape, readModel } from '../model/model.js';
import { bytesFrom, type ModelSource } from '../model/source.js';
import { bindNodes } from './bind.js';
import { type CompileContext, compile, type Given } from './compile.js';
import { FeedReader, type Feeds } from './feeds.js';
import { folded } from './folding.js';
import { type Files, filesOf, uploadInitializers } from './initializers.js';
import { type Shaped, type Shapes, textOf } from './inputs.js';
import { CREATE, checkedFiles, locationOf, type SessionOptions, summed } from './options.js';
import { ResultMaker } from './results.js';
import { SessionMemory } from './session-memory.js';
import { inputsDecidingShapes } from './shape-inputs.js';
import { checkTargets, type Fetches, readTargets } from './targets.js';

/** What a model says of an input or an output. */
export interface ValueMetadata {
  /** Its name in the model. */
  readonly name: string;
  /** Its element type. */
  readonly type: DType;
  /** Sizes, and names of sizes that are open; undefined where the rank is open. */
  readonly shape: readonly (number | string)[] | undefined;
}

/** The outputs by name. */
export type Results = Record<string, AnyTensor>;

const collected = new FinalizationRegistry<SessionMemory>((holdings) => holdings.dispose());

const metadataOf = (declaration: Declaration): ValueMetadata => ({
  name: declaration.name,
  type: declaration.type,
  shape: namedShape(declaration),
});

/** A model, ready to run. Everything but `create` is synchronous underneath. */
export class InferenceSession {
  /** What the model needs to be fed. */
  readonly inputNames: readonly string[];
  /** What the model gives. */
  readonly outputNames: readonly string[];
  /** Types and shapes of the inputs, in the same order. */
  readonly inputMetadata: readonly ValueMetadata[];
  /** Types and shapes of the outputs, in the same order. */
  readonly outputMetadata: readonly ValueMetadata[];
  readonly #compiling: CompileContext;
  readonly #parts: EngineParts;
  readonly #reader: FeedReader;
  readonly #memory: SessionMemory;
  /** The inputs of the graph, those that have an initializer last. */
  readonly #declared: readonly Declaration[];
  /** Names of inputs whose values decide shapes. */
  #shapeInputs: ReadonlySet<string>;
  readonly #results: ResultMaker;
  #released = false;

  /**
   * Reads a model and prepares it.
   * @throws ModelError for a model that is malformed, or needs what is unsupported: every node of
   *   an unsupported operator is named; AttributeError for an unknown option.
   */
  static async create(source: ModelSource, options?: SessionOptions): Promise<InferenceSession> {
    checkOptions(options, CREATE);
    const { engine, preferredOutputLocation, flavour, wasm, relaxed, maximumMemory } =
      options ?? {};
    const location = locationOf(preferredOutputLocation ?? 'js');
    const { externalData, outputs, onProgress } = checkedFiles(options ?? {});
    const report = summed(onProgress);
    const bytes = await bytesFrom(source, report());
    // A worklet or a service worker may import nothing later, and brings an engine.
    const chosen =
      engine ??
      (await (await import('../../index.js')).load({ flavour, wasm, relaxed, maximumMemory }));
    if (!(chosen instanceof Simdcast))
      throw new ModelError('invalid_option', onnxMessages.engine());
    const model = readModel(bytes, Simdcast.partsOf(chosen).engine.catalogue, outputs);
    const files = new Map<string, Uint8Array>();
    for (const name of filesOf(model))
      if (Object.hasOwn(externalData, name))
        files.set(name, await bytesFrom(externalData[name] as ModelSource, report()));
    return new InferenceSession(model, files, chosen, location);
  }

  private constructor(model: Model, files: Files, engine: Simdcast, location: 'js' | 'wasm') {
    this.#parts = Simdcast.partsOf(engine);
    this.#results = new ResultMaker(this.#parts, location);
    const nodes = bindNodes(this.#parts, model.nodes);
    const tasks = new TaskBuilder(this.#parts);
    this.#memory = new SessionMemory(tasks.memory);
    const constants = this.#orDispose(() =>
      uploadInitializers(model, files, tasks, this.#memory.constants),
    );
    // From here on the bytes of the files need not be kept.
    const context: CompileContext = {
      ...{ parts: this.#parts, tasks, nodes, constants },
      model: { ...model, nodes: [], initializers: new Map() },
    };
    this.#compiling = this.#orDispose(() => folded(context, this.#memory));
    this.#declared = [...model.inputs, ...model.optionalInputs];
    this.#reader = new FeedReader(this.#parts, model);
    this.#shapeInputs = inputsDecidingShapes(nodes, 'fixed shapes');
    this.inputNames = model.inputs.map(({ name }) => name);
    this.outputNames = model.outputs.map(({ name }) => name);
    this.inputMetadata = model.inputs.map(metadataOf);
    this.outputMetadata = model.outputs.map(metadataOf);
    collected.register(this, this.#memory, this);
    this.#orDispose(() => this.#prepareEarly());
  }

  /** What `console.log` shows in Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const list = (metadata: readonly ValueMetadata[]) =>
      metadata.map(({ name, type, shape }) => `${name}: ${type} (${shape ?? '?'})`).join(', ');
    return `InferenceSession ${list(this.inputMetadata)} → ${list(this.outputMetadata)}`;
  }

  /** Runs the model. Rejects where `runSync` throws. */
  async run(feeds: Feeds, fetches?: Fetches): Promise<Results> {
    return this.runSync(feeds, fetches);
  }

  /**
   * Runs the model: nothing is written where the feeds do not fit.
   * @throws ModelError for feeds and fetches that do not fit the model, or a node that cannot take
   *   their shapes; OutOfMemoryError
   */
  runSync(feeds: Feeds, fetches?: Fetches): Results {
    this.#checkAlive();
    const operands = this.#reader.operands(feeds);
    const targets = readTargets(fetches, this.outputNames, (into, name) =>
      this.#reader.target(into, name),
    );
    // What the caller's code did meanwhile; from here on, none of it runs.
    this.#checkAlive();
    const given = [...operands.values()];
    for (const operand of given) recheck(operand);
    const { engine, layouts } = this.#parts;
    // All the memory that the run takes, before any of its results is written.
    const shaped = new Map(
      [...operands].map(([name, operand]) => [name, this.#reader.shaped(operand)] as const),
    );
    const { program, destinations } = engine.memory.retrying(() => {
      const program = this.#preparedFor(shaped);
      checkTargets(targets, program, given, layouts);
      return { program, destinations: this.#results.destinations(program, targets) };
    });
    this.#memory.programs.running = true;
    try {
      this.#feed(program, operands);
      program.run();
    } catch (error) {
      this.#results.giveBack(destinations);
      throw error;
    } finally {
      this.#memory.programs.running = false;
    }
    // Not by assignment: an output may be named __proto__.
    return Object.fromEntries(
      targets.map((target, i) => [
        target.name,
        this.#results.make(program.outputs[target.output] as Value, target, destinations[i]),
      ]),
    );
  }

  /**
   * Prepares the session for inputs of these shapes, so that the first run with them takes no longer than the
   * next.
   * @throws ModelError for shapes that do not fit the model; OutOfMemoryError
   */
  prepare(shapes: Shapes): void {
    this.#checkAlive();
    const given = this.#reader.shapes(shapes);
    this.#parts.engine.memory.retrying(() => this.#preparedFor(given));
  }

  /** Work that fills the session: where it fails for good, what the session holds is given back. */
  #orDispose<Result>(work: () => Result): Result {
    try {
      return this.#parts.engine.memory.retrying(work);
    } catch (error) {
      this.#memory.dispose();
      throw error;
    }
  }

  #checkAlive(): void {
    if (this.#released) throw new ModelError('released', onnxMessages.released());
  }

  /** Gives back the memory that the session holds; it cannot run afterwards. */
  async release(): Promise<void> {
    this[Symbol.dispose]();
  }

  /** Releases the session at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.#released = true;
    collected.unregister(this);
    this.#memory.dispose();
  }

  /** A model of fixed shapes is prepared at once, so that what is wrong with it shows early. */
  #prepareEarly(): void {
    const { model } = this.#compiling;
    const isFixed = ({ name, shape }: Declaration): boolean =>
      !this.#shapeInputs.has(name) && shape?.every((size) => typeof size === 'number') === true;
    if (!model.inputs.every(isFixed)) return;
    const { layouts } = this.#parts;
    const given = model.inputs.map(({ name, type, shape }) => ({
      name,
      type,
      dims: shape as readonly number[],
    }));
    const key = given.map(({ type, dims }) => layouts.idOf(type, dims));
    try {
      this.#memory.programs.find(key, () => compile(this.#compiling, given));
    } catch (error) {
      if (!this.#findsMoreShapeInputs(error)) throw error;
    }
  }

  /** The program, of which more inputs may decide shapes than was thought. */
  #preparedFor(given: ReadonlyMap<string, Shaped>): Program {
    try {
      return this.#program(given);
    } catch (error) {
      if (!this.#findsMoreShapeInputs(error)) throw error;
      return this.#program(given);
    }
  }

  /** Whether a value that was not known is, once loops are thought to change shapes. */
  #findsMoreShapeInputs(error: unknown): boolean {
    if (!(error instanceof ModelError && error.code === 'dynamic_shape')) return false;
    const more = inputsDecidingShapes(this.#compiling.nodes, 'any shapes');
    if (more.size === this.#shapeInputs.size) return false;
    this.#shapeInputs = more;
    return true;
  }

  /** The program for these shapes, and for these values where they decide shapes. */
  #program(inputs: ReadonlyMap<string, Shaped>): Program {
    const key = this.#declared.flatMap(({ name }) => {
      const input = inputs.get(name);
      if (!input) return ['-'];
      return this.#shapeInputs.has(name)
        ? [input.layout, textOf(input.elements())]
        : [input.layout];
    });
    return this.#memory.programs.find(key, () => {
      const given = [...inputs].map(
        ([name, input]): Given => ({
          name,
          type: input.type,
          dims: [...input.dims],
          data: this.#shapeInputs.has(name) ? input.elements() : undefined,
        }),
      );
      return compile(this.#compiling, given);
    });
  }

  #feed(program: Program, operands: ReadonlyMap<string, Operand>): void {
    const { memory } = this.#parts.engine;
    let at = 0;
    for (const [, { data, strings, address }] of operands) {
      const input = program.inputs[at++] as Value;
      if (input.storage.kind === 'constant') continue;
      if (strings) {
        input.storage.strings = strings;
        continue;
      }
      if (data && data.length > 0) memory.write(program.home(input), data);
      program.put(input, data ? program.home(input) : address);
    }
  }
}
