import { peer as jax } from './jax.mjs';
import { peer as loop } from './loop.mjs';
import { peer as numpyTs } from './numpy-ts.mjs';
import { peer as ort } from './ort.mjs';
import { peer as simdcast } from './simdcast.mjs';
import { peer as tfjs } from './tfjs.mjs';

/** All libraries that can be measured, simdcast first. */
export const peers = [simdcast, tfjs, ort, numpyTs, jax, loop];

/**
 * Opens the requested peers, in that order.
 * @param {object[]} all
 * @param {string[]} names
 * @param {(name: string, reason: string) => void} onSkip called for each that does not start
 * @returns {Promise<{ name: string, about: string, version: string, prepare: Function }[]>}
 */
export async function openPeers(all, names, onSkip) {
  const opened = [];
  for (const peer of names.map((wanted) => all.find(({ name }) => name === wanted))) {
    try {
      opened.push({ ...peer, ...(await peer.open()) });
    } catch (error) {
      onSkip(peer.name, error.message.split('\n')[0]);
    }
  }
  return opened;
}
