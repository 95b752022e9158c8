/**
 * Emscripten: the one on PATH if it is new enough, otherwise Debian's packages, unpacked into the user's
 * cache without root and without changing the system.
 */
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fromArchive } from '../lib/apt.mjs';
import { Failure } from '../lib/failure.mjs';
import { run, which } from '../lib/run.mjs';
import { findVersion, isAtLeast } from '../lib/versions.mjs';
import { configFile, recipe, version } from './emscripten-debian.mjs';

const minimumVersion = '3.1.69';
const installPage = 'https://emscripten.org/docs/getting_started/downloads.html';

/**
 * @typedef {{version: string, root: string, compiler: string, toolchainFile: string,
 *   env: Record<string, string>, origin: string}} Emscripten
 *   env has the required variables apart from PATH.
 */
function describe(root, version, env, origin) {
  return {
    version,
    root,
    compiler: join(root, 'em++'),
    toolchainFile: join(root, 'cmake/Modules/Platform/Emscripten.cmake'),
    env,
    origin,
  };
}

async function rootOf(emcc) {
  const config = join(dirname(emcc), 'em-config');
  const answer = await run(config, ['EMSCRIPTEN_ROOT'], { check: false }).catch(() => undefined);
  return answer?.code === 0 ? answer.stdout.trim() : dirname(await realpath(emcc));
}

/**
 * The `emcc` on PATH.
 * @returns {Promise<{found?: Emscripten, note?: string}>} the note is the reason why one was ignored
 */
export async function onPath(path = process.env.PATH) {
  const emcc = which('emcc', path);
  if (!emcc) return {};
  const { code, stdout } = await run(emcc, ['--version'], { check: false });
  const own = code === 0 ? findVersion(stdout) : undefined;
  if (own && isAtLeast(own, minimumVersion)) {
    return { found: describe(await rootOf(emcc), own, {}, 'on PATH') };
  }
  const why = own ? `it is ${own}, below ${minimumVersion}` : `${emcc} --version names no version`;
  return { note: `emcc on PATH is passed over: ${why}` };
}

async function fromPackages(task) {
  const made = await fromArchive(recipe, task);
  if (!made) {
    throw new Failure(
      `Emscripten ${minimumVersion} or newer is not on PATH: install it from ${installPage}`,
    );
  }
  const root = join(made.folder, 'usr/share/emscripten');
  const env = { EM_CONFIG: configFile(made.folder) };
  return describe(root, version, env, made.built ? 'unpacked' : 'in the cache');
}

/** @returns {Promise<Emscripten>} */
export async function setUpEmscripten(task, path) {
  const search = await onPath(path);
  if (search.note) task.note(search.note);
  const emscripten = search.found ?? (await fromPackages(task));
  task.detail(`${emscripten.version} ${emscripten.origin}`);
  return emscripten;
}
