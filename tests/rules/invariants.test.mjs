/** What must hold of every trace, and its warnings, for every pair of the exhaustive set. */
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { oracle } from '../oracle/rules.mjs';
import { pairs, Report } from './support.mjs';
import { checkTrace } from './trace-checks.mjs';
import { checkUnchecked, checkWarnings } from './warnings.mjs';

const sc = await load();
const noWarnings = () => undefined;
const rules = {
  multidirectional: checkWarnings,
  unidirectional: noWarnings,
  legacy: noWarnings,
  ncnn: (trace, pair) => checkUnchecked(trace, oracle(pair, { rule: 'ncnn' })),
  perChannel: noWarnings,
  equal: noWarnings,
};

describe('traces and warnings, all 116,281 pairs', () => {
  for (const [rule, warnings] of Object.entries(rules)) {
    it(rule, () => {
      const report = new Report();
      for (const pair of pairs()) {
        const trace = sc.align(pair, { rule });
        report.add(pair, { rule }, checkTrace(trace, pair, rule) ?? warnings(trace, pair));
      }
      report.done(116281);
    });
  }
});
