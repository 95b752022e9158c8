/** onnxruntime's settings. All are accepted; `wasm.numThreads` is the only one that has an effect. */
import { AttributeError } from '../base/errors.js';
import { ortMessages } from './messages.js';

/** How much onnxruntime logs. */
export type LogLevel = 'verbose' | 'info' | 'warning' | 'error' | 'fatal';
const LEVELS: readonly LogLevel[] = ['verbose', 'info', 'warning', 'error', 'fatal'];

/** Settings of onnxruntime-web's WebAssembly. */
export interface WebAssemblyFlags {
  /** Number of threads for sessions that are created from now on. Default: 1. */
  numThreads?: number | undefined;
  [name: string]: unknown;
}

/** onnxruntime's settings. */
export interface Env {
  /** Accepted; simdcast logs nothing. Default: 'warning'. */
  logLevel?: LogLevel;
  /** Accepted; without effect. */
  debug?: boolean;
  /** Accepted; without effect. */
  trace?: boolean;
  /**
   * The version of onnxruntime-common whose API this is. There is no `web`: clients that find one fetch
   * onnxruntime-web's files.
   */
  readonly versions: { readonly common: string };
  /** Only `numThreads` has an effect. */
  readonly wasm: WebAssemblyFlags;
  /** Accepted; without effect. */
  readonly webgl: Record<string, unknown>;
  /** Accepted; without effect. */
  readonly webgpu: Record<string, unknown>;
  [name: string]: unknown;
}

let level: LogLevel = 'warning';

/** onnxruntime's settings, which its clients read and write. */
export const env: Env = {
  wasm: {},
  webgl: {},
  webgpu: { profiling: {} },
  versions: { common: '1.30.0' },
  get logLevel() {
    return level;
  },
  set logLevel(value) {
    if (value === undefined) return;
    if (!LEVELS.includes(value))
      throw new AttributeError('option_value', ortMessages.logLevel(value, LEVELS));
    level = value;
  },
};
