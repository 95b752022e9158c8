/** The cases in sessions of C++, by the library of a preset. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { binaryFolder, buildPreset } from '../../tools/lib/cmake.mjs';
import { inTop } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { setUp } from '../../tools/setup/parts.mjs';
import { tensorProto } from '../onnx/models.mjs';
import { bytesOfText, tensorOf } from './hashes.js';

const folder = inTop('build/bits/native');

/** Writes each model and feed to a file, as native/hashes.cpp reads them. */
export async function writeNativeCases(cases) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = cases.flatMap(({ model, feeds }, number) => [
    [`${number}.onnx`, bytesOfText(model)],
    ...Object.values(feeds).map((feed, i) => [`${number}-${i}.pb`, tensorProto(tensorOf(feed))]),
  ]);
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  const lines = cases.map(({ feeds }, number) => [number, ...Object.keys(feeds)].join(' '));
  await writeFile(join(folder, 'cases.txt'), `${lines.join('\n')}\n`);
}

/** The library of each preset, and how a program is compiled for it. */
const presets = {
  library: { compiler: () => process.env.CXX ?? 'c++', flags: [] },
  'native-clang': {
    compiler: ({ fuzzer }) => fuzzer.path,
    flags: ['-fsanitize=address,undefined', '-fno-sanitize=vptr'],
  },
};

/**
 * @param {keyof typeof presets} preset
 * @returns {Promise<Record<string, string>>} the hashes by the names of the cases
 */
export async function hashesOfPreset(preset, cases) {
  const tools = await setUp(['compilers', 'catch2', 'fuzzer']);
  await buildPreset(preset, tools);
  const built = binaryFolder(preset);
  const program = join(folder, `hashes-${preset}`);
  const { compiler, flags } = presets[preset];
  await run(compiler(tools), [
    ...['-std=c++20', '-O1', ...flags, `-I${join(built, 'include')}`],
    ...[inTop('tests/bits/native/hashes.cpp'), join(built, 'libsimdcast.a')],
    ...['-lpthread', '-o', program],
  ]);
  const { stdout } = await run(program, [folder]);
  const found = stdout.trim().split('\n');
  const entries = found.map((line) => line.split(' '));
  return Object.fromEntries(entries.map(([number, hash]) => [cases[number].name, hash]));
}
