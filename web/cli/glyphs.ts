/** The signs of the ladder. */
import { escaped } from './terminal-text.js';

export interface Glyphs {
  /** Before a 1 that was added. */
  readonly added: string;
  /** Between a size and what it is stretched to. */
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

/** Signs in sentences, which ASCII has not. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['−', '-'],
  ['×', 'x'],
  ['·', '*'],
  ['…', '...'],
]);

/** The text in the characters of the glyphs: where these are ASCII, names in other letters are escaped. */
export const spelled = (text: string, glyphs: Glyphs): string =>
  glyphs === ASCII_GLYPHS
    ? text.replace(/[^\0-\x7f]/g, (sign) => SPELLINGS.get(sign) ?? escaped(sign))
    : text;

/** For terminals and logs that have no other characters. */
export const ASCII_GLYPHS: Glyphs = {
  added: '+',
  stretched: '->',
  ok: 'ok:',
  bad: 'x',
  refused: 'x',
  warning: '!',
  item: '-',
};
