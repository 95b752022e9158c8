/** From a model and the shapes of its inputs to a program. */
import type { DType, TypedArray } from '../dtypes.js';
import { OutOfMemoryError, SimdcastError } from '../errors.js';
import { Lowering } from '../graph/lowering.js';
import { Program } from '../graph/program.js';
import { bytesOfValue, Place, type Value } from '../graph/values.js';
import type { Kernels } from '../kernels.js';
import type { Simdcast } from '../simdcast.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';
import type { Model } from './model.js';
import { type Bound, checkTypes } from './nodes.js';
import { Call } from './operators/row.js';

/** What is known of an input: its type and dims, and its elements where they decide a shape. */
export interface Given {
  readonly name: string;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly data?: TypedArray | readonly string[] | undefined;
}

export interface Compiling {
  readonly engine: Simdcast;
  readonly kernels: Kernels;
  readonly maxRank: number;
  readonly model: Model;
  readonly nodes: readonly Bound[];
  /** The initializers, where they lie in wasm memory. */
  readonly constants: ReadonlyMap<string, Value>;
}

/** The engine's error, with the node that it is about. */
function about({ node }: Bound, error: unknown): unknown {
  const isItsOwn = error instanceof ModelError || error instanceof OutOfMemoryError;
  if (isItsOwn || !(error instanceof SimdcastError)) return error;
  const message = onnxMessages.node(node.label, error.message);
  return new ModelError('invalid_node', message, [node.name], error);
}

export function lowerNode(lowering: Lowering, bound: Bound, values: Map<string, Value>): void {
  const { node, operator, version } = bound;
  const inputs = node.inputs.map((name) => values.get(name));
  try {
    checkTypes(bound, inputs);
    const outputs = operator.lower(new Call(lowering, node, version, inputs));
    node.outputs.forEach((name, i) => {
      const value = outputs[i];
      if (name !== '' && value) values.set(name, value);
    });
  } catch (error) {
    throw about(bound, error);
  }
}

function givenValue(lowering: Lowering, { type, dims, data }: Given): Value {
  if (data) return lowering.constant(type, dims, data);
  const bytes = type === 'string' ? 0 : bytesOfValue({ type, dims });
  return { type, dims, place: new Place('input', bytes) };
}

/** @throws ModelError, OutOfMemoryError */
export function compile(
  { engine, kernels, maxRank, model, nodes, constants }: Compiling,
  given: readonly Given[],
): Program {
  const lowering = new Lowering(engine, kernels, maxRank);
  try {
    const values = new Map(constants);
    const inputs = given.map((one) => {
      const value = givenValue(lowering, one);
      values.set(one.name, value);
      return value;
    });
    for (const bound of nodes) lowerNode(lowering, bound, values);
    const outputs = model.outputs.map(({ name }) => values.get(name) as Value);
    return new Program(lowering, inputs, outputs);
  } catch (error) {
    lowering.resources.dispose();
    throw error;
  }
}
