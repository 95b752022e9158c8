/** What has been prepared and reserved for one purpose, to be given back together. */
import type { Task } from '../engine/tasks.js';
import type { Memory } from '../memory/memory.js';

export class Resources {
  readonly #memory: Memory;
  readonly #tasks = new Set<Task>();
  readonly #addresses = new Set<number>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  own(task: Task): Task {
    this.#tasks.add(task);
    return task;
  }

  discard(task: Task): void {
    if (this.#tasks.delete(task)) task.dispose();
  }

  /** @throws OutOfMemoryError */
  reserve(bytes: number): number {
    const address = this.#memory.reserve(bytes);
    this.#addresses.add(address);
    return address;
  }

  release(address: number): void {
    if (this.#addresses.delete(address)) this.#memory.release(address);
  }

  dispose(): void {
    for (const task of this.#tasks) task.dispose();
    for (const address of this.#addresses) this.#memory.release(address);
    this.#tasks.clear();
    this.#addresses.clear();
  }
}
