/** A task of the engine, as registered in `bindings`; a part of native.ts. */
import type { Held } from './embind.js';

/** An operator, a layer or a kernel, compiled for given types and shapes. */
export interface NativeTask extends Held {
  /** Type and shape of the first output. */
  type(): number;
  rank(): number;
  size(axis: number): number;
  /** Bytes of workspace that a run needs. */
  workspace(): number;
  /** Whether the first output may overwrite an input of its own shape and width. */
  inPlace(): boolean;
  /**
   * Runs on the workspace, three outputs and three inputs; further inputs are those given to `feed`.
   * @returns -1; or, before anything is written, the position of an index that is out of range, or -2 if
   * the task lacks its kernel or a required output has no address
   */
  run(
    ...addresses: [
      workspace: number,
      output: number,
      secondOutput: number,
      thirdOutput: number,
      a: number,
      b: number,
      c: number,
    ]
  ): number;
  /** The size of the outermost axis of an elementwise task; 0 for any other task. */
  outerSize(): number;
  /** The stride of an input along that axis, or of the output for -1; 0 if all positions use the same elements. */
  outerStride(input: number): number;
  /** Runs the first positions along that axis, on the inputs set by `feed`; returns false if there are fewer. */
  runFirst(count: number, output: number): boolean;
}
