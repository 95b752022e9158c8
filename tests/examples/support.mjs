/** Starts the examples according to their READMEs, and opens those that are pages. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { installExample, npmCommand } from '../../tools/lib/examples.mjs';
import { startBrowser } from '../browser/lib/browser.mjs';
import { freePort } from '../matrix/ports.mjs';

/** Starts `npm start` in a process group of its own, which ends with the test. */
function start(t, cwd, args) {
  const [command, ...rest] = npmCommand(['start', '--', ...args]);
  const child = spawn(command, rest, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said.text += text;
    });
  }
  t.after(() => {
    if (child.exitCode === null) process.kill(-child.pid);
  });
  return { child, said };
}

async function whenUp(url, { child, said }) {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`The example ended:\n${said.text}`);
}

/**
 * Starts an example that serves a page, and opens the page.
 * @param {import('node:test').TestContext} t
 * @param {string} name
 * @param {(port: number) => string[]} argsOf what `npm start` takes for a port
 * @param {(page: import('playwright-core').Page) => Promise<void>} [prepare]
 */
export async function openExample(t, name, argsOf, prepare) {
  const folder = await installExample(name);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  await whenUp(url, start(t, folder, argsOf(port)));
  const browser = await startBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await prepare?.(page);
  await page.goto(url);
  return { page, problems, folder };
}
