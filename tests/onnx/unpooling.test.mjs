/**
 * MaxUnpool of MaxPool's results for random images: the largest element of each window in its position, and 0
 * elsewhere; and ONNX's node tests, whose indices count in the shape that the windows cover.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InferenceSession } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { encodeModel, int64s } from './models.mjs';
import { check, engines, i64, range, refused, t } from './one-node.mjs';

const { random, seed } = seeded(2211);
const whole = (least, most) => least + Math.floor(random() * (most - least + 1));
const sizeOf = (dims) => dims.reduce((a, b) => a * b, 1);

/** A permutation of numbers starting at 1, so no two are equal. */
function shuffled(count) {
  const order = range(count).map((at) => [random(), at + 1]);
  return order.sort(([a], [b]) => a - b).map(([, value]) => value);
}

/** The image with only the largest element of each window along rows and columns. */
function sparse(data, [planes, ...sizes], axes) {
  const [height, width] = sizes;
  const kept = new Array(data.length).fill(0);
  const starts = ({ kernel, stride, pads: [begin, end] }, size) =>
    range(Math.floor((size + begin + end - kernel) / stride) + 1).map((at) => at * stride - begin);
  const within = (start, { kernel }, size) =>
    range(kernel)
      .map((tap) => start + tap)
      .filter((at) => at >= 0 && at < size);
  for (const plane of range(planes))
    for (const row of starts(axes[0], height))
      for (const column of starts(axes[1], width)) {
        const places = within(row, axes[0], height).flatMap((y) =>
          within(column, axes[1], width).map((x) => (plane * height + y) * width + x),
        );
        const best = places.reduce((a, b) => (data[b] > data[a] ? b : a));
        kept[best] = data[best];
      }
  return kept;
}

const modelOf = (dims, attributes) =>
  encodeModel({
    opset: 12,
    inputs: [{ name: 'x', dims }],
    outputs: [{ name: 'y' }],
    constants: { shape: int64s(...dims) },
    nodes: [
      { op: 'MaxPool', inputs: ['x'], outputs: ['p', 'i'], attributes },
      { op: 'MaxUnpool', inputs: ['p', 'i', 'shape'], outputs: ['y'], attributes },
    ],
  });

describe(`MaxUnpool, ${seed}`, () => {
  it('puts elements back where MaxPool found them', async () => {
    for (let round = 0; round < 60; round++) {
      const axes = range(2).map(() => {
        const kernel = whole(1, 3);
        return { kernel, stride: whole(1, 3), pads: range(2).map(() => whole(0, kernel - 1)) };
      });
      const dims = [whole(1, 2), whole(1, 3), ...axes.map(({ kernel }) => whole(kernel, 9))];
      const attributes = {
        kernel_shape: axes.map(({ kernel }) => kernel),
        strides: axes.map(({ stride }) => stride),
        pads: [0, 1].flatMap((side) => axes.map(({ pads }) => pads[side])),
      };
      const data = shuffled(sizeOf(dims));
      const wanted = sparse(data, [dims[0] * dims[1], dims[2], dims[3]], axes);
      for (const engine of engines) {
        const session = await InferenceSession.create(modelOf(dims, attributes), { engine });
        const { y } = session.runSync({ x: t(dims, data) });
        await session.release();
        const about = `${seed}, round ${round}: ${JSON.stringify({ dims, ...attributes })}`;
        assert.deepEqual([...y.dims], dims, about);
        assert.deepEqual([...y.data], wanted, about);
      }
    }
  });

  const attributes = { kernel_shape: [2, 2], strides: [2, 2] };
  const values = t([1, 1, 2, 2], [5, 6, 7, 8]);
  const node = (indices, ...shape) => ({
    op: 'MaxUnpool',
    inputs: [values, t([1, 1, 2, 2], indices, 'int64'), ...shape.map((dims) => i64(...dims))],
    attributes,
  });
  /** An image of zeros with 5, 6, 7 and 8 at these positions. */
  const image = (size, places) => {
    const data = new Array(size * size).fill(0);
    places.forEach((place, i) => {
      data[place] = 5 + i;
    });
    return t([1, 1, size, size], data);
  };

  for (const opset of [9, 11, 22])
    it(`reads indices in the shape that they fit, at opset ${opset}`, async () => {
      const inferred = [5, 7, 13, 15];
      await check({ ...node(inferred), opset }, image(4, inferred));
      await check({ ...node(inferred, [1, 1, 5, 5]), opset }, image(5, [6, 8, 16, 18]));
      // Windows over a 5 by 5 image; the second ones are all below 16.
      for (const own of [
        [6, 8, 16, 18],
        [6, 8, 10, 12],
        [0, 3, 10, 13],
      ])
        await check({ ...node(own, [1, 1, 5, 5]), opset }, image(5, own));
      // In no window of either.
      await check({ ...node([15, 3, 2, 1], [1, 1, 5, 5]), opset }, image(5, [18, 3, 2, 1]));
      await check({ ...node([24, 3, 2, 1], [1, 1, 5, 5]), opset }, image(5, [24, 3, 2, 1]));
      // From a pool that rounded up, whose last windows exceed the end.
      await check({ ...node([0, 2, 6, 8], [1, 1, 3, 3]), opset }, image(3, [0, 2, 6, 8]));
      for (const [indices, ...shape] of [
        [[5, 7, 13, 16]],
        [
          [5, 7, 13, 25],
          [1, 1, 5, 5],
        ],
        [
          [5, 7, 13, -26],
          [1, 1, 5, 5],
        ],
        [
          [0, 2, 6, 9],
          [1, 1, 3, 3],
        ],
      ])
        await refused({ ...node(indices, ...shape), opset }, /MaxUnpool.* index at position 3/);
      await refused({ ...node(inferred, [5, 5]), opset }, /Input 2 of MaxUnpool/);
    });
});
