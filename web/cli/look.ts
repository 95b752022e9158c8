/** How a command's text looks: its signs, colours and width. */
import type { Arguments } from './arguments.js';
import { type Paint, paintFor } from './colour.js';
import type { OptionRow } from './commands.js';
import { ASCII_MARKS, MARKS, type Marks } from './marks.js';
import type { Surroundings } from './surroundings.js';

export interface Look {
  readonly marks: Marks;
  readonly paint: Paint;
  readonly width: number;
}

const DEFAULT_WIDTH = 80;
const NARROWEST = 40;

/** The options that every command has. */
export const lookOptions: Readonly<Record<string, OptionRow>> = {
  ascii: { type: 'boolean', help: 'no signs outside of ASCII' },
  'no-color': { type: 'boolean', help: 'no colours; NO_COLOR and FORCE_COLOR count too' },
  help: { type: 'boolean', help: 'this text' },
};

const widthOf = ({ stdout }: Surroundings): number =>
  stdout.isTTY && stdout.columns ? Math.max(NARROWEST, stdout.columns) : DEFAULT_WIDTH;

export const lookFor = ({ values }: Arguments, surroundings: Surroundings): Look => ({
  marks: values.ascii ? ASCII_MARKS : MARKS,
  paint: paintFor(surroundings, values['no-color'] === true),
  width: widthOf(surroundings),
});
