/** Test runners, without configuration: Jest in ES modules and CommonJS, and Vitest. */
import { join } from 'node:path';
import { linkPackages, writeAll } from './package-files.mjs';
import { NODES, node, passes, tool } from './places.mjs';

/** @param {string} simdcast the expression that loads the package */
const test = (simdcast) => `
test('tensors', async () => {
  const { BroadcastError, load } = ${simdcast};
  const sc = await load();
  const row = sc.tensor([[1, 2]]);
  expect(sc.add(row, sc.tensor([[10], [20]]))).toEqual(sc.tensor([[11, 12], [21, 22]]));
  expect(row).not.toEqual(sc.tensor([[1, 3]]));
  expect(() => sc.add(row, sc.tensor([1, 2, 3]))).toThrow(BroadcastError);
});
`;
const importing = `import * as simdcast from 'simdcast';\n${test('simdcast')}`;

/** For each project, its manifest and the text of its only test. */
const projects = {
  'ES modules': [{ type: 'module' }, importing],
  'CommonJS, import': [{}, test("await import('simdcast')")],
  'CommonJS, require': [{}, test("require('simdcast')")],
  Vitest: [{ type: 'module' }, `import { expect, test } from 'vitest';\n${importing}`],
};

/** Runs the test of a project. A runner that finds no test fails. */
async function runTest(folder, name, project, packages, command, args) {
  const [manifest, text] = projects[project];
  const root = join(folder, name.replace(/\W+/g, '-'));
  await writeAll(root, { 'package.json': JSON.stringify(manifest), 'tensors.test.js': text });
  await linkPackages(root, packages);
  return passes(command, args, { cwd: root });
}

const jest = (version, project) => {
  const title = `Jest on Node ${version}: ${project}`;
  const args = ['--experimental-vm-modules', tool('jest/bin/jest.js')];
  return { title, run: (folder) => runTest(folder, title, project, [], node(version), args) };
};

/** Jest can require an ES module since Node 24.9. */
const requires = (version) => version >= 24;

const vitest = (version) => {
  const title = `Vitest on Node ${version}`;
  const args = [tool('vitest/vitest.mjs'), 'run'];
  return {
    title,
    run: (folder) => runTest(folder, title, 'Vitest', ['vitest'], node(version), args),
  };
};

/** @type {import('./cells.mjs').Cell[]} */
export const testRunnerCells = [
  ...NODES.map((version) => jest(version, 'ES modules')),
  ...NODES.map((version) => jest(version, 'CommonJS, import')),
  ...NODES.filter(requires).map((version) => jest(version, 'CommonJS, require')),
  // Vitest does not run on Node 20.
  ...NODES.filter((version) => version > 20).map(vitest),
].map((cell) => ({ ...cell, said: 'passed' }));
