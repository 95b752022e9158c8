/** Infers types and shapes of every value of a model, for two choices of its symbolic sizes at once. */
import { sameDims } from '../../base/dims.js';
import type { SimdcastError } from '../../base/errors.js';
import { type Declaration, declarationsOf, type Model, namedShape } from '../model/model.js';
import type { ModelNode } from '../model/model-node.js';
import { Budget, type Fit, fitOf } from './fit.js';
import type { Pair } from './symbols.js';
import { type AnyInferred, type InferredValue, TENSOR, type World, type Worlds } from './worlds.js';

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
  readonly model: Model;
  readonly worlds: Worlds;
  /** The two numbers that stand for a symbolic size of a value. */
  numbers(name: string, value: string, axis: number): Pair;
}

const isUnknown = (errors: readonly (SimdcastError | undefined)[]): boolean =>
  errors.some((error) => error?.code === 'dynamic_shape');

/** Whether a node removes axes of size 1 from a tensor with symbolic dimensions. */
function removesSomeAxes(
  { operator, inputs, attributes }: ModelNode,
  [a, b]: readonly (InferredValue | undefined)[],
): boolean {
  const hasAxes = Boolean(inputs[1]) || attributes.names.includes('axes');
  return operator === 'Squeeze' && !hasAxes && !!a && !!b && !sameDims(a.dims, b.dims);
}

const tensorOf = (value: AnyInferred | undefined): InferredValue | undefined =>
  value?.kind === TENSOR ? value.tensors[0] : undefined;

const tensorsOf = (world: World, names: readonly string[]): (InferredValue | undefined)[] =>
  names.map((name) => (name === '' ? undefined : tensorOf(world.value(name))));

/** Whether two values have the same kind and, if they are tensors, the same rank. */
const areAlike = (a: AnyInferred, b: AnyInferred): boolean =>
  a.kind === b.kind && tensorOf(a)?.dims.length === tensorOf(b)?.dims.length;

class Inferring {
  readonly #inference: Inference;
  readonly #worlds: readonly [World, World];
  readonly #declared: ReadonlyMap<string, Declaration>;
  readonly #budget = new Budget();

  constructor(inference: Inference) {
    const { model, worlds } = inference;
    this.#inference = inference;
    this.#worlds = [worlds.world(), worlds.world()];
    this.#declared = declarationsOf(model);
    for (const input of model.inputs) this.#declare(input);
  }

  run(): Inferred[] {
    try {
      return this.#inference.model.nodes.map((node, at) => this.#node(node, at));
    } finally {
      for (const world of this.#worlds) world.dispose();
    }
  }

  #node(node: ModelNode, at: number): Inferred {
    const [first, second] = this.#worlds;
    const inputs = [tensorsOf(first, node.inputs), tensorsOf(second, node.inputs)] as const;
    const supported = this.#inference.worlds.supports(at);
    const unknown = node.inputs.find((name) => name !== '' && !first.value(name));
    const problem = supported && unknown === undefined ? this.#lower(node, at) : undefined;
    if (supported && removesSomeAxes(node, [inputs[0][0], inputs[1][0]])) this.#forget(node);
    for (const name of node.outputs) if (name !== '') this.#settle(name);
    const choices = [
      { inputs: inputs[0], outputs: tensorsOf(first, node.outputs) },
      { inputs: inputs[1], outputs: tensorsOf(second, node.outputs) },
    ] as const;
    return { node, choices, unknown, supported, problem };
  }

  #lower(node: ModelNode, at: number): Problem | undefined {
    const [first, second] = this.#worlds;
    const errors = [first.lower(at), second.lower(at)] as const;
    if (!errors[0] && !errors[1]) return undefined;
    this.#forget(node);
    const of = { node, at, worlds: this.#worlds };
    const fit = isUnknown(errors) ? undefined : fitOf(of, errors, this.#budget);
    fit?.changes?.forEach((changes, choice) => {
      this.#worlds[choice]?.lowerWith(at, changes);
    });
    return { errors, fit };
  }

  #forget({ outputs }: ModelNode): void {
    for (const name of outputs)
      if (name !== '') for (const world of this.#worlds) world.forget(name);
  }

  /** Takes a value's shape from the model. */
  #declare(declaration: Declaration): void {
    const { name, type, sequence, optional } = declaration;
    // The length of a sequence, and whether an optional value is present, are only available at run time.
    if (sequence || optional) return;
    const pairs = namedShape(declaration)?.map(
      (size, axis): Pair =>
        typeof size === 'number' ? [size, size] : this.#inference.numbers(size, name, axis),
    );
    if (!pairs) return;
    this.#worlds.forEach((world, choice) => {
      world.declare(
        name,
        type,
        pairs.map((pair) => pair[choice] as number),
      );
    });
  }

  /** Treats a value whose rank depends on symbolic sizes as unknown. The model may declare its shape. */
  #settle(name: string): void {
    const [a, b] = this.#worlds.map((world) => world.value(name));
    if (a && b && areAlike(a, b)) return;
    for (const world of this.#worlds) world.forget(name);
    const said = this.#declared.get(name);
    if (said) this.#declare(said);
  }
}

/** In the order of the model's nodes. */
export const inferShapes = (inference: Inference): Inferred[] => new Inferring(inference).run();
