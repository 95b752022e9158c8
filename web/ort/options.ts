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

function checkLocations(given: unknown): void {
  const all = typeof given === 'string' ? [['*', given]] : Object.entries(given ?? {});
  for (const [name, location] of all)
    if (!LOCATIONS.includes(location)) throw wrong(ortMessages.output(name, location));
}

/** The options that could change results. @throws AttributeError */
export function checkSessionOptions(options: SessionOptions): void {
  if (options.executionProviders !== undefined) checkProviders(options.executionProviders);
  if (options.preferredOutputLocation !== undefined)
    checkLocations(options.preferredOutputLocation);
}

/** @throws AttributeError */
export function checkRunOptions({ terminate }: RunOptions): void {
  if (terminate) throw wrong(ortMessages.terminated());
}
