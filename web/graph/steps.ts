/** The steps of a graph, in execution order. */
import type { Attributes } from '../base/function-options.js';
import type { Task } from '../engine/task.js';
import type { Value } from './values.js';

/** An elementwise operator, which may be fused with others. */
export interface Pointwise {
  readonly kind: 'pointwise';
  readonly operator: string;
  readonly attributes: Attributes;
  readonly opset: number;
  readonly inputs: readonly (Value | undefined)[];
  readonly outputs: readonly [Value];
  readonly task: Task;
}

/** Work of the engine. */
export interface EngineStep {
  readonly kind: 'work';
  readonly task: Task;
  readonly inputs: readonly (Value | undefined)[];
  /** Undefined for an unused output. */
  readonly outputs: readonly (Value | undefined)[];
}

/** Work on strings, which are stored in JavaScript. */
export interface StringStep {
  readonly kind: 'text';
  readonly inputs: readonly (Value | undefined)[];
  readonly outputs: readonly Value[];
  run(): void;
}

export type Step = Pointwise | EngineStep | StringStep;
