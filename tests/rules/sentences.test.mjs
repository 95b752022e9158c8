/** The sentences of the engine; pairs.test.mjs tests those of pairs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { oracle } from '../oracle/rules.mjs';
import { checkWords } from './sentence-checks.mjs';
import { pick, Report, randomFrom, seedOf, sizes } from './support.mjs';

const sc = await load();
const seed = seedOf(906);

describe('a parser of the sentences recovers the trace', () => {
  it('random triples and quadruples', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    const report = new Report();
    for (let i = 0; i < 4000; i++) {
      const list = Array.from({ length: 3 + (i % 2) }, () =>
        Array.from({ length: Math.floor(random() * 4) }, () => pick(random, sizes)),
      );
      report.add(list, {}, checkWords(sc.align(list), list, oracle(list, {})));
    }
    report.done(4000);
  });
});

describe('the contents of a message', () => {
  it('broadcast=0: that broadcast=1 was left out (facts 3.4)', () => {
    const { text } = sc.align(shapesIn('(2,3) + (3)'), { rule: 'legacy', broadcast: 0 });
    assert.match(text, /broadcast=1/);
  });
  it('equal: nothing of an attribute that Max, Min, Sum and Mean do not have (facts 1c)', () => {
    const { text } = sc.align(shapesIn('(2,3) + (3)'), { rule: 'equal' });
    assert.doesNotMatch(text, /broadcast=1/);
  });
  it('the shapes, the axis, both sizes and a checked repair', () => {
    const { text } = sc.align(shapesIn('(3,4) + (3)'));
    assert.equal(
      text,
      "A (3,4) and B (3,) don't fit. Last axis: A has 4, B has 3. Sizes must match, or one must be 1. " +
        'Likely fix: reshape B to (3,1), which gives (3,4).',
    );
  });
  it('that no reshape pairs the sizes, with all pairs as an aside', () => {
    const advice = (shapes) => sc.align(shapesIn(shapes)).text.replace(/^.* one must be 1\. /, '');
    const wrong = (a, b) => `No reshape pairs ${a} numbers with ${b}. Check the sizes`;
    const pairs = ' (For all 68×70 pairs, make A (68,1).)';
    assert.equal(advice('(68) + (70)'), `${wrong(68, 70)}.${pairs}`);
    assert.equal(advice('(88,23) + (88,24)'), `${wrong(23, 24)} (off by one?).`);
    assert.equal(advice('(4,256,256) + (3,1,1)'), `${wrong(4, 3)} (RGBA?).`);
    assert.ok(sc.align(shapesIn('(68) + (70)')).fixes.every(({ grows }) => grows));
  });
  it('that shapes multiply as matrices', () => {
    const { text } = sc.align(shapesIn('(97,2) + (2,1)'));
    assert.match(text, / As matrices they multiply: matMul gives \(97,1\)\. Likely fix: /);
    assert.match(sc.align(shapesIn('(3,4) + (4,5)')).text, /matMul gives \(3,5\)\.$/);
    assert.deepEqual(sc.matMul(sc.ones([97, 2]), sc.ones([2, 1])).dims, [97, 1]);
    const weights = sc.align(shapesIn('(10,120,180,30) + (64,30)')).text;
    assert.match(weights, /With B transposed they multiply .*: matMul gives \(10,120,180,64\)/);
    assert.doesNotMatch(sc.align(shapesIn('(8,12,128,128) + (8,128)')).text, /matMul/);
  });
  it('a reshape pairs the elements differently (demo 7.8)', () => {
    const { fixes } = sc.align(shapesIn('(2,3) + (6)'));
    const reshape = fixes.find((fix) => fix.kind === 'reshape');
    assert.match(reshape.text, /pairs the elements differently/);
  });
  it('every failure has a text, and every axis has a sentence that is not empty', () => {
    const trace = sc.align(shapesIn('(2,3,4) + (5,3,6)'));
    assert.equal(trace.conflicts.length, 2);
    assert.ok(trace.conflicts.every((finding) => finding.text.length > 0));
    assert.deepEqual(
      trace.conflicts.map(({ axis }) => trace.axes[axis].outcome),
      ['conflict', 'conflict'],
    );
  });
});
