/** `--json` is the trace of the package. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { align } from './support.mjs';

const sc = await load();

/** @type {[string, number[][], object, number][]} */
const cases = [
  [
    '2x3x4 3x1 --rule ncnn',
    [
      [2, 3, 4],
      [3, 1],
    ],
    { rule: 'ncnn' },
    0,
  ],
  ['4,3 4', [[4, 3], [4]], {}, 1],
  ['(2,1) [1,3] scalar', [[2, 1], [1, 3], []], {}, 0],
  [
    '2x3x4x5 3x4 --rule legacy --axis 1',
    [
      [2, 3, 4, 5],
      [3, 4],
    ],
    { rule: 'legacy', axis: 1 },
    0,
  ],
  ['2x3 3 --rule legacy --axis -1', [[2, 3], [3]], { rule: 'legacy', axis: -1 }, 0],
  ['2x3 3 --rule legacy --axis=-2', [[2, 3], [3]], { rule: 'legacy', axis: -2 }, 1],
  ['2x3 3 --rule legacy --broadcast 0', [[2, 3], [3]], { rule: 'legacy', broadcast: 0 }, 1],
  [
    '2x1 -1,3 --rule expand',
    [
      [2, 1],
      [-1, 3],
    ],
    { rule: 'expand' },
    1,
  ],
  [
    '5x1x3 10x3 --type int8',
    [
      [5, 1, 3],
      [10, 3],
    ],
    { type: 'int8' },
    0,
  ],
  ['2147483647x2147483647x2147483647', [[2147483647, 2147483647, 2147483647]], {}, 1],
];

describe('simdcast align --json', () => {
  for (const [line, shapes, options, status] of cases)
    it(line, async () => {
      const run = await align(`${line} --json`);
      const trace = JSON.parse(JSON.stringify(sc.align(shapes, options)));
      assert.deepEqual(JSON.parse(run.stdout), trace);
      assert.equal(run.status, status);
      assert.equal(trace.ok, status === 0);
    });
});
