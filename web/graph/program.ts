/** A graph prepared for inputs of certain shapes: steps on fixed addresses, run any number of times. */
import { passesOf } from '../codegen/passes.js';
import { ALIGNMENT, aligned } from '../memory/memory.js';
import { planMemory } from './arena.js';
import { Fusion } from './fusion.js';
import type { Lowering } from './lowering.js';
import type { Resources } from './resources.js';
import type { Step, StringStep } from './steps.js';
import { flushing } from './subnormals.js';
import type { Storage, Value } from './values.js';

/** A task on addresses. */
interface Action {
  readonly workspace: number;
  readonly outputs: number[];
  readonly inputs: number[];
  run(workspace: number, outputs: readonly number[], inputs: readonly number[]): void;
}

/** A place among an action's addresses that each run has to write anew. */
interface Patch {
  readonly addresses: number[];
  readonly at: number;
  /** Bytes from the storage to what is read of it. */
  readonly offset: number;
}

/** Who says where inputs and outputs lie: the program has room for them, or whoever runs it. */
export type AddressedBy = 'own' | 'given';

/** Dead-code elimination: the steps that the outputs need. */
function needed({ steps, resources }: Lowering, kept: ReadonlySet<Storage>): Step[] {
  const wanted = new Set(kept);
  const used = new Set<Step>();
  for (const step of [...steps].reverse()) {
    if (!step.outputs.some((output) => output && wanted.has(output.storage))) continue;
    used.add(step);
    for (const input of step.inputs) if (input) wanted.add(input.storage.place.whole);
  }
  for (const step of steps)
    if (!used.has(step) && step.kind !== 'text') resources.discard(step.task);
  return steps.filter((step) => used.has(step));
}

export class Program {
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  /**
   * Whether the one output may lie where an input of its type and size does: one elementwise step, the
   * last of all, writes it.
   */
  readonly inPlace: boolean;
  readonly #resources: Resources;
  readonly #actions: (Action | StringStep)[];
  readonly #patches = new Map<Storage, Patch[]>();
  readonly #homes = new Map<Storage, number>();

  /** Takes over what the lowering prepared and reserved. */
  constructor(
    lowering: Lowering,
    inputs: readonly Value[],
    outputs: readonly Value[],
    addressedBy: AddressedBy = 'own',
  ) {
    const { tasks, resources } = lowering;
    lowering.noteReads(outputs);
    this.#resources = resources;
    this.inputs = inputs;
    this.outputs = outputs;
    const kept = new Set(outputs.map(({ storage }) => storage));
    const used = flushing(needed(lowering, kept), kept, resources);
    const steps = new Fusion(passesOf(tasks.engine), resources, kept).fuse(used);
    const fed = inputs.flatMap(({ type, storage }) =>
      type === 'string' || storage.kind !== 'input' ? [] : [storage],
    );
    const moving = new Set(addressedBy === 'own' ? fed : [...fed, ...kept]);
    const layout = planMemory(steps, addressedBy === 'own' ? fed : [], kept, moving);
    const base = aligned(resources.reserve(layout.bytes + ALIGNMENT));
    for (const [storage, offset] of layout.offsets) storage.address = base + offset;
    for (const storage of moving) {
      this.#homes.set(storage, storage.address);
      this.#patches.set(storage, []);
    }
    const writers = steps.filter((step) => step.outputs.some((to) => to && kept.has(to.storage)));
    const [writer] = writers;
    this.inPlace =
      outputs.length === 1 &&
      writers.length === 1 &&
      writer?.kind !== 'text' &&
      writer?.task.inPlace === true;
    this.#actions = steps.map((step) =>
      step.kind === 'text' ? step : this.#action(step, base + (layout.workspaces.get(step) ?? 0)),
    );
  }

  /** Bytes of wasm memory that it holds. */
  get bytes(): number {
    return this.#resources.bytes;
  }

  /** The address in this program's own block for an input that is copied in. */
  home(input: Value): number {
    return this.#homes.get(input.storage) ?? 0;
  }

  /** Makes the steps read an input where it lies, or write an output where it is wanted. */
  put({ storage }: Value, address: number): void {
    if (storage.address === address) return;
    storage.address = address;
    for (const { addresses, at, offset } of this.#patches.get(storage) ?? [])
      addresses[at] = address + offset;
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

  #action({ task, inputs, outputs }: Exclude<Step, StringStep>, workspace: number): Action {
    const addressesOf = (values: readonly (Value | undefined)[]): number[] => {
      const addresses: number[] = [];
      values.forEach((value, at) => {
        const place = value?.storage.place;
        addresses.push(place ? place.whole.address + place.offset : 0);
        if (place) this.#patches.get(place.whole)?.push({ addresses, at, offset: place.offset });
      });
      return addresses;
    };
    return {
      workspace,
      outputs: addressesOf(outputs),
      inputs: addressesOf(inputs),
      run: (space, to, from) => task.run(space, to, from),
    };
  }
}
