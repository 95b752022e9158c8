/** Programs that are kept for shapes that come again. */
import { LruCache } from '../base/lru-cache.js';
import type { Memory, Relief } from '../memory/memory.js';

/** A program, or what runs one; `bytes` are those of wasm memory that it holds. */
interface Cached {
  readonly bytes: number;
  dispose(): void;
}

/** What a program is for: layouts of operands, and values that decide shapes as texts. */
type Key = readonly (number | string)[];

/** The part of wasm memory that the programs of one cache may hold. */
const PART = 1 / 4;
/**
 * What a program counts for at least: its plans and kernels, and what JavaScript holds of it, are not in
 * its bytes. A cache of 4 GiB of memory then has up to 1,024 programs, and one of 256 MiB 64.
 */
const LEAST_BYTES = 2 ** 20;

/** The programs of one expression or session, limited by their bytes and given up when memory runs out. */
export class ProgramCache<Program extends Cached> {
  /** While a program runs, which may ask the engine about strings, none is given up. */
  running = false;
  readonly #memory: Memory;
  readonly #programs: LruCache<Program>;
  readonly #relief: Relief = () => !this.running && this.clear();
  #last: { readonly key: Key; readonly program: Program } | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#programs = new LruCache(memory.limit * PART, (program) => program.dispose());
    memory.onShortage(this.#relief);
  }

  /** The program of a key, made on a miss; the last one is found without joining the key. */
  find(key: Key, make: () => Program): Program {
    const last = this.#last;
    if (last?.key.length === key.length && key.every((part, i) => part === last.key[i]))
      return last.program;
    const text = key.join();
    const program = this.#programs.get(text) ?? this.#add(text, make());
    this.#last = { key, program };
    return program;
  }

  /** Gives up all programs, which are made anew when they are asked for; whether there were any. */
  clear(): boolean {
    this.#last = undefined;
    return this.#programs.clear();
  }

  /** Gives up all programs for good: nothing is asked for again. */
  close(): void {
    this.clear();
    this.#memory.offShortage(this.#relief);
  }

  #add(text: string, program: Program): Program {
    this.#programs.set(text, program, Math.max(program.bytes, LEAST_BYTES));
    return program;
  }
}
