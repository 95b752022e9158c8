/**
 * Emscripten: the one on PATH when it is new enough, otherwise Debian's packages unpacked into the
 * user's cache, as an ordinary user and with the system left alone.
 */
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findArchive } from '../lib/apt.mjs';
import { cached } from '../lib/cache.mjs';
import { Failure } from '../lib/failure.mjs';
import { run, which } from '../lib/run.mjs';
import { findVersion, isAtLeast } from '../lib/versions.mjs';
import { buildEmscripten, cacheKey, configFile } from './emscripten-debian.mjs';

export const minimumVersion = '3.1.69';
const installPage = 'https://emscripten.org/docs/getting_started/downloads.html';

/**
 * @typedef {{version: string, root: string, compiler: string, toolchainFile: string,
 *   env: Record<string, string>, origin: string}} Emscripten
 *   env holds what the environment needs besides PATH.
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
 * @returns {Promise<{found?: Emscripten, note?: string}>} a note says why one was passed over.
 */
export async function onPath(path = process.env.PATH) {
  const emcc = which('emcc', path);
  if (!emcc) return {};
  const { code, stdout } = await run(emcc, ['--version'], { check: false });
  const version = code === 0 ? findVersion(stdout) : undefined;
  if (!version) return { note: `emcc on PATH is passed over: ${emcc} --version names no version` };
  if (!isAtLeast(version, minimumVersion)) {
    return { note: `emcc on PATH is passed over: it is ${version}, below ${minimumVersion}` };
  }
  return { found: describe(await rootOf(emcc), version, {}, 'on PATH') };
}

async function fromPackages(task) {
  const archive = await findArchive();
  if (!archive) {
    throw new Failure(
      `Emscripten ${minimumVersion} or newer is not on PATH: install it from ${installPage}`,
    );
  }
  const { folder, built } = await cached({
    name: 'emscripten',
    key: cacheKey,
    onWait: task.progress,
    build: (at) => buildEmscripten(at, archive, task),
  });
  const root = join(folder, 'usr/share/emscripten');
  const env = { EM_CONFIG: configFile(folder) };
  return describe(root, cacheKey.split('-')[0], env, built ? 'unpacked' : 'in the cache');
}

/** @returns {Promise<Emscripten>} */
export async function setUpEmscripten(task, path) {
  const search = await onPath(path);
  if (search.note) task.note(search.note);
  const emscripten = search.found ?? (await fromPackages(task));
  task.detail(`${emscripten.version} ${emscripten.origin}`);
  return emscripten;
}
