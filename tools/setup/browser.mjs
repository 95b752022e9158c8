/** The browsers of the browser tests. Without one its tests are skipped, so set-up goes on. */
import { Failure } from '../lib/failure.mjs';
import { isExecutable } from '../lib/run.mjs';
import { ensurePrograms, findProgram, thisMachine } from '../lib/system.mjs';

const chromium = {
  what: 'Chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  packages: ['chromium', 'fonts-liberation'],
};

const firefox = {
  what: 'Firefox',
  names: ['firefox-esr', 'firefox'],
  packages: ['firefox-esr', 'fonts-liberation'],
};

/** @returns {Promise<{path?: string, reason?: string}>} the program, or why there is none. */
async function setUp(program, variable, task, machine, chosen) {
  if (chosen) {
    return isExecutable(chosen)
      ? { path: chosen }
      : { reason: `${variable} names no program: ${chosen}` };
  }
  try {
    await ensurePrograms([program], task, machine);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    task.detail(error.message);
    task.bad();
    return { reason: error.message };
  }
  const path = await findProgram(program, machine.path);
  task.detail(path);
  return { path };
}

/**
 * @param {import('../lib/log.mjs').Task} task
 * @param {import('../lib/system.mjs').Machine} [machine]
 * @param {string} [chosen] CHROME_PATH
 */
export const setUpBrowser = (task, machine = thisMachine(), chosen = process.env.CHROME_PATH) =>
  setUp(chromium, 'CHROME_PATH', task, machine, chosen);

/**
 * @param {import('../lib/log.mjs').Task} task
 * @param {import('../lib/system.mjs').Machine} [machine]
 * @param {string} [chosen] FIREFOX_PATH
 */
export const setUpFirefox = (task, machine = thisMachine(), chosen = process.env.FIREFOX_PATH) =>
  setUp(firefox, 'FIREFOX_PATH', task, machine, chosen);
