/**
 * Clang with its sanitizers and libFuzzer, for the fuzz targets and the native tests under it. Without
 * it they are skipped, so set-up goes on. Debian has the libraries in a package of their own, one for
 * each version of Clang.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../lib/failure.mjs';
import { run } from '../lib/run.mjs';
import { ensurePrograms, findProgram, missingLine, thisMachine } from '../lib/system.mjs';
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
    const { code } = await run(compiler, options, { check: false });
    return code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function librariesOf(compiler) {
  const { output } = await run(compiler, ['--version'], { check: false });
  const major = findVersion(output)?.split('.')[0];
  return { what: 'the libraries of libFuzzer', packages: [`libclang-rt-${major}-dev`] };
}

async function ensureLibraries(compiler, task, { root, apt, install }) {
  if (await canLink(compiler)) return;
  const libraries = await librariesOf(compiler);
  if (root && apt) {
    task.note(`apt-get installs ${libraries.packages.join(' ')}`);
    await install(libraries.packages, task);
    if (await canLink(compiler)) return;
  }
  throw new Failure(missingLine([libraries], apt));
}

/**
 * @param {import('../lib/log.mjs').Task} task
 * @param {import('../lib/system.mjs').Machine} [machine]
 * @returns {Promise<{path?: string, reason?: string}>} the compiler, or why there is none.
 */
export async function setUpFuzzer(task, machine = thisMachine()) {
  try {
    await ensurePrograms([clang], task, machine);
    const path = await findProgram(clang, machine.path);
    await ensureLibraries(path, task, machine);
    task.detail(path);
    return { path };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    task.detail(error.message);
    task.bad();
    return { reason: error.message };
  }
}
