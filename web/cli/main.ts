#!/usr/bin/env node
/** The command `simdcast`. */
import { argv, env, stderr, stdout } from 'node:process';
import { version } from '../base/version.js';
import { SimdcastError } from '../index.js';
import { UsageError } from './arguments.js';
import { type Command, commands } from './commands.js';
import { generalHelp, helpOf } from './help.js';
import { cliMessages } from './messages.js';
import { Status } from './status.js';
import { oneLine } from './terminal-text.js';

const isHelp = (argument: string | undefined): boolean =>
  argument === '--help' || argument === '-h';

function write(text: string): number {
  stdout.write(text);
  return Status.ok;
}

/** The message for invalid arguments, followed by the usage. */
function showMistake(error: Error, name: string, usage: string): number {
  stderr.write(`${name}: ${oneLine(error.message)}\n${usage}\n`);
  return Status.usage;
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  if (options.some(isHelp)) return write(helpOf(command));
  try {
    return await command.run(args, { env, stdout });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SimdcastError)) throw error;
    return showMistake(error, `simdcast ${command.name}`, cliMessages.usage(command.usage));
  }
}

async function main([name, ...rest]: readonly string[]): Promise<number> {
  if (isHelp(name)) return write(generalHelp());
  if (name === '--version' || name === '-v') return write(`${version}\n`);
  const command = commands.find((row) => row.name === name);
  if (command) return runCommand(command, rest);
  const names = commands.map((row) => row.name).join(', ');
  const problem =
    name === undefined ? cliMessages.noCommand(names) : cliMessages.unknownCommand(name, names);
  return showMistake(new UsageError(problem), 'simdcast', cliMessages.usageOfAll());
}

// `head` and similar programs close the pipe early.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  stderr.write(`${cliMessages.unwritten(oneLine(error.message))}\n`);
  process.exit(Status.unwritten);
});

main(argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: Error) => {
    stderr.write(`${error.stack}\n`);
    process.exitCode = Status.broken;
  },
);
