import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geometricMean, median, quantile, summarise } from './statistics.mjs';

test('the median of an odd count is the middle value, of an even count the mean of two', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([10, 1, 2, 3]), 2.5);
  assert.equal(median([7]), 7);
});

test('values are ordered as numbers', () => {
  assert.equal(median([10, 9, 100]), 10);
});

test('quantiles interpolate between neighbours', () => {
  assert.equal(quantile([0, 10], 0.25), 2.5);
  assert.deepEqual(summarise([1, 2, 3, 4, 5]), { median: 3, q1: 2, q3: 4 });
});

test('the geometric mean of a ratio and its inverse is 1', () => {
  assert.ok(Math.abs(geometricMean([4, 0.25]) - 1) < 1e-12);
  assert.ok(Math.abs(geometricMean([2, 8]) - 4) < 1e-12);
  assert.ok(Number.isNaN(geometricMean([])));
});
