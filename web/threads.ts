/**
 * The entry for several threads, with separate files that bundlers and servers find next to it: the engine's
 * modules for several threads and for one, and the worker's program.
 * @module simdcast/threads
 */
import { makeThreadsLoad } from './api/threads-loader.js';
import { workerBeside } from './wasm/worker-handle.js';

export * from './api/public.js';
export type { ThreadsLoadOptions } from './api/threads-loader.js';
export type { NodeWorker, WorkerLike, WorkerSource } from './wasm/worker-handle.js';

/**
 * Loads the engine and starts its workers: resolves to the same instance for the same options. If no thread
 * can be started, the engine has one, and its `threadsReason` explains why.
 * @throws AttributeError if the options are invalid, or the JavaScript engine does not support the flavour or
 *    has no SIMD; SimdcastError if a module cannot be fetched or compiled
 */
export const load = /* @__PURE__ */ makeThreadsLoad({
  // Written out, because bundlers look for exactly these forms.
  threads: () => new URL('./threads.wasm', import.meta.url),
  alone: () => new URL('./simd.wasm', import.meta.url),
  worker: () =>
    workerBeside(import.meta.url) ??
    new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
});
