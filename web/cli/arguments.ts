/** Command-line arguments, checked. */
import { parseArgs } from 'node:util';
import { cliMessages } from './messages.js';
import type { OptionRow } from './option-row.js';

/** Invalid arguments; the message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

type OptionRows = Readonly<Record<string, OptionRow>>;

const NEGATIVE = /^-\d/;

/**
 * Rewrites negative numbers, which parseArgs mistakes for options: after an option with a value, `-1` is that
 * value; elsewhere it starts a shape and gets brackets.
 */
function withNegatives(args: readonly string[], options: OptionRows): string[] {
  const given: string[] = [];
  for (const [i, argument] of args.entries()) {
    if (argument === '--') return [...given, ...args.slice(i)];
    const before = given.at(-1) ?? '';
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (!NEGATIVE.test(argument)) given.push(argument);
    else if (takesValue) given[given.length - 1] = `${before}=${argument}`;
    else given.push(`(${argument})`);
  }
  return given;
}

const firstSentence = (message: string): string => `${message.split(/\. |\.?\n|\.$/)[0]}.`;

export function readArguments(args: readonly string[], options: OptionRows): Arguments {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type }]) => [name, { type }]),
  );
  try {
    return parseArgs({
      args: withNegatives(args, options),
      options: config,
      allowPositionals: true,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new UsageError(firstSentence(message));
  }
}

/** The integer value of an option; `undefined` if the option is absent. */
export function wholeNumber({ values }: Arguments, name: string): number | undefined {
  const text = values[name];
  if (typeof text !== 'string') return undefined;
  if (!/^[+-]?\d{1,10}$/.test(text)) throw new UsageError(cliMessages.wholeNumber(name, text));
  return Number(text);
}
