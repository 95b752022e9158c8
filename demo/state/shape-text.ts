/**
 * Reads a shape as people write it: `3,1` `(3, 1)` `[3,1]` `3x1` `3×1` `3 1` `(3,)` `()` `scalar`
 * `torch.Size([3, 1])`.
 */
import { maximumRank, maximumSize, type Shape } from './state.ts';
import { words } from './words.ts';

export type ParsedShape =
  | { readonly shape: Shape }
  | {
      /** Where reading stopped: the position of the first character that does not fit. */
      readonly at: number;
      readonly message: string;
    };

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

class Reader {
  at = 0;
  constructor(readonly text: string) {}

  /** Consumes and returns the text that the pattern matches at the current position. */
  take(pattern: RegExp): string {
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

function openBrackets(reader: Reader): string[] {
  const awaited: string[] = [];
  for (;;) {
    reader.take(/\s*/);
    const closer = closers[reader.take(/[([]/)];
    if (closer === undefined) return awaited;
    awaited.unshift(closer);
  }
}

function failure(reader: Reader, missing: string): ParsedShape {
  const [character] = reader.text.slice(reader.at);
  const symbol = reader.text.slice(reader.at).match(/^(-\d+|[A-Za-z_]\w*|\?)/)?.[0];
  const message = symbol
    ? words.shapes.symbol(symbol)
    : character === undefined
      ? words.shapes.early(missing)
      : words.shapes.character(reader.at + 1, character);
  return { at: reader.at, message };
}

/** The sizes up to the first character that is neither a size nor a separator. */
function readSizes(reader: Reader): ParsedShape {
  const shape: number[] = [];
  let separator = '';
  for (;;) {
    const from = reader.at;
    const digits = reader.take(/\d+/);
    // Python allows a comma after the last size, but no notation a cross.
    if (digits === '')
      return /[x×]/i.test(separator) ? failure(reader, words.shapes.size) : { shape };
    if (Number(digits) > maximumSize) {
      return { at: from, message: words.shapes.tooLarge(digits, maximumSize) };
    }
    shape.push(Number(digits));
    if (shape.length > maximumRank) {
      return { at: from, message: words.shapes.tooMany(maximumRank) };
    }
    separator = reader.take(/\s*[,x×]\s*|\s+/i);
  }
}

export function parseShape(text: string): ParsedShape {
  const reader = new Reader(text);
  reader.take(/\s*/);
  if (reader.take(/scalar\s*$/i)) return { shape: [] };
  reader.take(/torch\.size(?=\s*\()/i);
  const awaited = openBrackets(reader);
  const sizes = readSizes(reader);
  if (!('shape' in sizes)) return sizes;
  for (const closer of awaited) {
    reader.take(/\s*/);
    if (text[reader.at] !== closer) return failure(reader, `“${closer}”`);
    reader.at += 1;
  }
  reader.take(/\s*/);
  const nothing = sizes.shape.length === 0 && awaited.length === 0;
  return reader.at < text.length || nothing ? failure(reader, words.shapes.sizeOrScalar) : sizes;
}
