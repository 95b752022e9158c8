/**
 * Folders in the user's cache that are whole or made again. A folder is whole when its stamp, written
 * last, holds the expected key. Callers get the folder's final path to build in, since the tools kept
 * here have absolute paths baked in.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';

export function cacheRoot(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'simdcast');
}

/**
 * @param {{name: string, key: string, root?: string, build(folder: string): Promise<void>,
 *   onWait?(text: string): void}} options
 *   name and key determine the folder's name; build fills an empty folder at its final path; onWait is
 *   called while another process builds it
 * @returns {Promise<{folder: string, built: boolean}>}
 */
export async function cached({ name, key, root = cacheRoot(), build, onWait }) {
  const folder = join(root, `${name}-${key}`);
  const stamp = join(folder, '.complete');
  const isWhole = async () => (await readFile(stamp, 'utf8').catch(() => undefined)) === key;
  if (await isWhole()) return { folder, built: false };
  return withLock(`${folder}.lock`, { onWait }, async () => {
    if (await isWhole()) return { folder, built: false };
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await build(folder);
    await writeFile(stamp, key);
    return { folder, built: true };
  });
}
