/** node_modules, installed when it does not match package-lock.json. */
import { readFile } from 'node:fs/promises';
import { withLock } from '../lib/lock.mjs';
import { inTop, top } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

/**
 * True when what npm has installed is what the lock file asks for. npm writes its own record of an
 * installation (`node_modules/.package-lock.json`) last, and leaves out what is for other platforms.
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

// npm names itself when it runs a script; its own file then needs no search on PATH.
function npm(args, cwd) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js')
    ? run(process.execPath, [self, ...args], { cwd })
    : run('npm', args, { cwd });
}

/** Installs the packages of this repository's package.json. */
export async function setUpPackages(task) {
  const lock = await readJson(inTop('package-lock.json'));
  await withLock(inTop('build/packages.lock'), { onWait: task.progress }, async () => {
    const installed = await readJson(inTop('node_modules/.package-lock.json')).catch(
      () => undefined,
    );
    if (matches(lock, installed)) return task.detail('up to date');
    await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], top);
    task.detail('installed');
  });
}
