/**
 * Incremental compilation: a program for new shapes reuses the parts of the previous program whose inputs
 * have not changed. From one token of a decoder to the next, these are 77 to 96 % of the steps.
 */
import type { Memory } from '../memory/memory.js';
import {
  ConstantTexts,
  formOf,
  isRepeatable,
  type Knows,
  type Likeness,
  type Lowered,
  type Original,
  repeated,
} from './alike.js';
import { Resources } from './resources.js';
import { settle } from './settle.js';
import { BYTES_OF_STEP, type Step } from './steps.js';
import { isValue, type Value } from './values.js';

/** Estimates, like BYTES_OF_STEP: for a node, and for a step that has the task of another one. */
const BYTES_OF_NODE = 2 ** 9;
const BYTES_OF_REPEATED = 2 ** 9;

/** The part of a lowering that is needed here. */
interface Lowers extends Knows {
  readonly steps: Step[];
  /** Runs work whose tasks and memory have another owner. */
  within<Result>(owner: Resources, work: () => Result): Result;
  /** Ensures that constants which steps use are in memory. */
  noteReads(inputs: readonly Value[]): void;
}

/** A node that has been lowered: its inputs, its outputs, and the steps from one to the other. */
interface LoweredNode extends Lowered {
  readonly key: object;
  readonly inputs: readonly unknown[];
  /** Owners of the resources of the steps and the outputs; the first owns the tasks of the steps. */
  readonly owners: readonly [Resources, ...Resources[]];
  /** Owners of the steps that compute other values which these steps use. */
  readonly after: readonly Resources[];
}

/** Steps that replace others, such as one pass for several. */
interface Rewritten {
  readonly replaced: readonly (Step | undefined)[];
  readonly steps: readonly Step[];
  readonly own: Resources;
}

/** Replaces steps by those that `make` returns, whose tasks the given resources own. */
export type Rewrite = (
  replaced: readonly [Step, ...(Step | undefined)[]],
  make: (resources: Resources) => readonly Step[],
) => readonly Step[];

/** Resources of a program and of its generation, which both dispose of them. */
export class Holdings {
  readonly #all: Resources[] = [];
  #owners = 1;

  /** Adds an owner. */
  share(): this {
    this.#owners++;
    return this;
  }

  /** Keeps resources that others own too. */
  hold(resources: Resources): void {
    if (resources.holder === this) return;
    this.take(resources.share());
  }

  /** Becomes an owner of resources. */
  take(resources: Resources): void {
    resources.holder = this;
    this.#all.push(resources);
  }

  dispose(): void {
    if (--this.#owners > 0) return;
    for (const resources of this.#all) resources.dispose();
  }
}

/** The parts of one program, for the program after it. */
export class Generation {
  readonly holdings = new Holdings();
  readonly #memory: Memory;
  /** In the order of lowering. A node of a loop's body is lowered several times. */
  readonly #nodes: LoweredNode[] = [];
  /** Keyed by the first step that is replaced. */
  readonly #rewrites = new Map<Step, Rewritten>();
  readonly #made: Resources[] = [];
  /** The first node of each form. */
  readonly #originals = new Map<string, Original>();
  readonly #constants = new ConstantTexts();
  /** The positions of each node, for a search. */
  #positions: Map<object, number[]> | undefined;
  /** The previous generation, until this one is finished, and the current position in it. */
  #before: Generation | undefined;
  #next = 0;
  #after: Resources[] = [];
  /** An estimate for the nodes and steps that the previous generation did not have. */
  #uncounted = 0;

  /** @param before must not be disposed of before `finish` is called */
  constructor(memory: Memory, before?: Generation) {
    this.#memory = memory;
    this.#before = before;
  }

  /** Bytes that the previous generation did not hold. */
  get newBytes(): number {
    return this.#made.reduce((sum, { bytes }) => sum + bytes, this.#uncounted);
  }

  /** Stops reusing parts of the previous generation. */
  finish(): void {
    this.#before = undefined;
  }

  /**
   * The outputs of a node: the previous ones if its inputs are the same objects, or those that `lower` returns.
   * @param key identifies the node
   * @param likeness Default: no other node is alike
   */
  node<Made>(
    lowering: Lowers,
    key: object,
    inputs: readonly unknown[],
    lower: () => readonly Made[],
    likeness?: Likeness,
  ): readonly Made[] {
    const before = this.#previous(key);
    const isKnown = before !== undefined && this.#isUnchanged(before, inputs);
    const node = isKnown ? before : this.#lowered(lowering, key, inputs, lower, likeness, before);
    for (const step of node.steps) lowering.steps.push(step);
    node.owners[0].whole = this;
    for (const owner of node.owners) this.holdings.hold(owner);
    this.#nodes.push(node);
    return node.outputs as readonly Made[];
  }

  /** The values of a graph's input or constant: the previous ones if the new ones equal them. */
  values<Made>(lowering: Lowers, key: object, make: () => readonly Made[]): readonly Made[] {
    // An input that the previous generation does not have.
    return this.node(lowering, key, [{}], make);
  }

  /** Records that the node that is being lowered uses a value of another node's steps. */
  use(owner: Resources): void {
    this.#after.push(owner);
  }

  /** The steps that replace others: the previous ones if the same steps are replaced. */
  readonly rewrite: Rewrite = (replaced, make) => {
    const [first] = replaced;
    const before = this.#before === undefined ? undefined : this.#before.#rewrites.get(first);
    const isKnown = before && areSame(before.replaced, replaced);
    const rewritten = isKnown ? before : this.#rewritten(replaced, make);
    this.holdings.hold(rewritten.own);
    this.#rewrites.set(first, rewritten);
    return rewritten.steps;
  };

  /** The node of the previous generation: the next one, or else the first one after it with the same key. */
  #previous(key: object): LoweredNode | undefined {
    const before = this.#before;
    if (!before) return undefined;
    if (before.#nodes[this.#next]?.key !== key) {
      const found = before.#positionsOf(key).find((position) => position >= this.#next);
      if (found === undefined) return undefined;
      this.#next = found;
    }
    return before.#nodes[this.#next++];
  }

  #positionsOf(key: object): readonly number[] {
    if (!this.#positions) {
      const positions = new Map<object, number[]>();
      this.#nodes.forEach(({ key: one }, at) => {
        const known = positions.get(one);
        if (known) known.push(at);
        else positions.set(one, [at]);
      });
      this.#positions = positions;
    }
    return this.#positions.get(key) ?? [];
  }

  #isUnchanged({ inputs, after }: LoweredNode, now: readonly unknown[]): boolean {
    return areSame(inputs, now) && after.every(({ whole }) => whole === this);
  }

  #lowered(
    lowering: Lowers,
    key: object,
    inputs: readonly unknown[],
    lower: () => readonly unknown[],
    likeness: Likeness | undefined,
    before: LoweredNode | undefined,
  ): LoweredNode {
    const own = this.#newResources();
    const form = likeness && formOf(likeness.kind, inputs, lowering, this.#constants);
    const original = form ? this.#originals.get(form) : undefined;
    let made: Lowered;
    let after: readonly Resources[] = [];
    if (original && likeness) {
      lowering.noteReads(inputs.filter(isValue));
      made = repeated(original, inputs, likeness);
    } else {
      [made, after] = this.#lowerFirst(lowering, own, lower);
      const candidate = { ...made, inputs, owner: own };
      if (form && after.length === 0 && isRepeatable(candidate))
        this.#originals.set(form, candidate);
    }
    const ofStep = original ? BYTES_OF_REPEATED : BYTES_OF_STEP;
    this.#uncounted += BYTES_OF_NODE + made.steps.length * ofStep;
    const { outputs, steps, owners } = before
      ? settle(made, before, this.#memory)
      : { ...made, owners: [] };
    const others = original ? [original.owner, ...owners] : owners;
    return { key, inputs, outputs, steps, owners: [own, ...others], after };
  }

  /** Lowers a node, and finds the owners of the steps that compute other values which its steps use. */
  #lowerFirst(
    lowering: Lowers,
    own: Resources,
    lower: () => readonly unknown[],
  ): [Lowered, Resources[]] {
    this.#after = [];
    const start = lowering.steps.length;
    const outputs = lowering.within(own, lower);
    const after = this.#after.filter((owner) => owner !== own);
    return [{ outputs, steps: lowering.steps.splice(start) }, after];
  }

  #rewritten(
    replaced: readonly (Step | undefined)[],
    make: (resources: Resources) => readonly Step[],
  ): Rewritten {
    const own = this.#newResources();
    const steps = make(own);
    this.#uncounted += steps.length * BYTES_OF_STEP;
    return { replaced, steps, own };
  }

  /** Resources of this generation, which frees them if it is not completed. */
  #newResources(): Resources {
    const resources = new Resources(this.#memory);
    this.holdings.take(resources);
    this.#made.push(resources);
    return resources;
  }
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
}
