/** Byte figures of large shapes, and `fanout` against `source`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { oracle } from '../oracle/rules.mjs';
import { indices, pairs, pick, Report, randomFrom, sameList, seedOf } from './support.mjs';
import { checkMemory } from './trace-checks.mjs';

const sc = await load();
const seed = seedOf(60);

describe('memory in BigInt, large sizes', () => {
  const types = { int8: 1, uint8: 1, float16: 2, int32: 4, float32: 4, float64: 8, int64: 8 };
  for (const [type, width] of Object.entries(types)) {
    it(type, () => {
      const random = randomFrom(seed);
      for (let i = 0; i < 200; i++) {
        const axes = [1, 1, 0].map(() => 1 + Math.floor(random() * 40000));
        const shapes = [axes, axes.slice(1), [axes[0], 1, 1]];
        const problem = checkMemory(sc.align(shapes, { type }), shapes, width);
        assert.equal(problem, undefined, `${JSON.stringify(shapes)} (seed ${seed}): ${problem}`);
      }
    });
  }
});

/** The reverse of `source`: the output elements that use an element. */
function feeds(answer, operand, index) {
  const fed = [];
  for (const output of indices(answer.shape)) {
    if (sameList(answer.place(output)[operand], index)) fed.push([...output]);
  }
  return fed;
}

describe(`fanout is the reverse of source, seed ${seed}`, () => {
  for (const rule of ['multidirectional', 'legacy', 'ncnn']) {
    it(rule, (t) => {
      t.diagnostic(`seed ${seed}`);
      const random = randomFrom(seed);
      const report = new Report();
      const all = [...pairs()].filter(([a, b]) => a.length > 0 && b.length > 0);
      for (let tries = 0; tries < 20000 && report.checked < 400; tries++) {
        const pair = pick(random, all);
        const answer = oracle(pair, { rule });
        const operand = random() < 0.5 ? 0 : 1;
        if (!answer.ok || pair[operand].includes(0)) continue;
        const index = pair[operand].map((size) => Math.floor(random() * size));
        const expected = feeds(answer, operand, index);
        const { count, first } = sc.align(pair, { rule }).fanout(operand, index);
        const known = new Set(expected.map(String));
        const right = count === expected.length && first.every((output) => known.has(`${output}`));
        const some = expected.length === 0 || first.length > 0;
        report.add(
          pair,
          { rule, operand, index },
          right && some ? undefined : `${count}: ${first}`,
        );
      }
      report.done(400);
    });
  }
});
