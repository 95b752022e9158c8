/**
 * Engines of several threads: countedTeam counts the runs that are shared, at the costs that users have;
 * eagerTeam shares even the smallest runs, for tests of small operands.
 */
import assert from 'node:assert/strict';
import { load } from 'simdcast/threads';

const { instantiate } = WebAssembly;

/** Runs `work`; returns its result, and the exports of the engine that it instantiates. */
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
  process.on('exit', () => assert.equal(sc.threads, options.threads, sc.threadsReason));
  return { sc, exports };
}

/** A user's engine, and the number of runs that it has shared. */
export async function countedTeam(options) {
  const { sc, exports } = await loadTeam(options);
  return { sc, sharedRuns: () => exports.sharedRuns() };
}

async function loadEagerTeam(options) {
  const { sc, exports } = await loadTeam(options);
  exports.shareEverything();
  return { sc };
}

/**
 * The same engine for the same options.
 * @param {{ threads: number, flavour: string }} options
 * @returns {Promise<{ sc: object }>}
 */
export async function eagerTeam({ threads, flavour }) {
  const key = `${threads} ${flavour}`;
  // In sequence: each must find its own module.
  if (!teams.has(key))
    teams.set(
      key,
      Promise.all(teams.values()).then(() => loadEagerTeam({ threads, flavour })),
    );
  return teams.get(key);
}
