/** Configures and builds CMake presets; the binary folder of each is build/<preset>. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { step } from './log.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';

export const binaryFolder = (preset) => inTop('build', preset);

/**
 * What a preset needs from set-up: the Emscripten toolchain, Catch2, or Clang with its libraries; and
 * whether a warning ends its build.
 */
const presets = {
  wasm: { wasm: true },
  'wasm-tests': { wasm: true, tests: true },
  native: { tests: true },
  'native-clang': { tests: true, clang: true },
  fuzz: { clang: true },
  library: { strict: true },
};

function settingsOf(preset, { emscripten, catch2, fuzzer }) {
  const { wasm, tests, clang, strict } = presets[preset];
  // The sources by name: a folder that was moved or copied with its build would go on with the old ones.
  const args = ['-S', top, '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON'];
  if (wasm) args.push(`-DCMAKE_TOOLCHAIN_FILE=${emscripten.toolchainFile}`);
  // The Node that runs this, not the first one that the toolchain file finds.
  if (wasm && tests) args.push(`-DCMAKE_CROSSCOMPILING_EMULATOR=${process.execPath}`);
  if (tests && catch2) args.push(`-DSIMDCAST_CATCH2_SOURCE=${catch2}`);
  if (clang) args.push(`-DCMAKE_CXX_COMPILER=${fuzzer.path}`);
  // Elsewhere another compiler may warn of something else, which is no reason not to test.
  if (strict && process.env.CI === 'true') args.push('-DCMAKE_COMPILE_WARNING_AS_ERROR=ON');
  return { args, env: wasm ? { ...process.env, ...emscripten.env } : process.env };
}

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));

/**
 * Configures a preset unless it was configured with the same settings. A toolchain cannot change in a
 * configured folder, so other arguments start it again. CMake itself watches its other files.
 */
async function configure(preset, { args, env }) {
  const folder = binaryFolder(preset);
  const stamp = join(folder, 'configured.json');
  const presetText = await readFile(inTop('CMakePresets.json'), 'utf8');
  const before = await readJson(stamp);
  const hasSameArgs = before?.args.join() === args.join();
  if (hasSameArgs && before.presetText === presetText) return;
  if (!hasSameArgs) await rm(folder, { recursive: true, force: true });
  await run('cmake', ['--preset', preset, ...args], { cwd: top, env });
  await writeFile(stamp, JSON.stringify({ args, presetText }));
}

const ninjaCount = (text) => [...text.matchAll(/^\[(\d+)\/(\d+)\]/gm)].at(-1);

// Of a failed build only what went wrong is of interest, not the steps that went well.
const withoutSteps = (output) => output.replace(/^\[\d+\/\d+\] .*\n/gm, '').trimEnd();

async function build(preset, env, task) {
  const args = ['--build', binaryFolder(preset), '--parallel', String(availableParallelism())];
  let last;
  const onOutput = (text) => {
    last = ninjaCount(text) ?? last;
    if (last) task.progress(`${last[1]} of ${last[2]}`);
  };
  const { code, output } = await run('cmake', args, { cwd: top, env, onOutput, check: false });
  if (code !== 0) throw new Failure(`${withoutSteps(output)}\n${preset} was not built`);
  if (output.includes('warning:')) task.note(withoutSteps(output));
  task.detail(Number(last?.[1]) > 0 ? `${last[1]} steps` : 'up to date');
}

// Two commands in one tree may both want to build, such as npm start beside npm test.
const alone = (preset, task, work) =>
  withLock(`${binaryFolder(preset)}.lock`, { onWait: task.progress }, work);

/**
 * Configures a preset, for tools that read its compile commands.
 * @param {string} preset
 * @param {import('../setup/parts.mjs').Tools} tools
 */
export async function configurePreset(preset, tools) {
  await step(`Configure ${preset}`, (task) =>
    alone(preset, task, () => configure(preset, settingsOf(preset, tools))),
  );
}

/** Configures and builds a preset; what is up to date is left alone. */
export async function buildPreset(preset, tools) {
  await step(`Build ${preset}`, (task) =>
    alone(preset, task, async () => {
      const settings = settingsOf(preset, tools);
      await configure(preset, settings);
      await build(preset, settings.env, task);
    }),
  );
}
