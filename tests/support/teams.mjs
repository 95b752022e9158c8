/** Engines of several threads that share the smallest runs, which no user's does: for tests of small operands. */
import assert from 'node:assert/strict';
import { load } from 'simdcast/threads';

const { instantiate } = WebAssembly;

/** Runs `work`; gives what it gives, and the exports of the engine that it instantiates. */
async function watching(work) {
  let exports;
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, imports);
    if (instance.exports?.shareEverything) exports = instance.exports;
    return instance;
  };
  try {
    return { given: await work(), exports };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

const teams = new Map();

async function loadTeam(options) {
  const { given: sc, exports } = await watching(() => load(options));
  assert.equal(sc.threads, options.threads, sc.threadsReason);
  exports.shareEverything();
  process.on('exit', () => assert.equal(sc.threads, options.threads, sc.threadsReason));
  return { sc, sharedRuns: () => exports.sharedRuns() };
}

/**
 * The engine, and how many runs it has shared; the same for the same options.
 * @param {{ threads: number, flavour: string }} options
 * @returns {Promise<{ sc: object, sharedRuns: () => number }>}
 */
export async function eagerTeam({ threads, flavour }) {
  const key = `${threads} ${flavour}`;
  // One after the other: each has to find its own module.
  if (!teams.has(key))
    teams.set(
      key,
      Promise.all(teams.values()).then(() => loadTeam({ threads, flavour })),
    );
  return teams.get(key);
}
