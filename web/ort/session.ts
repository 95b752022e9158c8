/** onnxruntime's InferenceSession over simdcast's. */
import { Simdcast } from '../api/simdcast.js';
import { AttributeError, ShapeError } from '../base/errors.js';
import { ResidentTensor as Resident } from '../memory/tensor.js';
import type { ModelSource } from '../onnx/model/source.js';
import type { Fetches, Result, Feeds as SessionFeeds } from '../onnx/session/public.js';
import { InferenceSession as Session } from '../onnx/session/session.js';
import { engineOf } from './engine.js';
import { ortMessages } from './messages.js';
import type * as options from './options.js';
import { checkRunOptions, checkSessionOptions } from './options.js';
import { Tensor as Implementation } from './tensor.js';
import { Tensor } from './typed-tensor.js';
import { Unread } from './unread.js';

/** A value of a model: tensors here, as in onnxruntime's types. */
export type OnnxValue = Tensor;
/** Where the elements of a value are. */
export type OnnxValueDataLocation = Tensor.DataLocation;

export declare namespace InferenceSession {
  /** Values by name. */
  type OnnxValueMapType = { readonly [name: string]: OnnxValue };
  /** Values by name, or null. */
  type NullableOnnxValueMapType = { readonly [name: string]: OnnxValue | null };
  /** The inputs by name: tensors of this entry or of any copy of onnxruntime-common. */
  type FeedsType = OnnxValueMapType;
  /** The outputs wanted: names, or by name a tensor to write into, or null for a new one. */
  type FetchesType = readonly string[] | NullableOnnxValueMapType;
  /** The outputs by name. A sequence is an array of tensors, and an optional value without one is null. */
  type ReturnType = OnnxValueMapType;
  /** An input or output of a model. */
  interface ValueMetadataBase {
    /** Its name in the model. */
    readonly name: string;
  }
  /** A sequence or an optional value. */
  interface NonTensorValueMetadata extends ValueMetadataBase {
    /** Always false. */
    readonly isTensor: false;
  }
  /** A tensor. */
  interface TensorValueMetadata extends ValueMetadataBase {
    /** Always true. */
    readonly isTensor: true;
    /** The element type; undefined if the model does not declare it. */
    readonly type: Tensor.Type;
    /** Sizes, and names of symbolic dimensions; empty if the rank is not declared. */
    readonly shape: readonly (number | string)[];
  }
  /** An input or output of a model. */
  type ValueMetadata = NonTensorValueMetadata | TensorValueMetadata;
  /** Options of `InferenceSession.create`. */
  type SessionOptions = options.CreateOptions;
  /** Options of a run. */
  type RunOptions = options.OptionsOfRun;
  /** onnxruntime's backend. Here it is the CPU. */
  type ExecutionProviderConfig = options.Provider;
  /** A runtime by name, with its options. */
  type ExecutionProviderOption = options.NamedProvider;
}

type Targets = InferenceSession.NullableOnnxValueMapType;
type Metadata = Session['outputMetadata'][number];

/** Sizes of symbolic dimensions, by name. */
type Sizes = Readonly<Record<string, number>>;

/** A shape in which symbolic dimensions that have a size are replaced. */
const resized = (shape: readonly (number | string)[] | undefined, sizes: Sizes) =>
  shape?.map((size) => (Object.hasOwn(sizes, size) ? (sizes[size] as number) : size));

const metadataOf = ({ name, type, shape, sequence, optional }: Metadata, sizes: Sizes) =>
  ({
    name,
    isTensor: !sequence && !optional,
    type,
    shape: resized(shape, sizes) ?? [],
  }) as InferenceSession.ValueMetadata;

/** A part of a buffer that holds a model. @throws ShapeError if it reaches beyond the buffer. */
function partOf(buffer: ArrayBufferLike, offset: number, length?: number): Uint8Array {
  const { byteLength } = buffer;
  const count = length ?? byteLength - offset;
  if (!(offset >= 0 && count >= 0 && offset + count <= byteLength))
    throw new ShapeError('data_length', ortMessages.range(offset, count, byteLength));
  return new Uint8Array(buffer, offset, count);
}

/** Options, which may be omitted. @throws AttributeError if they are not an object */
function optionsFrom(
  given: unknown,
): InferenceSession.SessionOptions & InferenceSession.RunOptions {
  if (given === null || !['undefined', 'object'].includes(typeof given))
    throw new AttributeError('option_value', ortMessages.options());
  return (given ?? {}) as InferenceSession.SessionOptions & InferenceSession.RunOptions;
}

/** The model and the options of `create`, which has a form with an offset and a length. */
function argumentsOf(source: unknown, given: readonly unknown[]) {
  const [first, second, third] = given;
  if (typeof first !== 'number')
    return { model: source as ModelSource, options: optionsFrom(first) };
  const buffer = ArrayBuffer.isView(source) ? source.buffer : (source as ArrayBufferLike);
  const length = typeof second === 'number' ? second : undefined;
  const options = length === undefined && third === undefined ? second : third;
  return { model: partOf(buffer, first, length), options: optionsFrom(options) };
}

/** The dims of every input with symbolic dimensions replaced; undefined if one remains. */
function shapesOf(session: Session, sizes: Sizes) {
  const replaced = session.inputMetadata.map(({ name, shape }) => [name, resized(shape, sizes)]);
  const isWhole = replaced.every(
    ([, dims]) => Array.isArray(dims) && dims.every((size) => typeof size === 'number'),
  );
  return isWhole ? Object.fromEntries(replaced) : undefined;
}

/** A model, ready to run. */
export class InferenceSession {
  /** @internal The class's name, because bundlers rename a class that refers to itself. */
  static get name(): string {
    return 'InferenceSession';
  }

  readonly #session: Session;
  readonly #unread: Unread;
  readonly #inputs: readonly InferenceSession.ValueMetadata[];
  readonly #outputs: readonly InferenceSession.ValueMetadata[];

  private constructor(session: Session, engine: Simdcast, sizes: Sizes) {
    if (!(session instanceof Session))
      throw new AttributeError('not_constructible', ortMessages.constructed());
    this.#session = session;
    this.#unread = Unread.in(Simdcast.partsOf(engine).engine.memory);
    this.#inputs = session.inputMetadata.map((each) => metadataOf(each, sizes));
    this.#outputs = session.outputMetadata.map((each) => metadataOf(each, sizes));
  }

  /** Names of the inputs. */
  get inputNames(): readonly string[] {
    return this.#session.inputNames;
  }

  /** Names of the outputs. */
  get outputNames(): readonly string[] {
    return this.#session.outputNames;
  }

  /** Types and shapes of the inputs, in the same order. */
  get inputMetadata(): readonly InferenceSession.ValueMetadata[] {
    return this.#inputs;
  }

  /** Types and shapes of the outputs, in the same order. */
  get outputMetadata(): readonly InferenceSession.ValueMetadata[] {
    return this.#outputs;
  }

  /**
   * Reads a model: a path or URL, or bytes, which may be part of a buffer.
   * @throws ModelError if the model is malformed or unsupported; AttributeError for an option that would change
   *   results.
   */
  static create(
    model: ModelSource,
    options?: InferenceSession.SessionOptions,
  ): Promise<InferenceSession>;
  static create(
    buffer: ArrayBufferLike,
    byteOffset: number,
    byteLength?: number,
    options?: InferenceSession.SessionOptions,
  ): Promise<InferenceSession>;
  static async create(source: unknown, ...given: unknown[]): Promise<InferenceSession> {
    const { model, options } = argumentsOf(source, given);
    checkSessionOptions(options);
    const engine = await engineOf();
    const { externalData } = options;
    const sizes = options.freeDimensionOverrides ?? {};
    const session = await Session.create(model, {
      engine,
      preferredOutputLocation: 'wasm',
      ...(externalData ? { externalData } : {}),
    });
    const shapes = Object.keys(sizes).length > 0 && shapesOf(session, sizes);
    if (shapes) session.prepare(shapes);
    return new InferenceSession(session, engine, sizes);
  }

  /**
   * Runs the model. An object without a tensor or null for an output is run options.
   * @throws ModelError if the feeds or fetches do not fit the model; OutOfMemoryError
   */
  async run(
    feeds: InferenceSession.FeedsType,
    fetches?: InferenceSession.FetchesType | InferenceSession.RunOptions,
    options?: InferenceSession.RunOptions,
  ): Promise<InferenceSession.ReturnType> {
    const wanted = this.#fetches(fetches);
    checkRunOptions(optionsFrom(wanted ? options : fetches));
    const fed = new Map(Object.entries(feeds ?? {}));
    const results = this.#unread.keeping([...fed.values()].flat(), () => {
      // First, because the elements of a target move to JavaScript, and the target may be fed too.
      const targets = targetsOf(wanted);
      return this.#session.runSync(operandsOf(feeds, fed), targets);
    });
    const made = Object.entries(results).map(([name, result]) => {
      const target = wanted && !Array.isArray(wanted) && (wanted as Targets)[name];
      if (target) return [name, target];
      const output = this.#output(result);
      if (result instanceof Resident) this.#continueIn(output as Implementation, name, fed);
      return [name, output];
    });
    return Object.fromEntries(made) as InferenceSession.ReturnType;
  }

  /** Frees the memory of the session. */
  async release(): Promise<void> {
    await this.#session.release();
  }

  /** Does nothing: profiling is not supported. */
  startProfiling(): void {}

  /** Does nothing: profiling is not supported. */
  endProfiling(): void {}

  /** The named outputs; undefined for run options. */
  #fetches(given: unknown): InferenceSession.FetchesType | undefined {
    if (given === undefined) return undefined;
    if (Array.isArray(given) && given.length > 0) return given;
    if (typeof given !== 'object' || given === null || Array.isArray(given) || isTensor(given))
      throw new AttributeError('option_value', ortMessages.fetches());
    const targets = Object.entries(given).filter(
      ([name, target]) => this.outputNames.includes(name) && (target === null || isTensor(target)),
    );
    return targets.length > 0 ? Object.fromEntries(targets) : undefined;
  }

  /** The input that an output begins with needs no memory of its own. */
  #continueIn(output: Implementation, name: string, fed: ReadonlyMap<string, unknown>): void {
    const input = Session.grownFrom(this.#session, name);
    if (input !== undefined) this.#unread.continueIn(fed.get(input), output);
  }

  #output(result: Result): unknown {
    if (Array.isArray(result)) return result.map((one) => this.#output(one));
    return result && this.#unread.add(new Implementation(result as never));
  }
}

const isTensor = (value: unknown): value is Tensor => value instanceof Tensor;

/** The feed of an input: a tensor, or the tensors of a sequence. */
function operandOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(operandOf);
  return isTensor(value) ? Implementation.operandOf(value as never) : value;
}

/** The feeds of a session, which rejects anything but an object of tensors. */
function operandsOf(feeds: unknown, fed: ReadonlyMap<string, unknown>): SessionFeeds {
  if (typeof feeds !== 'object' || feeds === null || isTensor(feeds)) return feeds as SessionFeeds;
  const operands = [...fed].map(([name, value]) => [name, operandOf(value)]);
  return Object.fromEntries(operands) as SessionFeeds;
}

const targetsOf = (wanted: InferenceSession.FetchesType | undefined): Fetches | undefined => {
  if (!wanted || Array.isArray(wanted)) return wanted as Fetches | undefined;
  const entries = Object.entries(wanted as Targets);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, one && { type: one.type, data: one.data, dims: one.dims }]),
  ) as Fetches;
};
