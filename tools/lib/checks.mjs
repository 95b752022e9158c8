/**
 * The checks of style and types.
 *
 * @typedef {import('../setup/parts.mjs').Tools} Tools
 * @typedef {{title: string, needs?: string, prepare?(tools: Tools): Promise<void>,
 *   commands(): Promise<string[][]>}} Check
 *   needs is a program of the system; commands gives the programs to run, each with its arguments, or
 *   none when there is nothing to check.
 */
import { existsSync } from 'node:fs';
import { buildPackage } from './artifacts.mjs';
import { binaryFolder, configurePreset } from './cmake.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';
import { filesBelow } from './stamps.mjs';

const cppFolders = ['src', 'bindings', 'tests/cpp', 'tests/fuzz', 'examples/cpp'].map((folder) =>
  inTop(folder),
);
const isCpp = (file) => /\.(cpp|hpp|h)$/.test(file);
const isCompiled = (file) => file.endsWith('.cpp');

const bin = (name) => inTop('node_modules/.bin', name);

// One command for each file, so that they share the processors and each names its first fault.
async function clangFormat(options) {
  const files = await filesBelow(cppFolders, isCpp);
  return files.map((file) => ['clang-format', ...options, file]);
}

async function clangTidy() {
  const files = await filesBelow([inTop('src')], isCompiled);
  const options = ['--quiet', '--warnings-as-errors=*', '-p', binaryFolder('native')];
  return files.map((file) => ['clang-tidy', ...options, file]);
}

async function typeScript() {
  const projects = [
    'tsconfig.json',
    'web/cli/tsconfig.json',
    'demo/tsconfig.json',
    // The types that readers see with the DOM's types, with Node's, and with neither.
    'tests/types/tsconfig.json',
    'tests/types/node.tsconfig.json',
    'tests/types/bare.tsconfig.json',
  ].map((path) => inTop(path));
  return projects
    .filter((project) => existsSync(project))
    .map((project) => [bin('tsc'), '--noEmit', '-p', project]);
}

/** @type {Check[]} */
export const checks = [
  { title: 'Biome', commands: async () => [[bin('biome'), 'ci', '--colors=off']] },
  {
    title: 'clang-format',
    needs: 'clang-format',
    commands: () => clangFormat(['--dry-run', '--Werror', '--ferror-limit=1']),
  },
  {
    title: 'clang-tidy',
    needs: 'clang-tidy',
    prepare: (tools) => configurePreset('native', tools),
    commands: clangTidy,
  },
  {
    title: 'API reference',
    commands: async () => [[process.execPath, inTop('tools/reference.mjs'), '--check']],
  },
  // The page takes the package's types from dist.
  { title: 'TypeScript', prepare: buildPackage, commands: typeScript },
  {
    title: 'Binding',
    prepare: async (tools) => {
      await buildPackage(tools);
      await run(process.execPath, [inTop('tests/types/binding-types.mjs')], { cwd: top });
    },
    commands: async () => [
      [bin('tsc'), '--noEmit', '-p', inTop('tests/types/binding.tsconfig.json')],
    ],
  },
  {
    title: 'Public API',
    prepare: buildPackage,
    commands: async () => [[process.execPath, inTop('tests/types/api-report.mjs'), '--check']],
  },
  {
    title: 'Package as npm packs it',
    prepare: buildPackage,
    commands: async () => [
      [bin('publint'), '--strict'],
      [bin('attw'), '--pack', '--profile', 'esm-only'],
    ],
  },
];

/** @type {Check[]} */
export const fixes = [
  { title: 'Biome', commands: async () => [[bin('biome'), 'check', '--write', '--colors=off']] },
  { title: 'clang-format', needs: 'clang-format', commands: () => clangFormat(['-i']) },
];
