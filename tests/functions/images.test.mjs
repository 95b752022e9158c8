/** Operators of images: examples from ONNX's Operators.md, computed by hand. */
import { test } from 'node:test';
import { gamma } from '../support/bounds.mjs';
import { same, sc } from './oracle.mjs';
import { f32, floats, i64, longs, testRows } from './rows.mjs';

const row = (...values) => floats([values.length], values);
const grey = (height, width, values) => floats([1, 1, height, width], values);
const upTo = (count) => Array.from({ length: count }, (_, i) => i + 1);
const ones = (count) => new Array(count).fill(1);
const turned = (rows) => rows[0].flatMap((_, column) => rows.map((each) => each[column]));

/** An image of 3 by 3, a window of 2 by 2 of ones, and the offsets of its four taps: rows, then columns. */
const image = grey(3, 3, upTo(9));
const window = grey(2, 2, ones(4));
const moved = (down, across) =>
  floats(
    [1, 8, 2, 2],
    [0, 1, 2, 3].flatMap(() => [down, across].flatMap((by) => new Array(4).fill(by))),
  );

const linear = { mode: 'linear' };
const cubic = { mode: 'cubic' };
const halved = [row(1, 2, 3, 4), undefined, row(0.5)];

/** Cubic weights halfway between two elements: at distances of 1.5, 0.5, 0.5 and 1.5. */
const keys = (a) => {
  const near = (a + 2) * 0.125 - (a + 3) * 0.25 + 1;
  const far = a * 3.375 - 5 * a * 2.25 + 8 * a * 1.5 - 4 * a;
  return [far, near, near, far];
};
const weighed = (weights, values) =>
  Math.fround(weights.reduce((sum, weight, i) => sum + weight * values[i], 0));

/** Scores of one class, and their boxes: y1 x1 y2 x2. */
const boxes = (...corners) => floats([1, corners.length, 4], corners.flat());
const scores = (...values) => floats([1, 1, values.length], values);

testRows([
  // The middle of five is between the second and the third: cropping and padding at the front round down.
  ['CenterCropPad', [row(0, 1, 2, 3, 4), i64([2])], {}, f32([2], [1, 2])],
  ['CenterCropPad', [row(1, 2, 3), i64([6])], {}, f32([6], [0, 1, 2, 3, 0, 0])],
  ['CenterCropPad', [floats([2, 3], upTo(6)), i64([2])], { axes: [-1] }, f32([2, 2], [1, 2, 4, 5])],
  // One axis is cropped, the other padded; the axes are listed in another order.
  [
    'CenterCropPad',
    [floats([2, 3], upTo(6)), i64([1, 3])],
    { axes: [1, 0] },
    f32([3, 1], [2, 5, 0]),
  ],

  // ONNX's first example: windows of 1 by 5 side by side.
  [
    'Col2Im',
    [
      floats([1, 5, 5], turned([0, 5, 10, 15, 20].map((first) => upTo(5).map((i) => first + i)))),
      i64([5, 5]),
      i64([1, 5]),
    ],
    {},
    f32([1, 1, 5, 5], upTo(25)),
  ],
  // Where windows overlap, their elements are added.
  [
    'Col2Im',
    [floats([1, 4, 4], ones(16)), i64([3, 3]), i64([2, 2])],
    {},
    f32([1, 1, 3, 3], [1, 2, 1, 2, 4, 2, 1, 2, 1]),
  ],
  // Windows of one tap at a stride of 2 from a padded edge: 1 is in the padding.
  [
    'Col2Im',
    [floats([1, 1, 3], [1, 2, 3]), i64([4]), i64([1])],
    { pads: [1, 0], strides: [2] },
    f32([1, 1, 4], [0, 2, 0, 3]),
  ],
  // Two taps with a gap between them.
  [
    'Col2Im',
    [floats([1, 2, 2], [1, 2, 10, 20]), i64([4]), i64([2])],
    { dilations: [2] },
    f32([1, 1, 4], [1, 2, 10, 20]),
  ],

  ['GlobalLpPool', [grey(2, 2, [1, 2, 2, 4])], {}, f32([1, 1, 1, 1], [5])],
  ['GlobalLpPool', [grey(2, 2, [1, -2, 2, -4])], { p: 1 }, f32([1, 1, 1, 1], [9])],
  ['GlobalLpPool', [floats([1, 2, 2], [3, 4, 6, 8])], {}, f32([1, 2, 1], [5, 10])],

  [
    'Upsample',
    [grey(1, 2, [1, 2]), row(1, 1, 1, 3)],
    { mode: 'nearest' },
    f32([1, 1, 1, 6], [1, 1, 1, 2, 2, 2]),
    9,
  ],
  // The positions of elements are multiples of the scale: 0, 1/2, 1, and 3/2 beyond the last.
  [
    'Upsample',
    [grey(1, 2, [1, 3]), row(1, 1, 1, 2)],
    { mode: 'linear' },
    f32([1, 1, 1, 4], [1, 2, 3, 3]),
    9,
  ],
  ['Upsample', [grey(1, 2, [1, 2])], { scales: [1, 1, 2, 1] }, f32([1, 1, 2, 2], [1, 2, 1, 2]), 7],
  [
    'Upsample',
    [grey(1, 2, [1, 2])],
    { height_scale: 1, width_scale: 2 },
    f32([1, 1, 1, 4], [1, 1, 2, 2]),
    1,
  ],

  // Half the size: weights of 1/8, 3/8, 3/8 and 1/8, the edge repeated.
  ['Resize', halved, { ...linear, antialias: 1 }, f32([2], [1.625, 3.375])],
  // Without it, and if an axis grows, two neighbours contribute to a position.
  ['Resize', halved, linear, f32([2], [1.5, 3.5])],
  ['Resize', [row(0, 4), undefined, row(2)], { ...linear, antialias: 1 }, f32([4], [0, 1, 3, 4])],
  // Cubic weights by their coefficient: -1/2, and the default of -3/4.
  ...[
    [-0.5, { cubic_coeff_a: -0.5 }],
    [-0.75, {}],
    [-1, { cubic_coeff_a: -1 }],
  ].map(([a, named]) => [
    'Resize',
    [row(1, 2, 4, 8), undefined, row(0.5)],
    { ...cubic, ...named },
    f32([2], [weighed(keys(a), [1, 1, 2, 4]), weighed(keys(a), [2, 4, 8, 8])]),
  ]),
  // The scales of (2, 4) to (7, 7) are 3.5 and 1.75: the smaller or the larger for both, 3.5 rows being 4.
  ...[
    ['not_larger', [4, 7]],
    ['not_smaller', [7, 14]],
    ['stretch', [7, 7]],
  ].map(([keep_aspect_ratio_policy, dims]) => [
    'Resize',
    [floats([2, 4], ones(8)), undefined, undefined, i64([7, 7])],
    { keep_aspect_ratio_policy },
    f32(dims, ones(dims[0] * dims[1])),
  ]),
  // Only the listed axes matter.
  [
    'Resize',
    [floats([1, 2, 4], ones(8)), undefined, undefined, i64([7, 8])],
    { axes: [2, 1], keep_aspect_ratio_policy: 'not_larger' },
    f32([1, 4, 7], ones(28)),
  ],

  // Corners are the edges of the image, or half a pixel within; x comes before y.
  [
    'AffineGrid',
    [floats([1, 2, 3], [1, 0, 0, 0, 1, 0]), i64([1, 1, 2, 2])],
    { align_corners: 1 },
    f32([1, 2, 2, 2], [-1, -1, 1, -1, -1, 1, 1, 1]),
  ],
  [
    'AffineGrid',
    [floats([1, 2, 3], [1, 0, 0, 0, 1, 0]), i64([1, 1, 2, 2])],
    {},
    f32([1, 2, 2, 2], [-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]),
  ],
  // x is 2x + 10y + 100 and y is 1000: positions -1 and 1 on both axes.
  [
    'AffineGrid',
    [floats([1, 2, 3], [2, 10, 100, 0, 0, 1000]), i64([1, 1, 2, 2])],
    { align_corners: 1 },
    f32(
      [1, 2, 2, 2],
      [88, 92, 108, 112].flatMap((x) => [x, 1000]),
    ),
  ],
  // In three dimensions: positions -1/2 and 1/2 along depth, which is z and comes last.
  [
    'AffineGrid',
    [floats([1, 3, 4], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 5]), i64([1, 1, 2, 1, 1])],
    {},
    f32([1, 2, 1, 1, 3], [0, 0, 4.5, 0, 0, 5.5]),
  ],

  // Without offsets it is Conv: sums of four neighbours.
  ['DeformConv', [image, window, moved(0, 0)], {}, f32([1, 1, 2, 2], [12, 16, 24, 28])],
  // Everything is shifted by one column or one row; past the last there is 0.
  ['DeformConv', [image, window, moved(0, 1)], {}, f32([1, 1, 2, 2], [16, 9, 28, 15])],
  ['DeformConv', [image, window, moved(1, 0)], {}, f32([1, 1, 2, 2], [24, 28, 15, 17])],
  // Shifted by half a column: the mean of both columns.
  ['DeformConv', [image, window, moved(0, 0.5)], {}, f32([1, 1, 2, 2], [14, 12.5, 26, 21.5])],
  // A bias, and a mask that keeps only the second and the third tap, doubled.
  [
    'DeformConv',
    [
      image,
      window,
      moved(0, 0),
      row(1000),
      floats(
        [1, 4, 2, 2],
        [0, 2, 2, 0].flatMap((factor) => new Array(4).fill(factor)),
      ),
    ],
    {},
    f32([1, 1, 2, 2], [1012, 1016, 1024, 1028]),
  ],

  // An overlap equal to the threshold is allowed; any more is not.
  [
    'NonMaxSuppression',
    [boxes([0, 0, 1, 1], [0, 0, 1, 0.5]), scores(0.9, 0.8), i64([9]), row(0.5)],
    {},
    longs([2, 3], [0, 0, 0, 0, 0, 1]),
  ],
  [
    'NonMaxSuppression',
    [boxes([0, 0, 1, 1], [0, 0, 1, 0.5]), scores(0.9, 0.8), i64([9]), row(0.4375)],
    {},
    longs([1, 3], [0, 0, 0]),
  ],
  // A score equal to the threshold is too low.
  [
    'NonMaxSuppression',
    [boxes([0, 0, 1, 1], [2, 2, 3, 3]), scores(0.75, 0.5), i64([9]), row(0.5), row(0.5)],
    {},
    longs([1, 3], [0, 0, 0]),
  ],
]);

test('Resize with antialias leaves out what lies outside', () => {
  const attributes = { ...linear, antialias: 1, exclude_outside: 1 };
  // Weights of 3, 3 and 1 of 7, and of 1, 3 and 3: each rounded, as are three products and two sums.
  const near = (_, want) => gamma(4, 'float32') * want;
  same(sc.run('Resize', halved, { attributes }), f32([2], [12 / 7, 23 / 7]), 'halved', { near });
});
