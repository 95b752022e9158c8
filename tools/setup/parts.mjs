/** The parts of set-up, in the order in which they run. */
import { Failure } from '../lib/failure.mjs';
import { step } from '../lib/log.mjs';
import { isAtLeast } from '../lib/versions.mjs';
import { setUpBrowser, setUpFirefox } from './browser.mjs';
import { setUpCatch2 } from './catch2.mjs';
import { setUpCompilers } from './compilers.mjs';
import { setUpEmscripten } from './emscripten.mjs';
import { setUpFuzzer } from './fuzzer.mjs';
import { setUpPackages } from './npm.mjs';

const minimumNode = '20.19';

const parts = {
  compilers: ['Compilers', setUpCompilers],
  packages: ['npm packages', setUpPackages],
  emscripten: ['Emscripten', setUpEmscripten],
  catch2: ['Catch2', setUpCatch2],
  browser: ['Chromium', setUpBrowser],
  firefox: ['Firefox', setUpFirefox],
  fuzzer: ['libFuzzer', setUpFuzzer],
};

export const partNames = Object.keys(parts);

/**
 * What the parts give.
 * @typedef {{emscripten?: import('./emscripten.mjs').Emscripten, catch2?: string,
 *   browser?: {path?: string, reason?: string}, firefox?: {path?: string, reason?: string},
 *   fuzzer?: {path?: string, reason?: string}}} Tools
 */

/**
 * Sets up the named parts.
 * @param {string[]} [names]
 * @returns {Promise<Tools>}
 */
export async function setUp(names = partNames) {
  if (!isAtLeast(process.versions.node, minimumNode)) {
    throw new Failure(`Missing: Node >= ${minimumNode}; this is ${process.versions.node}`);
  }
  const results = {};
  for (const name of partNames.filter((part) => names.includes(part))) {
    const [title, work] = parts[name];
    results[name] = await step(title, (task) => work(task));
  }
  return results;
}
