/**
 * What is built from the wasm modules and the sources: the package in dist, the page in dist/demo, and
 * the API reference in dist/demo/api.
 */
import { existsSync } from 'node:fs';
import { binaryFolder, buildPreset } from './cmake.mjs';
import { withLock } from './lock.mjs';
import { step } from './log.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';
import { filesBelow, unlessCurrent } from './stamps.mjs';

const modulesFolder = binaryFolder('wasm');
const pageFolder = inTop('dist/demo');
const referenceFolder = inTop('dist/demo/api');
const all = (...paths) => filesBelow(paths.map((path) => inTop(path)));
const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];

const isLinked = (file) => /\.(wasm|mjs)$/.test(file);
const modules = () => filesBelow([modulesFolder], isLinked);
const packageFiles = () => filesBelow([inTop('dist')], (file) => !file.startsWith(pageFolder));

const artifacts = {
  package: {
    title: 'Build the package',
    entry: 'tools/package.mjs',
    command: [inTop('tools/package.mjs')],
    inputs: async () => [
      ...(await all('web', 'tools/package.mjs', 'LICENSE', 'README.md', ...settings)),
      ...(await modules()),
    ],
    outputs: packageFiles,
  },
  page: {
    title: 'Build the page',
    entry: 'demo/index.html',
    command: [inTop('node_modules/vite/bin/vite.js'), 'build', 'demo', '--outDir', pageFolder],
    inputs: async () => [...(await all('demo', ...settings)), ...(await packageFiles())],
    outputs: () => filesBelow([pageFolder], (file) => !file.startsWith(referenceFolder)),
  },
  reference: {
    title: 'Write the API reference',
    entry: 'tools/reference.mjs',
    command: [inTop('tools/reference.mjs')],
    inputs: () => all('web', 'docs', 'typedoc.json', 'tools/reference.mjs', ...settings),
    outputs: () => filesBelow([referenceFolder]),
  },
};

async function buildArtifact(name) {
  const { title, entry, command, inputs, outputs } = artifacts[name];
  if (entry && !existsSync(inTop(entry))) return;
  await step(title, async (task) => {
    const work = () => run(process.execPath, command, { cwd: top });
    const ran = await withLock(inTop('build', `${name}.lock`), { onWait: task.progress }, () =>
      unlessCurrent(name, { inputs, outputs }, work),
    );
    task.detail(ran ? 'built' : 'up to date');
  });
}

/** Builds the wasm modules and the package. */
export async function buildPackage(tools) {
  await buildPreset('wasm', tools);
  await buildArtifact('package');
}

/** Builds the page from the package, which must be there, and the reference beside the page. */
export async function buildPage() {
  await buildArtifact('page');
  // A page that is built again takes the folder of the reference away.
  await buildArtifact('reference');
}
