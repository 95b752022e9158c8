/**
 * Incremental compilation: a program for new shapes reuses the parts of the previous program whose inputs
 * have not changed. From one token of a decoder to the next, these are 77 to 96 % of the steps.
 */
import type { Memory } from '../memory/memory.js';
import { Resources } from './resources.js';
import { settle } from './settle.js';
import type { Step } from './steps.js';

/** What lowers nodes to steps. */
interface Lowers {
  readonly steps: Step[];
  /** Does work whose tasks and memory have another owner. */
  within<Result>(owner: Resources, work: () => Result): Result;
}

/** A node that has been lowered: its inputs, its outputs, and the steps from one to the other. */
interface LoweredNode {
  readonly inputs: readonly unknown[];
  readonly outputs: readonly unknown[];
  readonly steps: readonly Step[];
  /** Owners of what the steps and the outputs use: the first owns the tasks of the steps. */
  readonly owners: readonly [Resources, ...Resources[]];
  /** Owners of the steps that compute other values which these steps use. */
  readonly after: ReadonlySet<Resources>;
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

interface Parts {
  /** By node; a node of a loop's body is lowered several times. */
  readonly nodes: Map<object, LoweredNode[]>;
  /** By the first step that is replaced. */
  readonly rewrites: Map<Step, Rewritten>;
}

/** The parts of one program, for the program after it. Each of its owners disposes of it. */
export class Generation {
  readonly #parts: Parts = { nodes: new Map(), rewrites: new Map() };
  readonly #held = new Set<Resources>();
  /** Those of `held` whose steps all belong to this generation. */
  readonly #complete = new Set<Resources>();
  readonly #made: Resources[] = [];
  readonly #memory: Memory;
  /** Of the previous generation, until this one is finished. */
  #before: Parts | undefined;
  #after = new Set<Resources>();
  #owners = 1;
  /** Number of steps that the previous generation did not have. */
  newSteps = 0;

  /** @param before must not be disposed of before `finish` is called */
  constructor(memory: Memory, before?: Generation) {
    this.#memory = memory;
    this.#before = before === undefined ? undefined : before.#parts;
  }

  /** Bytes that the previous generation did not hold. */
  get newBytes(): number {
    return this.#made.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Adds an owner. */
  share(): this {
    this.#owners++;
    return this;
  }

  dispose(): void {
    if (--this.#owners > 0) return;
    for (const resources of this.#held) resources.dispose();
  }

  /** Stops reusing parts of the previous generation. */
  finish(): void {
    this.#before = undefined;
  }

  /**
   * The outputs of a node: the previous ones if its inputs are the same objects, or those that `lower` returns.
   * @param key identifies the node
   */
  node<Made>(
    lowering: Lowers,
    key: object,
    inputs: readonly unknown[],
    lower: () => readonly Made[],
  ): readonly Made[] {
    const all = this.#parts.nodes.get(key) ?? [];
    if (all.length === 0) this.#parts.nodes.set(key, all);
    const before = this.#before?.nodes.get(key)?.[all.length];
    const node =
      before && this.#isUnchanged(before, inputs)
        ? before
        : this.#lowered(lowering, inputs, lower, before);
    for (const step of node.steps) lowering.steps.push(step);
    this.#complete.add(node.owners[0]);
    this.#hold(...node.owners);
    all.push(node);
    return node.outputs as readonly Made[];
  }

  /** The values of a graph's input or constant: the previous ones if the new ones equal them. */
  values<Made>(lowering: Lowers, key: object, make: () => readonly Made[]): readonly Made[] {
    // An input that no previous node has.
    return this.node(lowering, key, [{}], make);
  }

  /** Notes that the node that is being lowered uses a value of another node's steps. */
  use(owner: Resources): void {
    this.#after.add(owner);
  }

  /** The steps that replace others: the previous ones if the same steps are replaced. */
  readonly rewrite: Rewrite = (replaced, make) => {
    const [first] = replaced;
    const before = this.#before?.rewrites.get(first);
    const isKnown = before && areSame(before.replaced, replaced);
    const rewritten = isKnown ? before : this.#rewritten(replaced, make);
    this.#hold(rewritten.own);
    this.#parts.rewrites.set(first, rewritten);
    return rewritten.steps;
  };

  #isUnchanged({ inputs, after }: LoweredNode, now: readonly unknown[]): boolean {
    if (!areSame(inputs, now)) return false;
    for (const owner of after) if (!this.#complete.has(owner)) return false;
    return true;
  }

  #lowered(
    lowering: Lowers,
    inputs: readonly unknown[],
    lower: () => readonly unknown[],
    before: LoweredNode | undefined,
  ): LoweredNode {
    const own = this.#newResources();
    this.#after = new Set();
    const start = lowering.steps.length;
    const outputs = lowering.within(own, lower);
    const made = { outputs, steps: lowering.steps.splice(start), owners: [] };
    const after = this.#after;
    after.delete(own);
    this.newSteps += made.steps.length;
    const settled = before ? settle(made, before, this.#memory) : made;
    const { steps, owners } = settled;
    return { inputs, outputs: settled.outputs, steps, owners: [own, ...owners], after };
  }

  #rewritten(
    replaced: readonly (Step | undefined)[],
    make: (resources: Resources) => readonly Step[],
  ): Rewritten {
    const own = this.#newResources();
    const steps = make(own);
    this.newSteps += steps.length;
    return { replaced, steps, own };
  }

  /** Resources of this generation, which frees them if it is not completed. */
  #newResources(): Resources {
    const resources = new Resources(this.#memory);
    this.#held.add(resources);
    this.#made.push(resources);
    return resources;
  }

  #hold(...owners: readonly Resources[]): void {
    for (const owner of owners) {
      if (this.#held.has(owner)) continue;
      this.#held.add(owner.share());
    }
  }
}

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, i) => one === others[i]);
