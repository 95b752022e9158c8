/** Clients of onnxruntime-web on simdcast: every way to replace it, in every environment. */
import { join } from 'node:path';
import { bundlers } from './bundlers.mjs';
import * as clients from './drop-in-programs.mjs';
import { write } from './package-files.mjs';
import {
  bundled,
  inOneFile,
  NODES,
  node,
  onBun,
  onDeno,
  onNode,
  pageOf,
  program,
  viteDev,
  workerd,
} from './places.mjs';
import {
  page,
  serviceWorkerPage,
  serviceWorkerProgram,
  workerPage,
  workerProgram,
} from './programs.mjs';
import { runWorkerd } from './workerd.mjs';

const ENTRY = 'simdcast/ort';
const alias = { 'onnxruntime-web': ENTRY };

/** A separate project in which npm's `overrides` replace the dependency of a dependency. */
const inOverrides = (run) => (folder, browser) => run(join(folder, 'overrides'), browser);

const nodeCells = (version) => [
  onNode(version, [], 'ort.js', clients.printing(ENTRY)),
  onNode(version, [], 'ort-symbol.js', clients.symbolic),
  ...[
    ['overrides.js', clients.printingOf],
    ['overrides.cjs', clients.requiringOf],
  ].map(([name, text]) => ({
    title: `Node ${version}: ${name}`,
    run: inOverrides(program(node(version), [], name, text)),
  })),
];

const inChromium = (title, run) => ({ title, browser: 'Chromium', run });
const bundlerCells = Object.keys(bundlers).flatMap((name) => [
  inChromium(
    `${name}: alias of onnxruntime-web`,
    bundled(name, 'alias', clients.pageOfSubpaths, { alias }),
  ),
  inChromium(
    `${name}: overrides of onnxruntime-web`,
    inOverrides(bundled(name, 'overrides', clients.pageOf)),
  ),
]);

const MAPPED = '/node_modules/simdcast/dist/ort.js';
const browserCells = (browser) =>
  [
    [
      'import map of onnxruntime-web',
      pageOf(
        'import-map',
        {
          'index.html': clients.mappedPage(MAPPED),
          'main.js': clients.pageProgram('onnxruntime-web'),
        },
        // An import map is a script in the page.
        { policy: "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'" },
      ),
    ],
    ['module worker, onnxruntime-web', inFiles('ort-worker', workerPage, workerOf, 'esm')],
    [
      'service worker, onnxruntime-web',
      inFiles('ort-sw', serviceWorkerPage, serviceWorkerOf, 'iife'),
    ],
    [
      'AudioWorklet, onnxruntime-web',
      inFiles('worklet', clients.workletPage, clients.worklet, 'esm'),
    ],
  ].map(([what, run]) => ({ title: `${browser}: ${what}`, browser, run }));

const workerOf = (name) => workerProgram(name, undefined, clients.client);
const serviceWorkerOf = (name) => serviceWorkerProgram(clients.client(name));

/** A page, and a program of one file that it starts. */
function inFiles(name, pageOfProgram, programOf, format) {
  return async (folder, browser) => {
    const text = await inOneFile(programOf('onnxruntime-web'), folder, format, alias);
    const files = { 'main.js': pageOfProgram('program.js'), 'program.js': text };
    return pageOf(name, files)(folder, browser);
  };
}

/** An extension of Chromium, in a folder of its own: Firefox installs none from there. */
async function extension(folder, browser) {
  const { manifest, background, page: pageProgram } = clients.extension;
  const files = {
    'manifest.json': JSON.stringify(manifest),
    'background.js': await inOneFile(background('onnxruntime-web'), folder, 'esm', alias),
    'main.js': await inOneFile(pageProgram('onnxruntime-web'), folder, 'esm', alias),
    'index.html': page('main.js'),
  };
  for (const [name, text] of Object.entries(files)) await write(folder, `extension/${name}`, text);
  return browser.titleInExtension(join(folder, 'extension'), 'index.html');
}

const others = [
  { title: 'Deno: ort.js', run: onDeno('deno-ort.js', clients.printing(ENTRY)) },
  { title: 'Bun: ort.js', run: onBun('bun-ort.js', clients.printing(ENTRY)) },
  {
    title: 'workerd: onnxruntime-web',
    run: (folder) => runWorkerd(workerd, folder, 'workerd-ort', clients.cloudflare, alias),
  },
  inChromium('Chromium: extension of manifest version 3, onnxruntime-web', extension),
  inChromium(
    "Vite's server: alias of onnxruntime-web",
    viteDev('alias', clients.pageOfSubpaths, alias),
  ),
];

/** @type {import('./cells.mjs').Cell[]} */
export const dropInCells = [
  ...NODES.flatMap(nodeCells),
  ...['Chromium', 'Firefox'].flatMap(browserCells),
  ...bundlerCells,
  ...others,
].map((cell) => ({ ...cell, said: clients.SAID }));
