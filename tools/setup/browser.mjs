/** The browsers for the browser tests, which are skipped without them. */
import { Failure } from '../lib/failure.mjs';
import { isExecutable } from '../lib/run.mjs';
import { ensurePrograms, findProgram, optional, thisMachine } from '../lib/system.mjs';

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

const finder =
  (program, variable) =>
  (task, machine = thisMachine(), chosen = process.env[variable]) =>
    optional(task, async () => {
      if (chosen && !isExecutable(chosen))
        throw new Failure(`${variable} names no program: ${chosen}`);
      if (chosen) return chosen;
      await ensurePrograms([program], task, machine);
      return findProgram(program, machine.path);
    });

export const setUpBrowser = finder(chromium, 'CHROME_PATH');
export const setUpFirefox = finder(firefox, 'FIREFOX_PATH');
