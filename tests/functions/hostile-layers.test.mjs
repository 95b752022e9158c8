/** Operators of images and indices with invalid shapes and attributes: typed errors, and no traps. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttributeError, load, OutOfMemoryError, ShapeError, SimdcastError } from 'simdcast';

const sc = await load({ maximumMemory: 64 * 2 ** 20 });
const zeros = (...dims) => ({
  type: 'float32',
  dims,
  data: new Float32Array(dims.reduce((product, n) => product * n, 1)),
});
const int64s = (dims, ...numbers) => ({
  type: 'int64',
  dims,
  data: BigInt64Array.from(numbers, BigInt),
});

function refusal(operator, inputs, attributes = {}, opset = 21) {
  try {
    sc.run(operator, inputs, { opset, attributes });
  } catch (error) {
    assert.ok(error instanceof SimdcastError, `${operator}: ${error.stack}`);
    assert.match(error.message, new RegExp(`${operator}|memory`));
    return error;
  }
  return assert.fail(`${operator} took ${JSON.stringify(attributes)}`);
}

const image = zeros(1, 4, 5, 5);
const weights = zeros(6, 4, 3, 3);
const HUGE = 2 ** 31 - 1;

describe('windows that make no sense', () => {
  const cases = [
    ['a rank without images', [zeros(4, 5), zeros(6, 4)], {}, ShapeError],
    ['too many axes', [zeros(1, 1, 1, 1, 1, 1), zeros(1, 1, 1, 1, 1, 1)], {}, ShapeError],
    ['channels that differ', [image, zeros(6, 3, 3, 3)], {}, ShapeError],
    ['groups that do not divide', [image, zeros(5, 2, 3, 3)], { group: 2 }, ShapeError],
    ['no groups', [image, weights], { group: 0 }, ShapeError],
    ['negative groups', [image, weights], { group: -1 }, ShapeError],
    ['a kernel of nothing', [image, zeros(6, 4, 0, 3)], {}, ShapeError],
    ['another kernel_shape', [image, weights], { kernel_shape: [3, 2] }, ShapeError],
    ['a kernel past the image', [image, zeros(6, 4, 6, 6)], {}, ShapeError],
    ['a dilated kernel past the image', [image, weights], { dilations: [1, HUGE] }, ShapeError],
    ['a stride of 0', [image, weights], { strides: [0, 1] }, AttributeError],
    ['negative pads', [image, weights], { pads: [-1, 0, 0, 0] }, AttributeError],
    ['too few pads', [image, weights], { pads: [1, 1] }, AttributeError],
    ['another auto_pad', [image, weights], { auto_pad: 'ROUND' }, AttributeError],
    ['a bias of another size', [image, weights, zeros(5)], {}, ShapeError],
  ];
  for (const [title, inputs, attributes, type] of cases)
    it(`Conv rejects ${title}`, () => {
      assert.ok(refusal('Conv', inputs, attributes) instanceof type);
    });

  it('Conv rejects results that no memory holds', () => {
    const pads = [0, HUGE - 9, 0, 0];
    const error = refusal('Conv', [image, weights], { pads });
    assert.ok(error instanceof ShapeError || error instanceof OutOfMemoryError, error.message);
    const large = refusal('Conv', [image, weights], { pads: [2 ** 20, 2 ** 20, 0, 0] });
    assert.ok(large instanceof OutOfMemoryError || large instanceof ShapeError, large.message);
  });

  it('takes pads larger than the image, and images and batches of nothing', () => {
    const padded = sc.run('Conv', [image, weights], {
      opset: 21,
      attributes: { pads: [9, 9, 9, 9] },
    });
    assert.deepEqual(padded.dims, [1, 6, 21, 21]);
    const none = sc.run('Conv', [zeros(0, 4, 5, 5), weights], { opset: 21 });
    assert.deepEqual(none.dims, [0, 6, 3, 3]);
    const empty = sc.run('MaxPool', [zeros(1, 2, 0, 5)], {
      opset: 21,
      attributes: { kernel_shape: [1, 1] },
    });
    assert.deepEqual(empty.dims, [1, 2, 0, 5]);
  });

  it('pools reject what Conv rejects', () => {
    for (const operator of ['MaxPool', 'AveragePool', 'LpPool']) {
      assert.ok(refusal(operator, [image]) instanceof AttributeError);
      for (const kernel of [[0, 1], [-1, 1], [1], [HUGE + 1, 1]])
        assert.ok(refusal(operator, [image], { kernel_shape: kernel }) instanceof AttributeError);
      assert.ok(refusal(operator, [image], { kernel_shape: [7, 7] }) instanceof ShapeError);
    }
  });

  it('ConvTranspose rejects results of less than nothing', () => {
    const turned = zeros(4, 2, 3, 3);
    assert.ok(
      refusal('ConvTranspose', [image, turned], { pads: [9, 9, 9, 9] }) instanceof ShapeError,
    );
    const output = { output_shape: [HUGE, HUGE] };
    assert.ok(refusal('ConvTranspose', [image, turned], output) instanceof SimdcastError);
  });
});

describe('sizes and indices that make no sense', () => {
  it('Resize', () => {
    const floats = (...numbers) => ({
      type: 'float32',
      dims: [numbers.length],
      data: Float32Array.from(numbers),
    });
    const resize = (scales, sizes, attributes) =>
      refusal('Resize', [image, undefined, scales, sizes], attributes);
    resize(undefined, undefined);
    resize(floats(1, 1, 2, 2), int64s([4], 1, 4, 9, 9));
    resize(floats(1, 1, 0, 2));
    resize(floats(1, 1, Number.NaN, 2));
    resize(floats(1, 2));
    resize(undefined, int64s([4], 1, 4, -3, 9));
    resize(undefined, int64s([4], HUGE, HUGE, HUGE, HUGE));
    resize(floats(1, 1, 2, 2), undefined, { mode: 'sharp' });
    resize(floats(1, 1, 2, 2), undefined, { coordinate_transformation_mode: 'constructor' });
  });

  it('indices outside of their axes', () => {
    const data = zeros(3, 4);
    for (const index of [3, -4]) {
      refusal('GatherElements', [data, int64s([1, 1], index)]);
      refusal('ScatterElements', [data, int64s([1, 1], index), zeros(1, 1)]);
      refusal('GatherND', [data, int64s([1, 2], index, 0)]);
      refusal('ScatterND', [data, int64s([1, 2], index, 0), zeros(1)]);
    }
    // Within the data, but outside of its own axis.
    refusal('GatherND', [data, int64s([1, 2], 0, 4)]);
    refusal('GatherElements', [data, int64s([1, 1], 4)], { axis: 1 });
    refusal('ScatterND', [data, int64s([1, 3], 0, 0, 0), zeros(1)]);
    refusal('ScatterElements', [data, int64s([1, 1], 0), zeros(1, 2)]);
  });

  it('TopK, CumSum, LRN, DepthToSpace and GroupNormalization', () => {
    refusal('TopK', [zeros(3), int64s([1], 4)]);
    refusal('TopK', [zeros(3), int64s([1], -1)]);
    refusal('CumSum', [zeros(3), int64s([], 1)]);
    refusal('LRN', [image], { size: 0 });
    refusal('DepthToSpace', [image], { blocksize: 3 });
    refusal('DepthToSpace', [image], { blocksize: 0 });
    refusal('GroupNormalization', [image, zeros(4), zeros(4)], { num_groups: 3 });
  });

  it('recurrences', () => {
    const x = zeros(2, 1, 3);
    refusal('LSTM', [x, zeros(1, 8, 3), zeros(1, 7, 2)]);
    refusal('LSTM', [x, zeros(1, 8, 3), zeros(1, 8, 2)], { direction: 'sideways' });
    refusal('GRU', [x, zeros(1, 6, 3), zeros(1, 6, 2)], { activations: ['Sigmoid'] });
    refusal('RNN', [x, zeros(1, 2, 3), zeros(1, 2, 2)], { activations: ['Sine'] });
    refusal('If', [{ type: 'bool', dims: [], data: Uint8Array.of(1) }]);
  });
});
