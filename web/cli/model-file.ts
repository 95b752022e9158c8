/** The model that a command is given. */
import { readFile } from 'node:fs/promises';
import { type Arguments, UsageError } from './arguments.js';
import { cliMessages } from './messages.js';

/** @throws UsageError for another number of files, or one that cannot be read. */
export async function modelOf({ positionals }: Arguments): Promise<Uint8Array> {
  const [path, ...more] = positionals;
  if (path === undefined) throw new UsageError(cliMessages.noModel());
  if (more.length > 0) throw new UsageError(cliMessages.severalModels());
  return read(path);
}

/** @throws UsageError for a file that cannot be read. */
export async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(cliMessages.unreadable(path, code));
  }
}
