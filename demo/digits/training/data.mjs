/**
 * The 1,797 handwritten digits that Debian's python3-sklearn carries, 8×8 pixels of 0 to 16 each:
 * the UCI set "Optical Recognition of Handwritten Digits" (E. Alpaydin and C. Kaynak, 1998).
 */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fromArchive } from '../../../tools/lib/apt.mjs';
import { Failure } from '../../../tools/lib/failure.mjs';
import { filesBelow } from '../../../tools/lib/files.mjs';
import { run } from '../../../tools/lib/run.mjs';

const PACKAGE = 'python3-sklearn';
export const SIDE = 8;
export const PIXELS = SIDE ** 2;
export const CLASSES = 10;
const DIGITS = 1797;
export const BRIGHTEST = 16;

const recipe = {
  name: 'digits',
  key: '1',
  args: ['download', PACKAGE],
  async unpack(packages, folder) {
    const [file] = await filesBelow([packages], (name) => name.endsWith('.deb'));
    const files = join(packages, 'files');
    await run('dpkg', ['-x', file, files]);
    const [data] = await filesBelow([files], (name) => name.endsWith('digits.csv.gz'));
    await copyFile(data, join(folder, 'digits.csv.gz'));
  },
};

async function readText(task) {
  const made = await fromArchive(recipe, task);
  if (!made) throw new Failure(`The digits come from Debian's ${PACKAGE}, and apt is missing.`);
  return gunzipSync(await readFile(join(made.folder, 'digits.csv.gz'))).toString();
}

/**
 * @returns {Promise<{images: Float32Array[], labels: number[]}>} pixels from 0 to 1, row by row
 */
export async function readDigits(task) {
  const rows = (await readText(task)).trim().split('\n');
  const numbers = rows.map((row) => row.split(',').map(Number));
  if (numbers.length !== DIGITS || numbers.some((row) => row.length !== PIXELS + 1))
    throw new Failure(`${PACKAGE} has other digits than the 1,797 that are known.`);
  return {
    images: numbers.map((row) => Float32Array.from(row.slice(0, PIXELS), (x) => x / BRIGHTEST)),
    labels: numbers.map((row) => row[PIXELS]),
  };
}
