/** Some cases of each fuzzer, by a seed: `npm run fuzz` runs them for as long as one likes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seeded } from '../operators/support/values.mjs';
import { fuzzers } from './fuzzers.mjs';
import { randomOfCase } from './worker.mjs';

const { random, seed } = seeded(20261126);
const CASES = { calls: 4000, models: 300, checker: 100 };

for (const [name, cases] of Object.entries(CASES))
  it(`${name}: ${cases} cases, ${seed}`, async (t) => {
    const fuzzer = await fuzzers[name]();
    const start = Math.floor(random() * 2 ** 31);
    const finds = [];
    for (let index = 0; index < cases; index++) {
      const find = await fuzzer.run(randomOfCase(start, index));
      if (find) finds.push(`case ${index} of --seed ${start}: ${find.text}`);
    }
    t.diagnostic(fuzzer.summary());
    assert.deepEqual(finds, []);
  });
