/** onnxruntime's settings. All are accepted; `wasm.numThreads` is the only one that has an effect. */
import { AttributeError } from '../base/errors.js';
import { ortMessages } from './messages.js';

type LogLevel = 'verbose' | 'info' | 'warning' | 'error' | 'fatal';
const LEVELS: readonly LogLevel[] = ['verbose', 'info', 'warning', 'error', 'fatal'];

/** Settings that may be read and written, and have no effect. */
type Ignored<Names extends string> = Partial<Record<Names, unknown>>;

/** onnxruntime's settings. */
export interface Env {
  /** Without effect: simdcast logs nothing. Default: 'warning'. */
  logLevel?: LogLevel;
  /** Without effect. */
  debug?: boolean;
  /** Without effect. */
  trace?: boolean;
  /**
   * The version of onnxruntime-common whose API this is. There is no `web`: clients that find one fetch
   * onnxruntime-web's files.
   */
  readonly versions: { readonly common: string };
  /** Only `numThreads` has an effect. */
  readonly wasm: Env.WebAssemblyFlags;
  /** Without effect. */
  readonly webgl: Env.WebGLFlags;
  /** Without effect. */
  readonly webgpu: Env.WebGpuFlags;
  [name: string]: unknown;
}

export declare namespace Env {
  /** Where onnxruntime-web's files are. */
  type WasmPathPrefix = string;
  /** Where each of onnxruntime-web's files is. */
  interface WasmFilePaths {
    /** Without effect. */
    wasm?: URL | string;
    /** Without effect. */
    mjs?: URL | string;
  }
  /** Where onnxruntime-web's files are. */
  type WasmPrefixOrFilePaths = WasmPathPrefix | WasmFilePaths;
  /** Settings of onnxruntime-web's WebAssembly. */
  interface WebAssemblyFlags {
    /** Number of threads for sessions that are created from now on. Default: 1. */
    numThreads?: number;
    /** Without effect. */
    simd?: boolean | 'fixed' | 'relaxed';
    /** Without effect. */
    trace?: boolean;
    /** Without effect. */
    initTimeout?: number;
    /** Without effect: the engine is part of the JavaScript. */
    wasmPaths?: WasmPrefixOrFilePaths;
    /** Without effect: the engine is part of the JavaScript. */
    wasmBinary?: ArrayBufferLike | Uint8Array;
    /** Without effect: models load in the thread that creates them. */
    proxy?: boolean;
  }
  /** Settings of WebGL, without effect. */
  type WebGLFlags = Ignored<
    'contextId' | 'matmulMaxBatchSize' | 'textureCacheMode' | 'pack' | 'async'
  >;
  /** Settings of WebGPU, without effect. */
  type WebGpuFlags = Ignored<
    | ('profilingMode' | 'profiling' | 'powerPreference' | 'forceFallbackAdapter')
    | ('adapter' | 'device' | 'validateInputContent')
  >;
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
