/** Three to eight operands under the multidirectional rule, at random, against the oracle. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { multidirectional } from '../oracle/rules.mjs';
import { compare, compareSourceCall } from './compare.mjs';
import { elements, pick, Report, randomFrom, seedOf, shuffled, sizes } from './support.mjs';

const sc = await load();
const seed = seedOf(741);

/** Free sizes: most such tuples conflict. */
function anyShapes(random, operands, maxRank) {
  return Array.from({ length: operands }, () => {
    const rank = Math.floor(random() * (maxRank + 1));
    return Array.from({ length: rank }, () => pick(random, sizes));
  });
}

/** Suffixes of one result, with some sizes replaced by 1: such tuples never conflict. */
function compatibleShapes(random, operands, maxRank) {
  const rank = Math.floor(random() * (maxRank + 1));
  const result = Array.from({ length: rank }, () => pick(random, [0, 1, 2, 3, 3, 2]));
  return Array.from({ length: operands }, () => {
    const first = Math.floor(random() * (rank + 1));
    return result.slice(first).map((size) => (random() < 0.4 ? 1 : size));
  });
}

/** As above, with one size changed: such tuples conflict on few axes. */
function nearlyCompatibleShapes(random, operands, maxRank) {
  const list = compatibleShapes(random, operands, maxRank);
  const spoiled = list.filter((shape) => shape.length > 0);
  if (spoiled.length > 0) {
    const shape = pick(random, spoiled);
    shape[Math.floor(random() * shape.length)] = 4;
  }
  return list;
}

const makers = [anyShapes, compatibleShapes, nearlyCompatibleShapes];

function checkTuple(random, list) {
  const trace = sc.align(list);
  const answer = multidirectional(list);
  const problem = compare(trace, answer, list, 'multidirectional');
  if (problem !== undefined || !answer.ok || elements(answer.shape) === 0) return problem;
  const index = answer.shape.map((size) => Math.floor(random() * size));
  return random() < 0.2 ? compareSourceCall(trace, answer, index) : undefined;
}

describe(`random tuples, seed ${seed}`, () => {
  it('10,000 triples', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    const report = new Report();
    for (let i = 0; i < 10000; i++) {
      const list = makers[i % makers.length](random, 3, 4);
      report.add(list, {}, checkTuple(random, list));
    }
    report.done(10000);
  });

  for (let operands = 4; operands <= 8; operands++) {
    it(`1,500 tuples of ${operands}`, (t) => {
      t.diagnostic(`seed ${seed}`);
      const random = randomFrom(seed + operands);
      const report = new Report();
      for (let i = 0; i < 1500; i++) {
        const list = makers[i % makers.length](random, operands, 5);
        report.add(list, {}, checkTuple(random, list));
      }
      report.done(1500);
    });
  }

  it('the order of operands never changes the verdict or the shape', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed + 100);
    const report = new Report();
    for (let i = 0; i < 3000; i++) {
      const list = makers[i % makers.length](random, 2 + (i % 7), 4);
      const before = sc.align(list);
      const after = sc.align(shuffled(random, list));
      const same = JSON.stringify(before.outputShape) === JSON.stringify(after.outputShape);
      report.add(list, {}, same && before.ok === after.ok ? undefined : 'depends on the order');
    }
    report.done(3000);
  });

  it('folding two at a time yields the same shape (facts 6.3)', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed + 200);
    const report = new Report();
    for (let i = 0; i < 1000; i++) {
      const list = compatibleShapes(random, 3 + (i % 6), 4);
      const whole = sc.broadcastShapes(list);
      const folded = list.reduce((shape, next) => sc.broadcastShapes([shape, next]));
      const same = JSON.stringify(whole) === JSON.stringify(folded);
      report.add(list, {}, same ? undefined : `${whole} at once, ${folded} two at a time`);
    }
    report.done(1000);
  });

  it('ranks up to 8', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed + 300);
    const report = new Report();
    for (let i = 0; i < 600; i++) {
      const list = makers[i % makers.length](random, 2 + (i % 7), 8);
      report.add(list, {}, checkTuple(random, list));
    }
    report.done(600);
  });
});

describe('a conflict between several operands', () => {
  it('names every operand that disagrees, and not the 1s', () => {
    const { conflicts } = sc.align(shapesIn('(2,3) + (1,3) + (4,1) + (5,3)'));
    assert.deepEqual(
      conflicts.map(({ code, axis, operands, sizes }) => ({ code, axis, operands, sizes })),
      [{ code: 'size_conflict', axis: 0, operands: [0, 2, 3], sizes: [2, 4, 5] }],
    );
  });
  it('reports every axis', () => {
    const { conflicts } = sc.align(shapesIn('(2,3,4) + (5,3,1) + (1,3,6)'));
    assert.deepEqual(
      conflicts.map(({ axis }) => axis),
      [0, 2],
    );
  });
});
