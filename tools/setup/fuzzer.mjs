/**
 * Clang with its sanitizers and libFuzzer, for the fuzz targets and the native tests under it, which are
 * skipped without it. Debian has the libraries in a separate package for each version of Clang.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.mjs';
import { ensurePrograms, findProgram, optional, thisMachine } from '../lib/system.mjs';
import { findVersion } from '../lib/versions.mjs';

const clang = { what: 'Clang', names: ['clang++'], packages: ['clang'] };

const smallestTarget =
  'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }\n';

async function canLink(compiler) {
  const folder = await mkdtemp(join(tmpdir(), 'simdcast-fuzzer-'));
  const source = join(folder, 'target.cpp');
  const options = ['-fsanitize=fuzzer,address,undefined', source, '-o', join(folder, 'target')];
  try {
    await writeFile(source, smallestTarget);
    return (await run(compiler, options, { check: false })).code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('../lib/system.mjs').Machine} [machine] */
export const setUpFuzzer = (task, machine = thisMachine()) =>
  optional(task, async () => {
    await ensurePrograms([clang], task, machine);
    const compiler = await findProgram(clang, machine.path);
    const { output } = await run(compiler, ['--version'], { check: false });
    const package_ = `libclang-rt-${findVersion(output)?.split('.')[0]}-dev`;
    const libraries = { what: 'the libraries of libFuzzer', packages: [package_] };
    await ensurePrograms([libraries], task, machine, () => canLink(compiler));
    return compiler;
  });
