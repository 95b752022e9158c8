/** Results in wasm memory that have not been read. */
import type { Memory } from '../memory/memory.js';
import { Tensor } from './tensor.js';

/**
 * Minimum size of a result that stays in wasm memory until it is read, in bytes; smaller ones are copied
 * immediately.
 */
const LEAST_BYTES = 2 ** 14;

const ofMemory = new WeakMap<Memory, Unread>();

/**
 * Moves results to JavaScript when wasm memory runs out. Results that are fed to the next run, such as the
 * keys and values of a decoder, are not copied; unused ones are freed with their tensors.
 */
export class Unread {
  readonly #tensors = new Set<WeakRef<Tensor>>();
  readonly #collected = new FinalizationRegistry<WeakRef<Tensor>>((ref) =>
    this.#tensors.delete(ref),
  );
  /** Tensors that a run reads. */
  #inUse: ReadonlySet<unknown> = new Set();

  private constructor(memory: Memory) {
    memory.onShortage(() => this.#bringHome());
  }

  /** The results in one engine's memory. */
  static in(memory: Memory): Unread {
    const unread = ofMemory.get(memory) ?? new Unread(memory);
    ofMemory.set(memory, unread);
    return unread;
  }

  add(tensor: Tensor): Tensor {
    if (Tensor.bytesIn(tensor) < LEAST_BYTES) Tensor.bringHome(tensor);
    else {
      const ref = new WeakRef(tensor);
      this.#tensors.add(ref);
      this.#collected.register(tensor, ref);
    }
    return tensor;
  }

  /** Prevents tensors from being disposed of while a run uses them. */
  keeping<Result>(inUse: readonly unknown[], run: () => Result): Result {
    this.#inUse = new Set(inUse);
    try {
      return run();
    } finally {
      this.#inUse = new Set();
    }
  }

  /** Whether any memory was freed. */
  #bringHome(): boolean {
    let freed = false;
    for (const ref of [...this.#tensors]) {
      const tensor = ref.deref();
      if (tensor && this.#inUse.has(tensor)) continue;
      this.#tensors.delete(ref);
      if (tensor && Tensor.bringHome(tensor)) freed = true;
    }
    return freed;
  }
}
