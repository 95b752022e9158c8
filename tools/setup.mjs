/**
 * Sets up everything that building and testing need; existing parts are kept.
 *
 *   node tools/setup.mjs                     everything, one line for each part
 *   node tools/setup.mjs --print <answer>    that part only, and the requested path:
 *                                            em++, toolchain, EM_CONFIG, catch2 or chromium
 */
import { Failure, main } from './lib/failure.mjs';
import { logTo } from './lib/log.mjs';
import { setUp } from './setup/parts.mjs';

const answers = {
  'em++': { part: 'emscripten', of: (emscripten) => emscripten.compiler },
  toolchain: { part: 'emscripten', of: (emscripten) => emscripten.toolchainFile },
  EM_CONFIG: { part: 'emscripten', of: (emscripten) => emscripten.env.EM_CONFIG },
  catch2: { part: 'catch2', of: (folder) => folder },
  chromium: { part: 'browser', of: (browser) => browser.path },
};

async function printAnswer(name) {
  const answer = answers[name];
  if (!answer) throw new Failure(`--print takes one of: ${Object.keys(answers).join(', ')}`);
  logTo(process.stderr);
  const results = await setUp([answer.part]);
  process.stdout.write(`${answer.of(results[answer.part]) ?? ''}\n`);
}

await main(async ([option, name]) => {
  if (option === '--print') return printAnswer(name);
  if (option) throw new Failure(`Unknown option: ${option}`);
  await setUp();
});
