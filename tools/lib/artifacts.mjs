/**
 * Artifacts of the wasm modules and the sources: the package in dist, the page in dist/demo, and the API
 * reference in dist/demo/api.
 */
import { binaryFolder, buildPreset } from './cmake.mjs';
import { filesBelow, hashOf } from './files.mjs';
import { withLock } from './lock.mjs';
import { step } from './log.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';
import { unlessUnchanged } from './unchanged.mjs';

const pageFolder = inTop('dist/demo');
const referenceFolder = inTop('dist/demo/api');
const sources = (...paths) => {
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];
  return filesBelow([...paths, ...settings].map((path) => inTop(path)));
};
/** The modules in the package; the engine's types are built next to them. */
const modules = () =>
  filesBelow([binaryFolder('wasm')], (file) =>
    /\/(simdcast|relaxed|threads|play)\.(wasm|mjs)$/.test(file),
  );

export const packageFiles = () =>
  filesBelow([inTop('dist')], (file) => !file.startsWith(pageFolder));

const artifacts = {
  package: {
    title: 'Build the package',
    command: ['tools/package.mjs'],
    inputs: async () => [...(await sources('web', 'tools/package.mjs')), ...(await modules())],
    outputs: packageFiles,
  },
  page: {
    title: 'Build the page',
    command: ['node_modules/vite/bin/vite.js', 'build', 'demo'],
    inputs: async () => [...(await sources('demo')), ...(await packageFiles())],
    outputs: () => filesBelow([pageFolder], (file) => !file.startsWith(referenceFolder)),
  },
  reference: {
    title: 'Write the API reference',
    command: ['tools/reference.mjs'],
    inputs: () => sources('web', 'docs', 'demo/icon.svg', 'typedoc.json', 'tools/reference.mjs'),
    outputs: () => filesBelow([referenceFolder]),
  },
};

async function buildArtifact(name) {
  const { title, command, inputs, outputs } = artifacts[name];
  const state = async () => ({
    inputs: await hashOf(await inputs()),
    outputs: await hashOf(await outputs()),
  });
  await step(title, async (task) => {
    const work = () => run(process.execPath, command, { cwd: top }).then(() => {});
    const { day } = await withLock(inTop('build', `${name}.lock`), { onWait: task.progress }, () =>
      unlessUnchanged(name, state, work),
    );
    task.detail(day ? 'up to date' : 'built');
  });
}

/** Builds the wasm modules and the package. */
export async function buildPackage(tools) {
  await buildPreset('wasm', tools);
  await buildArtifact('package');
}

/** Builds the page. A rebuild also removes the folder of the reference. */
export const buildPage = () => buildArtifact('page');

/** Writes the API reference for the page. */
export const buildReference = () => buildArtifact('reference');
