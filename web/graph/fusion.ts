/**
 * Fuses chains of elementwise steps into one pass each, so intermediates are never stored. A pass after a
 * product or a convolution is its epilogue: each part of the result goes through it as soon as it is
 * computed, while it is in L1.
 */
import { sameDims } from '../base/dims.js';
import type { Pass, Passes, PassNode } from '../codegen/passes.js';
import type { Task } from '../engine/task.js';
import type { Memory } from '../memory/memory.js';
import { through } from './epilogue.js';
import type { Rewrite } from './generation.js';
import type { Resources } from './resources.js';
import { SharedWork } from './shared-work.js';
import { type EngineStep, type Pointwise, type Step, workOf } from './steps.js';
import type { Storage, Value } from './values.js';

/** Steps to fuse: only steps of the group use the results of all but the first. */
interface Group {
  /** In reverse order: the first one computes the result. */
  readonly steps: Pointwise[];
  readonly members: Set<Step>;
}

/** A kernel of more steps would spill registers, and take long to compile. */
const MOST_STEPS = 64;

export class Fusion {
  readonly #passes: Passes;
  readonly #rewrite: Rewrite;
  /** Storages that must be written: outputs of the graph, and values that are read in parts. */
  readonly #kept: Set<Storage>;
  readonly #readers = new Map<Storage, Step[]>();
  /** The position of the last step that writes each storage. */
  readonly #written = new Map<Storage, number>();
  readonly #groups = new Map<Step, Group>();
  /** By a text that alike groups have in common. */
  readonly #shared: SharedWork<string, Pass | undefined>;
  /** Numbers tasks, to compare them within texts. */
  readonly #taskNumbers = new Map<Task, number>();

  constructor(passes: Passes, memory: Memory, rewrite: Rewrite, kept: ReadonlySet<Storage>) {
    this.#passes = passes;
    this.#shared = new SharedWork(memory);
    this.#rewrite = rewrite;
    this.#kept = new Set(kept);
  }

  /** The steps with every group of elementwise ones replaced by one pass, at the position of its last step. */
  fuse(steps: readonly Step[]): Step[] {
    steps.forEach((step, at) => {
      for (const input of step.inputs) {
        if (!input) continue;
        const readers = this.#readers.get(input.storage);
        if (readers) readers.push(step);
        else this.#readers.set(input.storage, [step]);
        if (input.storage.isPart) this.#kept.add(input.storage.place.whole);
      }
      for (const output of step.outputs) if (output) this.#written.set(output.storage, at);
    });
    for (const step of [...steps].reverse())
      if (step.kind === 'pointwise' && this.#passes.takes(step.inputs, step.outputs[0]))
        this.#join(step);
    const makers = this.#makers(steps);
    const moved = new Set<Step>(makers.values());
    return steps.flatMap((step) => {
      if (moved.has(step)) return [];
      const group = this.#groups.get(step);
      if (!group) return [step];
      const maker = makers.get(group);
      if (!maker && group.steps.length === 1) return [step];
      return group.steps[0] === step ? this.#pass(group, maker) : [];
    });
  }

  /** For each group that is an epilogue, the work that it follows: the last one, if there are several. */
  #makers(steps: readonly Step[]): Map<Group, EngineStep> {
    const makers = new Map<Group, EngineStep>();
    steps.forEach((step, at) => {
      if (step.kind !== 'work' || !step.task.runThen) return;
      const group = this.#epilogueOf(step, at);
      if (group) makers.set(group, step);
    });
    return makers;
  }

  /** The only group that uses the result of a step, if its own result can replace that. */
  #epilogueOf({ inputs, outputs: [made] }: EngineStep, at: number): Group | undefined {
    if (!made || this.#kept.has(made.storage)) return undefined;
    const readers = this.#readers.get(made.storage) ?? [];
    const group = readers[0] && this.#groups.get(readers[0]);
    const [last] = group?.steps ?? [];
    if (!group || !last) return undefined;
    const isMade = (input: Value | undefined): boolean =>
      input?.storage !== made.storage || isSameValue(input, made);
    const fits =
      isSameType(made, last.outputs[0]) &&
      readers.every((reader) => group.members.has(reader) && reader.inputs.every(isMade)) &&
      // The work runs at the position of the group's last step, so its inputs must still be unchanged there.
      inputs.every((input) => !input || (this.#written.get(input.storage.place.whole) ?? -1) < at);
    return fits ? group : undefined;
  }

  /** Adds a step to the group of all its readers, or starts a group. */
  #join(step: Pointwise): void {
    const group = this.#groupOfReaders(step) ?? { steps: [], members: new Set() };
    group.steps.push(step);
    group.members.add(step);
    this.#groups.set(step, group);
  }

  #groupOfReaders(step: Pointwise): Group | undefined {
    const [output] = step.outputs;
    const readers = this.#readers.get(output.storage) ?? [];
    const group = readers[0] && this.#groups.get(readers[0]);
    const [last] = group?.steps ?? [];
    if (!group || !last || this.#kept.has(output.storage)) return undefined;
    // A different shape does not matter if the elements are the same and in the same order.
    const fits =
      sameDims(output.dims, last.outputs[0].dims) &&
      readers.every((reader) => group.members.has(reader)) &&
      group.steps.length < MOST_STEPS &&
      inputsOf([...group.steps, step]).length <= this.#passes.mostInputs;
    return fits ? group : undefined;
  }

  /**
   * One step for the group and the step before it, or all their steps if the environment disallows compiling
   * kernels.
   */
  #pass({ steps: reversed }: Group, maker: EngineStep | undefined): readonly Step[] {
    const [result, ...others] = reversed as [Pointwise, ...Pointwise[]];
    return this.#rewrite([result, ...others, maker], (resources) =>
      this.#passOf([...reversed].reverse(), maker, resources),
    );
  }

  #passOf(
    steps: readonly Pointwise[],
    maker: EngineStep | undefined,
    resources: Resources,
  ): readonly Step[] {
    const inputs = inputsOf(steps);
    const made = new Map(steps.map(({ outputs }, i) => [outputs[0].storage, inputs.length + i]));
    const numberOf = (value: Value | undefined): number | undefined =>
      value && (made.get(value.storage) ?? inputs.findIndex((input) => isSameValue(input, value)));
    const nodes = steps.map(
      ({ operator, attributes, task, outputs, inputs: from }): PassNode => ({
        ...{ operator, attributes, task, type: outputs[0].type },
        inputs: from.map(numberOf),
      }),
    );
    const [result] = (steps.at(-1) as Pointwise).outputs;
    const byRows = maker !== undefined;
    const pass = this.#shared.of(this.#formOf(inputs, nodes, byRows), resources, (owner) => {
      const made = this.#passes.make({ inputs, nodes, dims: result.dims }, byRows);
      if (made) owner.own(made.task);
      return made;
    });
    if (!pass) return maker ? [maker, ...steps] : steps;
    const { task, rows, keeps } = pass;
    for (const step of steps) if (!keeps.has(step.task)) resources.discard(step.task);
    if (maker && rows) return [through(maker, rows, inputs, result)];
    return [workOf(task, inputs, [result])];
  }

  /** Nodes that are alike have the same tasks. */
  #formOf(inputs: readonly Value[], nodes: readonly PassNode[], byRows: boolean): string {
    const forms = inputs.map(({ type, dims }) => `${type}:${dims}`);
    const tasks = nodes.map(({ task, inputs: from }) => `${this.#numberOf(task)}:${from}`);
    return `${byRows};${forms.join(';')};${tasks.join(';')}`;
  }

  #numberOf(task: Task): number {
    const number = this.#taskNumbers.get(task) ?? this.#taskNumbers.size;
    this.#taskNumbers.set(task, number);
    return number;
  }
}

/** Inputs of the steps that none of them computes, without repetition. */
function inputsOf(steps: readonly Pointwise[]): Value[] {
  const made = new Set(steps.map(({ outputs }) => outputs[0].storage));
  const inputs: Value[] = [];
  for (const step of steps)
    for (const value of step.inputs)
      if (value && !made.has(value.storage) && !inputs.some((input) => isSameValue(input, value)))
        inputs.push(value);
  return inputs;
}

const isSameType = (a: Value, b: Value): boolean => a.type === b.type && sameDims(a.dims, b.dims);

/** One storage may be read with several dims. */
const isSameValue = (a: Value, b: Value): boolean => a.storage === b.storage && isSameType(a, b);
