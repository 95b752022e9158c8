/**
 * Catch2's sources: from Debian's archive where apt knows it, otherwise CMake fetches the release.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findArchive, openSuite } from '../lib/apt.mjs';
import { cached } from '../lib/cache.mjs';
import { run } from '../lib/run.mjs';

const version = '3.7.1';

async function buildSources(folder, archive, task) {
  const work = join(folder, 'work');
  const suite = await openSuite(archive, work, 'deb-src', task);
  const fetched = await suite.fetch(['source', '--download-only', '--tar-only', 'catch2']);
  const tarball = (await readdir(fetched)).find((name) => name.includes(`_${version}.orig.tar`));
  await run('tar', ['-xf', join(fetched, tarball), '-C', folder, '--strip-components=1']);
  await rm(work, { recursive: true, force: true });
}

/** @returns {Promise<string | undefined>} the folder of the sources; undefined: CMake fetches them. */
export async function setUpCatch2(task) {
  const archive = await findArchive();
  if (!archive) {
    task.detail(`${version}, fetched by CMake`);
    return undefined;
  }
  const { folder, built } = await cached({
    name: 'catch2',
    key: `${version}-1`,
    onWait: task.progress,
    build: (at) => buildSources(at, archive, task),
  });
  task.detail(`${version} ${built ? 'unpacked' : 'in the cache'}`);
  return folder;
}
