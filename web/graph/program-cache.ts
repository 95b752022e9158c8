/** Programs that are cached for recurring shapes. */
import { LruCache } from '../base/lru-cache.js';
import type { Memory, Relief } from '../memory/memory.js';
import type { Generation } from './generation.js';
import { SharedBlock } from './shared-block.js';

/** A program, or an object that runs one. */
interface Cached {
  /** Bytes that it holds, in addition to the block that it shares. */
  readonly bytes: number;
  dispose(): void;
}

/** A program, and the parts that the next one may reuse. */
export interface Made<Program> {
  readonly program: Program;
  readonly generation?: Generation;
}

/** The key of a program: layouts of operands, and values that determine shapes as strings. */
type Key = readonly (number | string)[];

/** Maximum number of bytes of the programs of one cache, and the maximum share of wasm memory. */
const MOST_BYTES = 2 ** 26;
const PART = 1 / 4;

const BYTES_PER_CHARACTER = 2;

/** The programs of an expression or session, limited by their size and evicted when memory runs out. */
export class ProgramCache<Program extends Cached> {
  /** Set while a program runs: it may call the engine for strings, and must not be evicted. */
  running = false;
  /** The block that all programs run in. */
  readonly block: SharedBlock;
  readonly #memory: Memory;
  readonly #programs: LruCache<Program>;
  readonly #relief: Relief = () => !this.running && this.clear();
  /** The generation of the latest program, for the next one. */
  #generation: Generation | undefined;
  #last: { readonly key: Key; readonly program: Program } | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.block = new SharedBlock(memory);
    this.#programs = new LruCache(Math.min(MOST_BYTES, memory.limit * PART), (program) =>
      program.dispose(),
    );
    memory.onShortage(this.#relief);
  }

  /**
   * The program of a key, compiled on a miss with parts of the previous one. The last key is found without
   * joining it.
   */
  find(key: Key, make: (before: Generation | undefined) => Made<Program>): Program {
    const last = this.#last;
    if (last?.key.length === key.length && key.every((part, i) => part === last.key[i]))
      return last.program;
    const text = key.join();
    const program = this.#programs.get(text) ?? this.#make(text, make);
    this.#last = { key, program };
    return program;
  }

  /**
   * Discards all programs and their block; programs are recompiled when needed. Returns whether any memory
   * was freed.
   */
  clear(): boolean {
    this.#last = undefined;
    this.#replace(undefined);
    const hadBlock = this.block.release();
    return this.#programs.clear() || hadBlock;
  }

  /** Evicts all programs and closes the cache. */
  close(): void {
    this.clear();
    this.#memory.offShortage(this.#relief);
  }

  #make(text: string, make: (before: Generation | undefined) => Made<Program>): Program {
    // If memory runs out meanwhile, the cache is cleared.
    const before = this.#generation;
    before?.holdings.share();
    try {
      const { program, generation } = make(before);
      this.#replace(generation);
      this.#programs.set(text, program, program.bytes + text.length * BYTES_PER_CHARACTER);
      return program;
    } finally {
      before?.holdings.dispose();
    }
  }

  #replace(generation: Generation | undefined): void {
    this.#generation?.holdings.dispose();
    this.#generation = generation;
  }
}
