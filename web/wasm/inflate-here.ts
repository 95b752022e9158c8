/** Decodes deflate (RFC 1951) and base64 without the built-ins of browsers, which an AudioWorklet lacks. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function fromBase64Here(text: string): Uint8Array<ArrayBuffer> {
  const length = text.indexOf('=') < 0 ? text.length : text.indexOf('=');
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  for (let i = 0, at = 0; i < length; i++) {
    bits = (bits << 6) | ALPHABET.indexOf(text.charAt(i));
    if (i % 4 > 0) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  return bytes;
}

const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
  3073, 4097, 6145, 8193, 12289, 16385, 24577,
];
/** The number of extra bits of a length or a distance. */
const lengthBits = (code: number): number => (code < 8 || code === 28 ? 0 : (code >> 2) - 1);
const distanceBits = (code: number): number => (code < 4 ? 0 : (code >> 1) - 1);
/** The order in which the lengths of the code for lengths are stored. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A canonical Huffman code: the number of symbols of each length, and the symbols in the order of their codes. */
interface Code {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
}

function codeOf(lengths: readonly number[]): Code {
  const counts = new Array<number>(16).fill(0);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] as number) + 1;
  const symbols = lengths
    .map((length, symbol) => ({ length, symbol }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length || a.symbol - b.symbol);
  return { counts, symbols: symbols.map(({ symbol }) => symbol) };
}

const repeated = (times: number, value: number): number[] => new Array<number>(times).fill(value);
const FIXED = codeOf([
  ...repeated(144, 8),
  ...repeated(112, 9),
  ...repeated(24, 7),
  ...repeated(8, 8),
]);
const FIXED_DISTANCES = codeOf(repeated(30, 5));

class Inflating {
  readonly #from: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;
  #to = new Uint8Array(1 << 19);
  #length = 0;

  constructor(from: Uint8Array) {
    this.#from = from;
  }

  run(): Uint8Array<ArrayBuffer> {
    for (let isLast = 0; !isLast; ) {
      isLast = this.#bits(1);
      const kind = this.#bits(2);
      if (kind === 0) this.#stored();
      else if (kind === 1) this.#block(FIXED, FIXED_DISTANCES);
      else this.#block(...this.#codes());
    }
    return this.#to.slice(0, this.#length);
  }

  #bits(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#from.length) throw new RangeError('the deflated bytes end too soon');
      this.#held |= (this.#from[this.#at++] as number) << this.#count;
      this.#count += 8;
    }
    const bits = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return bits;
  }

  /** Codes of one length are consecutive; those of the next length start at twice the code after the last. */
  #symbol({ counts, symbols }: Code): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      code |= this.#bits(1);
      const count = counts[length] as number;
      if (code - first < count) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new RangeError('the deflated bytes have a code that is none');
  }

  #codes(): [Code, Code] {
    const [literals, distances] = [this.#bits(5) + 257, this.#bits(5) + 1];
    const given = this.#bits(4) + 4;
    const own = repeated(19, 0);
    for (let i = 0; i < given; i++) own[ORDER[i] as number] = this.#bits(3);
    const code = codeOf(own);
    const lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const symbol = this.#symbol(code);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16) lengths.push(...repeated(3 + this.#bits(2), lengths.at(-1) ?? 0));
      else lengths.push(...repeated(symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7), 0));
    }
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
  }

  #block(literals: Code, distances: Code): void {
    for (let symbol = this.#symbol(literals); symbol !== 256; symbol = this.#symbol(literals)) {
      if (symbol < 256) {
        this.#put(symbol);
        continue;
      }
      const code = symbol - 257;
      const length = (LENGTHS[code] as number) + this.#bits(lengthBits(code));
      const far = this.#symbol(distances);
      const distance = (DISTANCES[far] as number) + this.#bits(distanceBits(far));
      for (let i = 0; i < length; i++) this.#put(this.#to[this.#length - distance] as number);
    }
  }

  #stored(): void {
    this.#held = 0;
    this.#count = 0;
    const length = this.#bits(16);
    this.#bits(16);
    for (let i = 0; i < length; i++) this.#put(this.#bits(8));
  }

  #put(byte: number): void {
    if (this.#length === this.#to.length) {
      const grown = new Uint8Array(2 * this.#to.length);
      grown.set(this.#to);
      this.#to = grown;
    }
    this.#to[this.#length++] = byte;
  }
}

/** @throws RangeError if the bytes are not deflated data */
export const inflateHere = (deflated: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Inflating(deflated).run();
