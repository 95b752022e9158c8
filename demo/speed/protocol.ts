/** The messages between the speed lab and its worker. */
import type { Timing } from './measure.ts';

export interface Order {
  /** The matrix is side × side, the row has side elements. */
  readonly side: number;
}

/** The number of threads of an engine, and the reason for it. */
export interface Threads {
  readonly count: number;
  readonly reason: string;
}

export type Answer =
  | { readonly kind: 'round'; readonly done: number }
  | {
      readonly kind: 'done';
      readonly side: number;
      readonly timings: readonly Timing[];
      /** Threads of the threaded engine; `undefined` if threads cannot share memory. */
      readonly threads: Threads | undefined;
    }
  /** Some results differ, so the times are meaningless. */
  | { readonly kind: 'unequal'; readonly keys: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };
