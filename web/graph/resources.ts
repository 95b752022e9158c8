/** Tasks and memory that are freed together once all owners have disposed of them. */
import type { Task } from '../engine/task.js';
import type { Memory } from '../memory/memory.js';

export class Resources {
  readonly #memory: Memory;
  /** Most resources own nothing, or one task: collections are created when they are needed. */
  #tasks: Set<Task> | undefined;
  /** Bytes by address. */
  #blocks: Map<number, number> | undefined;
  #kept: Resources[] | undefined;
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

  /** Takes over one ownership of other resources, until these are freed. */
  keep(others: Resources): void {
    this.#kept ??= [];
    this.#kept.push(others);
  }

  own(task: Task): Task {
    this.#tasks ??= new Set();
    this.#tasks.add(task);
    return task;
  }

  discard(task: Task): void {
    if (this.#tasks?.delete(task)) task.dispose();
  }

  /** Bytes that are reserved. */
  get bytes(): number {
    let sum = 0;
    for (const bytes of this.#blocks?.values() ?? []) sum += bytes;
    for (const { bytes = 0 } of this.#tasks ?? []) sum += bytes;
    return sum;
  }

  /** @throws OutOfMemoryError */
  reserve(bytes: number): number {
    const address = this.#memory.reserve(bytes);
    this.#add(address, bytes);
    return address;
  }

  /** Whether a block starts at this address. */
  owns(address: number): boolean {
    return this.#blocks?.has(address) ?? false;
  }

  /** Frees all blocks except these. */
  releaseExcept(kept: ReadonlySet<number>): void {
    for (const address of this.#blocks?.keys() ?? []) if (!kept.has(address)) this.release(address);
  }

  /** Leaves a block to another owner. */
  surrender(address: number): void {
    this.#blocks?.delete(address);
  }

  release(address: number): void {
    if (this.#blocks?.delete(address)) this.#memory.release(address);
  }

  /** Transfers a block if these resources own it. */
  give(address: number, to: Resources): void {
    const bytes = this.#blocks?.get(address);
    if (bytes === undefined) return;
    this.#blocks?.delete(address);
    to.#add(address, bytes);
  }

  dispose(): void {
    if (--this.#owners > 0) return;
    for (const task of this.#tasks ?? []) task.dispose();
    for (const address of this.#blocks?.keys() ?? []) this.#memory.release(address);
    for (const others of this.#kept ?? []) others.dispose();
    this.#tasks = undefined;
    this.#blocks = undefined;
    this.#kept = undefined;
  }

  #add(address: number, bytes: number): void {
    this.#blocks ??= new Map();
    this.#blocks.set(address, bytes);
  }
}
