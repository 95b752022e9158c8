/** From a model and the shapes of its inputs to a program. */
import type { DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { EngineParts } from '../../engine/parts.js';
import type { TaskBuilder } from '../../engine/tasks.js';
import { Lowering } from '../../graph/lowering.js';
import { Program } from '../../graph/program.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import type { Model } from '../model/model.js';
import type { BoundNode } from './bind.js';
import { NodeLowerer } from './lower.js';

/** What is known of an input: its type and dims, and its elements where they decide a shape. */
export interface Given {
  readonly name: string;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly data?: TypedArray | readonly string[] | undefined;
}

export interface CompileContext {
  readonly parts: EngineParts;
  readonly tasks: TaskBuilder;
  readonly model: Model;
  readonly nodes: readonly BoundNode[];
  /** The initializers, where they lie in wasm memory. */
  readonly constants: ReadonlyMap<string, Value>;
}

function givenValue(lowering: Lowering, { type, dims, data }: Given): Value {
  if (data) return lowering.constant(type, dims, data);
  const bytes = bytesOfValue({ type, dims });
  return { type, dims, storage: new Storage('input', bytes) };
}

/** @throws ModelError, OutOfMemoryError */
export function compile(
  { parts, tasks, model, nodes, constants }: CompileContext,
  given: readonly Given[],
): Program {
  const lowering = new Lowering(tasks);
  try {
    const values = new Map(constants);
    const inputs = given.map((one) => {
      const value = givenValue(lowering, one);
      values.set(one.name, value);
      return value;
    });
    const lowerer = new NodeLowerer(parts);
    for (const bound of nodes) lowerer.lower(lowering, bound, values);
    const outputs = model.outputs.map(({ name }) => values.get(name) as Value);
    return new Program(lowering, inputs, outputs);
  } catch (error) {
    lowering.resources.dispose();
    throw error;
  }
}
