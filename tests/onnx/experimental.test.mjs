/** Operators that ONNX removed by opset 10, by the texts of onnx/defs/experiments at ONNX 1.3. */
import { describe, it } from 'node:test';
import { check, i64, range, refused, t } from './one-node.mjs';

const vector = (...numbers) => t([numbers.length], numbers);
const of = (op, input, attributes = {}) => ({ op, opset: 7, inputs: [input], attributes });
const floats = (attributes) =>
  Object.fromEntries(Object.entries(attributes).map(([name, float]) => [name, { float }]));

describe('experimental operators', () => {
  it('Affine and ThresholdedRelu', async () => {
    const x = vector(-1, 0, 1, 3);
    await check(of('Affine', x), x);
    await check(of('Affine', x, floats({ alpha: 2, beta: 0.5 })), vector(-1.5, 0.5, 2.5, 6.5));
    await check(of('ThresholdedRelu', x), vector(0, 0, 0, 3));
    await check(of('ThresholdedRelu', x, floats({ alpha: 0.5 })), vector(0, 0, 1, 3));
  });

  it('ScaledTanh and ParametricSoftplus', async () => {
    const rounded = (numbers) => ({
      ...t([numbers.length], numbers),
      // The function is within two units in the last place; so are the products before and after it.
      bounds: numbers.map((number) => 8 * 2 ** -23 * Math.abs(number)),
    });
    const numbers = [-2, -0.5, 0.25, 1];
    const x = vector(...numbers);
    const attributes = floats({ alpha: 3, beta: 0.5 });
    await check(of('ScaledTanh', x, attributes), rounded(numbers.map((n) => 3 * Math.tanh(n / 2))));
    await check(
      of('ParametricSoftplus', x, attributes),
      rounded(numbers.map((n) => 3 * Math.log1p(Math.exp(n / 2)))),
    );
    for (const op of ['ScaledTanh', 'ParametricSoftplus'])
      await refused(of(op, x, floats({ alpha: 3 })), /beta/);
  });

  it('ImageScaler', async () => {
    const x = t([2, 2, 1, 2], range(8));
    const bias = { floats: [10, 20] };
    await check(of('ImageScaler', x, { bias }), t(x.dims, [10, 11, 22, 23, 14, 15, 26, 27]));
    await check(
      of('ImageScaler', x, { bias, ...floats({ scale: 2 }) }),
      t(x.dims, [10, 12, 24, 26, 18, 20, 32, 34]),
    );
    await refused(of('ImageScaler', x, { bias: { floats: [1] } }), /bias.*must have length 2/);
    await refused(of('ImageScaler', x), /bias/);
    await refused(of('ImageScaler', vector(1), { bias }), /batch/);
  });

  it('Crop, by a border and by a size', async () => {
    const x = t([1, 1, 3, 4], range(12));
    await check(of('Crop', x, { border: [1, 0, 2, 1] }), t([1, 1, 2, 1], [1, 5]));
    await check(of('Crop', x, { border: [1, 1, 0, 0], scale: [1, 2] }), t([1, 1, 1, 2], [5, 6]));
    await refused(of('Crop', x, { border: [2, 0, 3, 0] }), /border.*within 3 × 4/);
    await refused(of('Crop', x, { border: [0, 0, 0, 0], scale: [4, 1] }), /within 3 × 4/);
    await refused(of('Crop', x, { border: [0, 0] }), /border.*must have length 4/);
  });

  it('DynamicSlice', async () => {
    const x = t([2, 3], range(6));
    const sliced = (...parts) => ({ op: 'DynamicSlice', opset: 9, inputs: [x, ...parts] });
    await check(sliced(i64(0, 1), i64(2, -1)), t([2, 1], [1, 4]));
    await check(sliced(i64(1), i64(9), i64(1)), t([2, 2], [1, 2, 4, 5]));
  });

  it('MeanVarianceNormalization', async () => {
    // Channels of the means 4 and 1, and the variances 5 and 0, about a mean of 2.5.
    const x = t([2, 2, 1, 2], [1, 3, 1, 1, 5, 7, 1, 1]);
    const centred = (attributes) =>
      of('MeanVarianceNormalization', x, { normalize_variance: 0, ...attributes });
    await check(centred({}), t(x.dims, [-3, -1, 0, 0, 1, 3, 0, 0]));
    await check(
      centred({ across_channels: 1 }),
      t(x.dims, [-1.5, 0.5, -1.5, -1.5, 2.5, 4.5, -1.5, -1.5]),
    );
    const expected = [-3, -1, 0, 0, 1, 3, 0, 0].map((n) => n / Math.sqrt(5));
    const bounds = expected.map((n) => 8 * 2 ** -23 * Math.abs(n));
    await check(of('MeanVarianceNormalization', x), { ...t(x.dims, expected), bounds });
  });
});
