/** Every ordered pair of rank 0 to 4 and sizes 0 to 3 under the legacy rule, with every axis. */
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { oracle } from '../oracle/rules.mjs';
import { compare } from './compare.mjs';
import { pairs, Report } from './support.mjs';

const sc = await load();

/** From -2 to rank + 1 of A, so that each A also meets axes that cannot be. */
function run(attributes, applies = () => true) {
  const report = new Report();
  const options = { rule: 'legacy', ...attributes };
  for (const pair of pairs()) {
    if (!applies(pair[0])) continue;
    const trace = sc.align(pair, options);
    report.add(pair, options, compare(trace, oracle(pair, options), pair, 'legacy'));
  }
  report.done();
}

describe('legacy, all 116,281 pairs', () => {
  it('axis absent', () => run({}));
  it('broadcast=0', () => run({ broadcast: 0 }));
  for (let axis = -2; axis <= 5; axis++) {
    it(`axis=${axis}`, () => run({ axis }, (a) => axis <= a.length + 1));
  }
});
