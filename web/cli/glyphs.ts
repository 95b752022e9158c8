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
