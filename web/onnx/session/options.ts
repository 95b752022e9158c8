/** The options of sessions, and what is told while they load. */
import type { LoadOptions } from '../../api/loader.js';
import type { Simdcast } from '../../api/simdcast.js';
import { optionNames } from '../../base/option-names.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { ModelSource, OnProgress, Progress } from '../model/source.js';

/** Options of `InferenceSession.create`: those of `load`, unless an engine is given. */
export interface SessionOptions extends LoadOptions {
  /** The instance to run on. Default: what `load` gives for the other options. */
  readonly engine?: Simdcast;
  /** Where results lie: in arrays of JavaScript (`js`, or `cpu`), or in wasm memory. Default: `js`. */
  readonly preferredOutputLocation?: 'cpu' | 'js' | 'wasm';
  /** The files that hold weights, by the names that the model has for them. */
  readonly externalData?: Readonly<Record<string, ModelSource>>;
  /** The outputs that runs may ask for: what they do not need is not loaded. Default: all of the model. */
  readonly outputs?: readonly string[];
  /** Is told how many bytes of the model and its files have arrived. */
  readonly onProgress?: (progress: Progress) => void;
}

export const CREATE = optionNames<SessionOptions>('InferenceSession.create', {
  engine: true,
  preferredOutputLocation: true,
  externalData: true,
  outputs: true,
  onProgress: true,
  flavour: true,
  wasm: true,
  relaxed: true,
  maximumMemory: true,
});

/** The options that say what is loaded. @throws ModelError */
export function checkedFiles({ externalData = {}, outputs, onProgress }: SessionOptions) {
  const wrong = (name: string, wanted: string) =>
    new ModelError('invalid_option', onnxMessages.option(name, wanted));
  if (typeof externalData !== 'object' || externalData === null)
    throw wrong('externalData', 'an object with a source for each file');
  if (outputs !== undefined && !(Array.isArray(outputs) && outputs.length > 0))
    throw wrong('outputs', 'a list of names');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw wrong('onProgress', 'a function');
  return { externalData, outputs, onProgress };
}

/** @throws ModelError */
export function locationOf(asked: unknown): 'js' | 'wasm' {
  if (asked === 'cpu') return 'js';
  if (asked !== 'js' && asked !== 'wasm')
    throw new ModelError('invalid_option', onnxMessages.location(String(asked)));
  return asked;
}

/** Makes what is told about one file; the bytes of all of them are added up. */
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
