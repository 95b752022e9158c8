/** The examples, each as a project with the package that npm would pack. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages, npm, npmCommand } from '../setup/npm.mjs';
import { withLock } from './lock.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';

export { npmCommand };

/** The names of the examples that are npm projects. */
export async function exampleNames() {
  const names = await readdir(inTop('examples'));
  const are = await Promise.all(
    names.map((name) => readFile(inTop('examples', name, 'package.json')).catch(() => undefined)),
  );
  return names.filter((_, i) => are[i]).sort();
}

/** Installs the files that `npm pack` would publish, without network access. */
async function installPackage(folder) {
  const place = join(folder, 'node_modules');
  await mkdir(place, { recursive: true });
  const { stdout } = await npm(['pack', '--silent', '--pack-destination', place], top);
  const archive = join(place, stdout.trim().split('\n').at(-1));
  await run('tar', ['-xzf', archive, '-C', place]);
  await rename(join(place, 'package'), join(place, 'simdcast'));
  await rm(archive);
}

/** Location of packages that examples use but this repository does not: the tests of clients install them. */
const clients = inTop('tests/clients/packages');

/** Links the packages that an example imports and this repository's node_modules lacks. */
async function linkPackages(folder) {
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const names = Object.keys(dependencies).filter(
    (name) => name !== 'simdcast' && !existsSync(inTop('node_modules', name)),
  );
  if (names.length === 0) return;
  await installPackages(clients, { flags: ['--ignore-scripts'] });
  // Their own dependencies are in the same folder.
  const modules = join(clients, 'node_modules');
  for (const name of (await readdir(modules)).filter((each) => !each.startsWith('.')))
    await symlink(join(modules, name), join(folder, 'node_modules', name));
}

/**
 * Copies an example into build/examples and installs the package there, which must have been built. Other
 * dependencies are found in this repository's node_modules, or among the clients of the tests.
 * @returns {Promise<string>} the folder
 */
export async function installExample(name) {
  const folder = inTop('build/examples', name);
  await withLock(`${folder}.lock`, {}, async () => {
    await rm(folder, { recursive: true, force: true });
    await cp(inTop('examples', name), folder, { recursive: true });
    await installPackage(folder);
    await linkPackages(folder);
  });
  return folder;
}
