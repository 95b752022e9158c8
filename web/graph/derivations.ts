/** What is made of constants that outlast a program, such as packed weights: once, for all programs that take it. */
import type { Memory } from '../memory/memory.js';
import { Resources } from './resources.js';
import type { Storage, Value } from './values.js';

/** The part of wasm memory that what is made may take; beyond it, each program makes its own. */
const PART = 1 / 4;

/** Makes a value of another with what it takes from the resources. */
type Make = (resources: Resources) => Value;

interface Made {
  /** By what it is. */
  readonly values: Map<string, Value>;
  /** Makes the constant again, where something that was made of it says how. */
  again: Make | undefined;
}

export class Derivations {
  readonly #memory: Memory;
  /** Of the constants, and of what is made of them. */
  readonly #resources: Resources;
  readonly #made = new Map<Storage, Made>();
  /** Constants that something reads as they are. */
  readonly #read = new Set<Storage>();
  readonly #released = new Set<Storage>();
  #bytes = 0;

  constructor(memory: Memory, resources: Resources, constants: Iterable<Storage>) {
    this.#memory = memory;
    this.#resources = resources;
    for (const storage of constants) this.#outlasts(storage);
  }

  find(storage: Storage, name: string): Value | undefined {
    return this.#made.get(storage)?.values.get(name);
  }

  /** Whether what is made of a constant is kept here. */
  keeps(storage: Storage): boolean {
    const made = this.#made.get(storage);
    if (!made) return false;
    return made.values.size > 0 || this.#bytes + storage.bytes <= this.#memory.limit * PART;
  }

  /**
   * Keeps what `make` makes, and nothing else that it takes from the resources. What it was made of is given up
   * where `again` can make it of that, and nobody reads it.
   * @throws what `make` throws, after giving all back
   */
  add(storage: Storage, name: string, make: Make, again?: Make): Value {
    const value = this.#kept(make);
    const made = this.#made.get(storage) as Made;
    made.values.set(name, value);
    made.again ??= again;
    this.#outlasts(value.storage);
    this.#bytes += value.storage.bytes;
    if (made.again && !this.#read.has(storage)) this.#giveUp(storage);
    return value;
  }

  /** Until somebody reads it, or something else is made of it. */
  #giveUp(storage: Storage): void {
    this.#resources.release(storage.address);
    storage.address = 0;
    this.#released.add(storage);
  }

  /** Brings back a constant that was given up, which is about to be read. @throws OutOfMemoryError */
  restore(storage: Storage): void {
    if (!this.#released.has(storage)) return;
    const again = this.#made.get(storage)?.again as Make;
    storage.address = this.#kept(again).storage.address;
    this.#released.delete(storage);
  }

  /** Notes that a constant is read as it is. */
  read(storage: Storage): void {
    if (this.#made.has(storage)) this.#read.add(storage);
  }

  #outlasts(storage: Storage): void {
    if (!this.#made.has(storage)) this.#made.set(storage, { values: new Map(), again: undefined });
  }

  #kept(make: Make): Value {
    const scratch = new Resources(this.#memory);
    try {
      const value = make(scratch);
      scratch.give(value.storage.address, this.#resources);
      return value;
    } finally {
      scratch.dispose();
    }
  }
}
