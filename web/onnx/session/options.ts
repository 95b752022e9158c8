/** The options of sessions, and progress reports while they load. */
import type { LoadOptions } from '../../api/loader.js';
import type { Simdcast } from '../../api/simdcast.js';
import { AttributeError } from '../../base/errors.js';
import { checkOptions, optionNames } from '../../base/option-names.js';
import { ModelError } from '../model/errors.js';
import { type ExternalData, externalSources } from '../model/external-files.js';
import { onnxMessages } from '../model/messages.js';
import type { OnProgress, Progress } from '../model/source.js';

/** Options of `InferenceSession.create`, in addition to those of `load` if no engine is passed. */
export interface SessionOptions extends LoadOptions {
  /**
   * The engine to run on. Default: the open engine, if there is exactly one and no option of `load`
   * is passed; otherwise the engine that `load` returns for these options.
   */
  readonly engine?: Simdcast | undefined;
  /** Where results are stored: in JavaScript arrays (`js` or `cpu`), or in WebAssembly memory. Default: `js`. */
  readonly preferredOutputLocation?: 'cpu' | 'js' | 'wasm' | undefined;
  /**
   * External weight files, keyed by the file names in the model, or, as in onnxruntime-web, an array of
   * addresses and `{ path, data }` objects. Default: files next to the model, if its address was passed.
   */
  readonly externalData?: ExternalData | undefined;
  /** The outputs that runs may request. Weights and nodes that they do not need are not loaded. Default: all outputs. */
  readonly outputs?: readonly string[] | undefined;
  /** Called with the number of bytes of the model and its files that have arrived. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

const CREATE = optionNames<SessionOptions>(
  'InferenceSession.create',
  {
    engine: true,
    preferredOutputLocation: true,
    externalData: true,
    outputs: true,
    onProgress: true,
    flavour: true,
    wasm: true,
    relaxed: true,
    maximumMemory: true,
  },
  (name) => (name === 'threads' ? onnxMessages.threads() : undefined),
);

/** Options of onnxruntime-web's sessions and runs that have no meaning here, with what does instead, if anything. */
const FOREIGN: Readonly<Record<string, string | undefined>> = {
  executionProviders: undefined,
  intraOpNumThreads: onnxMessages.threads(),
  interOpNumThreads: onnxMessages.threads(),
  freeDimensionOverrides: onnxMessages.preparing(),
  graphOptimizationLevel: undefined,
  enableCpuMemArena: undefined,
  enableMemPattern: undefined,
  executionMode: undefined,
  optimizedModelFilePath: undefined,
  enableProfiling: undefined,
  profileFilePrefix: undefined,
  logId: undefined,
  logSeverityLevel: undefined,
  logVerbosityLevel: undefined,
  enableGraphCapture: undefined,
  extra: undefined,
  terminate: undefined,
  tag: undefined,
};

/** The message for an option of onnxruntime-web that has no meaning here; `undefined` for another name. */
export const foreignOption = (name: string): string | undefined =>
  Object.hasOwn(FOREIGN, name) ? onnxMessages.foreignOption(name, FOREIGN[name]) : undefined;

/** @throws AttributeError for an option that does not exist, or has no meaning here. */
export function checkCreateOptions(options: SessionOptions | undefined): void {
  if (typeof options === 'object' && options !== null)
    for (const [name, value] of Object.entries(options)) {
      const message = value === undefined ? undefined : foreignOption(name);
      if (message) throw new AttributeError('option_unknown', message);
    }
  checkOptions(options, CREATE);
}

/** The options of `load` in a session's options; `undefined` if there are none. */
export function loadOptionsOf(options: SessionOptions): LoadOptions | undefined {
  const { flavour, wasm, relaxed, maximumMemory } = options;
  const given = { flavour, wasm, relaxed, maximumMemory };
  return Object.values(given).every((value) => value === undefined) ? undefined : given;
}

/** The options that select files and outputs. @throws ModelError */
export function checkedFiles({ externalData, outputs, onProgress }: SessionOptions) {
  const wrong = (name: string, wanted: string) =>
    new ModelError('invalid_option', onnxMessages.option(name, wanted));
  if (outputs !== undefined && !(Array.isArray(outputs) && outputs.length > 0))
    throw wrong('outputs', 'a list of names');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrong('onProgress', 'a function');
  return { externalData: externalSources(externalData), outputs, onProgress };
}

/** @throws ModelError */
export function locationOf(asked: unknown): 'js' | 'wasm' {
  if (asked === 'cpu') return 'js';
  if (asked !== 'js' && asked !== 'wasm')
    throw new ModelError('invalid_option', onnxMessages.location(String(asked)));
  return asked;
}

/** Creates progress callbacks for single files; the bytes of all files are added up. */
export function summed(onProgress: OnProgress | undefined): () => OnProgress | undefined {
  const parts: Progress[] = [];
  return () => {
    if (!onProgress) return undefined;
    const at = parts.push({ loaded: 0, total: 0 }) - 1;
    return (progress) => {
      parts[at] = progress;
      const loaded = parts.reduce((sum, part) => sum + part.loaded, 0);
      const isKnown = parts.every(({ total }) => total !== undefined);
      const total = isKnown ? parts.reduce((sum, part) => sum + (part.total ?? 0), 0) : undefined;
      onProgress({ loaded, total });
    };
  };
}
