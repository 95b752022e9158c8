/**
 * Leaves out a suite that has passed on this machine with everything as it is now, as Bazel does.
 *
 * What counts is content: every file of the repository that git does not ignore, whichever suite it
 * belongs to, all that is built for the suite, the packages that the tests installed, the programs, the
 * machine, and the variables that tests read. The random tests have fixed seeds (SEED chooses others),
 * so they too would do the same again. A run under CI=true neither asks nor is remembered.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { cpus, release } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { binaryFolder } from './cmake.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';
import { filesBelow } from './stamps.mjs';

const variables = ['SEED', 'CALLS', 'NODE_OPTIONS', 'TZ', 'LANG', 'LC_ALL', 'NO_COLOR', 'TERM'];

/** Every file of a repository that git does not ignore; undefined where there is no repository. */
async function repositoryFiles(folder) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { code, stdout } = await run('git', args, { cwd: folder, check: false }).catch(() => ({}));
  if (code !== 0) return undefined;
  const names = new Set(stdout.split('\0').filter(Boolean));
  return [...names].sort().map((name) => join(folder, name));
}

// Programs, modules and libraries, not the logs beside them.
const isBuilt = (file) => /^[^.]+$|\.(wasm|[cm]?js|ts|json|a)$/.test(basename(file));

/** What is built for a suite, and what its tests have installed. */
const madeFiles = ({ preset, builds = [] }) =>
  filesBelow(
    [
      ...(builds.length > 0 ? [inTop('dist')] : []),
      ...(preset ? [binaryFolder(preset)] : []),
      inTop('node_modules/.package-lock.json'),
      inTop('tests/differential/node_modules/.package-lock.json'),
    ],
    isBuilt,
  );

/** A program as it is on the disk: an update replaces the file. */
async function programState(path) {
  if (!path) return 'none';
  const { size, mtimeMs } = await stat(path);
  return `${path} ${size} ${mtimeMs}`;
}

// A file that git still lists may be gone.
const contentOf = (file) => readFile(file).catch(() => 'gone');

/** The hash of files, by name and content, and of some words. */
async function stateOf(folder, files, words = []) {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const file of files) {
    hash.update(`\0${relative(folder, file)}\0`).update(await contentOf(file));
  }
  return hash.digest('hex');
}

/**
 * What a suite's result depends on: the sources and the machine, and what is made from them, some of it
 * by the run itself. Undefined where it cannot be told.
 * @returns {Promise<{sources: string, made: string} | undefined>}
 */
export async function suiteState(suite, { browser, firefox }, folder = top, env = process.env) {
  const files = await repositoryFiles(folder);
  if (!files) return undefined;
  const words = [
    process.version,
    process.platform,
    process.arch,
    release(),
    cpus().map(({ model }) => model),
    await programState(browser?.path),
    await programState(firefox?.path),
    variables.map((name) => env[name] ?? null),
  ];
  return {
    sources: await stateOf(folder, files, words),
    made: await stateOf(top, await madeFiles(suite)),
  };
}

const record = (name, folder) => join(folder, `${name}.json`);

const sameState = (one, two) =>
  one !== undefined && one.sources === two?.sources && one.made === two.made;

/**
 * The counts and the day of the run in which a suite passed in a state.
 * @returns {Promise<{counts: import('./junit.mjs').Counts, day: string} | undefined>}
 */
export async function passedBefore(name, state, folder = inTop('build/passed')) {
  const text = await readFile(record(name, folder), 'utf8').catch(() => 'null');
  const passed = JSON.parse(text);
  return sameState(state, passed?.state) ? passed : undefined;
}

/** Remembers that a suite has passed, unless its sources changed under way. */
export async function rememberPassed(
  name,
  { before, after },
  counts,
  folder = inTop('build/passed'),
) {
  if (before === undefined || before.sources !== after?.sources) return;
  const file = record(name, folder);
  const day = new Date().toISOString().slice(0, 10);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ state: after, counts, day }));
}
