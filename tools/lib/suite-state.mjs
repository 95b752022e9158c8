/**
 * The dependencies of a suite's result: its tests and the folders that they name, its artifacts, the files at
 * the top of the repository, the programs, the machine, and the variables that tests read. The random tests
 * have fixed seeds (SEED chooses others), so they are deterministic too.
 */
import { readFile, stat } from 'node:fs/promises';
import { cpus, release } from 'node:os';
import { basename, join, posix } from 'node:path';
import { packageFiles } from './artifacts.mjs';
import { binaryFolder } from './cmake.mjs';
import { filesBelow, hashOf } from './files.mjs';
import { inTop, top } from './paths.mjs';
import { pythonWith, run, which } from './run.mjs';

const variables = 'SEED CALLS LIMITS NODE_OPTIONS TZ LANG LC_ALL NO_COLOR TERM'.split(' ');

/** Packages that tests install in their folders. */
const broughtByTests = ['tests/differential', 'tests/clients/packages'].map(
  (folder) => `${folder}/node_modules/.package-lock.json`,
);

/** Every file of a repository that git does not ignore; undefined if there is no repository. */
async function repositoryFiles(folder) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { code, stdout } = await run('git', args, { cwd: folder, check: false }).catch(() => ({}));
  return code === 0 ? [...new Set(stdout.split('\0').filter(Boolean))].sort() : undefined;
}

/** The folder that a file belongs to: one of the top, or one of tests; '' for the files at the top. */
function roomOf(file) {
  const [first, second, third] = file.split('/');
  if (second === undefined) return '';
  return first === 'tests' && third !== undefined ? `tests/${second}` : first;
}

const isText = (file) => /\.(m?[jt]s|json|cpp|hpp|txt|html|md)$/.test(file);

/** The folders that a file refers to, by a relative path in quotes or by a path from the top. */
function roomsNamed(file, text, rooms) {
  const relative = [...text.matchAll(/['"`]((?:\.\.?\/)+[^'"`\n]*)/g)];
  const paths = relative.map(([, path]) => posix.join(posix.dirname(file), path, 'x'));
  const named = rooms.filter((room) => new RegExp(`\\b${room}\\b['"\`/]`).test(text));
  return [...paths.map(roomOf), ...named];
}

/**
 * The files that a suite depends on: those in its own folders, in the test folders to which these refer,
 * recursively, and in all other folders to which any of these refers.
 * @param {string[]} files of the repository
 */
async function filesOf(folders, files, folder) {
  const rooms = [...new Set(files.map(roomOf))].filter(Boolean);
  const used = new Set(['', ...folders.map((name) => `tests/${name}`)]);
  // The set grows during the iteration.
  for (const room of used) {
    if (!room.startsWith('tests/')) continue;
    for (const file of files.filter((each) => roomOf(each) === room && isText(each))) {
      const text = await readFile(join(folder, file), 'utf8').catch(() => '');
      for (const named of roomsNamed(file, text, rooms)) used.add(named);
    }
  }
  return files.filter((file) => used.has(roomOf(file))).map((file) => join(folder, file));
}

// Programs, modules and libraries, but not logs.
const isBuilt = (file) => /^[^.]+$|\.(wasm|[cm]?js|cmake|a)$/.test(basename(file));

/** The artifacts of a suite. */
const builtFiles = async ({ preset, builds = [] }) => [
  ...(builds.includes('page') ? await filesBelow([inTop('dist')]) : []),
  ...(builds.includes('package') ? await packageFiles() : []),
  ...(preset ? await filesBelow([binaryFolder(preset)], isBuilt) : []),
];

/** The state of a program or a folder on disk, which an update replaces. */
async function placeState(path) {
  const found = path && (await stat(path).catch(() => undefined));
  return found ? `${path} ${found.size} ${found.mtimeMs}` : 'none';
}

/** Whether the reason for a skip no longer exists. */
function cause({ waits, module }, folder, env) {
  if (waits) return placeState(join(folder, waits));
  return module ? (pythonWith(module, env.PATH) ?? 'none') : '';
}

/**
 * @param {import('../../tests/suites.mjs').Suite} suite
 * @param {import('../setup/parts.mjs').Tools} tools
 * @param {typeof import('../../tests/suites.mjs').expectedSkips} expectedSkips
 * @returns {Promise<{inputs: string, outputs: string} | undefined>} undefined if it cannot be determined;
 *   outputs are the files that the run itself may add
 */
export async function suiteState(
  suite,
  { browser, firefox },
  expectedSkips,
  { folder = top, env = process.env } = {},
) {
  const { folders } = suite;
  const files = await repositoryFiles(folder);
  if (!files) return undefined;
  const words = [
    ...[process.version, process.platform, process.arch, release()],
    ...cpus().map(({ model }) => model),
    ...(await Promise.all([browser?.path, firefox?.path, which('python3')].map(placeState))),
    ...variables.map((name) => env[name] ?? null),
    ...(folders ? await Promise.all(expectedSkips.map((skip) => cause(skip, folder, env))) : []),
  ];
  // A suite of ctest consists only of its programs.
  const sources = folders ? await filesOf(folders, files, folder) : [];
  const installed = join(top, 'node_modules/.package-lock.json');
  const brought = broughtByTests.filter((path) => folders?.includes(path.split('/')[1]));
  const places = await Promise.all(brought.map((path) => placeState(join(folder, path))));
  return {
    inputs: await hashOf([...sources, ...(await builtFiles(suite)), installed], words),
    outputs: await hashOf([], places),
  };
}
