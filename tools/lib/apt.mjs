/**
 * A private view of the Debian suite that the tools come from: its own lists, cache and status, in one
 * folder. It needs no root and leaves the system's apt alone.
 *
 * @typedef {{source: import('./sources.mjs').Source, architecture: string}} Archive
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.mjs';
import { debianArchive, machineSources, sourcesFor } from './sources.mjs';
import { hasApt, systemRelease } from './system.mjs';

const suiteName = 'trixie';
const archiveKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** @returns {Promise<Archive | undefined>} Debian's archive as this machine's apt knows it. */
export async function findArchive() {
  if (!hasApt()) return undefined;
  const source = debianArchive(await machineSources(), await systemRelease());
  if (!source) return undefined;
  const { stdout } = await run('dpkg', ['--print-architecture']);
  return { source, architecture: stdout.trim() };
}

function aptOptions(folder, architecture) {
  const settings = {
    'Dir::Etc::SourceList': join(folder, 'suite.sources'),
    'Dir::Etc::SourceParts': join(folder, 'none'),
    'Dir::Etc::Preferences': join(folder, 'no-preferences'),
    'Dir::Etc::PreferencesParts': join(folder, 'none'),
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Architectures': architecture,
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

async function sizeOf(folder) {
  const names = await readdir(folder);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      (file) => file.size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const megabytes = (bytes) => Math.round(bytes / 1e6);

// Every line is: 'address' file size checksum.
const totalBytes = (uris) =>
  [...uris.matchAll(/^'[^']*' \S+ (\d+)/gm)].reduce((sum, [, size]) => sum + Number(size), 0);

async function makeFolders(folder, { source }, type) {
  for (const name of ['none', 'lists/partial', 'cache/archives/partial', 'packages']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const signedBy = existsSync(archiveKeyring) ? archiveKeyring : source.signedBy;
  await writeFile(
    join(folder, 'suite.sources'),
    sourcesFor({ ...source, signedBy }, suiteName, type),
  );
  await writeFile(join(folder, 'status'), '');
}

/**
 * Reads the suite's package lists.
 * @param {Archive} archive
 * @param {string} folder where the lists and downloads go; it is made
 * @param {'deb' | 'deb-src'} type programs or sources
 * @param {import('./log.mjs').Task} task
 * @returns {Promise<{fetch(args: string[]): Promise<string>}>}
 *   fetch runs apt-get with `args`, reports the bytes, and gives the folder that the files are in.
 */
export async function openSuite(archive, folder, type, task) {
  await makeFolders(folder, archive, type);
  const packages = join(folder, 'packages');
  const options = aptOptions(folder, archive.architecture);
  const apt = (...args) => run('apt-get', [...options, ...args], { cwd: packages });
  task.progress('reading the package lists');
  await apt('-q', 'update');

  async function fetch(args) {
    const total = megabytes(totalBytes((await apt('--print-uris', ...args)).stdout));
    const report = async () => {
      task.progress(`downloading, ${megabytes(await sizeOf(packages))} of ${total} MB`);
    };
    const timer = setInterval(report, 250);
    try {
      await apt('-q', ...args);
      return packages;
    } finally {
      clearInterval(timer);
    }
  }
  return { fetch };
}
