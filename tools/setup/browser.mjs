/** Chromium for the browser tests. Without one they are skipped, so set-up goes on. */
import { Failure } from '../lib/failure.mjs';
import { isExecutable } from '../lib/run.mjs';
import { ensurePrograms, findProgram, thisMachine } from '../lib/system.mjs';

const chromium = {
  what: 'Chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  packages: ['chromium', 'fonts-liberation'],
};

/**
 * @param {import('../lib/log.mjs').Task} task
 * @param {import('../lib/system.mjs').Machine} [machine]
 * @param {string} [chosen] CHROME_PATH
 * @returns {Promise<{path?: string, reason?: string}>} the program, or why there is none.
 */
export async function setUpBrowser(
  task,
  machine = thisMachine(),
  chosen = process.env.CHROME_PATH,
) {
  if (chosen) {
    return isExecutable(chosen)
      ? { path: chosen }
      : { reason: `CHROME_PATH names no program: ${chosen}` };
  }
  try {
    await ensurePrograms([chromium], task, machine);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    task.detail(error.message);
    task.bad();
    return { reason: error.message };
  }
  const path = await findProgram(chromium, machine.path);
  task.detail(path);
  return { path };
}
