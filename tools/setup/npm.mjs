/** Installs node_modules if it does not match package-lock.json. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { withLock } from '../lib/lock.mjs';
import { inTop, top } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

/**
 * Whether npm has installed what the lock file requires. npm writes its own record of an installation
 * (`node_modules/.package-lock.json`) last, without packages for other platforms.
 * @param {{packages: Record<string, {version?: string, optional?: boolean}>}} lock
 * @param {{packages: Record<string, {version?: string}>} | undefined} installed
 */
export function matches(lock, installed) {
  if (!installed) return false;
  const wanted = Object.entries(lock.packages).filter(([place]) => place !== '');
  const same = wanted.every(([place, { version, optional }]) => {
    const have = installed.packages[place];
    return have ? have.version === version : optional === true;
  });
  return same && Object.keys(installed.packages).every((place) => place in lock.packages);
}

/** npm passes its own path when it runs a script; no search on PATH is needed then. */
export function npmCommand(args) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') ? [process.execPath, self, ...args] : ['npm', ...args];
}

export function npm(args, cwd) {
  const [command, ...rest] = npmCommand(args);
  return run(command, rest, { cwd });
}

/**
 * Installs the packages of a folder's package-lock.json if they are not installed. If several processes try,
 * one installs, and the others wait.
 * @param {string} folder
 * @param {{flags?: string[], onStart?(): void, onWait?(text: string): void}} [options] flags are npm's;
 *   onStart is called before anything is fetched
 * @returns {Promise<boolean>} whether it was installed now
 */
export async function installPackages(folder, { flags = [], onStart, onWait } = {}) {
  const lock = await readJson(join(folder, 'package-lock.json'));
  const record = join(folder, 'node_modules/.package-lock.json');
  return withLock(inTop('build', `${basename(folder)}-packages.lock`), { onWait }, async () => {
    if (matches(lock, await readJson(record).catch(() => undefined))) return false;
    onStart?.();
    await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...flags], folder);
    return true;
  });
}

/** Installs the packages of this repository's package.json. */
export async function setUpPackages(task) {
  const installed = await installPackages(top, { onWait: task.progress });
  task.detail(installed ? 'installed' : 'up to date');
}
