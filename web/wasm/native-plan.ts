/** A plan of the engine, as `bindings/module.cpp` registers it: part of what native.ts declares. */
import type { Held } from './embind.js';

export interface NativePlan extends Held {
  type(): number;
  rank(): number;
  size(axis: number): number;
  /** Bytes of memory that a run works in. */
  workspace(): number;
  /** Whether the result may be written over an input of its own shape and width. */
  inPlace(): boolean;
  /**
   * Inputs after the third are those that `feed` was told of. False, and nothing is done, if the plan lacks
   * its kernel or the output has no address; so with all runs.
   */
  run(workspace: number, output: number, a: number, b: number, c: number): boolean;
  /** Runs on the inputs that `feed` was told of. */
  runFed(workspace: number, output: number): boolean;
  /**
   * Runs a product, and on each part of the result, as soon as it is made, a pass in its place: a plan for a
   * kernel by rows, of as many elements of the same width, on the inputs that `feed` was told of. False, and
   * nothing is done, if it is not.
   */
  runThen(
    pass: NativePlan,
    workspace: number,
    output: number,
    a: number,
    b: number,
    c: number,
  ): boolean;
  /** The size of the outermost axis of an elementwise plan, 0 of any other. */
  outerSize(): number;
  /** The stride along that axis of an input, or of the output for -1; 0 where the same are read again. */
  outerStride(input: number): number;
  /** The first positions along it, on the inputs that `feed` was told of; false where there are not as many. */
  runFirst(count: number, output: number): boolean;
  /** Whether the kernel takes the input as one element that it repeats. */
  repeats(input: number): boolean;
  /** Sets the kernel by its index in the table; false if the plan is not for a kernel. */
  useKernel(index: number): boolean;
  /** What a kernel calls the plan by, for as long as the plan lives. */
  state(): number;
}
