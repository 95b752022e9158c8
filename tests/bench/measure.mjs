/**
 * Times several contenders on one task, alternating.
 *
 * A contender is `{ name, run, async?, repeat? }`; `repeat` times a number of calls itself, in another
 * process. Every round times each contender once, in an order reshuffled with a seed, so drift of the machine
 * and cache contents affect all alike. Ratios are computed within a round, then summarised.
 */
import { summarise } from './statistics.mjs';
import { random } from './values.mjs';

/** Milliseconds of warm-up, per sample, and (roughly) per case; number of rounds. */
export const efforts = {
  normal: { warmUp: 40, sample: 20, budget: 6000, rounds: 9 },
  quick: { warmUp: 8, sample: 3, budget: 500, rounds: 3 },
};

const leastRounds = 3;
const maximumIterations = 1 << 24;

async function repeat({ run, async, repeat: elsewhere }, iterations) {
  if (elsewhere) return elsewhere(iterations);
  const start = performance.now();
  if (async) {
    for (let i = 0; i < iterations; i++) await run();
  } else {
    for (let i = 0; i < iterations; i++) run();
  }
  return performance.now() - start;
}

/** Runs for `warmUp` ms, in growing batches. */
async function warmUp(contender, least) {
  let iterations = 1;
  let elapsed = 0;
  for (let spent = 0; spent < least; spent += elapsed) {
    elapsed = await repeat(contender, iterations);
    if (elapsed < least / 4) iterations *= 2;
  }
  return { iterations, elapsed };
}

/**
 * Warms up, then finds how often to run for `sample` ms.
 * @returns {Promise<{ iterations: number, elapsed: number }>} of one sample
 */
export async function calibrate(contender, effort) {
  let { iterations, elapsed } = await warmUp(contender, effort.warmUp);
  while (elapsed < effort.sample && iterations < maximumIterations) {
    const wanted = Math.ceil(iterations * ((1.1 * effort.sample) / Math.max(elapsed, 0.01)));
    iterations = Math.min(Math.max(wanted, iterations + 1), iterations * 16, maximumIterations);
    elapsed = await repeat(contender, iterations);
  }
  return { iterations, elapsed };
}

/** Fewer rounds if a single one already takes long. */
export function roundsWithin({ rounds, budget }, perRound) {
  return Math.min(rounds, Math.max(leastRounds, Math.floor(budget / perRound)));
}

/** Fisher and Yates. */
export function shuffled(list, next) {
  const order = [...list];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * next());
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * @param {{ name: string, run: () => unknown, async?: boolean, repeat?: (iterations: number) => Promise<number> }[]} contenders
 * @param {number} seed of the order of every round
 * @returns {Promise<Map<string, number[]>>} per contender, nanoseconds per call of each round
 */
export async function measure(contenders, effort, seed) {
  const next = random(seed);
  const counts = new Map();
  let perRound = 0;
  for (const contender of shuffled(contenders, next)) {
    const { iterations, elapsed } = await calibrate(contender, effort);
    counts.set(contender, iterations);
    perRound += elapsed;
  }
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  const rounds = roundsWithin(effort, perRound);
  for (let round = 0; round < rounds; round++) {
    for (const contender of shuffled(contenders, next)) {
      const count = counts.get(contender);
      samples.get(contender.name).push(((await repeat(contender, count)) / count) * 1e6);
    }
  }
  return samples;
}

/** How many times slower `other` was than `base`, round by round. */
export function ratio(samples, base, other) {
  const reference = samples.get(base);
  return summarise(samples.get(other).map((time, round) => time / reference[round]));
}
