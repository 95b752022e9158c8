/** `toExplicit`: the shapes it gives align under the multidirectional rule as they did before. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { multidirectional, oracle } from '../oracle/rules.mjs';
import { elements, indices, pairs, Report, ravelFor, sameList } from './support.mjs';

const sc = await load();

const withoutOnes = (shape) => shape.filter((size) => size !== 1);

/** The same shape with 1s inserted: the rest is neither changed nor reordered. */
function isUnsqueezed(shape, explicit) {
  let next = 0;
  for (const size of explicit) {
    if (next < shape.length && size === shape[next]) next++;
    else if (size !== 1) return false;
  }
  return next === shape.length;
}

function checkSources(answer, explained, pair, explicit, rule) {
  const ravel = ravelFor(rule);
  for (const index of indices(answer.axes ?? answer.shape)) {
    const before = answer.place(index);
    const after = explained.place(index);
    for (let k = 0; k < pair.length; k++) {
      if (ravel(before[k], pair[k]) !== ravel(after[k], explicit[k])) {
        return `[${explicit.join('] [')}] reads operand ${k} elsewhere at [${index}]`;
      }
    }
  }
  return undefined;
}

function checkPair(pair, options) {
  const answer = oracle(pair, options);
  if (!answer.ok) return undefined;
  const explicit = sc.toExplicit(pair, options);
  if (!explicit.every((shape, k) => isUnsqueezed(pair[k], shape))) {
    return `[${explicit.join('] [')}] is more than added 1s`;
  }
  const explained = multidirectional(explicit);
  if (!explained.ok || !sameList(explained.shape, answer.axes ?? answer.shape)) {
    return `[${explicit.join('] [')}] gives ${explained.shape}`;
  }
  return checkSources(answer, explained, pair, explicit, options.rule);
}

const cases = [
  { rule: 'unidirectional' },
  { rule: 'ncnn' },
  { rule: 'perChannel' },
  { rule: 'matMul' },
  { rule: 'multidirectional' },
  { rule: 'legacy' },
  ...[0, 1, 2, 3, 4].map((axis) => ({ rule: 'legacy', axis })),
];

describe('toExplicit, every accepted pair', () => {
  for (const options of cases) {
    it(`${options.rule}${options.axis === undefined ? '' : ` axis=${options.axis}`}`, () => {
      const report = new Report();
      for (const pair of pairs()) report.add(pair, options, checkPair(pair, options));
      report.done(116281);
    });
  }
});

describe('toExplicit, named cases', () => {
  it('does what the ONNX converter gets wrong (facts 3.5)', () => {
    const options = { rule: 'legacy', axis: 1 };
    const [, b] = sc.toExplicit(shapesIn('(3,3,3,5) + (3,3)'), options);
    assert.deepEqual(b.length === 3 ? [1, ...b] : b, [1, 3, 3, 1]);
  });
  it('keeps the counts', () => {
    const shapes = shapesIn('(2,3,4,5) + (3,4)');
    const explicit = sc.toExplicit(shapes, { rule: 'legacy', axis: 1 });
    assert.deepEqual(explicit.map(elements), shapes.map(elements));
    assert.deepEqual(explicit.map(withoutOnes), shapes.map(withoutOnes));
  });
  it('throws what broadcastShapes throws for a conflict', () => {
    assert.throws(() => sc.toExplicit(shapesIn('(3,4) + (3)')), { code: 'size_conflict' });
  });
});
