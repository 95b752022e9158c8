/** Tests the comparisons for results of models and nodes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { worst } from '../support/shared-models.mjs';
import { expectClose } from './close.mjs';

const tensor = (...data) => ({ type: 'float32', dims: [data.length], data });
const { NaN: none, POSITIVE_INFINITY: infinite } = Number;

/** The actual result, the expected one, and the largest difference relative to the largest number. */
const pairs = [
  [[1, 2], [1, 2], 0],
  [[1, 2.5], [1, 2], 0.25],
  [[none, infinite, -infinite], [none, infinite, -infinite], 0],
  [[infinite, 3], [infinite, 2], 0.5],
  // A NaN is not overwritten by later differences.
  [[1, none, 1], [1, 1, 1], none],
  [[1, 1, 1], [1, none, 1], none],
  [[1, 2, 3], [1, infinite, 3], none],
  [[-infinite, 1], [infinite, 1], none],
  [[infinite, 1], [1, 1], infinite],
  [['a', 'b'], ['a', 'b'], 0],
  [['a', 'b'], ['b', 'b'], none],
  [[5n], [5n], 0],
  [[5n], [4n], 0.25],
];

const shown = (data) => `[${data.map(String)}]`;

for (const [found, expected, error] of pairs)
  test(`${shown(found)} is off ${shown(expected)} by ${error}`, () => {
    assert.equal(worst(tensor(...found), tensor(...expected)), error);
    const compare = () => expectClose(tensor(...found), tensor(...expected), 'these');
    if (error === 0) compare();
    else assert.throws(compare, /these: item \d is/);
  });

test('nearly equal values are close', () => {
  expectClose(tensor(1.0001, -1e-5), tensor(1, 0), 'these');
  assert.throws(
    () => expectClose(tensor(1.001), tensor(1), 'these'),
    /item 0 is 1.001, expected 1/,
  );
});
