/** The workers that share the runs of an engine. */
import type { NativeThreads } from './native.js';
import { startWorker, type WorkerHandle, type WorkerSource } from './worker-handle.js';
import type { Added, Sharing } from './worker-messages.js';

/** Milliseconds within which a worker must start. */
const PATIENCE = 10_000;

/** Size of a worker's stack in bytes, like the caller's. */
const STACK = 2 ** 18;

interface Started {
  readonly handles: readonly WorkerHandle[];
  /** The reason why there are fewer threads than requested. */
  readonly reason: string | undefined;
}

export class Workers implements Sharing {
  #handles: readonly WorkerHandle[] = [];
  #native: NativeThreads | undefined;
  /** Called once if a worker ends unexpectedly; afterwards the caller works alone. */
  onLoss: (reason: string) => void = () => {};

  /** Number of threads, including the caller's. */
  get threads(): number {
    return this.#handles.length + 1;
  }

  /** Starts up to `count` workers. Failures are reported as a reason, not thrown. */
  async start(
    count: number,
    source: WorkerSource,
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
  ): Promise<string | undefined> {
    const starts = Array.from({ length: count }, () => this.#startOne(source, module, memory));
    const { handles, reason } = started(await Promise.all(starts));
    this.#handles = handles;
    return reason;
  }

  /** Lets the workers take part; returns false, and ends them, if memory is insufficient. */
  begin(native: NativeThreads): boolean {
    const team = native.enlist(this.threads);
    const stacks = this.#handles.map(() => native.reserve(STACK));
    if (team === 0 || stacks.includes(0)) {
      this.close();
      return false;
    }
    this.#native = native;
    this.#handles.forEach((worker, i) => {
      const top = (stacks[i] as number) + STACK;
      worker.post({ kind: 'begin', team, thread: i + 1, stack: top - (top % 16) });
      worker.unref();
    });
    native.whenLost = () => this.#lose('it took a part of a result and was not heard of again');
    return true;
  }

  /** Puts functions into every worker's table. No worker takes work before it has them. */
  put({ numbers, ...added }: Added): void {
    if (this.#handles.length === 0) return;
    this.#handles.forEach((worker, i) => {
      worker.post({ kind: 'put', ...added, numbers: numbers(i + 1) });
    });
    this.#native?.announce();
  }

  close(): void {
    this.#native?.dismiss();
    this.#native = undefined;
    for (const worker of this.#handles) worker.end();
    this.#handles = [];
  }

  #lose(reason: string): void {
    if (!this.#native) return;
    this.close();
    this.onLoss(reason);
  }

  #startOne(
    source: WorkerSource,
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
  ): Promise<WorkerHandle | string> {
    return new Promise((resolve) => {
      let handle: WorkerHandle | undefined;
      const fail = (reason: string): void => {
        clearTimeout(timer);
        if (handle && this.#handles.includes(handle)) this.#lose(reason);
        else handle?.end();
        resolve(reason);
      };
      const timer = setTimeout(
        () => fail(`it did not start in ${PATIENCE / 1000} seconds`),
        PATIENCE,
      );
      try {
        handle = startWorker(source, {
          onMessage: (message) => {
            if (message.kind === 'failed') return fail(message.reason);
            clearTimeout(timer);
            resolve(handle as WorkerHandle);
          },
          onEnd: fail,
        });
        handle.post({ kind: 'start', module, memory });
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    });
  }
}

function started(results: readonly (WorkerHandle | string)[]): Started {
  const handles = results.filter((result) => typeof result !== 'string');
  return { handles, reason: results.find((result) => typeof result === 'string') };
}
