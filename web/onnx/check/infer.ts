/** Infers types and shapes of every value of a model, for two choices of its symbolic sizes at once. */
import { sameDims } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import { ShapeError, SimdcastError } from '../../base/errors.js';
import type { EngineParts } from '../../engine/parts.js';
import type { TaskBuilder } from '../../engine/tasks.js';
import { Lowering } from '../../graph/lowering.js';
import { bytesOfValue, isConstant, Storage, type Value } from '../../graph/values.js';
import { type AnyValue, isBuiltAlike, isTensor } from '../../operators/containers/values.js';
import { type Declaration, declarationsOf, type Model, namedShape } from '../model/model.js';
import type { ModelNode } from '../model/model-node.js';
import { type BoundNode, bindNode, checkBound } from '../session/bind.js';
import { NodeLowerer } from '../session/lower.js';
import { elementsOf } from './elements.js';
import { Budget, type Choosing, type Fit, fitOf, type Inputs, type Outcome } from './fit.js';
import type { Pair } from './symbols.js';

/** A value under one choice. */
export interface InferredValue {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly constant: boolean;
  /** Its elements, if they are constant integers and few enough to be a shape. */
  readonly elements: readonly number[] | undefined;
}

/** The values of a node, by position; undefined for a value that is absent, unknown or not a tensor. */
export interface InferredValues {
  readonly inputs: readonly (InferredValue | undefined)[];
  readonly outputs: readonly (InferredValue | undefined)[];
}

/** A node under one choice. */
export interface InferredNode extends InferredValues {
  readonly node: ModelNode;
}

/** A node under both choices. */
export interface Inferred {
  readonly node: ModelNode;
  readonly choices: readonly [InferredValues, InferredValues];
  /** The first input whose shape is unknown. */
  readonly unknown: string | undefined;
  /** Whether sessions support the operator. */
  readonly supported: boolean;
  /** The reason why the node cannot run with the chosen sizes. */
  readonly problem: Problem | undefined;
}

export interface Problem {
  /** The error under each choice of numbers; `undefined` if there is none. */
  readonly errors: readonly [SimdcastError | undefined, SimdcastError | undefined];
  /** `undefined` if shapes depend on run-time values. */
  readonly fit: Fit | undefined;
}

/** Everything that inference needs. */
export interface Inference {
  readonly parts: EngineParts;
  readonly tasks: TaskBuilder;
  readonly model: Model;
  readonly constants: ReadonlyMap<string, Value>;
  /** The two numbers that stand for a symbolic size of a value. */
  numbers(name: string, value: string, axis: number): Pair;
}

/** Shapes, and lists of positions along an axis, are small. Larger values are not computed. */
export const MOST_FOLDED = 2 ** 17;

/** The values of a model under one choice. */
class World implements Choosing {
  readonly values: Map<string, AnyValue>;
  readonly #inference: Inference;
  readonly #choice: 0 | 1;
  readonly #lowering: Lowering;
  readonly #lowerer: NodeLowerer;

  constructor(inference: Inference, choice: 0 | 1) {
    this.#inference = inference;
    this.#choice = choice;
    this.#lowering = new Lowering(inference.tasks, { mostFolded: MOST_FOLDED });
    this.#lowerer = new NodeLowerer(inference.parts);
    this.values = new Map(inference.constants);
    for (const input of inference.model.inputs) this.declare(input);
  }

  /** Takes a value's shape from the model. */
  declare(declaration: Declaration): void {
    const { name, type, sequence, optional } = declaration;
    // The length of a sequence, and whether an optional value is present, are only available at run time.
    if (sequence || optional) return;
    const dims = namedShape(declaration)?.map((size, axis) =>
      typeof size === 'number' ? size : this.#inference.numbers(size, name, axis)[this.#choice],
    );
    if (!dims) return;
    const storage = new Storage('input', bytesOfValue({ type, dims }));
    this.values.set(name, { type, dims, storage });
  }

  lower(bound: BoundNode): SimdcastError | undefined {
    return lowered(this.#lowerer, this.#lowering, bound, this.values);
  }

  /** Lowers a node with inputs other than its own. */
  lowerWith(bound: BoundNode, inputs: Inputs): void {
    const values = new Map([...this.values, ...inputs(this.#lowering)]);
    if (lowered(this.#lowerer, this.#lowering, bound, values)) return;
    for (const name of bound.node.outputs) {
      const made = values.get(name);
      if (name !== '' && made) this.values.set(name, made);
    }
  }

  attempt(bound: BoundNode, inputs: Inputs): Outcome {
    const { parts, tasks } = this.#inference;
    const lowering = new Lowering(tasks, { mostFolded: MOST_FOLDED });
    try {
      const values = new Map([...this.values, ...inputs(lowering)]);
      const error = lowered(new NodeLowerer(parts), lowering, bound, values);
      const dims = bound.node.outputs.map((name) => {
        const made = error ? undefined : values.get(name);
        return made && isTensor(made) ? made.dims : undefined;
      });
      return { error, dims };
    } finally {
      lowering.resources.dispose();
    }
  }

  valuesOf(names: readonly string[]): (InferredValue | undefined)[] {
    return names.map((name) => {
      const value = this.values.get(name);
      if (!value || !isTensor(value)) return undefined;
      const { type, dims } = value;
      return { type, dims, constant: isConstant(value), elements: this.elements(value) };
    });
  }

  elements(value: Value): readonly number[] | undefined {
    return elementsOf(this.#lowering, value);
  }

  dispose(): void {
    this.#lowering.resources.dispose();
  }
}

function lowered(
  lowerer: NodeLowerer,
  lowering: Lowering,
  bound: BoundNode,
  values: Map<string, AnyValue>,
): SimdcastError | undefined {
  try {
    checkBound(bound);
    lowerer.lower(lowering, bound, values);
    return undefined;
  } catch (error) {
    if (error instanceof SimdcastError) return error;
    // A table that depends on sizes may exceed the length limit of JavaScript arrays.
    if (error instanceof RangeError) return new ShapeError('invalid_shape', error.message);
    throw error;
  }
}

const isUnknown = (errors: readonly (SimdcastError | undefined)[]): boolean =>
  errors.some((error) => error?.code === 'dynamic_shape');

/** Whether a node removes axes of size 1 from a tensor with symbolic dimensions. */
function removesSomeAxes(
  { node }: BoundNode,
  [a, b]: readonly (InferredValue | undefined)[],
): boolean {
  const hasAxes = Boolean(node.inputs[1]) || node.attributes.names.includes('axes');
  return node.operator === 'Squeeze' && !hasAxes && !!a && !!b && !sameDims(a.dims, b.dims);
}

const haveOneRank = (a: AnyValue, b: AnyValue): boolean =>
  !isTensor(a) || !isTensor(b) || a.dims.length === b.dims.length;

class Inferring {
  readonly #inference: Inference;
  readonly #worlds: readonly [World, World];
  readonly #declared: ReadonlyMap<string, Declaration>;
  readonly #budget = new Budget();

  constructor(inference: Inference) {
    this.#inference = inference;
    this.#worlds = [new World(inference, 0), new World(inference, 1)];
    this.#declared = declarationsOf(inference.model);
  }

  run(): Inferred[] {
    try {
      return this.#inference.model.nodes.map((node) => this.#node(node));
    } finally {
      for (const world of this.#worlds) world.dispose();
    }
  }

  #node(node: ModelNode): Inferred {
    const [first, second] = this.#worlds;
    const inputs = [first.valuesOf(node.inputs), second.valuesOf(node.inputs)] as const;
    const bound = bindNode(this.#inference.parts, node);
    const unknown = node.inputs.find((name) => name !== '' && !first.values.has(name));
    const problem = bound && unknown === undefined ? this.#lower(bound) : undefined;
    if (bound && removesSomeAxes(bound, [inputs[0][0], inputs[1][0]])) this.#forget(node.outputs);
    for (const name of node.outputs) this.#settle(name);
    const choices = [
      { inputs: inputs[0], outputs: first.valuesOf(node.outputs) },
      { inputs: inputs[1], outputs: second.valuesOf(node.outputs) },
    ] as const;
    return { node, choices, unknown, supported: bound !== undefined, problem };
  }

  #lower(bound: BoundNode): Problem | undefined {
    const [first, second] = this.#worlds;
    const errors = [first.lower(bound), second.lower(bound)] as const;
    if (!errors[0] && !errors[1]) return undefined;
    this.#forget(bound.node.outputs);
    const fit = isUnknown(errors) ? undefined : fitOf(bound, errors, this.#worlds, this.#budget);
    fit?.inputs?.forEach((inputs, i) => {
      this.#worlds[i]?.lowerWith(bound, inputs);
    });
    return { errors, fit };
  }

  #forget(names: readonly string[]): void {
    for (const name of names) for (const { values } of this.#worlds) values.delete(name);
  }

  /** Treats a value whose rank depends on symbolic sizes as unknown. The model may declare its shape. */
  #settle(name: string): void {
    const [a, b] = this.#worlds.map(({ values }) => values.get(name));
    if (a && b && isBuiltAlike(a, b) && haveOneRank(a, b)) return;
    const said = this.#declared.get(name);
    for (const world of this.#worlds) {
      world.values.delete(name);
      if (said) world.declare(said);
    }
  }
}

/** In the order of the model's nodes. */
export const inferShapes = (inference: Inference): Inferred[] => new Inferring(inference).run();
