/** onnxruntime-web's options of sessions and runs: which have an effect, and which are accepted without one. */
import { AttributeError } from '../base/errors.js';
import type { ModelSource } from '../onnx/model/source.js';
import { ortMessages } from './messages.js';

/** A weight file: its path in the model, and its content. A string is a path or URL whose last part is the name. */
export type ExternalFile = string | { readonly path: string; readonly data: ModelSource };

/** Options of `InferenceSession.create`. Others of onnxruntime's are accepted and have no effect. */
export interface SessionOptions {
  /** Must include 'wasm' or 'cpu' if given. Default: ['wasm']. */
  readonly executionProviders?: readonly (string | { readonly name: string })[];
  /** Files that hold weights. */
  readonly externalData?: readonly ExternalFile[];
  /** Sizes of symbolic dimensions, by name: the first run with these sizes is then as fast as the next. */
  readonly freeDimensionOverrides?: Readonly<Record<string, number>>;
  /** 'cpu' or 'cpu-pinned', for all outputs or by name. Results stay in wasm memory until they are read. */
  readonly preferredOutputLocation?: string | Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

/** Options of a run. */
export interface RunOptions {
  /** Must be false. */
  readonly terminate?: boolean;
  readonly [name: string]: unknown;
}

const ON_CPU = ['wasm', 'cpu'];
const LOCATIONS = ['cpu', 'cpu-pinned'];

const wrong = (sentence: string) => new AttributeError('option_value', sentence);

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
/** Options that are integers from 0 to these. */
const INTEGERS: Readonly<Record<string, number>> = {
  logSeverityLevel: 4,
  logVerbosityLevel: LARGEST_SIZE,
};

function checkInteger(name: string, most: number, value: unknown): void {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > most)
    throw wrong(ortMessages.integer(name, most, value));
}

/** Options whose values onnxruntime checks, although they have no effect here. */
function checkIgnored(options: Readonly<Record<string, unknown>>): void {
  if (typeof options !== 'object') throw wrong(ortMessages.options());
  for (const [name, known] of Object.entries(CHOICES))
    if (options[name] !== undefined && !known.includes(options[name] as string))
      throw wrong(ortMessages.oneOf(name, known, options[name]));
  for (const [name, most] of Object.entries(INTEGERS))
    if (options[name] !== undefined) checkInteger(name, most, options[name]);
}

function checkLocations(given: unknown): void {
  const all = typeof given === 'string' ? [['*', given]] : Object.entries(given ?? {});
  for (const [name, location] of all)
    if (!LOCATIONS.includes(location)) throw wrong(ortMessages.output(name, location));
}

/** @throws AttributeError for a value that onnxruntime rejects, or that would change results. */
export function checkSessionOptions(options: SessionOptions): void {
  checkIgnored(options);
  if (options.executionProviders) checkProviders(options.executionProviders);
  for (const [name, size] of Object.entries(options.freeDimensionOverrides ?? {}))
    checkInteger(`freeDimensionOverrides.${name}`, LARGEST_SIZE, size);
  if (options.preferredOutputLocation !== undefined)
    checkLocations(options.preferredOutputLocation);
}

/** @throws AttributeError */
export function checkRunOptions(options: RunOptions): void {
  checkIgnored(options);
  if (options.terminate) throw wrong(ortMessages.terminated());
}
