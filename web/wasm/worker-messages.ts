/** What a worker and its owner tell each other. */

/** The engine's module, over the memory that all share. */
interface Start {
  readonly kind: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

/** From here on it works, as one thread of the team at that address, on a stack of its own. */
interface Begin {
  readonly kind: 'begin';
  readonly team: number;
  readonly thread: number;
  /** Where the stack starts, from which it grows down. */
  readonly stack: number;
}

/** A module whose functions go into the table of functions. */
export interface Put {
  readonly kind: 'put';
  readonly module: WebAssembly.Module;
  /** The namespace of its imports: the memory, `compute`, and numbers by their positions. */
  readonly space: string;
  readonly numbers: readonly number[];
  /** The place of `compute` in the table; 0 where it is not imported. */
  readonly compute: number;
  /** Exports, and their places in the table. */
  readonly places: readonly (readonly [name: string, place: number])[];
}

export type ToWorker = Start | Begin | Put;

export type FromWorker =
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Functions that every thread has to have. */
export type Added = Omit<Put, 'kind' | 'numbers'> & {
  /** What the module imports, which may differ from thread to thread. */
  numbers(thread: number): readonly number[];
};

/** Who shares the runs of an engine. */
export interface Sharing {
  /** Threads, the caller's own included. */
  readonly threads: number;
  /** Puts functions into every worker's table: none takes work before it has them. */
  put(added: Added): void;
}
