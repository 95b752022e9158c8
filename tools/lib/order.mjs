/**
 * Which order of a module's functions compresses best: deflate looks back 32 KB only, so functions
 * that resemble one another (one operator in many types) have to lie near one another.
 */

import { bodiesOf } from './wasm.mjs';

/** Bytes that make a shingle: what two functions have in common is counted in those. */
const SHINGLE = 6;
/** Shingles of more functions than this are everywhere, and say nothing. */
const MOST_COMMON = 400;
/** How far back functions are compared, a little less than deflate's window. */
const WINDOW = 30_000;
/** What a count of shingles is divided by, as a power of the size: 1 favours small functions, 0 large ones. */
const SIZE_POWER = 0.8;

function shinglesOf(body) {
  const shingles = new Set();
  for (let at = 0; at + SHINGLE <= body.length; at++)
    shingles.add(body.toString('latin1', at, at + SHINGLE));
  return shingles;
}

/** For each shingle that several functions have, which do. */
function holdersOf(sets) {
  const holders = new Map();
  sets.forEach((set, i) => {
    for (const shingle of set) {
      const known = holders.get(shingle);
      if (known) known.push(i);
      else holders.set(shingle, [i]);
    }
  });
  for (const [shingle, { length }] of holders)
    if (length === 1 || length > MOST_COMMON) holders.delete(shingle);
  return holders;
}

/**
 * A greedy order: the next function is the one that has most in common, for its size, with what was
 * placed last.
 * @param {Buffer} module
 * @returns {number[]} for each place the index of a function among those that the module defines
 */
export function orderOf(module) {
  const bodies = bodiesOf(module);
  const sets = bodies.map(shinglesOf);
  const holders = holdersOf(sets);
  const shared = new Float64Array(bodies.length);
  const near = new Map();
  const count = (shingle, change) => {
    const held = holders.get(shingle);
    if (!held) return;
    const before = near.get(shingle) ?? 0;
    near.set(shingle, before + change);
    if (before === 0 || before + change === 0) for (const i of held) shared[i] += change;
  };
  const left = new Set(bodies.keys());
  const order = [];
  let first = 0;
  let bytes = 0;
  const place = (i) => {
    left.delete(i);
    order.push(i);
    for (const shingle of sets[i]) count(shingle, 1);
    for (bytes += bodies[i].length; bytes > WINDOW && first + 1 < order.length; first++) {
      bytes -= bodies[order[first]].length;
      for (const shingle of sets[order[first]]) count(shingle, -1);
    }
  };
  const gain = (i) => shared[i] / (bodies[i].length + 8) ** SIZE_POWER;
  const best = () => [...left].reduce((a, b) => (gain(b) > gain(a) ? b : a));
  if (left.size > 0) place(0);
  while (left.size > 0) place(best());
  return order;
}
