/** The signs of the ladder. */
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

/** Signs in the engine's sentences, which ASCII has not. */
const SPELLINGS = { '−': '-', '×': 'x' } as const;

/** The text in the characters of the glyphs. */
export const spelled = (text: string, glyphs: Glyphs): string =>
  glyphs === ASCII_GLYPHS
    ? text.replace(/[−×]/g, (sign) => SPELLINGS[sign as keyof typeof SPELLINGS])
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
