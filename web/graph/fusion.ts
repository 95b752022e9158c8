/** Fuses chains of elementwise steps into one pass each, so that intermediates are never stored. */
import { sameDims } from '../base/dims.js';
import type { Passes, PassNode } from '../codegen/passes.js';
import type { Resources } from './resources.js';
import type { Pointwise, Step } from './steps.js';
import type { Storage, Value } from './values.js';

/** Steps to fuse: the results of all but the first are read by steps of the group alone. */
interface Group {
  /** Last one first: the first of them makes the result. */
  readonly steps: Pointwise[];
  readonly members: Set<Step>;
}

/** A kernel of more steps would spill registers, and take long to compile. */
const MOST_STEPS = 64;

export class Fusion {
  readonly #passes: Passes;
  readonly #resources: Resources;
  /** Places read outside of the steps: outputs of the graph. */
  readonly #kept: ReadonlySet<Storage>;
  readonly #readers = new Map<Storage, Step[]>();
  readonly #groups = new Map<Step, Group>();

  constructor(passes: Passes, resources: Resources, kept: ReadonlySet<Storage>) {
    this.#passes = passes;
    this.#resources = resources;
    this.#kept = kept;
  }

  /** The steps with every group of elementwise ones in one pass, at the place of its last step. */
  fuse(steps: readonly Step[]): Step[] {
    for (const step of steps)
      for (const input of step.inputs) {
        if (!input) continue;
        const readers = this.#readers.get(input.storage) ?? [];
        this.#readers.set(input.storage, [...readers, step]);
      }
    for (const step of [...steps].reverse())
      if (step.kind === 'pointwise' && this.#passes.takes(step.inputs, step.outputs[0]))
        this.#join(step);
    return steps.flatMap((step) => {
      const group = this.#groups.get(step);
      if (!group || group.steps.length === 1) return [step];
      return group.steps[0] === step ? this.#pass(group) : [];
    });
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
    // Read under other dims it is the same: as many elements that stretch to a result of these dims lie in
    // the same order.
    const fits =
      sameDims(output.dims, last.outputs[0].dims) &&
      readers.every((reader) => group.members.has(reader)) &&
      group.steps.length < MOST_STEPS &&
      inputsOf([...group.steps, step]).length <= this.#passes.mostInputs;
    return fits ? group : undefined;
  }

  /** One step for the group, or its own steps where the host refuses the kernel. */
  #pass({ steps: reversed }: Group): Step[] {
    const steps = [...reversed].reverse();
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
    const pass = this.#passes.make({ inputs, nodes, dims: result.dims });
    if (!pass) return steps;
    const { task, keeps } = pass;
    this.#resources.own(task);
    for (const step of steps) if (!keeps.has(step.task)) this.#resources.discard(step.task);
    return [{ kind: 'work', task, inputs, outputs: [result] }];
  }
}

/** What steps read that none of them makes, each once. */
function inputsOf(steps: readonly Pointwise[]): Value[] {
  const made = new Set(steps.map(({ outputs }) => outputs[0].storage));
  const inputs: Value[] = [];
  for (const step of steps)
    for (const value of step.inputs)
      if (value && !made.has(value.storage) && !inputs.some((input) => isSameValue(input, value)))
        inputs.push(value);
  return inputs;
}

/** One storage may be read under several dims. */
const isSameValue = (a: Value, b: Value): boolean =>
  a.storage === b.storage && a.type === b.type && sameDims(a.dims, b.dims);
