/** Runs a suite by `node --test` or by ctest; gives its counts and its whole output. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ctestCounts, judge } from './counts.mjs';
import { filesBelow } from './files.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';

const reports = inTop('build/reports');
const none = { passed: 0, failed: 0, skipped: 0 };

/** `node --test`, in the order of the folders, each file's tests counted by a reporter of our own. */
async function nodeTest({ folders, needs }, report, { browser, firefox }) {
  const isTest = (file) => file.endsWith('.test.mjs');
  const below = folders.map((folder) => filesBelow([inTop('tests', folder)], isTest));
  // A browser fills the machine by itself; Node's own default leaves one processor idle.
  const atOnce = needs ? 1 : availableParallelism();
  const options = [
    `--test-concurrency=${atOnce}`,
    `--test-reporter=${inTop('tools/lib/counting-reporter.mjs')}`,
    `--test-reporter-destination=${report}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
  ];
  return {
    command: [process.execPath, '--test', ...options, ...(await Promise.all(below)).flat()],
    env: { ...process.env, CHROME_PATH: browser?.path ?? '', FIREFOX_PATH: firefox?.path ?? '' },
    done: /^\s*[✔✖]/gm,
    read: (text) => (text ? JSON.parse(text) : { counts: none }),
  };
}

async function ctest({ preset }, report) {
  const parallel = ['--parallel', String(availableParallelism())];
  return {
    command: ['ctest', '--preset', preset, ...parallel, '--output-junit', report],
    env: process.env,
    done: /^\s*\d+\/\d+ Test /gm,
    read: (text) => ({ counts: ctestCounts(text) }),
  };
}

/**
 * @param {string} name
 * @param {import('../../tests/suites.mjs').Suite} suite
 * @param {import('../setup/parts.mjs').Tools} tools
 * @param {import('./log.mjs').Task} task
 * @returns {Promise<{counts: import('./counts.mjs').Counts & {problem?: string}, skips?: string[],
 *   output: string}>} skips says which tests were skipped, and why
 */
export async function runSuite(name, suite, tools, task) {
  const report = join(reports, name);
  await mkdir(reports, { recursive: true });
  await rm(report, { force: true });
  const { command, env, done, read } = await (suite.folders ? nodeTest : ctest)(
    suite,
    report,
    tools,
  );
  let count = 0;
  const onOutput = (text) => {
    count += text.match(done)?.length ?? 0;
    if (count > 0) task.progress(`${count} done`);
  };
  const options = { cwd: top, env, onOutput, check: false };
  const { code, output } = await run(command[0], command.slice(1), options);
  const { counts, skips } = read(await readFile(report, 'utf8').catch(() => ''));
  return { counts: judge(counts, code), skips, output };
}
