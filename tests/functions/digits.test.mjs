/** Number options of functions keep the digits that float64 has; attributes of nodes are float32, as in ONNX. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from '../onnx/models.mjs';

const sc = await load();
const matrix = (...data) => ({ data: Float64Array.from(data), dims: [1, data.length] });
describe('number options of functions in float64', () => {
  it('are used with all digits', () => {
    const x = Float64Array.of(-1);
    const one = { data: Float64Array.of(1), dims: [1, 1] };
    assert.equal(sc.leakyRelu(x, { alpha: 0.1 }).data[0], -0.1);
    assert.equal(sc.tensor(x).leakyRelu({ alpha: 0.1 }).toArray()[0], -0.1);
    assert.equal(sc.fuse((a) => a.leakyRelu({ alpha: 0.1 }))(x).data[0], -0.1);
    assert.equal(sc.fuse((a) => a.leakyRelu({ alpha: 0.1 }).neg().neg())(x).data[0], -0.1);
    assert.equal(sc.gemm(one, one, { alpha: 0.1 }).data[0], 0.1);
    assert.equal(sc.gemm(matrix(0), one, one, { beta: 0.1 }).data[0], 0.1);
    assert.equal(sc.fuse((a, b) => a.gemm(b, { alpha: 0.1 }))(one, one).data[0], 0.1);
    // 0.7 as a float32 is below 0.7: seven tenths of ten would be 6.
    const ten = { data: Int32Array.of(10), dims: [1, 1] };
    assert.equal(sc.gemm(ten, { data: Int32Array.of(1), dims: [1, 1] }, { alpha: 0.7 }).data[0], 7);
  });

  it('have a default with all digits', () => {
    const x = Float64Array.of(-1);
    assert.equal(sc.leakyRelu(x).data[0], -0.01);
    assert.equal(sc.tensor(x).leakyRelu().toArray()[0], -0.01);
    assert.equal(sc.fuse((a) => a.leakyRelu())(x).data[0], -0.01);
    assert.equal(sc.leakyRelu(x, { alpha: undefined }).data[0], -0.01);
    assert.equal(sc.leakyRelu(x, { alpha: 0.01 }).data[0], -0.01);
  });

  it('are rounded where the operator computes in float32', () => {
    const x = Float32Array.of(-1);
    assert.equal(sc.leakyRelu(x, { alpha: 0.1 }).data[0], -Math.fround(0.1));
    assert.equal(sc.leakyRelu(x).data[0], -Math.fround(0.01));
  });

  it('are rejected beyond the range of float32', () => {
    assert.throws(() => sc.leakyRelu(Float64Array.of(1), { alpha: 1e300 }), {
      code: 'attribute_value',
    });
  });
});

describe('attributes of nodes in float64', () => {
  it('are float32 by name, as in a model', async () => {
    const x = Float64Array.of(-1);
    const model = (attributes) =>
      encodeModel({
        inputs: [{ name: 'x', type: 'float64', dims: [1] }],
        outputs: [{ name: 'y' }],
        nodes: [{ op: 'LeakyRelu', inputs: ['x'], outputs: ['y'], attributes }],
      });
    for (const [attributes, slope] of [
      [{ alpha: 0.1 }, 0.1],
      [{}, 0.01],
    ]) {
      const expected = -Math.fround(slope);
      const session = await InferenceSession.create(model(attributes), { engine: sc });
      const { y } = await session.run({ x });
      session.release();
      assert.equal(y.data[0], expected);
      assert.equal(sc.run('LeakyRelu', [x], { attributes }).data[0], expected);
      assert.equal(sc.fuse((a) => sc.run('LeakyRelu', [a], { attributes }))(x).data[0], expected);
    }
    const elu = sc.run('Elu', [x], { attributes: { alpha: 0.1 } }).data[0];
    assert.ok(Math.abs(elu / (Math.fround(0.1) * Math.expm1(-1)) - 1) < 1e-15, `${elu}`);
  });
});
