/** Chains of elementwise steps as one pass each, so that what lies between them is never stored. */
import type { Attributes } from '../attributes.js';
import type { Kernels, Task, TensorType } from '../kernels.js';
import type { Resources } from './resources.js';
import type { Pointwise, Step, Work } from './steps.js';
import { type Place, sameDims, type Value } from './values.js';

interface ExpressionNode {
  readonly operator: string;
  /** Numbers of values: the inputs, then what each node makes. */
  readonly inputs: readonly (number | undefined)[];
  readonly attributes: Attributes;
  readonly opset: number;
}

interface Expression {
  readonly inputs: number;
  readonly nodes: readonly ExpressionNode[];
  readonly results: readonly number[];
}

/** Kernels that evaluate a whole expression in one pass. */
interface Fusing {
  fused(expression: Expression, inputs: readonly TensorType[]): Task;
}

export const canFuse = (kernels: Kernels): kernels is Kernels & Fusing => 'fused' in kernels;

/** Steps that run as one, at the place of the last of them. */
interface Group {
  readonly steps: Pointwise[];
  /** What the steps make, by place. */
  readonly made: Map<Place, Value>;
  /** Whether another step may still join. */
  open: boolean;
}

const MOST_STEPS = 200;

export class Fusion {
  readonly #kernels: Fusing;
  readonly #resources: Resources;
  /** Places read outside of the steps: outputs of the graph. */
  readonly #kept: ReadonlySet<Place>;
  readonly #readers = new Map<Place, Set<Step>>();
  readonly #groups = new Map<Step, Group>();
  readonly #makers = new Map<Place, Group>();

  constructor(kernels: Fusing, resources: Resources, kept: ReadonlySet<Place>) {
    this.#kernels = kernels;
    this.#resources = resources;
    this.#kept = kept;
  }

  /** The steps with every group of elementwise ones in one pass. */
  fuse(steps: readonly Step[]): Step[] {
    for (const step of steps) this.#note(step);
    for (const step of steps) {
      if (step.kind === 'pointwise') this.#join(step);
      else this.#close(step);
    }
    return steps.flatMap((step) => this.#emit(step));
  }

  #note(step: Step): void {
    for (const input of step.inputs) {
      if (!input) continue;
      const readers = this.#readers.get(input.place) ?? new Set();
      this.#readers.set(input.place, readers.add(step));
    }
  }

  /** A step that is in no group reads what groups make, so these have to run before it. */
  #close(step: Step): void {
    for (const input of step.inputs) {
      const group = input && this.#makers.get(input.place);
      if (group) group.open = false;
    }
  }

  #join(step: Pointwise): void {
    const group: Group = { steps: [], made: new Map(), open: true };
    for (const input of step.inputs) {
      const other = input && this.#makers.get(input.place);
      if (!other || other === group) continue;
      if (other.open && this.#fits(other, group, step)) this.#merge(other, group);
      else other.open = false;
    }
    group.steps.push(step);
    const [output] = step.outputs;
    group.made.set(output.place, output);
    this.#groups.set(step, group);
    this.#makers.set(output.place, group);
  }

  /** Results of one pass have one shape: those of another must be read by nobody else. */
  #fits(other: Group, group: Group, step: Pointwise): boolean {
    if (other.steps.length + group.steps.length >= MOST_STEPS) return false;
    const [{ dims }] = step.outputs;
    // Read under other dims, a value is not the one that the pass would hold.
    const isSame = (input: Value | undefined) => {
      const made = input && other.made.get(input.place);
      return !made || (made.type === input.type && sameDims(made.dims, input.dims));
    };
    if (!step.inputs.every(isSame)) return false;
    const members = new Set<Step>([...other.steps, ...group.steps, step]);
    const isInner = (place: Place) =>
      !this.#kept.has(place) &&
      [...(this.#readers.get(place) ?? [])].every((reader) => members.has(reader));
    return [...other.made].every(([place, value]) => sameDims(value.dims, dims) || isInner(place));
  }

  #merge(from: Group, into: Group): void {
    for (const step of from.steps) {
      into.steps.push(step);
      this.#groups.set(step, into);
    }
    for (const [place, value] of from.made) {
      into.made.set(place, value);
      this.#makers.set(place, into);
    }
  }

  /** A group at the place of its last step, and nothing for those before it. */
  #emit(step: Step): Step[] {
    const group = this.#groups.get(step);
    if (!group || group.steps.length === 1) return [step];
    return group.steps.at(-1) === step ? [this.#pass(group)] : [];
  }

  #pass({ steps, made }: Group): Work {
    const members = new Set<Step>(steps);
    const isResult = (place: Place) =>
      this.#kept.has(place) ||
      [...(this.#readers.get(place) ?? [])].some((reader) => !members.has(reader));
    const results = [...made.values()].filter(({ place }) => isResult(place));
    const inputs: Value[] = [];
    const numberOfInput = (value: Value): number => {
      const known = inputs.findIndex((input) => isSameValue(input, value));
      return known < 0 ? inputs.push(value) - 1 : known;
    };
    for (const step of steps)
      for (const input of step.inputs) if (input && !made.has(input.place)) numberOfInput(input);
    const positions = new Map<Place, number>();
    const nodes = steps.map((step, i): ExpressionNode => {
      const { operator, attributes, opset, outputs } = step;
      const numberOf = (value: Value | undefined) =>
        value && (positions.get(value.place) ?? numberOfInput(value));
      const node = { operator, attributes, opset, inputs: step.inputs.map(numberOf) };
      positions.set(outputs[0].place, inputs.length + i);
      return node;
    });
    const expression: Expression = {
      inputs: inputs.length,
      nodes,
      results: results.map(({ place }) => positions.get(place) as number),
    };
    const task = this.#resources.own(this.#kernels.fused(expression, inputs));
    for (const step of steps) this.#resources.discard(step.task);
    return { kind: 'work', task, inputs, outputs: results };
  }
}

/** One place may be read under several dims. */
const isSameValue = (a: Value, b: Value): boolean =>
  a.place === b.place && a.type === b.type && sameDims(a.dims, b.dims);
