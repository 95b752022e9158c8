/** Catch2's sources: from Debian's archive if apt has it, otherwise CMake fetches the release. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fromArchive } from '../lib/apt.mjs';
import { run } from '../lib/run.mjs';

const version = '3.7.1';

const recipe = {
  name: 'catch2',
  key: `${version}-1`,
  type: 'deb-src',
  args: ['source', '--download-only', '--tar-only', 'catch2'],
  async unpack(packages, folder) {
    const names = await readdir(packages);
    const tarball = names.find((name) => name.includes(`_${version}.orig.tar`));
    await run('tar', ['-xf', join(packages, tarball), '-C', folder, '--strip-components=1']);
  },
};

/** @returns {Promise<string | undefined>} the folder of the sources; undefined: CMake fetches them. */
export async function setUpCatch2(task) {
  const made = await fromArchive(recipe, task);
  task.detail(
    `${version} ${!made ? 'fetched by CMake' : made.built ? 'unpacked' : 'in the cache'}`,
  );
  return made?.folder;
}
