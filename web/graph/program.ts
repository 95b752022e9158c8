/** A graph prepared for inputs of certain shapes: steps on fixed addresses, run any number of times. */
import { ALIGNMENT, aligned, planMemory } from './arena.js';
import { canFuse, Fusion } from './fusion.js';
import type { Lowering } from './lowering.js';
import type { Resources } from './resources.js';
import type { Step, TextWork } from './steps.js';
import type { Place, Value } from './values.js';

/** A task on addresses. */
interface Action {
  readonly workspace: number;
  readonly outputs: readonly number[];
  readonly inputs: number[];
  run(workspace: number, outputs: readonly number[], inputs: readonly number[]): void;
}

/** An input of an action that is fed from outside, where addresses change. */
interface Patch {
  readonly inputs: number[];
  readonly at: number;
}

/** Only what the outputs need. */
function needed({ steps, resources }: Lowering, kept: ReadonlySet<Place>): Step[] {
  const wanted = new Set(kept);
  const used = new Set<Step>();
  for (const step of [...steps].reverse()) {
    if (!step.outputs.some((output) => output && wanted.has(output.place))) continue;
    used.add(step);
    for (const input of step.inputs) if (input) wanted.add(input.place);
  }
  for (const step of steps)
    if (!used.has(step) && step.kind !== 'text') resources.discard(step.task);
  return steps.filter((step) => used.has(step));
}

export class Program {
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  /** How many steps it takes, and the bytes between them. */
  readonly length: number;
  readonly bytes: number;
  readonly #resources: Resources;
  readonly #actions: (Action | TextWork)[];
  readonly #patches = new Map<Place, Patch[]>();
  readonly #homes = new Map<Place, number>();

  /** Takes over what the lowering prepared and reserved. */
  constructor(lowering: Lowering, inputs: readonly Value[], outputs: readonly Value[]) {
    const { kernels, resources } = lowering;
    this.#resources = resources;
    this.inputs = inputs;
    this.outputs = outputs;
    const kept = new Set(outputs.map(({ place }) => place));
    const used = needed(lowering, kept);
    const steps = canFuse(kernels) ? new Fusion(kernels, resources, kept).fuse(used) : used;
    const given = inputs.flatMap(({ type, place }) =>
      type === 'string' || place.kind !== 'input' ? [] : [place],
    );
    const layout = planMemory(steps, given, kept);
    this.length = steps.length;
    this.bytes = layout.bytes;
    const base = aligned(resources.reserve(layout.bytes + ALIGNMENT));
    for (const [place, offset] of layout.offsets) place.address = base + offset;
    for (const place of given) this.#homes.set(place, place.address);
    this.#actions = steps.map((step) =>
      step.kind === 'text' ? step : this.#action(step, base + (layout.workspaces.get(step) ?? 0)),
    );
  }

  /** The address in this program's own block for an input that is copied in. */
  home(input: Value): number {
    return this.#homes.get(input.place) ?? 0;
  }

  /** Makes the steps read an input where it lies. */
  feed({ place }: Value, address: number): void {
    if (place.address === address) return;
    place.address = address;
    for (const { inputs, at } of this.#patches.get(place) ?? []) inputs[at] = address;
  }

  /** Runs every step. What is fed must be in place. */
  run(): void {
    for (const action of this.#actions) {
      if ('kind' in action) action.run();
      else action.run(action.workspace, action.outputs, action.inputs);
    }
  }

  dispose(): void {
    this.#resources.dispose();
  }

  #action({ task, inputs, outputs }: Exclude<Step, TextWork>, workspace: number): Action {
    const addressOf = (value: Value | undefined): number => value?.place.address ?? 0;
    const addresses = inputs.map(addressOf);
    inputs.forEach((input, at) => {
      if (!input || !this.#homes.has(input.place)) return;
      const patches = this.#patches.get(input.place) ?? [];
      this.#patches.set(input.place, patches);
      patches.push({ inputs: addresses, at });
    });
    return {
      workspace,
      outputs: outputs.map(addressOf),
      inputs: addresses,
      run: (space, to, from) => task.run(space, to, from),
    };
  }
}
