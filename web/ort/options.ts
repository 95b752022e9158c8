/** onnxruntime-web's options of sessions and runs: which have an effect, and which are accepted without one. */
import type { ModelSource } from '../onnx/model/source.js';
import { checkChoice, checkInteger, wrong } from './checks.js';
import { ortMessages } from './messages.js';
import type { Tensor } from './typed-tensor.js';

type Location = Tensor.DataLocation;

/** A weight file. */
export interface ExternalDataFileDescription {
  /** Its path in the model. */
  path: string;
  /** Its content. */
  data: ModelSource;
}
/** A weight file. A string is a path or URL whose last part is the path in the model. */
export type ExternalDataFileType = ExternalDataFileDescription | string;

/** A runtime by name, or an object with the name and its options. */
export interface NamedProvider {
  readonly name: string;
}
/** onnxruntime's backend. Here it is the CPU. */
export type Provider = string | NamedProvider;

/** Options of a model's files. */
export interface OnnxModelOptions {
  /** Files that hold weights. */
  externalData?: readonly ExternalDataFileType[];
}

interface LogOptions {
  /** Without effect. */
  logSeverityLevel?: 0 | 1 | 2 | 3 | 4;
  /** Without effect. */
  logVerbosityLevel?: number;
  /** Without effect. */
  extra?: Record<string, unknown>;
}

/** Options of `InferenceSession.create`. */
export interface CreateOptions extends OnnxModelOptions, LogOptions {
  /** Must include 'wasm' or 'cpu' if given. Default: ['wasm']. */
  executionProviders?: readonly Provider[];
  /** Sizes of symbolic dimensions, by name: the first run with these sizes is then as fast as the next. */
  freeDimensionOverrides?: Readonly<Record<string, number>>;
  /** 'cpu' or 'cpu-pinned', for all outputs or by name. Results stay in wasm memory until they are read. */
  preferredOutputLocation?: Location | Readonly<Record<string, Location>>;
  /** Without effect. */
  graphOptimizationLevel?: 'disabled' | 'basic' | 'extended' | 'layout' | 'all';
  /** Without effect. */
  executionMode?: 'sequential' | 'parallel';
  /** Without effect: `env.wasm.numThreads` sets the number of threads. */
  intraOpNumThreads?: number;
  /** Without effect. */
  interOpNumThreads?: number;
  /** Without effect. */
  enableCpuMemArena?: boolean;
  /** Without effect. */
  enableMemPattern?: boolean;
  /** Without effect. */
  enableProfiling?: boolean;
  /** Without effect. */
  profileFilePrefix?: string;
  /** Without effect. */
  enableGraphCapture?: boolean;
  /** Without effect. */
  optimizedModelFilePath?: string;
  /** Without effect. */
  logId?: string;
}

/** Options of a run. */
export interface OptionsOfRun extends LogOptions {
  /** Must be false. */
  terminate?: boolean;
  /** Without effect. */
  tag?: string;
}

const ON_CPU = ['wasm', 'cpu'];
const LOCATIONS = ['cpu', 'cpu-pinned'];

function checkProviders(given: unknown): void {
  if (!Array.isArray(given))
    throw wrong(ortMessages.option('executionProviders', 'an array of names or objects'));
  const names = given.map((one) => String(typeof one === 'string' ? one : one?.name));
  if (names.length > 0 && !names.some((name) => ON_CPU.includes(name)))
    throw wrong(ortMessages.providers(names));
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  graphOptimizationLevel: ['disabled', 'basic', 'extended', 'layout', 'all'],
  executionMode: ['sequential', 'parallel'],
};
const LARGEST_SIZE = 2 ** 31 - 1;
/** Options that are integers from 0 up to these values. */
const INTEGERS: Readonly<Record<string, number>> = {
  logSeverityLevel: 4,
  logVerbosityLevel: LARGEST_SIZE,
};

/** Options whose values onnxruntime checks, although they have no effect here. */
function checkIgnored(given: LogOptions): void {
  if (typeof given !== 'object') throw wrong(ortMessages.options());
  const options = given as Readonly<Record<string, unknown>>;
  for (const [name, known] of Object.entries(CHOICES)) checkChoice(name, known, options[name]);
  for (const [name, most] of Object.entries(INTEGERS))
    if (options[name] != null) checkInteger(name, most, options[name]);
}

function checkLocations(given: unknown): void {
  const all = typeof given === 'string' ? [['*', given]] : Object.entries(given ?? {});
  for (const [name, location] of all)
    if (!LOCATIONS.includes(location)) throw wrong(ortMessages.output(name, location));
}

/** @throws AttributeError for a value that onnxruntime rejects, or that would change results. */
export function checkSessionOptions(options: CreateOptions): void {
  checkIgnored(options);
  if (options.executionProviders) checkProviders(options.executionProviders);
  for (const [name, size] of Object.entries(options.freeDimensionOverrides ?? {}))
    checkInteger(`freeDimensionOverrides.${name}`, LARGEST_SIZE, size);
  if (options.preferredOutputLocation !== undefined)
    checkLocations(options.preferredOutputLocation);
}

/** @throws AttributeError */
export function checkRunOptions(options: OptionsOfRun): void {
  checkIgnored(options);
  if (options.terminate) throw wrong(ortMessages.terminated());
}
