/**
 * Checks style and types; `--fix` formats instead. With CI=true a check that cannot run has failed.
 *
 * @typedef {{title: string, needs?: string, prepare?(tools: import('./setup/parts.mjs').Tools): unknown,
 *   commands(): string[][] | Promise<string[][]>}} Check
 *   needs is a program of the system; commands are programs with their arguments.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from './lib/artifacts.mjs';
import { binaryFolder, buildPreset } from './lib/cmake.mjs';
import { finalLine, one, skip, sumCounts } from './lib/counts.mjs';
import { Failure, main, showError } from './lib/failure.mjs';
import { filesBelow } from './lib/files.mjs';
import { print, printOutput, step } from './lib/log.mjs';
import { inTop, top } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { ensurePrograms, optional } from './lib/system.mjs';
import { setUp } from './setup/parts.mjs';

const bin = (name, ...args) => [inTop('node_modules/.bin', name), ...args];
const node = (...args) => [process.execPath, ...args];
const tsc = (project) => bin('tsc', '--noEmit', '-p', project);

// One command per file, so they run in parallel and each reports its first error.
async function eachCpp(folders, command) {
  const isCpp = (file) => /\.[ch]pp$/.test(file);
  const files = await filesBelow(
    folders.map((folder) => inTop(folder)),
    isCpp,
  );
  return files.map((file) => [...command, file]);
}

const cppFolders = ['src', 'bindings', 'tests/cpp', 'tests/fuzz', 'tests/bits', 'examples/cpp'];
const clangFormat = (...options) => eachCpp(cppFolders, ['clang-format', ...options]);

/** The operators' files take as long as all others together; ALL=true checks them as well. */
const isOfOperators = (file) => /\/src\/onnx\/|\/unity_(onnx|ml)_/.test(file);

/** Files that are compiled together are checked together, in half of the time. */
async function clangTidy() {
  const folder = binaryFolder('tidy');
  const commands = JSON.parse(await readFile(join(folder, 'compile_commands.json'), 'utf8'));
  const isChecked = (file) =>
    /\/(src|Unity)\//.test(file) && (process.env.ALL === 'true' || !isOfOperators(file));
  const files = [...new Set(commands.map(({ file }) => file))].filter(isChecked);
  // It dislikes that files include sources, which is what such files are for.
  const options = ['--quiet', '--warnings-as-errors=*', '--checks=-bugprone-suspicious-include'];
  return files.map((file) => ['clang-tidy', ...options, '-p', folder, file]);
}

async function bindingTypes(tools) {
  await buildPackage(tools);
  await run(process.execPath, ['tests/types/binding-types.mjs'], { cwd: top });
}

/** The package for npm's `overrides`, and those of its entries that are code. */
const dropIn = 'packages/onnxruntime-web';
const dropInEntries = ['.', 'all', 'jspi', 'wasm', 'webgl', 'webgpu'];

// The page uses the package's types from dist; readers compile them with the DOM's types, Node's, or neither.
const projects = [
  ...['tsconfig.json', 'web/cli/tsconfig.json', 'demo/tsconfig.json', 'tests/types/tsconfig.json'],
  ...['tests/types/node.tsconfig.json', 'tests/types/bare.tsconfig.json'],
];

/** @type {Check[]} */
const checks = [
  { title: 'Biome', commands: () => [bin('biome', 'ci', '--colors=off')] },
  {
    title: 'clang-format',
    needs: 'clang-format',
    commands: () => clangFormat('--dry-run', '--Werror', '--ferror-limit=1'),
  },
  {
    title: 'clang-tidy',
    needs: 'clang-tidy',
    prepare: (tools) => buildPreset('tidy', tools, { only: 'configure' }),
    commands: clangTidy,
  },
  { title: 'API reference', commands: () => [node('tools/reference.mjs', '--check')] },
  { title: 'TypeScript', prepare: buildPackage, commands: () => projects.map(tsc) },
  {
    title: 'Binding',
    prepare: bindingTypes,
    commands: () => [tsc('tests/types/binding.tsconfig.json')],
  },
  {
    title: 'Public API',
    prepare: buildPackage,
    commands: () => [node('tests/types/api-report.mjs', '--check')],
  },
  {
    title: 'Operators page',
    prepare: buildPackage,
    commands: () => [node('tests/onnx/page/operators.mjs', '--check')],
  },
  {
    title: 'Packages as npm packs them',
    prepare: buildPackage,
    commands: () => [
      bin('publint', '--strict'),
      bin('attw', '--pack', '--profile', 'esm-only'),
      bin('publint', '--strict', dropIn),
      bin('attw', '--pack', dropIn, '--profile', 'node16', '--entrypoints', ...dropInEntries),
    ],
  },
];

/** @type {Check[]} */
const fixes = [
  { title: 'Biome', commands: () => [bin('biome', 'check', '--write', '--colors=off')] },
  { title: 'clang-format', needs: 'clang-format', commands: () => clangFormat('-i') },
];

/** Runs commands in parallel, one per processor, and shows the output of those that fail. */
async function runCommands(title, commands) {
  const failures = [];
  await step(title, async (task) => {
    const waiting = commands.entries();
    const worker = async () => {
      for (const [at, [command, ...args]] of waiting) {
        task.progress(`${at + 1} of ${commands.length}`);
        const { code, output } = await run(command, args, { cwd: top, check: false });
        // clang-tidy counts the warnings that it does not show.
        if (code !== 0) failures.push(output.replace(/^\d+ warnings? .*generated\.\n?/gm, ''));
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    if (failures.length > 0) task.bad();
  });
  for (const output of failures) printOutput(output);
  return one(failures.length > 0 ? 'failed' : 'passed');
}

/** The reason why a program is missing, if it is. */
async function whyAbsent(name) {
  const programs = [{ what: name, names: [name], packages: [name] }];
  const find = (task) => optional(task, () => ensurePrograms(programs, task));
  return (await step(`Find ${name}`, find)).reason;
}

async function perform({ title, needs, prepare, commands }, tools) {
  const reason = needs && (await whyAbsent(needs));
  if (reason) return skip(title, reason);
  try {
    await prepare?.(tools);
    return await runCommands(title, await commands());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    showError(error);
    return one('failed');
  }
}

await main(async ([option]) => {
  if (option && option !== '--fix') throw new Failure(`Unknown option: ${option}`);
  const parts = option ? ['packages'] : ['compilers', 'packages', 'emscripten', 'catch2'];
  const tools = await setUp(parts);
  const results = [];
  for (const check of option ? fixes : checks) results.push(await perform(check, tools));
  const total = sumCounts(results);
  print(`Checks: ${finalLine(total)}`);
  return total.failed > 0 ? 1 : 0;
});
