/** Every ordered pair of rank 0 to 4 and sizes 0 to 3, under the multidirectional rule. */
import { describe } from 'node:test';
import * as judges from './judges.mjs';
import { title, walk } from './walk.mjs';

describe(title, () => {
  walk({ rule: 'multidirectional' }, [
    ...[judges.agreesWithOracle, judges.agreesWithItself, judges.namesSource],
    ...[judges.repairsHold, judges.firstRepairIsBest, judges.explicitAlignsAlike],
    ...[judges.warnsAsDefined, judges.wordsSayAll, judges.wordsAreTrue],
  ]);
});
