/**
 * Strings in memory: the bytes of each as uint32, then the strings in UTF-8. Lone surrogates have three bytes, like
 * other code points of their size. Without TextEncoder, which replaces them and which worklets do not have.
 */
import { LONGEST_LIST } from '../base/checks.js';
import type { Memory } from './memory.js';

const WIDTH = Uint32Array.BYTES_PER_ELEMENT;

function append(bytes: number[], text: string): void {
  const tail = (point: number, shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point, 0));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point, 6), tail(point, 0));
    else bytes.push(0xf0 | (point >> 18), tail(point, 12), tail(point, 6), tail(point, 0));
  }
}

function decoded(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++] as number;
    if (first < 0x80) {
      text += String.fromCharCode(first);
      continue;
    }
    const more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let point = first & (0x3f >> more);
    for (let i = 0; i < more; i++) point = (point << 6) | ((bytes[at++] as number) & 0x3f);
    text += String.fromCodePoint(point);
  }
  return text;
}

/** Size of a string of C++ without its characters, rounded up, and doubled because lists grow by copying. */
const BYTES_OF_STRING = 32;

/** An upper limit of the memory that strings take. */
export const bytesOfTexts = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + BYTES_OF_STRING + 3 * text.length, 0);

export function encodeTexts(texts: readonly string[]): Uint8Array {
  const bytes: number[] = [];
  const ends = texts.map((text) => {
    append(bytes, text);
    return bytes.length;
  });
  const lengths = Uint32Array.from(ends, (end, i) => end - (ends[i - 1] ?? 0));
  const block = new Uint8Array(lengths.byteLength + bytes.length);
  block.set(new Uint8Array(lengths.buffer));
  block.set(bytes, lengths.byteLength);
  return block;
}

/** The strings of these lengths in bytes, which are contiguous. */
function decodeTexts(lengths: ArrayLike<number>, bytes: Uint8Array): string[] {
  let at = 0;
  return Array.from(lengths, (length) => {
    const from = at;
    at += length;
    return decoded(bytes.subarray(from, at));
  });
}

/** The strings at an address. @throws OutOfMemoryError if there are too many for an array */
export function textsAt(memory: Memory, address: number, count: number): string[] {
  checkListRoom(count, memory);
  const lengths = (memory.view(Uint32Array, address, count) as Uint32Array).slice();
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  const from = address + count * WIDTH;
  return decodeTexts(lengths, memory.view(Uint8Array, from, bytes) as Uint8Array);
}

/** Checks that a JavaScript array may have this number of items. @throws OutOfMemoryError */
export function checkListRoom(count: number, memory: Memory): void {
  if (count > LONGEST_LIST) throw memory.outOfMemory(count);
}
