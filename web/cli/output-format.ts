/** The format of a command's text: glyphs, colours and width. */
import type { Arguments } from './arguments.js';
import { type Paint, paintFor } from './colour.js';
import type { Environment } from './environment.js';
import { ASCII_GLYPHS, GLYPHS, type Glyphs } from './glyphs.js';
import type { OptionRow } from './option-row.js';

export interface OutputFormat {
  readonly glyphs: Glyphs;
  readonly paint: Paint;
  readonly width: number;
}

const DEFAULT_WIDTH = 80;
const NARROWEST = 40;

/** Options of all commands. */
export const formatOptions: Readonly<Record<string, OptionRow>> = {
  ascii: { type: 'boolean', help: 'print ASCII only' },
  'no-color': { type: 'boolean', help: 'print no colours; NO_COLOR and FORCE_COLOR work too' },
  help: { type: 'boolean', help: 'print this text' },
};

const widthOf = ({ stdout }: Environment): number =>
  stdout.isTTY && stdout.columns ? Math.max(NARROWEST, stdout.columns) : DEFAULT_WIDTH;

export const outputFormat = ({ values }: Arguments, environment: Environment): OutputFormat => ({
  glyphs: values.ascii ? ASCII_GLYPHS : GLYPHS,
  paint: paintFor(environment, values['no-color'] === true),
  width: widthOf(environment),
});
