/** Tasks and memory that are freed together once all owners have disposed of them. */
import type { Task } from '../engine/task.js';
import type { Memory } from '../memory/memory.js';

export class Resources {
  readonly #memory: Memory;
  readonly #tasks = new Set<Task>();
  /** Bytes by address. */
  readonly #blocks = new Map<number, number>();
  #owners = 1;
  /** The last one that holds these; prevents holding them twice. */
  holder: object | undefined;
  /** The last one that owns all steps with these tasks. */
  whole: object | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Adds an owner. */
  share(): this {
    this.#owners++;
    return this;
  }

  own(task: Task): Task {
    this.#tasks.add(task);
    return task;
  }

  discard(task: Task): void {
    if (this.#tasks.delete(task)) task.dispose();
  }

  /** Bytes that are reserved. */
  get bytes(): number {
    const held = [...this.#tasks].map(({ bytes = 0 }) => bytes);
    return [...this.#blocks.values(), ...held].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** @throws OutOfMemoryError */
  reserve(bytes: number): number {
    const address = this.#memory.reserve(bytes);
    this.#blocks.set(address, bytes);
    return address;
  }

  /** Whether a block starts at this address. */
  owns(address: number): boolean {
    return this.#blocks.has(address);
  }

  /** Frees all blocks except these. */
  releaseExcept(kept: ReadonlySet<number>): void {
    for (const address of [...this.#blocks.keys()]) if (!kept.has(address)) this.release(address);
  }

  release(address: number): void {
    if (this.#blocks.delete(address)) this.#memory.release(address);
  }

  /** Transfers a block if these resources own it. */
  give(address: number, to: Resources): void {
    const bytes = this.#blocks.get(address);
    if (bytes === undefined) return;
    this.#blocks.delete(address);
    to.#blocks.set(address, bytes);
  }

  dispose(): void {
    if (--this.#owners > 0) return;
    for (const task of this.#tasks) task.dispose();
    for (const address of this.#blocks.keys()) this.#memory.release(address);
    this.#tasks.clear();
    this.#blocks.clear();
  }
}
