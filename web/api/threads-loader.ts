/** `load` for several threads. */
import createModule from '#threads-glue';
import { AttributeError } from '../base/errors.js';
import { builtin } from '../base/node-builtins.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import { instantiate, makeMemory } from '../wasm/instantiate.js';
import { compile, type WasmSource } from '../wasm/module-source.js';
import type { NativeThreads } from '../wasm/native.js';
import type { WorkerSource } from '../wasm/worker-handle.js';
import { Workers } from '../wasm/workers.js';
import {
  checkVersion,
  type LoadOptions,
  makeEngine,
  makeFind,
  type Start,
  startAlone,
} from './loader.js';
import type { Simdcast } from './simdcast.js';
import { threadMessages } from './thread-messages.js';
import type { Threading } from './threading.js';

/** The options of `load`, and the number of threads. */
export interface ThreadsLoadOptions extends LoadOptions {
  /**
   * The number of threads that share the work of a call, including the caller's: from 1 to 64, or 'auto' for
   * one per core, up to 4. If fewer can run, `threadsReason` explains why. Default: 'auto'.
   */
  readonly threads?: number | 'auto' | undefined;
  /**
   * The address of the worker's file (`simdcast/worker.js`), or a function that creates a worker from it.
   * Default: the file beside this one.
   */
  readonly worker?: WorkerSource | undefined;
  /** The engine's module for several threads (`simdcast/threads.wasm`). Default: the entry's own. */
  readonly wasm?: WasmSource | undefined;
}

/** The files of the entry: modules for several threads and for one, and the worker. */
export interface OwnThreads {
  threads(): WasmSource;
  alone(): WasmSource;
  readonly worker: WorkerSource;
}

export const MOST_THREADS = 64;
const MOST_BY_ITSELF = 4;

const LOAD = optionNames<ThreadsLoadOptions>('load', {
  threads: true,
  worker: true,
  flavour: true,
  wasm: true,
  relaxed: true,
  maximumMemory: true,
});

/** Creates a `load` that returns the same instance for the same options. */
export function makeThreadsLoad(
  own: OwnThreads,
): (options?: ThreadsLoadOptions) => Promise<Simdcast> {
  const find = makeFind();
  const factories = new Map<WorkerSource, number>();
  return async (options) => {
    checkOptions(options, LOAD);
    const { threads = 'auto', worker = own.worker, ...others } = options ?? {};
    checkThreads(threads);
    checkWorker(worker);
    if (!factories.has(worker)) factories.set(worker, factories.size);
    const from = typeof worker === 'function' ? factories.get(worker) : String(worker);
    return find(others, `${threads}, ${from}`, (start) => begin(own, threads, worker, start));
  };
}

async function begin(
  own: OwnThreads,
  asked: number | 'auto',
  worker: WorkerSource,
  { wasm, ...start }: Start,
): Promise<Simdcast> {
  const cores = coresHere();
  const wanted = asked === 'auto' ? Math.min(cores, MOST_BY_ITSELF) : asked;
  const alone = (reason: string): Promise<Simdcast> =>
    startAlone(own.alone(), start, { threads: 1, reason, close: () => {} });
  if (wanted === 1) return alone(asked === 1 ? threadMessages.asked(1) : threadMessages.oneCore());
  const obstacle = obstacleHere();
  if (obstacle) return alone(obstacle);
  let memory: WebAssembly.Memory;
  try {
    memory = makeMemory(start.limit, true);
  } catch {
    return alone(threadMessages.noMemory(start.limit));
  }
  const module = await compile('wasm', wasm ?? own.threads());
  const workers = new Workers();
  const missing = await workers.start(wanted - 1, worker, module, memory);
  if (workers.threads === 1) return alone(threadMessages.noWorker(missing ?? ''));
  try {
    const native = await checkVersion(instantiate(module, memory, workers, createModule));
    if (!workers.begin(native as unknown as NativeThreads))
      return alone(threadMessages.noRoom(start.limit));
    const threading = new SharedThreading(
      workers,
      reasonOf(asked, wanted, cores, workers.threads, missing),
    );
    return await makeEngine(native, start, threading);
  } catch (error) {
    workers.close();
    throw error;
  }
}

/** The threads of an engine; only one if a worker has ended. */
class SharedThreading implements Threading {
  readonly #workers: Workers;
  reason: string;

  constructor(workers: Workers, reason: string) {
    this.#workers = workers;
    this.reason = reason;
    workers.onLoss = (why) => {
      this.reason = threadMessages.lost(why);
      console.warn(`simdcast: ${this.reason}`);
    };
  }

  get threads(): number {
    return this.#workers.threads;
  }

  close(): void {
    this.#workers.close();
  }
}

function reasonOf(
  asked: number | 'auto',
  wanted: number,
  cores: number,
  threads: number,
  missing: string | undefined,
): string {
  if (threads < wanted) return threadMessages.fewer(threads, wanted, missing ?? '');
  return asked === 'auto'
    ? threadMessages.automatic(threads, cores)
    : threadMessages.asked(threads);
}

/** The reason why threads cannot share memory here; `undefined` if they can. */
function obstacleHere(): string | undefined {
  const host = globalThis as {
    crossOriginIsolated?: boolean;
    SharedArrayBuffer?: unknown;
  };
  // Node has no cross-origin isolation.
  if (host.crossOriginIsolated === false && !builtin('worker_threads'))
    return threadMessages.notIsolated();
  return host.SharedArrayBuffer ? undefined : threadMessages.noSharedMemory();
}

function coresHere(): number {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  return builtin('os')?.availableParallelism?.() ?? navigator?.hardwareConcurrency ?? 1;
}

function checkThreads(threads: unknown): void {
  if (threads === 'auto') return;
  if (
    !(Number.isInteger(threads) && (threads as number) >= 1 && (threads as number) <= MOST_THREADS)
  )
    throw new AttributeError('invalid_threads', threadMessages.threads(threads, MOST_THREADS));
}

function checkWorker(worker: unknown): void {
  const isUrl = Object.prototype.toString.call(worker) === '[object URL]';
  if (!isUrl && typeof worker !== 'string' && typeof worker !== 'function')
    throw new AttributeError('invalid_worker', threadMessages.worker());
}
