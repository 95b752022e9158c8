/** A block of wasm memory for programs that never run at the same time: nothing in it outlasts a run. */
import type { Memory } from '../memory/memory.js';

/** Growth factor of a block that is too small, to keep replacements rare. */
const GROWTH = 1.25;

export class SharedBlock {
  readonly #memory: Memory;
  #address = 0;
  #bytes = 0;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /**
   * The address of a block of at least this size. A larger one replaces the previous block, whose contents
   * are lost.
   * @throws OutOfMemoryError
   */
  atLeast(bytes: number): number {
    if (bytes <= this.#bytes) return this.#address;
    const ample = Math.max(bytes, Math.floor(this.#bytes * GROWTH));
    this.release();
    this.#address = this.#memory.reserve(ample);
    this.#bytes = ample;
    return this.#address;
  }

  /** Frees the block; returns whether there was one. */
  release(): boolean {
    if (this.#bytes === 0) return false;
    this.#memory.release(this.#address);
    this.#address = 0;
    this.#bytes = 0;
    return true;
  }
}
