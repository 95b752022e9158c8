/** Strings in memory: the bytes of each as uint32, then the strings in UTF-8; lone surrogates have 3 bytes. */
import { LONGEST_LIST } from '../base/checks.js';
import type { Memory } from './memory.js';

const HIGH = 0xd800;
const AFTER = 0xe000;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const isSurrogate = (point: number): boolean => point >= HIGH && point < AFTER;

/** UTF-8 of any string; a TextEncoder replaces lone surrogates. */
function encoded(text: string): Uint8Array {
  const points = Array.from(text, (point) => point.codePointAt(0) as number);
  if (!points.some(isSurrogate)) return encoder.encode(text);
  return Uint8Array.from(
    points.flatMap((point) =>
      isSurrogate(point)
        ? [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)]
        : [...encoder.encode(String.fromCodePoint(point))],
    ),
  );
}

/** Where a lone surrogate starts; the length if there is none. */
function surrogateIn(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++)
    if (bytes[at] === 0xed && (bytes[at + 1] as number) >= 0xa0) return at;
  return bytes.length;
}

function decoded(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; ; ) {
    const at = surrogateIn(bytes, from);
    text += decoder.decode(bytes.subarray(from, at));
    if (at === bytes.length) return text;
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3);
    text += String.fromCharCode(HIGH | ((second & 0x1f) << 6) | (third & 0x3f));
    from = at + 3;
  }
}

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
};

/** Bytes for tests of memory: an upper limit. */
export const bytesOfTexts = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + 3 * text.length + 4, 0);

export function encodeTexts(texts: readonly string[]): Uint8Array {
  const strings = texts.map((text) => (isAscii(text) ? encoder.encode(text) : encoded(text)));
  const start = 4 * texts.length;
  const bytes = new Uint8Array(strings.reduce((sum, { length }) => sum + length, start));
  const lengths = new Uint32Array(bytes.buffer, 0, texts.length);
  let at = start;
  strings.forEach((string, i) => {
    lengths[i] = string.length;
    bytes.set(string, at);
    at += string.length;
  });
  return bytes;
}

/** The strings of these lengths in bytes, one after the other. */
export function decodeTexts(lengths: ArrayLike<number>, bytes: Uint8Array): string[] {
  let at = 0;
  return Array.from(lengths, (length) => {
    const from = at;
    at += length;
    return decoded(bytes.subarray(from, at));
  });
}

/** Checks that a JavaScript array may have this number of items. @throws OutOfMemoryError */
export function checkListRoom(count: number, memory: Memory): void {
  if (count > LONGEST_LIST) throw memory.outOfMemory(count);
}
