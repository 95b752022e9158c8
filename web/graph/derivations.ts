/** Values derived from constants that outlive a program, such as packed weights: computed once for all programs. */
import type { Memory } from '../memory/memory.js';
import { Resources } from './resources.js';
import type { Storage, Value } from './values.js';

/** Maximum share of wasm memory for derived values; beyond it, each program has its own. */
const PART = 1 / 4;

/** Derives a value from another, using the resources. */
type Make = (resources: Resources) => Value;

interface Made {
  /** Derived values, keyed by their description. */
  readonly values: Map<string, Value>;
  /** Rebuilds the constant from a derived value, if that is possible. */
  again: Make | undefined;
}

export class Derivations {
  readonly #memory: Memory;
  /** The memory of the constants and of derived values. */
  readonly #resources: Resources;
  readonly #made = new Map<Storage, Made>();
  /** Constants that are used directly. */
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

  /** Whether values derived from a constant are kept here. */
  keeps(storage: Storage): boolean {
    const made = this.#made.get(storage);
    if (!made) return false;
    return made.values.size > 0 || this.#bytes + storage.bytes <= this.#memory.limit * PART;
  }

  /**
   * Keeps the result of `make`, and frees all other resources that it uses. Frees the source constant if no
   * step uses it and `again` can rebuild it from the derived value.
   * @throws the error of `make`, after freeing everything
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

  /** Frees a constant until it is used, or another value is derived from it. */
  #giveUp(storage: Storage): void {
    this.#resources.release(storage.address);
    storage.address = 0;
    this.#released.add(storage);
  }

  /** Rebuilds a constant that was freed, before it is used. @throws OutOfMemoryError */
  restore(storage: Storage): void {
    if (!this.#released.has(storage)) return;
    const again = this.#made.get(storage)?.again as Make;
    storage.address = this.#kept(again).storage.address;
    this.#released.delete(storage);
  }

  /** Notes that a constant is used directly. */
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
