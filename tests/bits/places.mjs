/** The places where the cases run: JavaScript engines, flavours and numbers of threads. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTop, top } from '../../tools/lib/paths.mjs';
import { isExecutable } from '../../tools/lib/run.mjs';
import { openBrowser, serveFolder } from '../matrix/browsers.mjs';
import { page } from '../matrix/programs.mjs';
import { hasRelaxed, noRelaxed } from '../support/flavours.mjs';
import { hashesOfPreset } from './native.mjs';

const execute = promisify(execFile);

/** Several times the duration of the slowest place. */
const MOST_SECONDS = 240;

/** The folder of the programs and the cases; programs import the package's files from there. */
export const folder = inTop('build/bits');

const engineOf = {
  single: (options) => `
    import { load } from '../../dist/index.js';
    const engine = await load(${JSON.stringify(options)});`,
  // The import sets the flag that Node 20 needs.
  relaxed: () => `
    import '../../tests/support/flavours.mjs';
    import { load } from '../../dist/index.js';
    const engine = await load({ flavour: 'relaxed' });`,
  // Shares even the smallest runs.
  team: (options) => `
    import { eagerTeam } from '../../tests/support/teams.mjs';
    const { sc: engine } = await eagerTeam(${JSON.stringify({ flavour: 'simd', ...options })});`,
  pageTeam: (options) => `
    import { load } from '../../dist/threads.js';
    const engine = await load(${JSON.stringify({ flavour: 'simd', ...options })});
    if (engine.threads !== ${options.threads}) throw new Error(engine.threadsReason);`,
};

const READ = {
  file: `(await import('node:fs/promises')).readFile(new URL('cases.json', import.meta.url), 'utf8')`,
  page: `(await fetch('cases.json')).text()`,
};
const SAY = { file: 'console.log(said); process.exit();', page: 'document.title = said;' };

/** A program that prints the hashes of all cases as JSON; a page sets its title to them. */
const program = (engine, where) => `${engine}
import { InferenceSession } from '../../dist/onnx.js';
import { hashesOf } from './hashes.js';
const cases = JSON.parse(await ${READ[where]});
const said = JSON.stringify(await hashesOf(cases, { engine, InferenceSession }));
${SAY[where]}
`;

async function inProcess(name, command, args, engine) {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, program(engine, 'file'));
  const limits = { timeout: MOST_SECONDS * 1000, maxBuffer: 2 ** 24 };
  const { stdout } = await execute(command, [...args, file], { cwd: top, ...limits });
  return JSON.parse(stdout);
}

async function hashesOnPage(url, browserName) {
  const browser = await openBrowser(browserName);
  try {
    const said = await browser.titleOf(url, MOST_SECONDS);
    if (!said.startsWith('{')) throw new Error(said);
    return JSON.parse(said);
  } finally {
    await browser.close();
  }
}

async function onPage(name, browserName, engine, isolated) {
  await writeFile(join(folder, `${name}.js`), program(engine, 'page'));
  await writeFile(join(folder, `${name}.html`), page(`${name}.js`));
  const server = await serveFolder(top, { isolated });
  try {
    return await hashesOnPage(`${server.url}build/bits/${name}.html`, browserName);
  } finally {
    await server.close();
  }
}

const inNode = (name, kind, options) => ({
  run: () => inProcess(name, process.execPath, [], engineOf[kind](options)),
});
const inBrowser = (name, browser, kind, options) => ({
  run: () => onPage(name, browser, engineOf[kind](options), kind === 'pageTeam'),
});

/** Cases whose results depend on the locale's letters, which only JavaScript knows. */
const hasLocale = (name) => name.startsWith('StringNormalizer');

/** The library under a compiler. */
const inCpp = (preset) => ({
  run: (cases) => hashesOfPreset(preset, cases),
  mayDiffer: hasLocale,
});

const bun = inTop('tests/matrix/node_modules/@oven/bun-linux-x64/bin/bun');
const v8 = `V8 ${process.versions.v8.replace(/-.*/, '')}, Node ${process.versions.node}`;

/** All others are compared with the first. */
export const places = {
  [`${v8}, simd`]: inNode('node-simd', 'single', { flavour: 'simd' }),
  [`${v8}, relaxed`]: {
    ...inNode('node-relaxed', 'relaxed'),
    reason: hasRelaxed ? undefined : noRelaxed,
  },
  ...Object.fromEntries(
    [2, 3, 8].map((threads) => [
      `${v8}, ${threads} threads`,
      inNode(`node-threads-${threads}`, 'team', { threads }),
    ]),
  ),
  'V8, Chromium': inBrowser('chromium', 'Chromium', 'single', { flavour: 'simd' }),
  'V8, Chromium, 3 threads': inBrowser('chromium-threads', 'Chromium', 'pageTeam', { threads: 3 }),
  'SpiderMonkey, Firefox': inBrowser('firefox', 'Firefox', 'single', { flavour: 'simd' }),
  'JavaScriptCore, Bun': {
    reason: isExecutable(bun) ? undefined : 'npm run matrix installs Bun',
    run: () => inProcess('bun', bun, ['run'], engineOf.single({ flavour: 'simd' })),
  },
  'C++, GCC': inCpp('library'),
  "C++, Clang's ASan and UBSan": inCpp('native-clang'),
};
