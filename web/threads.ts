/**
 * The entry of several threads, over separate files that bundlers and servers find beside it: the engine's
 * modules for several threads and for one, and the worker's program.
 * @module simdcast/threads
 */
import { makeThreadsLoad } from './api/threads-loader.js';
import { workerBeside } from './wasm/worker-handle.js';

export * from './api/public.js';
export type { ThreadsLoadOptions } from './api/threads-loader.js';
export type { NodeWorker, WorkerLike, WorkerSource } from './wasm/worker-handle.js';

/**
 * Loads the engine and starts its workers: resolves to the same instance for the same options. Where there
 * can be no threads it is an engine of one, and its `threadsReason` says why.
 * @throws AttributeError for options that make no sense, for a flavour that this JavaScript engine cannot
 *   run, or where it has no SIMD; SimdcastError where a module cannot be fetched or compiled.
 */
export const load = /* @__PURE__ */ makeThreadsLoad({
  // Written out, because bundlers look for exactly these forms.
  threads: () => new URL('./threads.wasm', import.meta.url),
  alone: () => new URL('./simd.wasm', import.meta.url),
  worker: () =>
    workerBeside(import.meta.url) ??
    new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
});
