/** Any input of an operator that is omitted is optional, or the error names it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimdcastError } from 'simdcast';
import { seedFamilies } from '../fuzzers/seeds.mjs';
import { sc } from './oracle.mjs';

/** The error of a call without one of its inputs; undefined if it succeeds. */
function refusal({ operator, opset, attributes, inputs, outputs }, at) {
  try {
    sc.run(operator, inputs.with(at, undefined), { opset, attributes, outputs });
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('inputs that are left out', () => {
  for (const [key, [node]] of seedFamilies())
    if (node.domain === '')
      it(key.trim(), () => {
        for (const at of node.inputs.keys()) {
          const error = refusal(node, at);
          assert.ok(!error || error instanceof SimdcastError, `input ${at}: ${error?.stack}`);
        }
      });

  it('are named', () => {
    const x = sc.ones([1, 1, 1]);
    const run = () => sc.run('RNN', [x, undefined, x], { attributes: { hidden_size: 1 } });
    assert.throws(run, { message: 'Input 1 of RNN is missing.' });
  });
});
