/** Files and their contents. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { top } from './paths.mjs';

const ignored = new Set(['node_modules', 'CMakeFiles', '.vite']);

/** The files at or below the given paths, sorted; missing paths are ignored. */
export async function filesBelow(paths, keep = () => true) {
  const below = async (path) => {
    const info = await stat(path).catch(() => undefined);
    if (!info?.isDirectory()) return info && keep(path) ? [path] : [];
    const names = (await readdir(path)).filter((name) => !ignored.has(name));
    return filesBelow(
      names.map((name) => join(path, name)),
      keep,
    );
  };
  return (await Promise.all(paths.map(below))).flat().sort();
}

/** The hash of files, by name and content, and of additional strings. */
export async function hashOf(files, words = []) {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const file of files) {
    // A file that git still lists may have been deleted.
    hash.update(`\0${relative(top, file)}\0`).update(await readFile(file).catch(() => 'gone'));
  }
  return hash.digest('hex');
}
