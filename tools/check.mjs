/**
 * Checks style and types; `--fix` formats instead. With CI=true a check that cannot run has failed.
 */
import { availableParallelism } from 'node:os';
import { checks, fixes } from './lib/checks.mjs';
import { Failure, main, showError } from './lib/failure.mjs';
import { finalLine, sumCounts } from './lib/junit.mjs';
import { print, printOutput, step } from './lib/log.mjs';
import { top } from './lib/paths.mjs';
import { run, which } from './lib/run.mjs';
import { one, skip } from './lib/skips.mjs';
import { ensurePrograms } from './lib/system.mjs';
import { setUp } from './setup/parts.mjs';

// clang-tidy counts the warnings that it does not show.
const withoutCounts = (output) => output.replace(/^\d+ warnings? .*generated\.\n?/gm, '').trimEnd();

/** Runs commands, as many at once as there are processors; gives the output of those that failed. */
async function runCommands(commands, task) {
  const waiting = commands.entries();
  const failures = [];
  const worker = async () => {
    for (const [at, [command, ...args]] of waiting) {
      task.progress(`${at + 1} of ${commands.length}`);
      const { code, output } = await run(command, args, { cwd: top, check: false });
      if (code !== 0) failures.push(withoutCounts(output));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failures;
}

async function whyAbsent(program) {
  if (which(program)) return undefined;
  try {
    await step(`Find ${program}`, (task) =>
      ensurePrograms([{ what: program, names: [program], packages: [program] }], task),
    );
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

async function runCheck({ title, prepare, commands }, tools) {
  await prepare?.(tools);
  return step(title, async (task) => {
    const failures = await runCommands(await commands(), task);
    if (failures.length > 0) task.bad();
    return failures;
  });
}

async function perform(check, tools) {
  const reason = check.needs && (await whyAbsent(check.needs));
  if (reason) return skip(check.title, reason);
  try {
    const failures = await runCheck(check, tools);
    for (const output of failures) printOutput(output);
    return one(failures.length > 0 ? 'failed' : 'passed');
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
