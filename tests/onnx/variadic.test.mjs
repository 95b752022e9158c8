/** Operators with more inputs than the engine accepts at once. */
import { describe, it } from 'node:test';
import { check, range, refused, t, x } from './one-node.mjs';

describe('operators of any number of inputs', () => {
  const of = (op, numbers, more = {}) => ({
    ...{ op, opset: 13, inputs: numbers.map((n) => t([], [n])) },
    ...more,
  });
  const numbers = range(70).map((i) => (i * 31) % 70);

  it('take more than the engine does at once', async () => {
    await check(of('Max', numbers), t([], [69]));
    await check(of('Min', [...numbers, -1]), t([], [-1]));
    await check(of('Sum', numbers), t([], [(69 * 70) / 2]));
    await check(of('Mean', numbers), t([], [34.5]));
    const inputs = [...numbers.map((n) => t([1], [n])), x];
    await check({ op: 'Max', opset: 8, inputs }, t([2, 3], new Array(6).fill(69)));
    await refused({ op: 'Sum', opset: 7, inputs }, /Sum/);
    await refused(of('Sum', [], { inputs: [...inputs, t([1], [1], 'float64')] }), /float64/);
  });

  it('round a sum in float16 once', async () => {
    // 2048 + 33 is a tie, and goes to 2080; by way of 2048 + 31, which is one too, it would be 2082.
    const half = (bits) => ({ type: 'float16', dims: [], data: Uint16Array.of(bits) });
    const inputs = [half(0x6800), ...new Array(33).fill(half(0x3c00))];
    await check({ op: 'Sum', opset: 13, inputs }, half(0x6810));
  });
});
