/** The help, from the table of commands. */
import { type Command, commands } from './commands.js';
import { cliMessages } from './messages.js';
import type { OptionRow } from './option-row.js';
import { wrap } from './terminal-text.js';

const WIDTH = 80;

/** Two columns, the second wrapped. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const first = Math.max(...rows.map(([left]) => left.length)) + 4;
  const lines = rows.map(
    ([left, right]) =>
      `  ${left}`.padEnd(first) +
      wrap(right, WIDTH - first).replaceAll('\n', `\n${' '.repeat(first)}`),
  );
  return lines.join('\n');
}

const flag = ([name, { value }]: readonly [string, OptionRow]): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`;

/** The text of `simdcast --help`. */
export function generalHelp(): string {
  return `${[
    'Usage: simdcast <command> [options]',
    columns(commands.map(({ name, summary }) => [name, summary])),
    columns([
      ['--help', 'print this text; after a command, its options'],
      ['--version', 'print the version of the package'],
    ]),
  ].join('\n\n')}\n`;
}

/** The text of `simdcast <command> --help`. */
export function helpOf({ usage, summary, options, notes }: Command): string {
  const rows = Object.entries(options).map((row) => [flag(row), row[1].help] as const);
  return `${[
    cliMessages.usage(usage),
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    columns(rows),
    ...notes.map((note) => wrap(note, WIDTH)),
  ].join('\n\n')}\n`;
}
