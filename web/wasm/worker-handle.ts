/** Workers of any runtime under one interface. */
import { builtin } from '../base/node-builtins.js';
import type { Global } from '../base/platform-types.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** A worker that a caller passes: a page's, or one of `node:worker_threads`. */
export type WorkerLike = Global<'Worker', { postMessage(message: unknown): void }> | NodeWorker;

/** The used part of a worker of `node:worker_threads`. */
export interface NodeWorker {
  /** Sends the module, the memory, and run-time kernels. */
  postMessage(message: unknown): void;
  /** Called when the worker has started, or could not. */
  on(event: 'message', listener: (message: never) => void): unknown;
  /** Ends the worker, when the engine is closed. */
  terminate(): Promise<number>;
}

/** The address of the worker's file, or a function that creates a worker from it. */
export type WorkerSource = Global<'URL', { readonly href: string }> | string | (() => WorkerLike);

interface AnyWorker {
  postMessage(message: ToWorker): void;
  terminate(): unknown;
  on?(event: string, listener: (value: unknown) => void): unknown;
  addEventListener?(event: string, listener: (event: Event) => void): void;
  unref?(): void;
}

export interface WorkerHandle {
  post(message: ToWorker): void;
  end(): void;
  /** Allows a program to end if it only waits for the worker. */
  unref(): void;
}

export interface WorkerEvents {
  onMessage(message: FromWorker): void;
  /** The worker has ended, or never started. */
  onEnd(reason: string): void;
}

/** Pages cannot determine why a worker did not start. */
const UNKNOWN = 'its file may be missing, or a Content Security Policy may forbid it';

type WorkerClass = new (url: URL | string, options: object) => WorkerLike;

/**
 * A worker of Node, Deno or Bun; undefined in browsers. Command-line options are for the program, not for the
 * worker.
 */
function builtinWorker(url: URL | string, options: object = {}): WorkerLike | undefined {
  const threads = builtin('worker_threads');
  return threads && (new threads.Worker(url, { execArgv: [], ...options }) as WorkerLike);
}

/**
 * Starts the package's own worker file, which is next to another file. Its streams are not piped into the
 * program's: it prints nothing, and Node warns if a stream has listeners from eleven pipes.
 */
export const workerBeside = (file: string): WorkerLike | undefined =>
  builtin('worker_threads') &&
  builtinWorker(new URL('./worker.js', file), { stdout: true, stderr: true });

function workerOf(url: URL | string): WorkerLike {
  const own = builtinWorker(url);
  if (own) return own;
  const { Worker } = globalThis as { Worker?: WorkerClass };
  if (!Worker) throw new Error('there are no workers here');
  return new Worker(url, { type: 'module' });
}

export function startWorker(source: WorkerSource, events: WorkerEvents): WorkerHandle {
  const worker = (typeof source === 'function' ? source() : workerOf(source)) as AnyWorker;
  if (worker.on) {
    worker.on('message', (message) => events.onMessage(message as FromWorker));
    worker.on('error', (error) => events.onEnd(String((error as Error)?.message ?? error)));
    worker.on('exit', () => events.onEnd('it has ended'));
  } else {
    const reasonOf = (event: Event): string => (event as ErrorEvent).message || UNKNOWN;
    worker.addEventListener?.('message', (event) =>
      events.onMessage((event as MessageEvent<FromWorker>).data),
    );
    worker.addEventListener?.('error', (event) => events.onEnd(reasonOf(event)));
  }
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    unref: () => worker.unref?.(),
  };
}
