/** Packages that only some tests compare with: each such folder has its own package.json. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packagesOf = (url) => JSON.parse(readFileSync(url, 'utf8')).packages;

/**
 * npm writes its list last, so that a half-made folder is seen for what it is. What is optional may
 * be for another platform, and is then not on it.
 */
function isInstalled(folder) {
  const record = new URL('node_modules/.package-lock.json', folder);
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(new URL('package-lock.json', folder))).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
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
