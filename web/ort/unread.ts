/** Results in wasm memory that have not been read. */
import type { Memory } from '../memory/memory.js';
import type { Box } from './box.js';
import { Tensor } from './tensor.js';

/**
 * Minimum size of a result that stays in wasm memory until it is read, in bytes; smaller ones are copied
 * immediately.
 */
const LEAST_BYTES = 2 ** 14;

/** Maximum size of the results that earlier runs were fed and the last one was not, in bytes. */
const MOST_PAST_BYTES = 2 ** 26;

const ofMemory = new WeakMap<Memory, Unread>();

/**
 * Moves results to JavaScript when wasm memory runs out. Results that are fed to the next run, such as the
 * keys and values of a decoder, are not copied; unused ones are freed with their tensors.
 *
 * NOTE [Past results]: within a turn of its event loop, JavaScript calls no finalizers and collects no tensors with
 * weak references, and generation in transformers.js is one turn. So boxes of elements are held instead of tensors.
 * Caches that a run has continued give up their memory (Box). Other results that the last run was not fed again are
 * moved to JavaScript's own memory once they take MOST_PAST_BYTES.
 */
export class Unread {
  readonly #boxes = new Set<Box>();
  /** Those that a run was fed, the latest ones last. */
  readonly #fed = new Set<Box>();
  readonly #collected = new FinalizationRegistry<Box>((box) => {
    box.release();
    // Earlier results may still need the elements.
    if (box.bytes > 0) this.#fed.add(box);
    else this.#forget(box);
  });
  /** Those that a run is reading. */
  #inUse: ReadonlySet<Box> = new Set();

  private constructor(memory: Memory) {
    memory.onShortage(() => this.#bringAllHome());
  }

  /** The results in one engine's memory. */
  static in(memory: Memory): Unread {
    const unread = ofMemory.get(memory) ?? new Unread(memory);
    ofMemory.set(memory, unread);
    return unread;
  }

  add(tensor: Tensor): Tensor {
    const box = Tensor.boxOf(tensor) as Box;
    if (box.bytes < LEAST_BYTES) box.bringHome();
    else {
      this.#boxes.add(box);
      this.#collected.register(tensor, box, box);
    }
    return tensor;
  }

  /** Prevents tensors from being moved while a run uses them. */
  keeping<Result>(inUse: readonly unknown[], run: () => Result): Result {
    const boxes = new Set(inUse.flatMap((tensor) => Tensor.boxOf(tensor) ?? []));
    for (const box of boxes)
      if (this.#boxes.has(box)) {
        this.#fed.delete(box);
        this.#fed.add(box);
      }
    this.#inUse = boxes;
    try {
      return run();
    } finally {
      this.#inUse = new Set();
      this.#limitPast(boxes);
    }
  }

  /** A result that a run was fed gives up its memory, because a later one begins with it along an axis. */
  continueIn(earlier: unknown, later: Tensor): void {
    const [box, whole] = [Tensor.boxOf(earlier), Tensor.boxOf(later)];
    if (!box || !whole || !this.#boxes.has(box) || box.bytes === 0) return;
    if (!box.continueIn(whole)) return;
    // Its tensor remains registered.
    this.#boxes.delete(box);
    this.#fed.delete(box);
  }

  #forget(box: Box): void {
    // The registry would keep the elements until its callback.
    this.#collected.unregister(box);
    this.#boxes.delete(box);
    this.#fed.delete(box);
  }

  #limitPast(latest: ReadonlySet<Box>): void {
    for (const box of this.#fed) if (box.bytes === 0) this.#forget(box);
    const past = [...this.#fed].filter((box) => !latest.has(box));
    let bytes = past.reduce((sum, box) => sum + box.bytes, 0);
    for (const box of past) {
      if (bytes <= MOST_PAST_BYTES) return;
      bytes -= box.bytes;
      box.bringHome();
      this.#forget(box);
    }
  }

  /** Whether any memory was freed. */
  #bringAllHome(): boolean {
    let freed = false;
    for (const box of [...this.#boxes].filter((one) => !this.#inUse.has(one))) {
      this.#forget(box);
      if (box.bringHome()) freed = true;
    }
    return freed;
  }
}
