/** Packages that only some tests compare with: each such folder has its own package.json. */
import { fileURLToPath } from 'node:url';
import { installPackages } from '../../tools/setup/npm.mjs';

/**
 * Installs the missing packages of a folder.
 * @param {URL} folder
 * @param {() => void} [onStart] called before anything is fetched
 */
export const installPeers = (folder, onStart) =>
  installPackages(fileURLToPath(folder), { flags: ['--ignore-scripts'], onStart });
