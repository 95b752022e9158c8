/**
 * Nodes that are alike are lowered once: the others repeat the steps of the first on values of their own. The
 * layers of a transformer differ only in their weights, so attention is lowered once for all of them.
 */
import { exactElements } from '../base/exact-text.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Task } from '../engine/task.js';
import type { Resources } from './resources.js';
import type { Step } from './steps.js';
import { isConstant, isValue, Storage, type Value } from './values.js';

/** What lowering a node returns. */
export interface Lowered {
  readonly outputs: readonly unknown[];
  readonly steps: readonly Step[];
}

/** The common properties of nodes that may be lowered alike. */
export interface Likeness {
  /** Equal only for nodes that differ in nothing but names and inputs. */
  readonly kind: string;
  /** A task of another node of the kind, for this one: its errors may name the node. */
  taskFor(task: Task): Task;
}

/** The part of a lowering that is needed here. */
export interface Knows {
  /** The elements of a constant. */
  known(value: Value): TypedArray | readonly string[] | undefined;
}

/** The first of the nodes that are alike. */
export interface Original extends Lowered {
  readonly inputs: readonly unknown[];
  /** The owner of its tasks and constants. */
  readonly owner: Resources;
}

/** Constants with at most this number of bytes are compared by their elements: shapes, axes, factors. */
const MOST_COMPARED = 64;

/** Texts for constants, which are equal for equal elements. */
export class ConstantTexts {
  readonly #texts = new Map<Storage, string>();

  of(value: Value, lowering: Knows): string {
    const { storage } = value;
    const known = this.#texts.get(storage);
    if (known !== undefined) return known;
    const isSmall = storage.bytes <= MOST_COMPARED;
    const text = isSmall ? exactElements(lowering.known(value) ?? []) : `#${this.#texts.size}`;
    this.#texts.set(storage, text);
    return text;
  }
}

/**
 * A text that nodes have in common only if they are lowered alike: their operator and attributes, the forms of
 * their inputs, the constants among them, and which of them are the same. `undefined` for a node that differs
 * from all others.
 */
export function formOf(
  kind: string,
  inputs: readonly unknown[],
  lowering: Knows,
  constants: ConstantTexts,
): string | undefined {
  let form = kind;
  const positions = new Map<Storage, number>();
  for (const [at, input] of inputs.entries()) {
    form += ';';
    if (input === undefined) continue;
    if (!isValue(input) || input.type === 'string' || input.storage.isPart) return undefined;
    const { type, dims, storage } = input;
    form += `${type},${dims},${storage.kind}`;
    const first = positions.get(storage);
    if (first === undefined) positions.set(storage, at);
    else form += `=${first}`;
    if (isConstant(input)) form += `:${constants.of(input, lowering)}`;
  }
  return form;
}

/**
 * Whether other nodes can repeat the steps: all their tasks are functions of the operands, which are inputs,
 * values that the steps write, or constants of the same owner.
 */
export function isRepeatable({ inputs, outputs, steps, owner }: Original): boolean {
  const own = new Set<Storage>();
  for (const input of inputs) if (isValue(input)) own.add(input.storage);
  for (const step of steps) {
    if (step.kind === 'text' || !step.task.isPure) return false;
    for (const output of step.outputs) if (output) own.add(output.storage.place.whole);
  }
  const isOwn = (storage: Storage): boolean =>
    own.has(storage) || (storage.kind === 'constant' && owner.owns(storage.address));
  return (
    steps.every(({ storages }) => storages.every(isOwn)) &&
    outputs.every((made) => !made || (isValue(made) && isOwn(made.storage.place.whole)))
  );
}

/** The steps and outputs of a node that is like the original, on these inputs. */
export function repeated(
  original: Original,
  inputs: readonly unknown[],
  { taskFor }: Likeness,
): Lowered {
  const values = new Map<Value, Value>();
  const storages = new Map<Storage, Storage>();
  original.inputs.forEach((input, at) => {
    const now = inputs[at];
    if (!isValue(input) || !isValue(now)) return;
    values.set(input, now);
    storages.set(input.storage, now.storage);
  });
  const ownStorage = (storage: Storage): Storage => {
    const known = storages.get(storage);
    if (known) return known;
    if (storage.kind === 'constant') return storage;
    const { isPart, place } = storage;
    const within = isPart ? { whole: ownStorage(place.whole), offset: place.offset } : undefined;
    const copy = new Storage('temporary', storage.bytes, within);
    storages.set(storage, copy);
    return copy;
  };
  const ownValue = (value: Value): Value =>
    values.get(value) ?? { ...value, storage: ownStorage(value.storage) };
  const steps = original.steps.map((step) => ({
    ...step,
    ...(step.kind !== 'text' && { task: taskFor(step.task) }),
    inputs: step.inputs.map((input) => input && ownValue(input)),
    outputs: step.outputs.map((output) => output && ownValue(output)),
    storages: step.storages.map(ownStorage),
  }));
  const outputs = original.outputs.map((made) => (isValue(made) ? ownValue(made) : made));
  return { outputs, steps: steps as Step[] };
}
