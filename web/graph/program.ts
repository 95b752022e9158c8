/** A graph compiled for inputs of certain shapes: steps that run any number of times, in a block that they are given. */
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
  workspace: number;
  readonly outputs: number[];
  readonly inputs: number[];
  run(workspace: number, outputs: readonly number[], inputs: readonly number[]): void;
}

/** An address of an action that changes when a storage moves. */
interface Patch {
  readonly addresses: number[];
  readonly at: number;
  /** Offset from the start of the storage, in bytes. */
  readonly offset: number;
}

/** A workspace that changes when the block moves. */
interface PlacedWorkspace {
  readonly action: Action;
  readonly offset: number;
}

/**
 * Estimates for memory that is not counted: plans in wasm memory, kernels, and JavaScript objects. A step of
 * a decoder takes 2.3 KB. A cache of 64 MiB has at most 1,024 programs, however small they are.
 */
const BYTES_OF_PROGRAM = 2 ** 16;
const BYTES_OF_STEP = 2.5 * 2 ** 10;

/** Where inputs and outputs are: in the program's block, or at addresses that each run is given. */
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

/** The storages of strings that steps or callers write in each run. */
const textsOf = (inputs: readonly Value[], steps: readonly Step[]): Storage[] => [
  ...new Set(
    [...inputs, ...steps.flatMap(({ outputs }) => outputs)].flatMap((value) =>
      value?.type === 'string' && value.storage.kind !== 'constant' ? [value.storage] : [],
    ),
  ),
];

export class Program {
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  /**
   * Whether the only output may overwrite an input of its type and size: a single elementwise step, the last
   * of all, writes it.
   */
  readonly inPlace: boolean;
  /** Bytes of the block that the program runs in. */
  readonly room: number;
  readonly #resources: Resources;
  readonly #actions: (Action | StringStep)[];
  readonly #patches = new Map<Storage, Patch[]>();
  readonly #offsets: ReadonlyMap<Storage, number>;
  readonly #workspaces: PlacedWorkspace[] = [];
  /** Storages of strings that only one run uses. */
  readonly #texts: readonly Storage[];
  #block = 0;

  /** Takes ownership of the lowering's tasks and memory. */
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
    const used = needed(lowering, kept);
    const flushed = lowering.flushes ? flushing(used, kept, resources) : used;
    const steps = new Fusion(passesOf(tasks.engine), resources, kept).fuse(flushed);
    const fed = inputs.flatMap(({ type, storage }) =>
      type === 'string' || storage.kind !== 'input' ? [] : [storage],
    );
    const given = new Set(addressedBy === 'own' ? [] : [...fed, ...kept]);
    const layout = planMemory(steps, addressedBy === 'own' ? fed : [], kept, given);
    // Empty values have an address too: the engine takes 0 for none.
    this.room = layout.bytes + ALIGNMENT;
    this.#offsets = layout.offsets;
    for (const storage of [...given, ...layout.offsets.keys()]) this.#patches.set(storage, []);
    this.#texts = textsOf(inputs, steps);
    const writers = steps.filter((step) => step.outputs.some((to) => to && kept.has(to.storage)));
    const [writer] = writers;
    this.inPlace =
      outputs.length === 1 &&
      writers.length === 1 &&
      writer?.kind !== 'text' &&
      writer?.task.inPlace === true;
    this.#actions = steps.map((step) =>
      step.kind === 'text' ? step : this.#action(step, layout.workspaces.get(step)),
    );
  }

  /** Bytes that the program holds, in addition to its block. */
  get bytes(): number {
    return this.#resources.bytes + BYTES_OF_PROGRAM + this.#actions.length * BYTES_OF_STEP;
  }

  /** Sets the address of the block of `room` bytes for the next runs. */
  place(address: number): void {
    const block = aligned(address);
    if (block === this.#block) return;
    this.#block = block;
    for (const [storage, offset] of this.#offsets) this.#move(storage, block + offset);
    for (const { action, offset } of this.#workspaces) action.workspace = block + offset;
  }

  /** The address in the program's block for an input that is copied in. */
  home({ storage }: Value): number {
    return this.#block + (this.#offsets.get(storage) ?? 0);
  }

  /** Makes the steps read an input in place, or write an output to its destination. */
  put({ storage }: Value, address: number): void {
    if (storage.address !== address) this.#move(storage, address);
  }

  /** Runs every step. Inputs must be in place and the block allocated. */
  run(): void {
    for (const action of this.#actions) {
      if ('kind' in action) action.run();
      else action.run(action.workspace, action.outputs, action.inputs);
    }
  }

  /** Drops the strings of the last run, once its results have been read. */
  forget(): void {
    for (const storage of this.#texts) storage.strings = undefined;
  }

  dispose(): void {
    this.#resources.dispose();
  }

  #move(storage: Storage, address: number): void {
    storage.address = address;
    for (const { addresses, at, offset } of this.#patches.get(storage) ?? [])
      addresses[at] = address + offset;
  }

  #action(
    { task, inputs, outputs }: Exclude<Step, StringStep>,
    workspace: number | undefined,
  ): Action {
    const addressesOf = (values: readonly (Value | undefined)[]): number[] => {
      const addresses: number[] = [];
      values.forEach((value, at) => {
        const place = value?.storage.place;
        addresses.push(place ? place.whole.address + place.offset : 0);
        if (place) this.#patches.get(place.whole)?.push({ addresses, at, offset: place.offset });
      });
      return addresses;
    };
    const action: Action = {
      workspace: 0,
      outputs: addressesOf(outputs),
      inputs: addressesOf(inputs),
      run: (space, to, from) => task.run(space, to, from),
    };
    if (workspace !== undefined) this.#workspaces.push({ action, offset: workspace });
    return action;
  }
}
