/**
 * The test suites, and how each kind runs. A suite gives its counts and its whole output.
 *
 * @typedef {import('./junit.mjs').Counts} Counts
 * @typedef {{counts: Counts & {problem?: string}, output: string}} Result
 * @typedef {{name: string, title: string, kind: 'node' | 'ctest', folders?: string[],
 *   preset?: string, builds?: ('package' | 'page')[], needs?: 'browser' | 'firefox' | 'fuzzer'}} Suite
 *   folders are in the order in which their files start, the longest first, so that no processor is left
 *   alone at the end; preset is built for the suite, and holds its own C++ tests where it is run by ctest; builds is what it tests besides; needs is a part of
 *   set-up that a machine may lack.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { binaryFolder } from './cmake.mjs';
import { countTests, judge } from './junit.mjs';
import { inTop, top } from './paths.mjs';
import { run } from './run.mjs';
import { filesBelow } from './stamps.mjs';

/** @type {Suite[]} */
export const suites = [
  { name: 'tools', title: 'Tools', kind: 'node', folders: ['tests/tools'] },
  { name: 'native', title: 'C++, native, ASan and UBSan', kind: 'ctest', preset: 'native' },
  {
    name: 'native-clang',
    title: "C++, native, Clang's ASan and UBSan",
    kind: 'ctest',
    preset: 'native-clang',
    needs: 'fuzzer',
  },
  {
    name: 'fuzz',
    title: 'Fuzzing, ASan and UBSan',
    kind: 'ctest',
    preset: 'fuzz',
    needs: 'fuzzer',
  },
  { name: 'wasm', title: 'C++, wasm in Node', kind: 'ctest', preset: 'wasm-tests' },
  {
    name: 'package',
    title: 'Package in Node',
    kind: 'node',
    folders: [
      'tests/rules',
      'tests/package',
      'tests/cli',
      'tests/fuse',
      'tests/onnx',
      'tests/oracle',
    ],
    builds: ['package'],
  },
  {
    name: 'operators',
    title: 'Operators against their references',
    kind: 'node',
    folders: [
      'tests/differential',
      'tests/operators',
      'tests/conformance',
      'tests/accuracy',
      'tests/tensor',
    ],
    builds: ['package'],
  },
  {
    name: 'examples',
    title: 'Examples',
    kind: 'node',
    folders: ['tests/examples'],
    builds: ['package'],
    preset: 'library',
  },
  { name: 'bench', title: 'Benchmark', kind: 'node', folders: ['tests/bench'] },
  {
    name: 'browser',
    title: 'Browser',
    kind: 'node',
    folders: ['tests/browser'],
    builds: ['package', 'page'],
    needs: 'browser',
  },
  {
    name: 'firefox',
    title: 'Firefox',
    kind: 'node',
    folders: ['tests/firefox'],
    builds: ['package', 'page'],
    needs: 'firefox',
  },
];

async function reportFile(name) {
  const file = inTop('build/reports', `${name}.xml`);
  await mkdir(inTop('build/reports'), { recursive: true });
  await rm(file, { force: true });
  return file;
}

/** Runs a test program that writes a JUnit report, and counts what the report says. */
async function runReported(report, command, args, options) {
  const { code, output } = await run(command, args, { cwd: top, check: false, ...options });
  const xml = await readFile(report, 'utf8').catch(() => '');
  return { counts: judge(countTests(xml, isNotFile), code), output };
}

const isTestFile = (file) => file.endsWith('.test.mjs');

// Node reports a file in which it finds no test as a passed case that has the file's path as its name.
const isNotFile = (name) => !isTestFile(name);
const countOf = (text, pattern) => text.match(pattern)?.length ?? 0;

function showCount(task, pattern) {
  let done = 0;
  return (text) => {
    done += countOf(text, pattern);
    if (done > 0) task.progress(`${done} done`);
  };
}

// A browser fills the machine by itself; Node's own default leaves one processor idle.
const concurrency = ({ needs }) =>
  needs === 'browser' || needs === 'firefox' ? 1 : availableParallelism();

async function runNode(suite, { browser, firefox }, task) {
  const { name, folders } = suite;
  const below = folders.map((folder) => filesBelow([inTop(folder)], isTestFile));
  const files = (await Promise.all(below)).flat();
  const report = await reportFile(name);
  const options = [
    `--test-concurrency=${concurrency(suite)}`,
    '--test-reporter=junit',
    `--test-reporter-destination=${report}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
  ];
  if (files.length === 0) {
    return { counts: judge(countTests(''), 0), output: `No test file in ${folders.join(', ')}` };
  }
  const env = { ...process.env, CHROME_PATH: browser.path ?? '', FIREFOX_PATH: firefox.path ?? '' };
  const onOutput = showCount(task, /^\s*[✔✖]/gm);
  return runReported(report, process.execPath, ['--test', ...options, ...files], {
    env,
    onOutput,
  });
}

async function runCtest({ name, preset }, _tools, task) {
  const report = await reportFile(name);
  const args = ['--test-dir', binaryFolder(preset), '--output-on-failure', '--no-tests=error'];
  const parallel = ['--parallel', String(availableParallelism())];
  const onOutput = showCount(task, /^\s*\d+\/\d+ Test /gm);
  return runReported(report, 'ctest', [...args, ...parallel, '--output-junit', report], {
    onOutput,
  });
}

const runners = { node: runNode, ctest: runCtest };

/** Why a suite cannot run on this machine, if so. */
export function skipReason({ needs }, tools) {
  return needs && !tools[needs].path ? tools[needs].reason : undefined;
}

/**
 * @param {Suite} suite
 * @param {import('./log.mjs').Task} task
 * @returns {Promise<Result>}
 */
export const runSuite = (suite, tools, task) => runners[suite.kind](suite, tools, task);
