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
  /** Bytes of an input that runs use in packed form; 0 for other inputs. */
  packedBytes(input: number): number;
  /** Returns false, and writes nothing, if the task uses the input unpacked. */
  pack(input: number, packed: number, tensor: number): boolean;
  /** Unpacks a packed tensor. */
  unpack(input: number, tensor: number, packed: number): boolean;
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
  /**
   * Runs a product or a convolution, and applies a pass to each part of the result as soon as it is computed,
   * in place. The pass is a task for a kernel by rows, with the same number and width of elements, on the
   * inputs set by `feed`. Returns false, and does nothing, for other tasks and passes.
   */
  runThen(
    pass: NativeTask,
    workspace: number,
    output: number,
    a: number,
    b: number,
    c: number,
    d: number,
  ): boolean;
  /** The size of the outermost axis of an elementwise task; 0 for any other task. */
  outerSize(): number;
  /** The stride of an input along that axis, or of the output for -1; 0 if all positions use the same elements. */
  outerStride(input: number): number;
  /** Runs the first positions along that axis, on the inputs set by `feed`; returns false if there are fewer. */
  runFirst(count: number, output: number): boolean;
  /** Whether the kernel treats the input as one element that it repeats. */
  repeats(input: number): boolean;
  /** Sets the kernel by its index in the table; false if the task is not for a kernel. */
  useKernel(index: number): boolean;
  /** The handle with which kernels refer to the task, valid for the task's lifetime. */
  state(): number;
}
