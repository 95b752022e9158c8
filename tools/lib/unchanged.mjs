/**
 * Skips work that has succeeded in the same state. Only contents count, so a checkout that only touches files
 * changes nothing.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inTop } from './paths.mjs';

/**
 * @template T
 * @param {string} name of the record
 * @param {() => Promise<{inputs: string, outputs: string} | undefined>} stateOf the hashes of the
 *   work's inputs and outputs; undefined if they cannot be determined
 * @param {() => Promise<T>} work
 * @param {{folder?: string, isGood?(result: T): boolean, force?: boolean}} [options] the folder of records,
 *   which results are remembered, and whether to do the work in any case
 * @returns {Promise<{result: T, day?: string}>} day is when the work was done, if it was not done now
 */
export async function unlessUnchanged(
  name,
  stateOf,
  work,
  { folder = inTop('build/done'), isGood, force } = {},
) {
  const file = join(folder, `${name}.json`);
  const before = await stateOf();
  const done = JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
  const isSame =
    !force && before && done?.inputs === before.inputs && done.outputs === before.outputs;
  if (isSame) return { result: done.result, day: done.day };
  await rm(file, { force: true });
  const result = await work();
  const after = await stateOf();
  // Files that changed meanwhile may have been read before or after the change.
  if (before && before.inputs === after?.inputs && isGood?.(result) !== false) {
    const day = new Date().toISOString().slice(0, 10);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ ...after, result: result ?? null, day }));
  }
  return { result };
}
