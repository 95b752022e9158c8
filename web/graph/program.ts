/** A graph compiled for inputs of certain shapes: steps that run any number of times in a given block. */
import { passesOf } from '../codegen/passes.js';
import { ALIGNMENT, aligned } from '../memory/memory.js';
import { planMemory } from './arena.js';
import { Fusion } from './fusion.js';
import type { Holdings, Rewrite } from './generation.js';
import type { Lowering } from './lowering.js';
import { Places } from './places.js';
import type { Resources } from './resources.js';
import { BYTES_OF_STEP, type Step } from './steps.js';
import { flushing } from './subnormals.js';
import type { Storage, Value } from './values.js';

/** An estimate, like BYTES_OF_STEP. A cache of 64 MiB has at most 1,024 programs, however small they are. */
const BYTES_OF_PROGRAM = 2 ** 16;
/** The addresses of its operands within one program. */
const BYTES_OF_PLACES = 2 ** 8;

/** The location of inputs and outputs: in the program's block, or at addresses that are passed to each run. */
export type AddressedBy = 'own' | 'given';

/** Dead-code elimination: keeps the steps that the outputs need. */
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

/** Storages whose addresses callers or string steps read or write: the address in the program that runs. */
function visibleIn(
  inputs: readonly Value[],
  outputs: readonly Value[],
  steps: readonly Step[],
): Storage[] {
  const texts = steps.filter(({ kind }) => kind === 'text');
  const values = texts.flatMap((step) => [...step.inputs, ...step.outputs]);
  const visible = new Set<Storage>();
  for (const value of [...inputs, ...outputs, ...values])
    if (value && value.storage.kind !== 'constant') visible.add(value.storage.place.whole);
  return [...visible];
}

/** The storages of strings that steps or callers write in each run. */
function textsOf(inputs: readonly Value[], steps: readonly Step[]): Storage[] {
  const texts = new Set<Storage>();
  const add = ({ type, storage }: Value): void => {
    if (type === 'string' && storage.kind !== 'constant') texts.add(storage);
  };
  inputs.forEach(add);
  for (const step of steps) if (step.kind === 'text') step.outputs.forEach(add);
  return [...texts];
}

export class Program {
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  /**
   * Whether the only output may overwrite an input of its type and size: a single elementwise step, the last
   * of all, writes it.
   */
  readonly inPlace: boolean;
  /** Size of the block that the program runs in, in bytes. */
  readonly room: number;
  /** Bytes that the program holds, in addition to its block. */
  readonly bytes: number;
  readonly #resources: Resources;
  /** Resources that are shared with other programs. */
  readonly #holdings: Holdings | undefined;
  readonly #steps: readonly Step[];
  readonly #places: Places;
  /** Storages of strings that are used by one run only. */
  readonly #texts: readonly Storage[];
  #block = 0;

  /** Takes ownership of the lowering's tasks and memory. */
  constructor(
    lowering: Lowering,
    inputs: readonly Value[],
    outputs: readonly Value[],
    addressedBy: AddressedBy = 'own',
  ) {
    const { tasks, resources, generation } = lowering;
    lowering.noteReads(outputs);
    this.#resources = resources;
    this.inputs = inputs;
    this.outputs = outputs;
    const kept = new Set(outputs.map(({ storage }) => storage));
    const used = needed(lowering, kept);
    const rewrite: Rewrite = generation?.rewrite ?? ((_, make) => make(resources));
    const flushed = lowering.flushes ? flushing(used, kept, rewrite, tasks.memory) : used;
    const steps = new Fusion(passesOf(tasks.engine), tasks.memory, rewrite, kept).fuse(flushed);
    const fed = inputs.flatMap(({ type, storage }) =>
      type === 'string' || storage.kind !== 'input' ? [] : [storage],
    );
    const given = new Set(addressedBy === 'own' ? [] : [...fed, ...kept]);
    const layout = planMemory(steps, addressedBy === 'own' ? fed : [], kept, given);
    // Empty values have an address too, because 0 means absent to the engine.
    this.room = layout.bytes + ALIGNMENT;
    this.#steps = steps;
    this.#places = new Places(steps, layout, visibleIn(inputs, outputs, steps));
    this.#texts = textsOf(inputs, steps);
    const writers = steps.filter((step) => step.outputs.some((to) => to && kept.has(to.storage)));
    const [writer] = writers;
    this.inPlace =
      outputs.length === 1 &&
      writers.length === 1 &&
      writer?.kind !== 'text' &&
      writer?.task.inPlace === true;
    const ofSteps = generation?.newBytes ?? steps.length * BYTES_OF_STEP;
    const ofPlaces = steps.length * BYTES_OF_PLACES;
    this.bytes = BYTES_OF_PROGRAM + ofPlaces + ofSteps + resources.bytes;
    this.#holdings = generation?.holdings.share();
  }

  /** Sets the address of the block of `room` bytes for the next runs. */
  place(address: number): void {
    const block = aligned(address);
    if (block !== this.#block) {
      this.#block = block;
      this.#places.place(block);
    }
    // Another program, which shares storages, may have run since.
    this.#places.show();
  }

  /** The address in the program's block for an input that is copied in. */
  home({ storage }: Value): number {
    return this.#block + this.#places.offsetOf(storage);
  }

  /** Makes the steps read an input in place, or write an output to its destination. */
  put({ storage }: Value, address: number): void {
    if (storage.kind !== 'constant') this.#places.put(storage, address);
  }

  /** Runs every step. Inputs must be in place and the block allocated. */
  run(): void {
    const places = this.#places;
    places.restart();
    for (const step of this.#steps) {
      if (step.kind === 'text') {
        step.run();
        continue;
      }
      const workspace = places.workspace();
      const outputs = places.outputs(step.outputs.length);
      step.task.run(workspace, outputs, places.inputs(step.inputs.length));
    }
  }

  /** Drops the strings of the last run, once its results have been read. */
  forget(): void {
    for (const storage of this.#texts) storage.strings = undefined;
  }

  dispose(): void {
    this.#resources.dispose();
    this.#holdings?.dispose();
  }
}
