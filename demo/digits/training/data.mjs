/**
 * The 1,797 handwritten digits that Debian's python3-sklearn carries, 8×8 pixels of 0 to 16 each:
 * the UCI set "Optical Recognition of Handwritten Digits" (E. Alpaydin and C. Kaynak, 1998).
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findArchive, openSuite } from '../../../tools/lib/apt.mjs';
import { cached } from '../../../tools/lib/cache.mjs';
import { Failure } from '../../../tools/lib/failure.mjs';
import { run } from '../../../tools/lib/run.mjs';
import { filesBelow } from '../../../tools/lib/stamps.mjs';

const PACKAGE = 'python3-sklearn';
export const SIDE = 8;
export const PIXELS = SIDE ** 2;
export const CLASSES = 10;
const DIGITS = 1797;
export const BRIGHTEST = 16;

async function unpack(folder, archive, task) {
  const work = join(folder, 'work');
  const suite = await openSuite(archive, work, 'deb', task);
  const fetched = await suite.fetch(['download', PACKAGE]);
  const [file] = await filesBelow([fetched], (name) => name.endsWith('.deb'));
  await run('dpkg', ['-x', file, join(work, 'files')]);
  const [data] = await filesBelow([join(work, 'files')], (name) => name.endsWith('digits.csv.gz'));
  await run('cp', [data, join(folder, 'digits.csv.gz')]);
  await rm(work, { recursive: true, force: true });
}

async function readText(task) {
  const archive = await findArchive();
  if (!archive) throw new Failure(`The digits come from Debian's ${PACKAGE}, and apt is missing.`);
  const { folder } = await cached({
    name: 'digits',
    key: '1',
    onWait: task.progress,
    build: (at) => unpack(at, archive, task),
  });
  return gunzipSync(await readFile(join(folder, 'digits.csv.gz'))).toString();
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
