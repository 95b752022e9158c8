/** The programs on the machine, and packages that its package manager can install. */
import { Failure } from './failure.mjs';
import { run, which } from './run.mjs';
import { findVersion, isAtLeast } from './versions.mjs';

export const hasApt = () => process.platform === 'linux' && which('apt-get') !== undefined;

async function aptInstall(packages, task) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  task.note(`apt-get installs ${packages.join(' ')}`);
  await run('apt-get', ['-q', 'update'], { env });
  await run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...packages], { env });
}

/**
 * The machine, which tests replace by a fake. Nothing is installed on the system without a request, except by
 * root with CI=true, when everything has to run.
 * @typedef {{path?: string, apt: boolean,
 *   install?(packages: string[], task: import('./log.mjs').Task): Promise<void>}} Machine
 * @returns {Machine}
 */
export function thisMachine(env = process.env, isRoot = process.getuid?.() === 0) {
  const apt = hasApt();
  const install = env.CI === 'true' && isRoot && apt ? aptInstall : undefined;
  return { path: env.PATH, apt, install };
}

/**
 * A program that is needed, under any of its names, and the packages that contain it.
 * @typedef {{what: string, names: string[], minimum?: string, packages: string[]}} Program
 */

/** @returns {Promise<string | undefined>} the path of a program that is new enough. */
export async function findProgram({ names, minimum }, path) {
  const found = names.map((name) => which(name, path)).find(Boolean);
  if (!found || !minimum) return found;
  const { output } = await run(found, ['--version'], { check: false });
  return isAtLeast(findVersion(output) ?? '0', minimum) ? found : undefined;
}

/** One line: the missing programs and how to get them. */
function missingLine(programs, apt) {
  const names = programs.map(({ what, minimum }) => (minimum ? `${what} >= ${minimum}` : what));
  const packages = programs.flatMap((program) => program.packages).join(' ');
  const how = apt ? `run: sudo apt-get install -y ${packages}` : 'install it and run this again';
  return `Missing: ${names.join(', ')}; ${how}`;
}

/**
 * Ensures that all programs are present; throws a Failure that lists the missing ones and how to get them.
 * @template {Program | {what: string, packages: string[]}} P
 * @param {P[]} programs
 * @param {import('./log.mjs').Task} task
 * @param {Machine} [machine]
 * @param {(program: P, path?: string) => Promise<unknown>} [find] finds one
 */
export async function ensurePrograms(programs, task, machine = thisMachine(), find = findProgram) {
  const absentOf = async (some) => {
    const found = await Promise.all(some.map((program) => find(program, machine.path)));
    return some.filter((_, i) => !found[i]);
  };
  let absent = await absentOf(programs);
  if (absent.length > 0 && machine.install) {
    await machine.install(
      absent.flatMap(({ packages }) => packages),
      task,
    );
    absent = await absentOf(absent);
  }
  if (absent.length > 0) throw new Failure(missingLine(absent, machine.apt));
}

/**
 * A part that only some suites need: without it set-up continues.
 * @param {import('./log.mjs').Task} task
 * @param {() => Promise<string>} find throws a Failure if it is missing
 * @returns {Promise<{path?: string, reason?: string}>} the program, or the reason why it is missing
 */
export async function optional(task, find) {
  try {
    const path = await find();
    task.detail(path);
    return { path };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    task.detail(error.message);
    task.bad();
    return { reason: error.message };
  }
}
