/** Runs a suite by `node --test`, its Catch2 program or ctest; returns its counts and its output. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { binaryFolder } from './cmake.mjs';
import { catch2Counts, ctestCounts, judge, requireFloor, sumCounts } from './counts.mjs';
import { filesBelow } from './files.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';

const reports = inTop('build/reports');
const none = { passed: 0, failed: 0, skipped: 0 };

// A file of tests that never ends, such as one that waits for a connection, fails by name. The longest takes
// half of this.
const FILE_TIMEOUT_MS = 10 * 60_000;

/**
 * A command that runs a suite or a share of it.
 * @typedef {{command: string[], env?: NodeJS.ProcessEnv, report: string, done?: RegExp,
 *   read(text: string): {counts: import('./counts.mjs').Counts, skips?: Skip[]}}} Share
 *   done matches a finished test in the command's output; read parses the report
 * @typedef {{name: string, reason: string}} Skip
 */

/** `node --test`, in the order of the folders; a custom reporter counts the tests of each file. */
async function nodeTest(
  { folders, only = [''], except = [], later = [], partly, env = {} },
  report,
  { browser, firefox },
  { extent, processors },
) {
  const leftOut = extent === 'part' ? [...except, ...later] : except;
  const isTest = (file) => {
    const isOneOf = (ends) => ends.some((end) => file.endsWith(end));
    return file.endsWith('.test.mjs') && isOneOf(only) && !isOneOf(leftOut);
  };
  const below = folders.map((folder) => filesBelow([inTop('tests', folder)], isTest));
  const options = [
    `--test-concurrency=${processors}`,
    `--test-timeout=${FILE_TIMEOUT_MS}`,
    `--test-reporter=${inTop('tools/lib/counting-reporter.mjs')}`,
    `--test-reporter-destination=${report}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
  ];
  const paths = { CHROME_PATH: browser?.path ?? '', FIREFOX_PATH: firefox?.path ?? '' };
  return [
    {
      command: [process.execPath, '--test', ...options, ...(await Promise.all(below)).flat()],
      env: { ...process.env, ...paths, ...env, EXTENT: partly ? extent : 'whole' },
      report,
      done: /^\s*[✔✖]/gm,
      read: (text) => (text ? JSON.parse(text) : { counts: none }),
    },
  ];
}

/** One process per processor, each with a share of the tests. The seed is fixed: every run is the same. */
function catch2({ preset, program }, report, _, { processors: shares }) {
  const file = join(binaryFolder(preset), program);
  return Array.from({ length: shares }, (_, i) => ({
    command: [
      ...(file.endsWith('.cjs') ? [process.execPath, file] : [file]),
      // Shards are contiguous ranges of tests, and tests in one file take similar times: the seed's order
      // mixes them.
      ...['--rng-seed', '20', '--order', 'rand', '--colour-mode', 'none'],
      ...['--shard-count', `${shares}`, '--shard-index', `${i}`],
      ...['--reporter', 'console', '--reporter', `xml::out=${report}-${i}`],
    ],
    report: `${report}-${i}`,
    read: (text) => ({ counts: catch2Counts(text) }),
  }));
}

const ctest = ({ ctest: preset }, report, _, { processors }) => [
  {
    command: [
      ...['ctest', '--preset', preset, '--parallel', String(processors)],
      ...['--output-junit', report],
    ],
    report,
    done: /^\s*\d+\/\d+ Test /gm,
    read: (text) => ({ counts: ctestCounts(text) }),
  },
];

const runnerOf = ({ folders, program }) => (folders ? nodeTest : program ? catch2 : ctest);

async function runShare({ command: [program, ...args], env, report, done, read }, onDone) {
  await rm(report, { force: true });
  const onOutput = (text) => done && onDone(text.match(done)?.length ?? 0);
  const { code, output } = await run(program, args, { cwd: top, env, onOutput, check: false });
  const { counts, skips = [] } = read(await readFile(report, 'utf8').catch(() => ''));
  return { counts: judge(counts, code), skips, output };
}

/**
 * @param {string} name
 * @param {import('../../tests/suites.mjs').Suite} suite
 * @param {import('../setup/parts.mjs').Tools} tools
 * @param {import('./log.mjs').Task} task
 * @param {{extent: 'part' | 'whole', processors: number}} choice processors are those that it may fill
 * @returns {Promise<{counts: import('./counts.mjs').Counts & {problem?: string}, skips: Skip[],
 *   output: string}>}
 */
export async function runSuite(name, suite, tools, task, choice) {
  await mkdir(reports, { recursive: true });
  let count = 0;
  const onDone = (more) => {
    count += more;
    if (count > 0) task.progress(`${count} done`);
  };
  const shares = await runnerOf(suite)(suite, join(reports, name), tools, choice);
  const results = await Promise.all(shares.map((share) => runShare(share, onDone)));
  const problem = results.map(({ counts }) => counts.problem).find(Boolean);
  const counts = { ...sumCounts(results.map((each) => each.counts)), problem };
  return {
    counts: requireFloor(counts, suite.fewest, choice.extent),
    skips: results.flatMap(({ skips }) => skips),
    output: results
      .filter(({ counts }) => counts.failed > 0)
      .map(({ output }) => output)
      .join('\n'),
  };
}
