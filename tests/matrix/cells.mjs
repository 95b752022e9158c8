/** What is tried where: one line for each cell. A cell gives what the program said. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesBelow } from '../../tools/lib/files.mjs';
import { top } from '../../tools/lib/paths.mjs';
import { openBrowser, serveFolder } from './browsers.mjs';
import { bundlers } from './bundlers.mjs';
import { write } from './package-files.mjs';
import * as programs from './programs.mjs';
import { runWorkerd } from './workerd.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const tool = (path) => join(here, 'node_modules', path);
const execute = promisify(execFile);

const node = (version) => tool(`node-${version}/bin/node`);
const deno = tool('deno/bin.cjs');
const bun = tool('@oven/bun-linux-x64/bin/bun');
const workerd = tool('@cloudflare/workerd-linux-64/bin/workerd');

/** Runs a program of the project, in a file of that name. */
const program = (command, args, name, text) => async (folder) => {
  await write(folder, name, text);
  const { stdout } = await execute(command, [...args, name], { cwd: folder, timeout: 60_000 });
  return stdout.trim();
};

const { bringing, printing, requiring, threading, SAID_OF_THREADS } = programs;
const onNode = (version, args, name, text) => ({
  title: `Node ${version}: ${[...args, name].join(' ')}`,
  run: program(node(version), args, name, text),
});
const nodeCells = (version) => [
  onNode(version, [], 'simdcast.js', printing('simdcast')),
  onNode(version, [], 'external.js', printing('simdcast/external')),
  onNode(version, [], 'core.js', bringing),
  onNode(version, ['--disallow-code-generation-from-strings'], 'strict.js', printing('simdcast')),
  onNode(version, [], 'require.cjs', requiring),
  { ...onNode(version, [], 'threads.js', threading), said: SAID_OF_THREADS },
];

/**
 * Tests of numbers of this repository, where `relaxed` is the flavour that users get: Node 20, which the
 * suites run in, has to be told.
 */
const numbersOn = (version, ...folders) => ({
  title: `Node ${version}: the tests of ${folders.join(', ')}`,
  said: 'passed',
  async run() {
    const below = folders.map((folder) => join(top, 'tests', folder));
    const files = await filesBelow(below, (file) => file.endsWith('.test.mjs'));
    const args = ['--test', '--test-reporter=tap', ...files];
    const options = { cwd: top, timeout: 1_200_000, maxBuffer: 2 ** 28 };
    const failed = ({ stdout, message }) => stdout?.match(/^ *not ok .*$/gm)?.join(', ') ?? message;
    return execute(node(version), args, options).then(() => 'passed', failed);
  },
});

/** A page of the project in a browser, over files as npm installed them. */
const installed = (entry) => `/node_modules/simdcast/dist/${entry.split('/')[1] ?? 'index'}.js`;
const pageOf = (name, files, options) => async (folder, browser) => {
  for (const [file, text] of Object.entries(files)) await write(folder, `${name}/${file}`, text);
  await write(folder, `${name}/index.html`, programs.page('main.js'));
  const server = await serveFolder(folder, options);
  try {
    return await browser.titleOf(`${server.url}${name}/index.html`);
  } finally {
    await server.close();
  }
};

async function serviceWorker(folder, browser) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents: programs.serviceWorkerProgram, resolveDir: folder },
    bundle: true,
    format: 'iife',
    write: false,
  });
  const files = { 'main.js': programs.serviceWorkerPage('sw.js'), 'sw.js': outputFiles[0].text };
  return pageOf('service-worker', files)(folder, browser);
}

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

/** Bundles a project and opens what came out, under the same policy. */
const bundled = (name, entry, text, options) => async (folder, browser) => {
  const project = `${name.replace(/\W/g, '')}-${entry.replace('/', '-')}`;
  await write(folder, `${project}/index.html`, programs.page('./main.js'));
  await write(folder, `${project}/main.js`, text);
  const out = join(folder, project, 'out');
  await bundlers[name](join(folder, project), out);
  const server = await serveFolder(out, options);
  try {
    return await browser.titleOf(`${server.url}index.html`);
  } finally {
    await server.close();
  }
};

/** The files as Vite serves them while a project is written, under no policy: its own client needs code. */
const viteDev = (entry) => async (folder, browser) => {
  const { createServer } = await import('vite');
  const project = join(folder, `vite-dev-${entry.replace('/', '-')}`);
  await write(project, 'index.html', programs.page('./main.js'));
  await write(project, 'main.js', programs.pageProgram(entry));
  const server = await createServer({
    root: project,
    logLevel: 'error',
    server: { host: '127.0.0.1', fs: { allow: [folder] } },
  });
  await server.listen();
  try {
    return await browser.titleOf(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
};

const ENTRIES = ['simdcast', 'simdcast/external'];
const pages = ENTRIES.flatMap((entry) => [
  ...Object.keys(bundlers).map((name) => ({
    title: `${name}: ${entry}`,
    browser: 'Chromium',
    run: bundled(name, entry, programs.pageProgram(entry)),
  })),
  { title: `Vite's server: ${entry}`, browser: 'Chromium', run: viteDev(entry) },
]);
const threadsPages = Object.keys(bundlers).map((name) => ({
  title: `${name}: simdcast/threads`,
  browser: 'Chromium',
  said: SAID_OF_THREADS,
  run: bundled(name, 'simdcast/threads', programs.threadingPage(), { isolated: true }),
}));

/** @typedef {{ title: string, browser?: string, run(folder: string, browser?: object): Promise<string> }} Cell */

/** @type {Cell[]} */
export const cells = [
  ...[20, 22, 24, 26].flatMap(nodeCells),
  numbersOn(22, 'operators'),
  numbersOn(24, 'operators', 'expression', 'tensor', 'onnx', 'accuracy'),
  numbersOn(26, 'operators', 'functions'),
  {
    title: 'Deno: simdcast.js',
    run: program(process.execPath, [deno, 'run', '--allow-read'], 'deno.js', printing('simdcast')),
  },
  {
    title: 'Deno: threads.js',
    said: SAID_OF_THREADS,
    run: program(process.execPath, [deno, 'run', '--allow-read'], 'deno-threads.js', threading),
  },
  {
    title: 'Deno: external.js',
    run: program(
      process.execPath,
      [deno, 'run', '--allow-read'],
      'deno-external.js',
      printing('simdcast/external'),
    ),
  },
  { title: 'Bun: simdcast.js', run: program(bun, ['run'], 'bun.js', printing('simdcast')) },
  {
    title: 'Bun: threads.js',
    said: SAID_OF_THREADS,
    run: program(bun, ['run'], 'bun-threads.js', threading),
  },
  {
    title: 'Bun: external.js',
    run: program(bun, ['run'], 'bun-external.js', printing('simdcast/external')),
  },
  { title: 'workerd: simdcast/core', run: (folder) => runWorkerd(workerd, folder, 'simd') },
  {
    title: 'workerd: simdcast/core, relaxed',
    run: (folder) => runWorkerd(workerd, folder, 'relaxed'),
  },
  ...['Chromium', 'Firefox'].flatMap((browser) => [...browserCells(browser), threadsCell(browser)]),
  ...pages,
  ...threadsPages,
];

export { openBrowser };
