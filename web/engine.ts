/** The words in which requests and replies cross to the C++ engine, and the catalogue of names. */
import type { Flavour } from './flavours.js';
import { Memory } from './memory.js';
import type { Native } from './native.js';

/** How an attribute's value is checked and written. */
export type AttributeKind =
  | 'integer'
  | 'flag'
  | 'real'
  | 'direction'
  | 'approximation'
  | 'type'
  | 'ignored';

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

  /** Writes numbers and shapes. */
  writeRequest(...items: readonly (number | readonly number[])[]): void {
    const writer = this.writer();
    for (const item of items)
      if (typeof item === 'number') writer.number(item);
      else writer.shape(item);
  }

  /** Writes a request into the words, in turn. */
  writer(): Writer {
    return new Writer(this.memory.words);
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

export class Writer {
  readonly #words: Int32Array;
  #at = 0;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  number(value: number): void {
    this.#words[this.#at++] = value;
  }

  /** Rank and sizes. */
  shape(sizes: readonly number[]): void {
    this.number(sizes.length);
    for (let axis = 0; axis < sizes.length; axis++) this.number(sizes[axis] as number);
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
    const sizes: number[] = [];
    for (let rank = this.number(); rank > 0; rank--) sizes.push(this.number());
    return sizes;
  }
}
