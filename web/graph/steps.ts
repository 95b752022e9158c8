/** The steps of a graph, in execution order. */
import type { Attributes } from '../base/function-options.js';
import type { Task } from '../engine/task.js';
import type { Storage, Value } from './values.js';

/** The properties of every step. */
interface Operands {
  readonly inputs: readonly (Value | undefined)[];
  /** Undefined for an unused output. */
  readonly outputs: readonly (Value | undefined)[];
  /** The storages of inputs and outputs, without duplicates; for a part, the whole. */
  readonly storages: readonly Storage[];
}

/** An elementwise operator, which may be fused with others. */
export interface Pointwise extends Operands {
  readonly kind: 'pointwise';
  readonly operator: string;
  readonly attributes: Attributes;
  readonly opset: number;
  readonly outputs: readonly [Value];
  readonly task: Task;
}

/** Work of the engine. */
export interface EngineStep extends Operands {
  readonly kind: 'work';
  readonly task: Task;
}

/** Work on strings, which are stored in JavaScript. */
export interface StringStep extends Operands {
  readonly kind: 'text';
  readonly outputs: readonly Value[];
  run(): void;
}

export type Step = Pointwise | EngineStep | StringStep;

/**
 * An estimate of the memory that a step takes and is not counted: its task in wasm memory, its kernel, and
 * JavaScript objects. Of a decoder, 2.3 KB.
 */
export const BYTES_OF_STEP = 2 * 2 ** 10;

/** The storages of a step, from its inputs and outputs. */
export function storagesOf(
  inputs: readonly (Value | undefined)[],
  outputs: readonly (Value | undefined)[],
): Storage[] {
  const storages: Storage[] = [];
  for (const values of [inputs, outputs])
    for (const value of values) {
      const whole = value?.storage.place.whole;
      if (whole && !storages.includes(whole)) storages.push(whole);
    }
  return storages;
}

/** A step of the engine. */
export const workOf = (
  task: Task,
  inputs: readonly (Value | undefined)[],
  outputs: readonly (Value | undefined)[],
): EngineStep => ({ kind: 'work', task, inputs, outputs, storages: storagesOf(inputs, outputs) });
