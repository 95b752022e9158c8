/** Every ordered pair of rank 0 to 4 and sizes 0 to 3 under the legacy rule, with every axis. */
import { describe } from 'node:test';
import * as judges from './judges.mjs';
import { title, walk } from './walk.mjs';

const { agreesWithOracle, agreesWithItself, explicitAlignsAlike } = judges;
const { repairsHold, firstRepairIsBest, wordsOfATenthSayAll, wordsAreTrue } = judges;

/** The judges of the axes that have more than others. */
const more = {
  [-2]: [repairsHold],
  1: [repairsHold, wordsOfATenthSayAll],
};

describe(title, () => {
  walk({ rule: 'legacy' }, [
    ...[agreesWithOracle, agreesWithItself, repairsHold, firstRepairIsBest],
    ...[wordsOfATenthSayAll, explicitAlignsAlike],
  ]);
  walk({ rule: 'legacy', broadcast: 0 }, [agreesWithOracle, wordsAreTrue]);
  // Up to the rank of A + 1, to test each A with invalid axes too.
  for (let axis = -2; axis <= 5; axis++) {
    const ofAxis = [agreesWithOracle, explicitAlignsAlike, ...(more[axis] ?? [])];
    walk({ rule: 'legacy', axis }, ofAxis, ([a]) => axis <= a.length + 1);
  }
});
