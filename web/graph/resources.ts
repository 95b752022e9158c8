/** What has been prepared and reserved for one purpose, to be given back together. */
import type { Kernels, Task } from '../kernels.js';

export class Resources {
  readonly #kernels: Kernels;
  readonly #tasks = new Set<Task>();
  readonly #addresses = new Set<number>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
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
    const address = this.#kernels.memory.reserve(bytes);
    this.#addresses.add(address);
    return address;
  }

  release(address: number): void {
    if (this.#addresses.delete(address)) this.#kernels.memory.release(address);
  }

  dispose(): void {
    for (const task of this.#tasks) task.dispose();
    for (const address of this.#addresses) this.#kernels.memory.release(address);
    this.#tasks.clear();
    this.#addresses.clear();
  }
}
