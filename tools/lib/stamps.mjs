/**
 * Leaves out a build step whose inputs and outputs are as they were when it last ended well. Both are
 * compared by content, so a checkout that touches files does not build again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { inTop, top } from './paths.mjs';

const ignored = new Set(['node_modules', 'CMakeFiles', '.vite']);

/** The files at or below the given paths, sorted; a path that is not there has none. */
export async function filesBelow(paths, keep = () => true) {
  const found = await Promise.all(paths.map((path) => filesAt(path, keep)));
  return found.flat().sort();
}

async function filesAt(path, keep) {
  const info = await stat(path).catch(() => undefined);
  if (!info) return [];
  if (info.isFile()) return keep(path) ? [path] : [];
  const names = (await readdir(path)).filter((name) => !ignored.has(name));
  return filesBelow(
    names.map((name) => join(path, name)),
    keep,
  );
}

async function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${relative(top, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/**
 * @param {string} name of the stamp, kept in build/stamps
 * @param {{inputs(): Promise<string[]>, outputs(): Promise<string[]>, stampFile?: string}} files
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it had to run
 */
export async function unlessCurrent(name, { inputs, outputs, stampFile }, work) {
  const file = stampFile ?? inTop('build/stamps', name);
  const state = async () => `${await digest(await inputs())} ${await digest(await outputs())}\n`;
  const made = await outputs();
  if (made.length > 0 && (await readFile(file, 'utf8').catch(() => '')) === (await state())) {
    return false;
  }
  const before = await digest(await inputs());
  await work();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${before} ${await digest(await outputs())}\n`);
  return true;
}
