/**
 * One walk over the pairs of shapes for each rule: each pair is aligned once, and all judges use the same
 * trace. EXTENT=part takes one in 64 of the pairs, chosen by the seed.
 */
import { it } from 'node:test';
import { load } from 'simdcast';
import { oracle } from '../oracle/rules.mjs';
import { isPart } from '../support/extent.mjs';
import { notAsked } from './judges.mjs';
import { pairs, Report, randomFrom, seedOf } from './support.mjs';

const sc = await load();
const seed = seedOf(20260901);
const share = isPart ? 1 / 64 : 1;

/** The minimum number of pairs that each judge must have checked, so none silently loses its cases. */
const FEWEST = 100;

export const title = `${isPart ? 'one in 64 of the' : 'all'} 116,281 pairs, seed ${seed}`;

const nameOf = ({ rule, ...attributes }) =>
  [rule, ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`)].join(' ');

/**
 * @param {{rule: string, axis?: number, broadcast?: number}} options
 * @param {((question: import('./judges.mjs').Question) => string | symbol | undefined)[]} judges
 * @param {(pair: number[][]) => boolean} [applies] which pairs are aligned at all
 */
export function walk(options, judges, applies = () => true) {
  it(nameOf(options), () => {
    const chosen = randomFrom(seed);
    const random = randomFrom(seed + 1);
    const reports = judges.map((judge) => new Report(judge.name));
    for (const pair of pairs()) {
      if (chosen() >= share || !applies(pair)) continue;
      const trace = sc.align(pair, options);
      const question = { sc, pair, options, trace, answer: oracle(pair, options), random };
      for (const [i, judge] of judges.entries()) {
        const problem = judge(question);
        if (problem !== notAsked) reports[i].add(pair, options, problem);
      }
    }
    for (const report of reports) report.done(Math.floor(FEWEST * share));
  });
}
