/** Programs that are kept for shapes that come again. */
import { LruCache } from '../base/lru-cache.js';
import type { Memory, Relief } from '../memory/memory.js';
import { SharedBlock } from './shared-block.js';

/** A program, or an object that runs one. */
interface Cached {
  /** Bytes that it holds, in addition to the block that it shares. */
  readonly bytes: number;
  dispose(): void;
}

/** What a program is for: layouts of operands, and values that decide shapes as texts. */
type Key = readonly (number | string)[];

/** Bytes that the programs of one cache may hold, and the part of wasm memory. */
const MOST_BYTES = 2 ** 26;
const PART = 1 / 4;

const BYTES_PER_CHARACTER = 2;

/** The programs of one expression or session, limited by their bytes and given up when memory runs out. */
export class ProgramCache<Program extends Cached> {
  /** While a program runs, which may ask the engine about strings, none is given up. */
  running = false;
  /** The block that all programs run in. */
  readonly block: SharedBlock;
  readonly #memory: Memory;
  readonly #programs: LruCache<Program>;
  readonly #relief: Relief = () => !this.running && this.clear();
  #last: { readonly key: Key; readonly program: Program } | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.block = new SharedBlock(memory);
    this.#programs = new LruCache(Math.min(MOST_BYTES, memory.limit * PART), (program) =>
      program.dispose(),
    );
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

  /** Discards all programs, which are compiled again when they are needed, and their block; returns whether any memory was freed. */
  clear(): boolean {
    this.#last = undefined;
    const hadBlock = this.block.release();
    return this.#programs.clear() || hadBlock;
  }

  /** Gives up all programs for good: nothing is asked for again. */
  close(): void {
    this.clear();
    this.#memory.offShortage(this.#relief);
  }

  #add(text: string, program: Program): Program {
    this.#programs.set(text, program, program.bytes + text.length * BYTES_PER_CHARACTER);
    return program;
  }
}
