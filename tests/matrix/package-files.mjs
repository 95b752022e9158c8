/** The package as npm packs it, installed into a fresh folder. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTop, top } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';

/** @returns {Promise<string>} the folder, a project of ES modules that depends on the package */
export async function installPacked() {
  const folder = inTop('build/matrix');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run('npm', ['pack', '--pack-destination', folder], { cwd: top });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--no-audit', '--no-fund', '--offline'];
  await run('npm', ['install', ...options, join(folder, tarball)], { cwd: folder });
  return folder;
}

/** Writes a program into the project, and gives its path. */
export async function write(folder, name, text) {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}
