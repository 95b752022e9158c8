/** Facts about the machine, and the programs that its package manager can bring. */
import { readFile } from 'node:fs/promises';
import { Failure } from './failure.mjs';
import { run, which } from './run.mjs';
import { findVersion, isAtLeast } from './versions.mjs';

/** @returns {Promise<{id?: string, codename?: string}>} from os-release(5); empty elsewhere. */
export async function systemRelease(file = '/etc/os-release') {
  const text = await readFile(file, 'utf8').catch(() => '');
  const value = (name) => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1];
  return { id: value('ID'), codename: value('VERSION_CODENAME') };
}

export const isRoot = () => process.getuid?.() === 0;
export const hasApt = () => process.platform === 'linux' && which('apt-get') !== undefined;

/** The line that a user types to get system packages. */
export const aptLine = (packages) => `sudo apt-get install -y ${packages.join(' ')}`;

const lastLine = (text) =>
  text
    .trimEnd()
    .split(/[\r\n]/)
    .at(-1)
    .slice(0, 70);

async function aptInstall(packages, task) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const onOutput = (text) => {
    if (text.trim()) task.progress(lastLine(text));
  };
  await run('apt-get', ['-q', 'update'], { env, onOutput });
  const args = ['-q', 'install', '-y', '--no-install-recommends', ...packages];
  await run('apt-get', args, { env, onOutput });
}

/**
 * What set-up may do about a missing program. Tests stand in for the machine here.
 * @typedef {{path?: string, root: boolean, apt: boolean,
 *   install(packages: string[], task: import('./log.mjs').Task): Promise<void>}} Machine
 * @returns {Machine}
 */
export function thisMachine() {
  return { path: process.env.PATH, root: isRoot(), apt: hasApt(), install: aptInstall };
}

/**
 * A program that is needed, under any of its names, and the packages that bring it.
 * @typedef {{what: string, names: string[], minimum?: string, packages: string[]}} Program
 */

/** @returns {Promise<string | undefined>} the path of a program that is new enough. */
export async function findProgram({ names, minimum }, path) {
  const found = names.map((name) => which(name, path)).find(Boolean);
  if (!found || !minimum) return found;
  const { output } = await run(found, ['--version'], { check: false });
  return isAtLeast(findVersion(output) ?? '0', minimum) ? found : undefined;
}

async function absentPrograms(programs, path) {
  const found = await Promise.all(programs.map((program) => findProgram(program, path)));
  return programs.filter((_, i) => !found[i]);
}

/** One line: what is missing and how to get it. */
export function missingLine(programs, apt) {
  const names = programs.map(({ what, minimum }) => (minimum ? `${what} >= ${minimum}` : what));
  const packages = programs.flatMap((program) => program.packages);
  const how = apt ? `run: ${aptLine(packages)}` : 'install it and run this again';
  return `Missing: ${names.join(', ')}; ${how}`;
}

/**
 * Makes sure that every program is there: root with apt installs what is missing, anyone else gets a
 * Failure with the line to run.
 * @param {Program[]} programs
 * @param {import('./log.mjs').Task} task
 * @param {Machine} [machine]
 */
export async function ensurePrograms(programs, task, machine = thisMachine()) {
  const absent = await absentPrograms(programs, machine.path);
  if (absent.length === 0) return;
  if (machine.root && machine.apt) {
    const packages = absent.flatMap((program) => program.packages);
    task.note(`apt-get installs ${packages.join(' ')}`);
    await machine.install(packages, task);
  }
  const left = await absentPrograms(absent, machine.path);
  if (left.length > 0) throw new Failure(missingLine(left, machine.apt));
}
