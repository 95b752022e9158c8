/** Colours, if the terminal supports them. */
import type { Environment } from './environment.js';

/** SGR codes of ECMA-48: on and off. */
const CODES = {
  bold: [1, 22],
  faint: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof CODES;
export type Paint = (style: Style | undefined, text: string) => string;

const plain: Paint = (_style, text) => text;

const coloured: Paint = (style, text) => {
  if (style === undefined) return text;
  const [on, off] = CODES[style];
  return `\x1b[${on}m${text}\x1b[${off}m`;
};

/** Colours for a terminal; FORCE_COLOR and NO_COLOR apply as in Node itself. */
function wantsColour({ env, stdout }: Environment): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR) return false;
  return stdout.isTTY === true && env.TERM !== 'dumb';
}

export const paintFor = (environment: Environment, refused: boolean): Paint =>
  !refused && wantsColour(environment) ? coloured : plain;
