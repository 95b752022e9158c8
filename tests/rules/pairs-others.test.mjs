/**
 * Every ordered pair of rank 0 to 4 and sizes 0 to 3, under every rule except the multidirectional and the
 * legacy one, which have separate files: each file takes about two minutes on one processor.
 */
import { describe } from 'node:test';
import * as judges from './judges.mjs';
import { title, walk } from './walk.mjs';

const { agreesWithOracle, agreesWithItself, namesSource, wordsAreTrue } = judges;
const { repairsHold, firstRepairIsBest, explicitAlignsAlike } = judges;
const all = [agreesWithOracle, agreesWithItself, namesSource, wordsAreTrue];
const repairs = [repairsHold, firstRepairIsBest];

describe(title, () => {
  walk({ rule: 'unidirectional' }, [
    ...[...all, ...repairs, explicitAlignsAlike],
    judges.wordsOfATenthSayAll,
  ]);
  walk({ rule: 'ncnn' }, [
    ...[...all, ...repairs, explicitAlignsAlike],
    ...[judges.warnsOfNcnn, judges.wordsOfATenthSayAll],
  ]);
  walk({ rule: 'perChannel' }, [...all, explicitAlignsAlike]);
  walk({ rule: 'matMul' }, [agreesWithOracle, namesSource, explicitAlignsAlike]);
  walk({ rule: 'expand' }, [agreesWithOracle, namesSource, wordsAreTrue]);
  walk({ rule: 'equal' }, [agreesWithOracle, agreesWithItself, wordsAreTrue]);
});
