/** The packages as npm packs them, installed into fresh folders. */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTop, top } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';

/** Packs a package, and returns the dependency for a manifest. */
async function pack(source, folder) {
  const args = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: source });
  return `file:${join(folder, JSON.parse(stdout)[0].filename)}`;
}

/** A project of ES modules, unless its manifest specifies otherwise, with its dependencies. */
async function install(folder, manifest) {
  await write(
    folder,
    'package.json',
    JSON.stringify({ private: true, type: 'module', ...manifest }),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', '--offline', '--ignore-scripts'], {
    cwd: folder,
  });
}

/** A client of onnxruntime-web, for `import` and for `require`. */
const CLIENT = {
  name: 'client',
  version: '1.0.0',
  type: 'module',
  exports: { import: './index.js', require: './index.cjs' },
  dependencies: { 'onnxruntime-web': '^1.30.0', 'onnxruntime-node': '^1.30.0' },
};

/**
 * A project that depends on a client of onnxruntime-web and replaces it.
 * @param {{ import: string, require: string }} client
 */
async function installOverrides(folder, simdcast, client) {
  await write(folder, 'client/package.json', JSON.stringify(CLIENT));
  await write(folder, 'client/index.js', client.import);
  await write(folder, 'client/index.cjs', client.require);
  const dropIn = await pack(inTop('packages/onnxruntime-web'), folder);
  await install(folder, {
    dependencies: {
      client: 'file:client',
      simdcast,
      'onnxruntime-common': `file:${inTop('node_modules/onnxruntime-common')}`,
    },
    overrides: { 'onnxruntime-web': dropIn, 'onnxruntime-node': dropIn },
  });
}

/**
 * @param {{ import: string, require: string }} client of onnxruntime-web
 * @returns {Promise<string>} the folder, a project of ES modules that depends on the package; in `overrides` is one
 *   that depends on the client
 */
export async function installPacked(client) {
  const folder = inTop('build/matrix');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'overrides'), { recursive: true });
  const simdcast = await pack(top, folder);
  await install(folder, { dependencies: { simdcast } });
  await installOverrides(join(folder, 'overrides'), simdcast, client);
  return folder;
}

/** Writes a program into the project, and returns its path. */
export async function write(folder, name, text) {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}

/** Writes the files of a project, which `files` maps to their texts. */
export async function writeAll(folder, files) {
  for (const [name, text] of Object.entries(files)) await write(folder, name, text);
}

/** Lets a project import packages that are installed for the matrix, without a copy. */
export async function linkPackages(folder, names) {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  for (const name of names)
    await symlink(inTop('tests/matrix/node_modules', name), join(folder, 'node_modules', name));
}
