/** `toExplicit` in named cases; every pair is in pairs.test.mjs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { elements } from './support.mjs';

const sc = await load();

const withoutOnes = (shape) => shape.filter((size) => size !== 1);

describe('toExplicit, named cases', () => {
  it('is right where the ONNX converter is wrong (facts 3.5)', () => {
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
  it('throws the error of broadcastShapes for a conflict', () => {
    assert.throws(() => sc.toExplicit(shapesIn('(3,4) + (3)')), { code: 'size_conflict' });
  });
});
