/** Packages that only some tests compare with: each such folder has its own package.json. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const versions = (url) =>
  Object.entries(JSON.parse(readFileSync(url, 'utf8')).packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) => `${path} ${version}`)
    .sort()
    .join();

/** npm writes its list last, so that a half-made folder is seen for what it is. */
function isInstalled(folder) {
  const record = new URL('node_modules/.package-lock.json', folder);
  return existsSync(record) && versions(record) === versions(new URL('package-lock.json', folder));
}

/**
 * Installs the packages of a folder, where they are not.
 * @param {URL} folder with a closing slash
 * @param {() => void} [onStart] called before anything is fetched
 */
export function installPeers(folder, onStart = () => {}) {
  if (isInstalled(folder)) return;
  onStart();
  const windows = process.platform === 'win32';
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(windows ? 'npm.cmd' : 'npm', install, {
    cwd: fileURLToPath(folder),
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: windows,
  });
}
