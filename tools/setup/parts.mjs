/** The parts of set-up, in the order in which they run. */
import { Failure } from '../lib/failure.mjs';
import { step } from '../lib/log.mjs';
import { ensurePrograms } from '../lib/system.mjs';
import { isAtLeast } from '../lib/versions.mjs';
import { setUpBrowser, setUpFirefox } from './browser.mjs';
import { setUpCatch2 } from './catch2.mjs';
import { setUpEmscripten } from './emscripten.mjs';
import { setUpFuzzer } from './fuzzer.mjs';
import { setUpPackages } from './npm.mjs';

const minimumNode = '20.19';

/** Requirements of every build; Emscripten runs on Python. */
export const compilers = [
  { what: 'a C++ compiler', names: ['c++', 'g++', 'clang++'], packages: ['g++'] },
  { what: 'CMake', names: ['cmake'], minimum: '3.22', packages: ['cmake'] },
  { what: 'Ninja', names: ['ninja'], packages: ['ninja-build'] },
  { what: 'Python', names: ['python3'], minimum: '3.8', packages: ['python3'] },
];

const parts = {
  compilers: ['Compilers', (task) => ensurePrograms(compilers, task)],
  packages: ['npm packages', setUpPackages],
  emscripten: ['Emscripten', setUpEmscripten],
  catch2: ['Catch2', setUpCatch2],
  browser: ['Chromium', (task) => setUpBrowser(task)],
  firefox: ['Firefox', (task) => setUpFirefox(task)],
  fuzzer: ['libFuzzer', (task) => setUpFuzzer(task)],
};

/** Requirements of building the package. */
export const forPackage = ['compilers', 'packages', 'emscripten'];

/**
 * @typedef {import('./emscripten.mjs').Emscripten} Emscripten
 */

/**
 * The results of the parts; some may still be downloading while other things are built.
 * @typedef {{packages?: Promise<void>, emscripten?: Emscripten | Promise<Emscripten>, catch2?: string,
 *   browser?: {path?: string, reason?: string}, firefox?: {path?: string, reason?: string},
 *   fuzzer?: {path?: string, reason?: string}}} Tools
 */

/**
 * Sets up the named parts.
 * @param {string[]} [names]
 * @returns {Promise<Tools>}
 */
export async function setUp(names = Object.keys(parts)) {
  if (!isAtLeast(process.versions.node, minimumNode)) {
    throw new Failure(`Missing: Node >= ${minimumNode}; this is ${process.versions.node}`);
  }
  const results = {};
  for (const [name, [title, work]] of Object.entries(parts)) {
    if (names.includes(name)) results[name] = await step(title, work);
  }
  return results;
}

/**
 * Sets up everything. Downloads are promises: the native tests build meanwhile.
 * @returns {Promise<Tools>}
 */
export async function setUpBeside() {
  const fetched = ['packages', 'emscripten'];
  const others = Object.keys(parts).filter((name) => !fetched.includes(name));
  const tools = await setUp(others);
  for (const name of fetched) {
    tools[name] = setUp([name]).then((results) => results[name]);
    // Whoever awaits the part gets its error; this only prevents an unhandled rejection.
    tools[name].catch(() => {});
  }
  return tools;
}
