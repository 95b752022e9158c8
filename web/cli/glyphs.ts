/** The signs of the ladder. */
import { escaped } from './terminal-text.js';

export interface Glyphs {
  /** Before an added 1. */
  readonly added: string;
  /** Between a size and the size that it is stretched to. */
  readonly stretched: string;
  readonly ok: string;
  readonly bad: string;
  readonly refused: string;
  readonly warning: string;
  readonly item: string;
}

export const GLYPHS: Glyphs = {
  added: '·',
  stretched: '→',
  ok: '✓',
  bad: '✗',
  refused: '⊘',
  warning: '⚠',
  item: '•',
};

/** Replacements for non-ASCII characters of sentences. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['−', '-'],
  ['×', 'x'],
  ['·', '*'],
  ['…', '...'],
]);

/** The text with the characters of the glyphs. For ASCII, other characters in names are escaped. */
export const spelled = (text: string, glyphs: Glyphs): string =>
  glyphs === ASCII_GLYPHS
    ? text.replace(/[^\0-\x7f]/g, (sign) => SPELLINGS.get(sign) ?? escaped(sign))
    : text;

/** For terminals and logs without Unicode. */
export const ASCII_GLYPHS: Glyphs = {
  added: '+',
  stretched: '->',
  ok: 'ok:',
  bad: 'x',
  refused: 'x',
  warning: '!',
  item: '-',
};
