import type { DType } from '../base/dtypes.js';
import type { NativeTask } from '../wasm/native-task.js';

/** Computes a result from operands at given addresses. */
export interface Computation {
  /** The engine's plan, if it has one. */
  readonly plan: NativeTask | undefined;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly size: number;
  /** The number of the result's type and dims. */
  readonly layout: number;
  /** Bytes of wasm memory in addition to operands and result. */
  readonly workspace: number;
  run(workspace: number, result: number, operands: readonly number[]): void;
}
