import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mjs';

/**
 * Runs a program without a shell and collects its output (both streams, in order of arrival).
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, check?: boolean, onOutput?(text: string): void}} [options]
 *   check (the default): a non-zero exit is a Failure that carries the output.
 * @returns {Promise<{code: number, output: string, stdout: string}>}
 */
export function run(command, args, { cwd, env = process.env, check = true, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stdout = '';
    const collect = (text) => {
      output += text;
      onOutput?.(text);
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      collect(text);
    });
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => reject(new Failure(`${command} did not start: ${error.message}`)));
    child.on('close', (status, signal) => {
      const code = status ?? 1;
      if (code === 0 || !check) return resolve({ code, output, stdout });
      const end = signal ? `was ended by ${signal}` : `exited with status ${code}`;
      reject(new Failure(`${output.trimEnd()}\n${[command, ...args].join(' ')} ${end}`));
    });
  });
}

/** Runs a program on this terminal, which ends with this process; returns its exit status. */
export async function runHere(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

const onPath = (name, path = process.env.PATH ?? '') =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .filter(isExecutable);

/** The path of a program on PATH, or undefined. */
export const which = (name, path) => onPath(name, path)[0];

/** The first Python on PATH that has a module; there may be several. */
export const pythonWith = (module, path) =>
  onPath('python3', path).find(
    (python) =>
      spawnSync(python, ['-c', `import importlib.util as u; exit(not u.find_spec('${module}'))`])
        .status === 0,
  );

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
