/** The cells of the matrix: a program and the environment that it runs in. A cell returns the program's output. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { filesBelow } from '../../tools/lib/files.mjs';
import { top } from '../../tools/lib/paths.mjs';
import { openBrowser } from './browsers.mjs';
import { bundlers } from './bundlers.mjs';
import { compilerCells } from './compiler-cells.mjs';
import { dropInCells } from './drop-in-cells.mjs';
import { frameworkCells } from './framework-cells.mjs';
import {
  bundled,
  execute,
  inOneFile,
  installed,
  NODES,
  node,
  onBun,
  onDeno,
  onNode,
  pageOf,
  viteDev,
  workerd,
} from './places.mjs';
import * as programs from './programs.mjs';
import { testRunnerCells } from './test-runner-cells.mjs';
import { runWorkerd } from './workerd.mjs';

const { bringing, printing, requiring, threading, SAID_OF_THREADS } = programs;
const nodeCells = (version) => [
  onNode(version, [], 'simdcast.js', printing('simdcast')),
  onNode(version, [], 'external.js', printing('simdcast/external')),
  onNode(version, [], 'core.js', bringing),
  onNode(version, ['--disallow-code-generation-from-strings'], 'strict.js', printing('simdcast')),
  onNode(version, [], 'require.cjs', requiring),
  { ...onNode(version, [], 'threads.js', threading), said: SAID_OF_THREADS },
];

/**
 * Tests of numerical results in this repository, with `relaxed` as the default flavour; Node 20, which runs
 * the suites, needs a flag. One version runs all cases, others a quarter of many (support/extent.mjs).
 */
const numbersOn = (version, extent, ...folders) => ({
  title: `Node ${version}: the tests of ${folders.join(', ')}`,
  said: 'passed',
  async run() {
    const below = folders.map((folder) => join(top, 'tests', folder));
    const files = await filesBelow(below, (file) => file.endsWith('.test.mjs'));
    const atOnce = `--test-concurrency=${availableParallelism()}`;
    const args = ['--test', atOnce, '--test-reporter=tap', ...files];
    const env = { ...process.env, EXTENT: extent };
    const options = { cwd: top, env, timeout: 1_200_000, maxBuffer: 2 ** 28 };
    const failed = ({ stdout, message }) => stdout?.match(/^ *not ok .*$/gm)?.join(', ') ?? message;
    return execute(node(version), args, options).then(() => 'passed', failed);
  },
});

const serviceWorker = async (folder, browser) =>
  pageOf('service-worker', {
    'main.js': programs.serviceWorkerPage('sw.js'),
    'sw.js': await inOneFile(programs.serviceWorkerProgram(), folder, 'iife'),
  })(folder, browser);

const worker = (entry) => ({
  'main.js': programs.workerPage('worker.js'),
  'worker.js': programs.workerProgram(entry, installed),
});

const browserCells = (browser) =>
  [
    ['page', pageOf('page', { 'main.js': programs.pageProgram('simdcast', installed) })],
    [
      'page, external',
      pageOf('page-external', { 'main.js': programs.pageProgram('simdcast/external', installed) }),
    ],
    [
      'page, core',
      pageOf('page-core', { 'main.js': programs.pageProgram('simdcast/core', installed) }),
    ],
    ['module worker', pageOf('worker', worker('simdcast'))],
    ['module worker, external', pageOf('worker-external', worker('simdcast/external'))],
    ['service worker', serviceWorker],
  ].map(([what, run]) => ({ title: `${browser}: ${what}`, browser, run }));

const threadsCell = (browser) => ({
  title: `${browser}: page, threads`,
  browser,
  said: SAID_OF_THREADS,
  run: pageOf('threads', { 'main.js': programs.threadingPage(installed) }, { isolated: true }),
});

const ENTRIES = ['simdcast', 'simdcast/external'];
const pages = ENTRIES.flatMap((entry) => [
  ...Object.keys(bundlers).map((name) => ({
    title: `${name}: ${entry}`,
    browser: 'Chromium',
    run: bundled(name, entry, programs.pageProgram(entry)),
  })),
  {
    title: `Vite's server: ${entry}`,
    browser: 'Chromium',
    run: viteDev(entry, programs.pageProgram(entry)),
  },
]);
const threadsPages = Object.keys(bundlers).map((name) => ({
  title: `${name}: simdcast/threads`,
  browser: 'Chromium',
  said: SAID_OF_THREADS,
  run: bundled(name, 'simdcast/threads', programs.threadingPage(), { isolated: true }),
}));

const workerdCell = (title, flavour) => ({
  title,
  run: (folder) => runWorkerd(workerd, folder, `workerd-${flavour}`, programs.cloudflare(flavour)),
});

/** @typedef {{ title: string, browser?: string, said?: string, run(folder: string, browser?: object): Promise<string> }} Cell */

/** @type {Cell[]} */
export const cells = [
  ...NODES.flatMap(nodeCells),
  numbersOn(22, 'part', 'operators'),
  numbersOn(24, 'whole', 'operators', 'expression', 'tensor', 'onnx', 'accuracy'),
  numbersOn(26, 'part', 'operators', 'functions'),
  { title: 'Deno: simdcast.js', run: onDeno('deno.js', printing('simdcast')) },
  { title: 'Deno: threads.js', said: SAID_OF_THREADS, run: onDeno('deno-threads.js', threading) },
  { title: 'Deno: external.js', run: onDeno('deno-external.js', printing('simdcast/external')) },
  { title: 'Bun: simdcast.js', run: onBun('bun.js', printing('simdcast')) },
  { title: 'Bun: threads.js', said: SAID_OF_THREADS, run: onBun('bun-threads.js', threading) },
  { title: 'Bun: external.js', run: onBun('bun-external.js', printing('simdcast/external')) },
  workerdCell('workerd: simdcast/core', 'simd'),
  workerdCell('workerd: simdcast/core, relaxed', 'relaxed'),
  ...['Chromium', 'Firefox'].flatMap((browser) => [...browserCells(browser), threadsCell(browser)]),
  ...pages,
  ...threadsPages,
  ...frameworkCells,
  ...testRunnerCells,
  ...compilerCells,
  ...dropInCells,
];

export { openBrowser };
