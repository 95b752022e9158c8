/** The model that a command is given. */
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Arguments, UsageError } from './arguments.js';
import { cliMessages } from './messages.js';

/**
 * The address of the model, so that the files of its weights are found beside it.
 * @throws UsageError for another number of files, or one that cannot be read.
 */
export async function modelOf({ positionals }: Arguments): Promise<URL> {
  const [path, ...more] = positionals;
  if (path === undefined) throw new UsageError(cliMessages.noModel());
  if (more.length > 0) throw new UsageError(cliMessages.severalModels());
  await reading(path, () => access(path, constants.R_OK));
  return pathToFileURL(resolve(path));
}

/** @throws UsageError for a file that cannot be read. */
export const read = (path: string): Promise<Uint8Array> => reading(path, () => readFile(path));

async function reading<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(cliMessages.unreadable(path, code));
  }
}
