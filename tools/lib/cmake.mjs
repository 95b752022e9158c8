/** Configures and builds the presets of CMakePresets.json, each in build/<preset>. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { step } from './log.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';

export const binaryFolder = (preset) => inTop('build', preset);

/** Settings that the presets do not specify: the compilers and sources found by set-up. */
async function settingsOf(preset, { emscripten: coming, catch2, fuzzer }) {
  const isWasm = preset.startsWith('wasm');
  const emscripten = isWasm ? await coming : undefined;
  const hasTests = /^native|-tests$/.test(preset);
  const values = {
    CMAKE_TOOLCHAIN_FILE: isWasm && emscripten.toolchainFile,
    // The Node that runs this script, instead of the first one that the toolchain file finds.
    CMAKE_CROSSCOMPILING_EMULATOR: isWasm && hasTests && process.execPath,
    SIMDCAST_CATCH2_SOURCE: hasTests && catch2,
    CMAKE_CXX_COMPILER: preset === 'native-clang' && fuzzer.path,
    // Other compilers may have other warnings, which must not prevent testing.
    CMAKE_COMPILE_WARNING_AS_ERROR: preset === 'library' && process.env.CI === 'true' && 'ON',
  };
  const given = Object.entries(values).filter(([, value]) => value);
  const args = given.map(([name, value]) => `-D${name}=${value}`);
  return { args, env: isWasm ? { ...process.env, ...emscripten.env } : process.env };
}

/**
 * Configures a preset unless it was configured with the same settings. A toolchain cannot change in a
 * configured folder, nor can the folder move, so other settings recreate it. A build watches all other files;
 * without a build, the preset is configured again, for files that are new.
 */
async function configure(preset, { args, env }, isBuilt) {
  const folder = binaryFolder(preset);
  const stamp = join(folder, 'configured.json');
  const wanted = JSON.stringify([top, args, await readFile(inTop('CMakePresets.json'), 'utf8')]);
  const isConfigured = (await readFile(stamp, 'utf8').catch(() => '')) === wanted;
  if (isConfigured && isBuilt) return;
  if (!isConfigured) await rm(folder, { recursive: true, force: true });
  await run('cmake', ['--preset', preset, ...args], { cwd: top, env });
  await writeFile(stamp, wanted);
}

// Only errors of a build matter, not its successful steps.
const withoutSteps = (output) => output.replace(/^\[\d+\/\d+\] .*\n/gm, '').trimEnd();

async function build(preset, env, task) {
  let last;
  const onOutput = (text) => {
    last = [...text.matchAll(/^\[(\d+)\/(\d+)\]/gm)].at(-1) ?? last;
    if (last) task.progress(`${last[1]} of ${last[2]}`);
  };
  const options = { cwd: top, env, onOutput, check: false };
  const { code, output } = await run('cmake', ['--build', '--preset', preset], options);
  if (code !== 0) throw new Failure(`${withoutSteps(output)}\n${preset} was not built`);
  if (output.includes('warning:')) task.note(withoutSteps(output));
  task.detail(Number(last?.[1]) > 0 ? `${last[1]} steps` : 'up to date');
}

/**
 * Configures and builds a preset; up-to-date targets are kept.
 * @param {string} preset
 * @param {import('../setup/parts.mjs').Tools} tools
 * @param {{only?: 'configure'}} [options] for programs that read the compile commands
 */
export async function buildPreset(preset, tools, { only } = {}) {
  const settings = await settingsOf(preset, tools);
  await step(`${only ? 'Configure' : 'Build'} ${preset}`, (task) =>
    // Two commands in one tree may both build, such as npm start and npm test.
    withLock(`${binaryFolder(preset)}.lock`, { onWait: task.progress }, async () => {
      await configure(preset, settings, !only);
      if (!only) await build(preset, settings.env, task);
    }),
  );
}
