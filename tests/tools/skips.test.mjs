import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBeRemembered, explained } from '../../tools/lib/skips.mjs';

const data = { name: 'ONNX', reason: 'onnx-node-tests is not beside the repository, so none ran' };
const fonts = { name: 'pictures', reason: 'letters are drawn otherwise here: {}' };
const network = { name: 'peer', reason: 'onnxruntime-web could not be installed: no network' };

test('a skip is reported with its reason, and whether it is expected', () => {
  assert.deepEqual(explained([data, network]), [
    { text: `ONNX: ${data.reason}`, isExpected: true },
    { text: `peer: ${network.reason}`, isExpected: false },
  ]);
});

test('a suite is remembered only if its state reveals when a skipped test would run', () => {
  assert.equal(canBeRemembered([]), true);
  assert.equal(canBeRemembered([data]), true);
  assert.equal(canBeRemembered([data, fonts]), false);
  assert.equal(canBeRemembered([network]), false);
});
