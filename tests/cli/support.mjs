/** Runs the built command as a child process. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The environment without variables for colours and for the test runner's children. */
function cleanEnvironment() {
  const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS, NODE_TEST_CONTEXT, ...rest } = process.env;
  return rest;
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{env?: Record<string, string>, cwd?: string}} [options]
 * @returns {Promise<{status: number | null, stdout: string, stderr: string}>}
 */
export function spawned(program, args, { env = {}, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text;
      });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...output }));
  });
}

/** Runs `simdcast` with these arguments. */
export const simdcast = (args, options) => spawned(process.execPath, [command, ...args], options);

/** Runs `simdcast align` with arguments in one line, separated by spaces. */
export const align = (line, options) => simdcast(['align', ...line.split(' ')], options);
