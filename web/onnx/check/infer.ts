/** Types and shapes of every value of a model, for one choice of its open sizes. */
import type { DType } from '../../dtypes.js';
import { SimdcastError } from '../../errors.js';
import { Lowering } from '../../graph/lowering.js';
import { bytesOfValue, isConstant, Place, type Value } from '../../graph/values.js';
import type { Kernels } from '../../kernels.js';
import type { Simdcast } from '../../simdcast.js';
import { lowerNode } from '../compiler.js';
import { type Declaration, type Model, type ModelNode, namedShape } from '../model.js';
import { type Bound, checkNode } from '../nodes.js';
import { findOperator } from '../operators/table.js';

/** What is known of a value. */
export interface Known {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly constant: boolean;
}

export interface InferredNode {
  readonly node: ModelNode;
  /** By position; undefined for an input that is absent or of which nothing is known. */
  readonly inputs: readonly (Known | undefined)[];
  readonly outputs: readonly (Known | undefined)[];
  /** Whether the operator is one of those that a session runs. */
  readonly supported: boolean;
  /** Why the shapes of its outputs could not be inferred. */
  readonly problem: SimdcastError | undefined;
}

/** What it takes to lower a model's nodes. */
export interface Inference {
  readonly engine: Simdcast;
  readonly kernels: Kernels;
  readonly maxRank: number;
  readonly model: Model;
  readonly constants: ReadonlyMap<string, Value>;
  /** The number that stands for an open size. */
  number(name: string): number;
}

/** Shapes are small; masks and tables of open sizes are not, and nobody needs their elements. */
const MOST_FOLDED = 4096;

/** A value of which no more is known than what the model says. */
function declared(declaration: Declaration, inference: Inference): Value | undefined {
  const { type } = declaration;
  const dims = namedShape(declaration)?.map((size) =>
    typeof size === 'number' ? size : inference.number(size),
  );
  if (!dims) return undefined;
  const bytes = type === 'string' ? 0 : bytesOfValue({ type, dims });
  return { type, dims, place: new Place('input', bytes) };
}

const knownOf = (value: Value | undefined): Known | undefined =>
  value && { type: value.type, dims: value.dims, constant: isConstant(value) };

class Inferring {
  readonly #inference: Inference;
  readonly #lowering: Lowering;
  readonly #values: Map<string, Value>;
  readonly #declared: ReadonlyMap<string, Declaration>;

  constructor(inference: Inference) {
    const { engine, kernels, maxRank, model, constants } = inference;
    this.#inference = inference;
    this.#lowering = new Lowering(engine, kernels, maxRank, MOST_FOLDED);
    this.#values = new Map(constants);
    this.#declared = new Map([
      ...model.declared,
      ...model.outputs.map((output) => [output.name, output] as const),
    ]);
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
    const found = findOperator(this.#inference.engine, node);
    const inputs = node.inputs.map((name) => knownOf(this.#values.get(name)));
    const isKnown = node.inputs.every((name) => name === '' || this.#values.has(name));
    const problem = found && isKnown ? this.#lower({ node, ...found }) : undefined;
    for (const name of node.outputs) {
      const said = this.#values.has(name) ? undefined : this.#declared.get(name);
      const value = said && declared(said, this.#inference);
      if (value) this.#values.set(name, value);
    }
    const outputs = node.outputs.map((name) => knownOf(this.#values.get(name)));
    return { node, inputs, outputs, supported: found !== undefined, problem };
  }

  #lower(bound: Bound): SimdcastError | undefined {
    try {
      checkNode(bound);
      lowerNode(this.#lowering, bound, this.#values);
      return undefined;
    } catch (error) {
      if (error instanceof SimdcastError) return error;
      throw error;
    }
  }
}

/** In the order of the model's nodes. */
export const inferShapes = (inference: Inference): InferredNode[] => new Inferring(inference).run();
