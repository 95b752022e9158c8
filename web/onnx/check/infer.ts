/** Types and shapes of every value of a model, for one choice of its open sizes. */
import type { DType } from '../../base/dtypes.js';
import { SimdcastError } from '../../base/errors.js';
import type { EngineParts } from '../../engine/parts.js';
import type { TaskBuilder } from '../../engine/tasks.js';
import { Lowering } from '../../graph/lowering.js';
import { bytesOfValue, isConstant, Storage, type Value } from '../../graph/values.js';
import { type AnyValue, isTensor } from '../../operators/containers/values.js';
import { type Declaration, declarationsOf, type Model, namedShape } from '../model/model.js';
import type { ModelNode } from '../model/model-node.js';
import { type BoundNode, bindNode, checkBound } from '../session/bind.js';
import { NodeLowerer } from '../session/lower.js';

/** What is known of a value. */
export interface InferredValue {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly constant: boolean;
}

export interface InferredNode {
  readonly node: ModelNode;
  /** By position; undefined for what is absent, is no tensor, or of which nothing is known. */
  readonly inputs: readonly (InferredValue | undefined)[];
  readonly outputs: readonly (InferredValue | undefined)[];
  /** The first input of which nothing is known. */
  readonly unknown: string | undefined;
  /** Whether the operator is one of those that a session runs. */
  readonly supported: boolean;
  /** Why the shapes of its outputs could not be inferred. */
  readonly problem: SimdcastError | undefined;
}

/** What it takes to lower a model's nodes. */
export interface Inference {
  readonly parts: EngineParts;
  readonly tasks: TaskBuilder;
  readonly model: Model;
  readonly constants: ReadonlyMap<string, Value>;
  /** The number that stands for an open size. */
  number(name: string): number;
}

/** Shapes are small; masks and tables of open sizes are not, and their elements are not needed. */
export const MOST_FOLDED = 4096;

/** A value of which no more is known than what the model says. */
function declared(declaration: Declaration, inference: Inference): Value | undefined {
  const { type, sequence, optional } = declaration;
  // How many elements a sequence has, and whether there is a value, is known when the model is fed.
  if (sequence || optional) return undefined;
  const dims = namedShape(declaration)?.map((size) =>
    typeof size === 'number' ? size : inference.number(size),
  );
  if (!dims) return undefined;
  const bytes = bytesOfValue({ type, dims });
  return { type, dims, storage: new Storage('input', bytes) };
}

const inferredOf = (value: AnyValue | undefined): InferredValue | undefined =>
  value && isTensor(value)
    ? { type: value.type, dims: value.dims, constant: isConstant(value) }
    : undefined;

class Inferring {
  readonly #inference: Inference;
  readonly #lowering: Lowering;
  readonly #lowerer: NodeLowerer;
  readonly #values: Map<string, AnyValue>;
  readonly #declared: ReadonlyMap<string, Declaration>;

  constructor(inference: Inference) {
    const { tasks, model, constants } = inference;
    this.#inference = inference;
    this.#lowering = new Lowering(tasks, { mostFolded: MOST_FOLDED });
    this.#lowerer = new NodeLowerer(inference.parts);
    this.#values = new Map(constants);
    this.#declared = declarationsOf(model);
    for (const input of model.inputs) {
      const value = declared(input, inference);
      if (value) this.#values.set(input.name, value);
    }
  }

  run(): InferredNode[] {
    try {
      return this.#inference.model.nodes.map((node) => this.#node(node));
    } finally {
      this.#lowering.resources.dispose();
    }
  }

  #node(node: ModelNode): InferredNode {
    const bound = bindNode(this.#inference.parts, node);
    const inputs = node.inputs.map((name) => inferredOf(this.#values.get(name)));
    const unknown = node.inputs.find((name) => name !== '' && !this.#values.has(name));
    const problem = bound && unknown === undefined ? this.#lower(bound) : undefined;
    for (const name of node.outputs) {
      const said = this.#values.has(name) ? undefined : this.#declared.get(name);
      const value = said && declared(said, this.#inference);
      if (value) this.#values.set(name, value);
    }
    const outputs = node.outputs.map((name) => inferredOf(this.#values.get(name)));
    return { node, inputs, outputs, unknown, supported: bound !== undefined, problem };
  }

  #lower(bound: BoundNode): SimdcastError | undefined {
    try {
      checkBound(bound);
      this.#lowerer.lower(this.#lowering, bound, this.#values);
      return undefined;
    } catch (error) {
      if (error instanceof SimdcastError) return error;
      throw error;
    }
  }
}

/** In the order of the model's nodes. */
export const inferShapes = (inference: Inference): InferredNode[] => new Inferring(inference).run();
