/** From a model and the shapes of its inputs to a program. */
import type { DType } from '../../base/dtypes.js';
import { OutOfMemoryError, SimdcastError } from '../../base/errors.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { EngineParts } from '../../engine/parts.js';
import type { TaskBuilder } from '../../engine/tasks.js';
import { Lowering } from '../../graph/lowering.js';
import { Program } from '../../graph/program.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import { lowerNode } from '../../operators/bind.js';
import { operatorMessages } from '../../operators/messages.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { Model } from '../model/model.js';
import type { BoundBranch, BoundNode } from './bind.js';

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

/** The engine's error, with the node that it is about. */
function about({ node }: BoundNode, error: unknown): unknown {
  const isItsOwn = error instanceof ModelError || error instanceof OutOfMemoryError;
  if (isItsOwn || !(error instanceof SimdcastError)) return error;
  const message = onnxMessages.node(node.label, error.message);
  return new ModelError('invalid_node', message, [node.name], error);
}

/** Lowers a node of a model, whose values go by name. @throws ModelError, OutOfMemoryError */
export function lowerBound(
  parts: EngineParts,
  lowering: Lowering,
  bound: BoundNode,
  values: Map<string, Value>,
): void {
  const { node, branches } = bound;
  const inputs = node.inputs.map((name) => values.get(name));
  try {
    const outputs = branches
      ? lowerBranch(parts, lowering, chosen(bound, branches, lowering, inputs), values)
      : lowerNode(parts, lowering, bound.bound, bound.resolved, inputs);
    node.outputs.forEach((name, i) => {
      const value = outputs[i];
      if (name !== '' && value) values.set(name, value);
    });
  } catch (error) {
    throw about(bound, error);
  }
}

/** The branch that an If takes: its condition is known, since it decides shapes. */
function chosen(
  { bound }: BoundNode,
  { onTrue, onFalse }: NonNullable<BoundNode['branches']>,
  lowering: Lowering,
  [condition]: readonly (Value | undefined)[],
): BoundBranch {
  const known = condition && lowering.known(condition);
  if (condition?.type !== 'bool' || known?.length !== 1) {
    const code = known || !condition ? 'invalid_shape' : 'dynamic_shape';
    throw bound.fault(code, operatorMessages.condition(bound.label));
  }
  return known[0] ? onTrue : onFalse;
}

/** The outputs of a branch, whose nodes see all values around it. */
function lowerBranch(
  parts: EngineParts,
  lowering: Lowering,
  { nodes, outputs, initializers }: BoundBranch,
  around: ReadonlyMap<string, Value>,
): (Value | undefined)[] {
  const values = new Map(around);
  for (const [name, { type, dims, data }] of initializers)
    values.set(name, lowering.constant(type, dims, data));
  for (const bound of nodes) lowerBound(parts, lowering, bound, values);
  return outputs.map((name) => values.get(name));
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
    for (const bound of nodes) lowerBound(parts, lowering, bound, values);
    const outputs = model.outputs.map(({ name }) => values.get(name) as Value);
    return new Program(lowering, inputs, outputs);
  } catch (error) {
    lowering.resources.dispose();
    throw error;
  }
}
