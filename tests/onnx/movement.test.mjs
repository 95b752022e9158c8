/** The operators that change shapes or move elements, at the opsets in which they changed. */
import { describe, it } from 'node:test';
import { check, cube, i64, range, refused, t, x } from './one-node.mjs';

describe('shapes', () => {
  it('Reshape: by an attribute, then by an input; 0 keeps, -1 takes the rest', async () => {
    await check(
      { op: 'Reshape', opset: 1, inputs: [x], attributes: { shape: [3, -1] } },
      t([3, 2], range(6)),
    );
    for (const opset of [5, 13, 14, 19, 21])
      await check({ op: 'Reshape', opset, inputs: [cube, i64(0, -1)] }, t([2, 12], range(24)));
    await check({ op: 'Reshape', opset: 13, inputs: [t([1], [7]), i64()] }, t([], [7]));
    const none = t([0, 3], []);
    await check(
      { op: 'Reshape', opset: 14, inputs: [none, i64(3, 0)], attributes: { allowzero: 1 } },
      t([3, 0], []),
    );
    await refused(
      { op: 'Reshape', opset: 13, inputs: [x, i64(4, -1)] },
      /cannot reshape \(2,3\) to \(4,-1\)/,
    );
    await refused({ op: 'Reshape', opset: 13, inputs: [x, i64(-1, -1)] }, /Reshape/);
    await refused({ op: 'Reshape', opset: 13, inputs: [x, i64(2, 3, 0)] }, /Reshape/);
    await refused(
      { op: 'Reshape', opset: 13, inputs: [x, i64(7)], attributes: { allowzero: 1 } },
      /allowzero/,
    );
  });

  it('Flatten', async () => {
    for (const opset of [1, 9, 11, 13, 21])
      await check({ op: 'Flatten', opset, inputs: [cube] }, t([2, 12], range(24)));
    await check(
      { op: 'Flatten', opset: 13, inputs: [cube], attributes: { axis: 0 } },
      t([1, 24], range(24)),
    );
    await check(
      { op: 'Flatten', opset: 13, inputs: [cube], attributes: { axis: 3 } },
      t([24, 1], range(24)),
    );
    await check(
      { op: 'Flatten', opset: 11, inputs: [cube], attributes: { axis: -1 } },
      t([6, 4], range(24)),
    );
    await refused({ op: 'Flatten', opset: 13, inputs: [cube], attributes: { axis: 4 } }, /Axis 4/);
  });

  it('Squeeze and Unsqueeze: axes by an attribute, then by an input', async () => {
    const ones = t([1, 3, 1], range(3));
    for (const opset of [1, 11, 13, 21])
      await check({ op: 'Squeeze', opset, inputs: [ones] }, t([3], range(3)));
    await check(
      { op: 'Squeeze', opset: 11, inputs: [ones], attributes: { axes: [-1] } },
      t([1, 3], range(3)),
    );
    await check({ op: 'Squeeze', opset: 13, inputs: [ones, i64(0)] }, t([3, 1], range(3)));
    await refused({ op: 'Squeeze', opset: 13, inputs: [ones, i64(1)] }, /axis 1, which has size 3/);
    await check(
      { op: 'Unsqueeze', opset: 1, inputs: [x], attributes: { axes: [0, 3] } },
      t([1, 2, 3, 1], range(6)),
    );
    await check({ op: 'Unsqueeze', opset: 13, inputs: [x, i64(-1, 1)] }, t([2, 1, 3, 1], range(6)));
    await refused({ op: 'Unsqueeze', opset: 13, inputs: [x, i64(1, 1)] }, /axis 1 occurs twice/);
    await refused({ op: 'Unsqueeze', opset: 13, inputs: [x, i64(5)] }, /Axis 5/);
  });

  it('Shape', async () => {
    for (const opset of [1, 13, 15, 21])
      await check({ op: 'Shape', opset, inputs: [cube] }, i64(2, 3, 4));
    await check({ op: 'Shape', opset: 15, inputs: [cube], attributes: { start: 1 } }, i64(3, 4));
    await check(
      { op: 'Shape', opset: 15, inputs: [cube], attributes: { start: -9, end: -1 } },
      i64(2, 3),
    );
    await check(
      { op: 'Shape', opset: 15, inputs: [cube], attributes: { start: 2, end: 1 } },
      i64(),
    );
    await refused({ op: 'Shape', opset: 13, inputs: [cube], attributes: { start: 1 } }, /start/);
  });

  it('Identity, also of strings', async () => {
    for (const opset of [1, 13, 16, 21]) await check({ op: 'Identity', opset, inputs: [x] }, x);
    const words = t([2], ['a', 'é'], 'string');
    await check({ op: 'Identity', opset: 13, inputs: [words] }, words);
  });
});

describe('movement', () => {
  it('Transpose', async () => {
    for (const opset of [1, 13, 21])
      await check({ op: 'Transpose', opset, inputs: [x] }, t([3, 2], [0, 3, 1, 4, 2, 5]));
    const turned = [0, 1].flatMap((i) =>
      range(4).flatMap((k) => range(3).map((j) => i * 12 + j * 4 + k)),
    );
    await check(
      { op: 'Transpose', opset: 13, inputs: [cube], attributes: { perm: [0, 2, 1] } },
      t([2, 4, 3], turned),
    );
    await check(
      { op: 'Transpose', opset: 13, inputs: [t([2], [1, 0], 'bool')] },
      t([2], [1, 0], 'bool'),
    );
    await check(
      { op: 'Transpose', opset: 13, inputs: [t([1, 2], ['a', 'b'], 'string')] },
      t([2, 1], ['a', 'b'], 'string'),
    );
    await refused(
      { op: 'Transpose', opset: 13, inputs: [x], attributes: { perm: [0, 0] } },
      /perm of .* is \(0,0\)/,
    );
    await refused({ op: 'Transpose', opset: 13, inputs: [x], attributes: { perm: [0] } }, /perm/);
  });

  it('Concat', async () => {
    const y = t([2, 1], [7, 8]);
    await check({ op: 'Concat', opset: 1, inputs: [x, y] }, t([2, 4], [0, 1, 2, 7, 3, 4, 5, 8]));
    for (const opset of [4, 11, 13])
      await check(
        { op: 'Concat', opset, inputs: [x, y, x], attributes: { axis: 1 } },
        t([2, 7], [0, 1, 2, 7, 0, 1, 2, 3, 4, 5, 8, 3, 4, 5]),
      );
    await check(
      { op: 'Concat', opset: 13, inputs: [x, t([0, 3], [])], attributes: { axis: -2 } },
      x,
    );
    await check(
      { op: 'Concat', opset: 13, inputs: [i64(1), i64(2)], attributes: { axis: 0 } },
      i64(1, 2),
    );
    const [a, b] = [t([1], ['a'], 'string'), t([2], ['b', 'c'], 'string')];
    await check(
      { op: 'Concat', opset: 13, inputs: [a, b], attributes: { axis: 0 } },
      t([3], ['a', 'b', 'c'], 'string'),
    );
    await refused({ op: 'Concat', opset: 13, inputs: [x, y] }, /requires the attribute 'axis'/);
    await refused(
      { op: 'Concat', opset: 13, inputs: [x, y], attributes: { axis: 0 } },
      /cannot join \(2,3\) and \(2,1\) along axis 0/,
    );
    await refused(
      { op: 'Concat', opset: 13, inputs: [x, i64(1)], attributes: { axis: 0 } },
      /the same type/,
    );
  });

  it('Split', async () => {
    const six = t([6], range(6));
    const halves = [t([3], [0, 1, 2]), t([3], [3, 4, 5])];
    for (const opset of [2, 11, 13]) await check({ op: 'Split', opset, inputs: [six] }, halves);
    const parts = [t([2], [0, 1]), t([4], [2, 3, 4, 5])];
    await check({ op: 'Split', opset: 2, inputs: [six], attributes: { split: [2, 4] } }, parts);
    await check({ op: 'Split', opset: 13, inputs: [six, i64(2, 4)] }, parts);
    const uneven = [t([3], [0, 1, 2]), t([3], [3, 4, 5]), t([1], [6])];
    await check(
      { op: 'Split', opset: 18, inputs: [t([7], range(7))], attributes: { num_outputs: 3 } },
      uneven,
    );
    await check({ op: 'Split', opset: 13, inputs: [x, i64(1, 2)], attributes: { axis: -1 } }, [
      t([2, 1], [0, 3]),
      t([2, 2], [1, 2, 4, 5]),
    ]);
    await refused({ op: 'Split', opset: 13, inputs: [six, i64(2, 3)], outputs: 2 }, /into \(2,3\)/);
    await refused(
      { op: 'Split', opset: 13, inputs: [t([5], range(5))], outputs: 2 },
      /2 equal parts/,
    );
  });

  it('Slice: by attributes, then by inputs, with steps', async () => {
    const attributes = { starts: [0, 1], ends: [1, 99], axes: [0, 1] };
    await check({ op: 'Slice', opset: 1, inputs: [x], attributes }, t([1, 2], [1, 2]));
    for (const opset of [10, 11, 13]) {
      await check(
        { op: 'Slice', opset, inputs: [x, i64(0), i64(-1), i64(1)] },
        t([2, 2], [0, 1, 3, 4]),
      );
      await check(
        { op: 'Slice', opset, inputs: [x, i64(-1), i64(-9e15), i64(1), i64(-2)] },
        t([2, 2], [2, 0, 5, 3]),
      );
    }
    await check(
      { op: 'Slice', opset: 13, inputs: [x, i64(1, 0), i64(2, 3), undefined, i64(1, 2)] },
      t([1, 2], [3, 5]),
    );
    await check({ op: 'Slice', opset: 13, inputs: [x, i64(2), i64(1), i64(1)] }, t([2, 0], []));
    await check({ op: 'Slice', opset: 13, inputs: [x, i64(5), i64(9), i64(0)] }, t([0, 3], []));
    await check(
      { op: 'Slice', opset: 13, inputs: [t([2], ['a', 'b'], 'string'), i64(1), i64(2)] },
      t([1], ['b'], 'string'),
    );
    await refused(
      { op: 'Slice', opset: 13, inputs: [x, i64(0), i64(1), i64(0), i64(0)] },
      /steps of .* must not be 0/,
    );
    await refused(
      { op: 'Slice', opset: 13, inputs: [x, i64(0, 0), i64(1)] },
      /must have the same length/,
    );
    await refused(
      { op: 'Slice', opset: 13, inputs: [x, i64(0, 0), i64(1, 1), i64(0, -2)] },
      /axis 0 occurs twice/,
    );
  });

  it('Gather', async () => {
    const at = t([2, 1], [2, -3], 'int64');
    for (const opset of [11, 13])
      await check(
        { op: 'Gather', opset, inputs: [x, at], attributes: { axis: 1 } },
        t([2, 2, 1], [2, 0, 5, 3]),
      );
    await check({ op: 'Gather', opset: 1, inputs: [x, t([], [1], 'int32')] }, t([3], [3, 4, 5]));
    await check(
      { op: 'Gather', opset: 13, inputs: [t([3], ['a', 'b', 'c'], 'string'), i64(2, -3)] },
      t([2], ['c', 'a'], 'string'),
    );
    await check({ op: 'Gather', opset: 13, inputs: [x, i64()] }, t([0, 3], []));
    await refused(
      { op: 'Gather', opset: 13, inputs: [x, i64(2)] },
      /Index 2 \(at position 0\) of .*Gather#0 is out of range for an axis of size 2/,
    );
    await refused(
      { op: 'Gather', opset: 13, inputs: [x, i64(0, -3)] },
      /Index -3 \(at position 1\)/,
    );
    await refused(
      { op: 'Gather', opset: 13, inputs: [x, t([1], [0])] },
      /must be int32 or int64, but is float32/,
    );
  });
});
