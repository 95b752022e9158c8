/**
 * Packages of the Debian suite that the tools come from, fetched with separate lists, cache and status in one
 * folder: this requires no root, and does not affect the system's apt. Debian's keyring vouches for them,
 * whichever mirror they come from.
 *
 * @typedef {{uri: string, architecture: string}} Archive
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { run } from './run.mjs';
import { hasApt } from './system.mjs';

const suiteName = 'trixie';
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Debian's own archive among the addresses that apt would read, or undefined.
 * @param {string} uris what `apt-get --print-uris update` prints: every line begins with 'address'
 * @param {boolean} isDebian whether the system is; the only candidate is then its archive
 * @returns {Archive | undefined}
 */
export function debianArchive(uris, isDebian) {
  // Suites with a hyphen, such as bookworm-security, are not the archive itself.
  const lists = [...uris.matchAll(/^'(.+)\/dists\/\w+\/main\/binary-(?!all\b)(\w+)\/Packages\b/gm)];
  const found = lists.map(([, uri, architecture]) => ({ uri, architecture }));
  const named = found.filter(({ uri }) => uri.split(/[/.]/).includes('debian'));
  const best = named.find(({ uri }) => uri.endsWith('/debian')) ?? named[0];
  return best ?? (isDebian && found.length === 1 ? found[0] : undefined);
}

/** @returns {Promise<Archive | undefined>} Debian's archive according to this machine's apt. */
async function findArchive() {
  if (!hasApt() || !existsSync(keyring)) return undefined;
  const { stdout } = await run('apt-get', ['--print-uris', 'update'], { check: false });
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return debianArchive(stdout, /^ID="?debian"?$/m.test(release));
}

/** Writes the sources and the folders that apt requires, and returns the options that name them. */
async function ownApt(folder, { uri, architecture }, type) {
  for (const name of ['none', 'lists/partial', 'cache/archives/partial', 'packages']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const source = {
    Types: type,
    URIs: uri,
    Suites: suiteName,
    Components: 'main',
    'Signed-By': keyring,
  };
  const lines = Object.entries(source).map(([name, value]) => `${name}: ${value}\n`);
  await writeFile(join(folder, 'suite.sources'), lines.join(''));
  await writeFile(join(folder, 'status'), '');
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

/** Runs apt-get with `args`, which download files; returns their folder. */
async function fetchPackages(folder, archive, type, args, task) {
  const options = await ownApt(folder, archive, type);
  const packages = join(folder, 'packages');
  const apt = (...more) => run('apt-get', [...options, '-q', ...more], { cwd: packages });
  task.progress('reading the package lists');
  await apt('update');
  task.progress('downloading');
  await apt(...args);
  return packages;
}

/**
 * A folder of the cache, filled from packages of the suite.
 * @param {{name: string, key: string, type?: 'deb' | 'deb-src', args: string[],
 *   unpack(packages: string, folder: string, archive: Archive): Promise<void>}} recipe
 *   args are apt-get's; unpack fills the folder from the packages
 * @param {import('./log.mjs').Task} task
 * @returns {Promise<{folder: string, built: boolean} | undefined>} undefined if there is no archive
 */
export async function fromArchive({ name, key, type = 'deb', args, unpack }, task) {
  const archive = await findArchive();
  if (!archive) return undefined;
  const build = async (folder) => {
    const work = join(folder, 'work');
    const packages = await fetchPackages(work, archive, type, args, task);
    task.progress('unpacking');
    await unpack(packages, folder, archive);
    await rm(work, { recursive: true, force: true });
  };
  return cached({ name, key, build, onWait: task.progress });
}
