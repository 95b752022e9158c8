/** The packed package depends only on the contents of files. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const top = fileURLToPath(new URL('../..', import.meta.url));
const scratch = await mkdtemp(join(tmpdir(), 'simdcast-packed-'));
after(() => rm(scratch, { recursive: true, force: true }));

/** @returns {Promise<{ files: string[], digest: string }>} */
async function pack(cwd, destination) {
  const folder = join(scratch, destination);
  await mkdir(folder);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse(
    (await promisify(execFile)('npm', args, { cwd })).stdout,
  );
  const digest = createHash('sha512').update(await readFile(join(folder, filename)));
  return { files: files.map(({ path }) => path), digest: digest.digest('hex') };
}

/** The packed files alone, in another folder, with different times. */
async function copyOf(files) {
  const copy = join(scratch, 'copy');
  for (const [i, path] of files.entries()) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(top, path), join(copy, path));
    await utimes(join(copy, path), 1e9 + i, 1e9 + i);
  }
  return copy;
}

it('npm pack produces the same bytes again, in other places and at other times', async () => {
  const { files, digest } = await pack(top, 'first');
  assert.ok(files.includes('dist/simd.wasm'));
  assert.equal((await pack(top, 'second')).digest, digest);
  assert.equal((await pack(await copyOf(files), 'elsewhere')).digest, digest);
});
