/** The model file of a command. */
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Arguments, UsageError } from './arguments.js';
import { cliMessages } from './messages.js';

/**
 * The URL of the model: external data is found next to it.
 * @throws UsageError if there is not exactly one file, or it cannot be read
 */
export async function modelOf({ positionals }: Arguments): Promise<URL> {
  const [path, ...more] = positionals;
  if (path === undefined) throw new UsageError(cliMessages.noModel());
  if (more.length > 0) throw new UsageError(cliMessages.severalModels());
  await reading(path, () => access(path, constants.R_OK));
  return pathToFileURL(resolve(path));
}

/** @throws UsageError if the file cannot be read */
export const read = (path: string): Promise<Uint8Array> => reading(path, () => readFile(path));

async function reading<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(cliMessages.unreadable(path, code));
  }
}
