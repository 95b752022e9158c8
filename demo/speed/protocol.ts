/** What the speed lab and its worker tell each other. */
import type { Timing } from './measure.ts';

export interface Order {
  /** The matrix is side × side, the row is as long as a side. */
  readonly side: number;
}

export type Answer =
  | { readonly kind: 'round'; readonly done: number }
  | { readonly kind: 'done'; readonly side: number; readonly timings: readonly Timing[] }
  /** Some results differ, so that no time means anything. */
  | { readonly kind: 'unequal'; readonly keys: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };
