/** The words in which requests and replies cross to the C++ engine, and the catalogue of names. */
import type { Flavour } from './flavours.js';
import { Memory } from './memory.js';
import type { Native } from './native.js';

/** How an attribute's value is checked and written. */
export type AttributeKind = 'integer' | 'flag' | 'real' | 'direction' | 'ignored';

export interface Catalogue {
  /** What the module was built as, and of which version of the package. */
  readonly flavour: Flavour;
  readonly version: string;
  readonly operators: readonly string[];
  readonly types: readonly string[];
  readonly rules: readonly string[];
  readonly attributes: readonly string[];
  readonly attributeKinds: readonly AttributeKind[];
  readonly newestOpset: number;
  readonly maxRank: number;
  readonly maxOperands: number;
}

export class Engine {
  readonly native: Native;
  readonly memory: Memory;
  readonly catalogue: Catalogue;
  readonly #typeNumbers: ReadonlyMap<string, number>;

  constructor(native: Native) {
    this.native = native;
    this.memory = new Memory(native);
    this.catalogue = this.reply(native.catalogue()) as Catalogue;
    this.#typeNumbers = new Map(this.catalogue.types.map((name, number) => [name, number]));
  }

  typeNumber(type: string): number {
    return this.#typeNumbers.get(type) ?? -1;
  }

  /** Writes numbers and shapes, each shape as rank and sizes. */
  writeRequest(...items: readonly (number | readonly number[])[]): void {
    const { words } = this.memory;
    let at = 0;
    for (const item of items) {
      if (typeof item === 'number') {
        words[at++] = item;
        continue;
      }
      words[at++] = item.length;
      for (const size of item) words[at++] = size;
    }
  }

  /** The JSON that a call has just replied in, given its length. */
  reply(length: number): unknown {
    return JSON.parse(this.memory.text(length));
  }

  /** Reads replies from the words, in turn. */
  reader(): Reader {
    return new Reader(this.memory.words);
  }
}

export class Reader {
  readonly #words: Int32Array;
  #at = 0;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  number(): number {
    return this.#words[this.#at++] as number;
  }

  /** A count of 64 bits, low word first; the engine keeps it below 2^53. */
  count(): number {
    const low = this.number() >>> 0;
    return this.number() * 2 ** 32 + low;
  }

  shape(): number[] {
    const rank = this.number();
    return Array.from({ length: rank }, () => this.number());
  }
}
