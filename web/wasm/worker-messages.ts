/** Messages between a worker and its owner. */

/** The engine's module, to be instantiated over the shared memory. */
interface Start {
  readonly kind: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

/** Starts the worker as one thread of the team at an address, with its own stack. */
interface Begin {
  readonly kind: 'begin';
  readonly team: number;
  readonly thread: number;
  /** Address of the top of the stack, which grows down. */
  readonly stack: number;
}

/** A module whose functions are to be put into the function table. */
export interface Put {
  readonly kind: 'put';
  readonly module: WebAssembly.Module;
  /** The namespace of its imports: the memory, `compute`, and numbers keyed by their position. */
  readonly space: string;
  readonly numbers: readonly number[];
  /** The index of `compute` in the table; 0 if it is not imported. */
  readonly compute: number;
  /** Exports, and their indices in the table. */
  readonly places: readonly (readonly [name: string, place: number])[];
}

export type ToWorker = Start | Begin | Put;

export type FromWorker =
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Functions that every thread needs. */
export type Added = Omit<Put, 'kind' | 'numbers'> & {
  /** The numbers that the module imports, which may differ between threads. */
  numbers(thread: number): readonly number[];
};

/** The threads that share the runs of an engine. */
export interface Sharing {
  /** Number of threads, including the caller's. */
  readonly threads: number;
  /** Puts functions into every worker's table. No worker takes work before it has them. */
  put(added: Added): void;
}
