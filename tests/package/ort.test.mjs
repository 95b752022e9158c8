/** onnxruntime's tensors as operands, without conversion; and this package's tensors in onnxruntime's class. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Tensor as OrtTensor } from 'onnxruntime-common';
import { DTypeError, load } from 'simdcast';
import { assertTensor, throwsError } from './asserts.mjs';

const sc = await load();

describe('an onnxruntime tensor', () => {
  it('is an operand without conversion', () => {
    const a = new OrtTensor('float32', Float32Array.of(1, 2, 3), [3, 1]);
    const b = new OrtTensor(Float32Array.of(10, 20));
    assertTensor(sc.add(a, b), 'float32', [3, 2], [11, 21, 12, 22, 13, 23]);
    const longs = new OrtTensor('int64', [1n, -2n], [2]);
    assertTensor(sc.mul(longs, longs), 'int64', [2], [1n, 4n]);
    const truths = new OrtTensor('bool', [true, false], [2]);
    assertTensor(sc.where(truths, longs, longs), 'int64', [2], [1n, -2n]);
    const words = new OrtTensor(['a', 'b'], [2, 1]);
    assertTensor(sc.equal(words, new OrtTensor(['b'], [1])), 'bool', [2, 1], [0, 1]);
  });

  it('is written by out', () => {
    const out = new OrtTensor('float32', new Float32Array(2), [2]);
    const one = { data: Float32Array.of(1, 2), dims: [2] };
    assert.equal(sc.add(one, one, { out }), out);
    assert.deepEqual([...out.data], [2, 4]);
  });

  it('takes a result', () => {
    const sum = sc.add(sc.tensor([1, 2]), sc.tensor([3]));
    const tensor = new OrtTensor(sum.type, sum.toArray(), sum.dims);
    assert.deepEqual([...tensor.data], [4, 5]);
    assert.deepEqual([...tensor.dims], [2]);
  });

  it('whose data is unavailable is rejected, with the reason', () => {
    const gone = new OrtTensor('float32', Float32Array.of(1), [1]);
    gone.dispose();
    const error = throwsError(() => sc.add(gone, gone), DTypeError, 'not_a_tensor');
    assert.match(error.message, /disposed/);
    const buffer = OrtTensor.fromGpuBuffer({}, { dataType: 'float32', dims: [1] });
    throwsError(() => sc.add(buffer, buffer), DTypeError, 'not_a_tensor');
  });
});
