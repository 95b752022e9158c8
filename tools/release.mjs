/**
 * Builds and packs everything that a release publishes, and leaves it in build/release: the packages, their bill of
 * materials and the sums of these files. Publishes nothing; the workflow does so with these files.
 *
 *   npm run release
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackage } from './lib/artifacts.mjs';
import { billOfMaterials } from './lib/bill.mjs';
import { Failure, main } from './lib/failure.mjs';
import { print, step } from './lib/log.mjs';
import { inTop, top } from './lib/paths.mjs';
import { npm } from './setup/npm.mjs';
import { forPackage, setUp } from './setup/parts.mjs';

const folder = inTop('build', 'release');
/** The package, and the one for npm's `overrides`, which depends on it. */
const packages = [top, inTop('packages/onnxruntime-web')];

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));
const sumOf = async (file) =>
  createHash('sha512')
    .update(await readFile(file))
    .digest('hex');

/** All packages have one version, and a release's tag is named for it. */
async function requireVersion() {
  const versions = await Promise.all(packages.map((at) => readJson(join(at, 'package.json'))));
  const [{ version }, ...others] = versions;
  const wrong = others.find(
    (one) => one.version !== version || one.dependencies.simdcast !== version,
  );
  if (wrong) throw new Failure(`${wrong.name} is not of version ${version}.`);
  const { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: name } = process.env;
  if (type === 'tag' && name !== `v${version}`)
    throw new Failure(`The tag is ${name}, but the version ${version}.`);
  return version;
}

/** npm compares the repository with what signs the provenance, and links to the rest. */
async function nameRepository(at) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (!repository) return;
  const url = `${server}/${repository}`;
  const fields = [
    `repository.url=git+${url}.git`,
    `homepage=${url}#readme`,
    `bugs.url=${url}/issues`,
  ];
  await npm(['pkg', 'set', ...fields], at);
}

async function pack(at, destination) {
  await mkdir(destination, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  return JSON.parse((await npm(args, at)).stdout)[0].filename;
}

/** Packs twice, with the same bytes; returns the name of the file. */
async function packTwice(at) {
  const name = await pack(at, folder);
  const again = join(folder, 'again');
  await pack(at, again);
  const [one, other] = await Promise.all([folder, again].map((each) => sumOf(join(each, name))));
  if (one !== other) throw new Failure(`${name} has other bytes when it is packed again.`);
  await rm(again, { recursive: true });
  return name;
}

await main(async () => {
  const version = await requireVersion();
  const tools = await setUp(forPackage);
  await buildPackage(tools);
  await rm(folder, { recursive: true, force: true });
  const files = [];
  await step('Pack', async (task) => {
    for (const at of packages) {
      await nameRepository(at);
      files.push(await packTwice(at));
    }
    task.detail(files.join(', '));
  });
  const bill = `simdcast-${version}.cdx.json`;
  const { version: emscripten } = await tools.emscripten;
  const text = JSON.stringify(await billOfMaterials(emscripten), null, 2);
  await writeFile(join(folder, bill), `${text}\n`);
  files.push(bill);
  const sums = await Promise.all(
    files.map(async (name) => `${await sumOf(join(folder, name))}  ${name}`),
  );
  await writeFile(join(folder, 'SHA512SUMS'), `${sums.join('\n')}\n`);
  await step('Publish, as a dry run', async () => {
    for (const name of files.filter((file) => file.endsWith('.tgz')))
      await npm(
        ['publish', '--dry-run', '--ignore-scripts', '--provenance=false', join(folder, name)],
        folder,
      );
  });
  for (const name of [...files, 'SHA512SUMS']) print(join(folder, name));
});
