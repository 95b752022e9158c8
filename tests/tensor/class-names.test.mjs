/** Bundling renames classes that refer to themselves; programs and consoles show the names in the sources. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, Tensor } from 'simdcast';
import * as onnx from 'simdcast/onnx';
import * as ort from 'simdcast/ort';

test('public classes have the names that they are exported as', async () => {
  for (const entry of [onnx, ort, await import('simdcast')])
    for (const [name, value] of Object.entries(entry))
      if (/^class/.test(String(value))) assert.equal(value.name, name);
  const sc = await load();
  assert.equal(sc.constructor.name, 'Simdcast');
  for (const tensor of [sc.zeros([1]), new Tensor('float32', [1], [1])])
    assert.equal(tensor.constructor.name, 'Tensor');
  assert.deepEqual(Object.keys(Tensor), []);
  assert.equal(class Own extends Tensor {}.name, 'Own');
});
