/** Every ordered pair of rank 0 to 4 and sizes 0 to 3, under every rule but the legacy one. */
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { oracle } from '../oracle/rules.mjs';
import { compare, compareSourceCall } from './compare.mjs';
import { pairs, Report, randomFrom, seedOf } from './support.mjs';

const sc = await load();
const seed = seedOf(20260901);
const rules = [
  'multidirectional',
  'unidirectional',
  'ncnn',
  'expand',
  'perChannel',
  'equal',
  'matMul',
];

function sampledSource(random, trace, answer) {
  if (!answer.ok || !trace.ok || random() > 0.05) return undefined;
  const axes = answer.axes ?? answer.shape;
  if (axes.includes(0)) return undefined;
  const index = axes.map((size) => Math.floor(random() * size));
  return compareSourceCall(trace, answer, index);
}

describe(`all 116,281 pairs (sample of source(): seed ${seed})`, () => {
  for (const rule of rules) {
    it(rule, (t) => {
      t.diagnostic(`seed ${seed}`);
      const random = randomFrom(seed);
      const report = new Report();
      for (const pair of pairs()) {
        const trace = sc.align(pair, { rule });
        const answer = oracle(pair, { rule });
        const problem = compare(trace, answer, pair, rule);
        report.add(pair, { rule }, problem ?? sampledSource(random, trace, answer));
      }
      report.done(116281);
    });
  }
});
