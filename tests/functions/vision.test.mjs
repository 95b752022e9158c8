/** resize and nonMaxSuppression: the functions of ONNX's operators, with the examples of its Operators.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { places, refuses, same, sc } from './oracle.mjs';
import { f32, given, longs } from './rows.mjs';

const placed = (x, place) => (place === 'wasm' ? sc.tensor(given(x)) : given(x));

test('resize', () => {
  const image = f32([1, 1, 2, 2], [1, 2, 3, 4]);
  const wide = f32([1, 1, 2, 4], [1, 2, 3, 4, 5, 6, 7, 8]);
  const cases = [
    // resize_upsample_scales_nearest
    [
      image,
      { scales: [1, 1, 2, 3] },
      f32([1, 1, 4, 6], [1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4]),
    ],
    // resize_upsample_scales_linear
    [
      image,
      { scales: [2, 2], axes: [2, 3], mode: 'linear' },
      f32(
        [1, 1, 4, 4],
        [1, 1.25, 1.75, 2, 1.5, 1.75, 2.25, 2.5, 2.5, 2.75, 3.25, 3.5, 3, 3.25, 3.75, 4],
      ),
    ],
    // resize_downsample_scales_linear_align_corners
    [
      wide,
      { scales: [1, 1, 0.6, 0.6], mode: 'linear', coordinateTransformationMode: 'align_corners' },
      f32([1, 1, 1, 2], [1, 22 / 7]),
    ],
    // resize_downsample_sizes_nearest
    [wide, { sizes: [1, 1, 1, 3] }, f32([1, 1, 1, 3], [1, 2, 4])],
    [wide, { sizes: [1], axes: 3, nearestMode: 'ceil' }, f32([1, 1, 2, 1], [3, 7])],
    [
      wide,
      { sizes: [2, 3], axes: [2, 3], keepAspectRatioPolicy: 'not_larger' },
      f32([1, 1, 2, 3], [1, 2, 4, 5, 6, 8]),
    ],
  ];
  for (const place of places)
    for (const [x, options, want] of cases)
      same(sc.resize(placed(x, place), options), want, JSON.stringify(options), {
        place,
        near: () => 1e-6,
      });
  const x = sc.tensor([
    [1, 2],
    [3, 4],
  ]);
  // The attributes are those of ONNX.
  const cubic = { mode: 'cubic', cubic_coeff_a: -0.5, exclude_outside: 1, antialias: 1 };
  assert.deepEqual(
    x
      .resize({
        sizes: [5, 5],
        mode: 'cubic',
        cubicCoeffA: -0.5,
        excludeOutside: true,
        antialias: true,
      })
      .toNested(),
    sc.run('Resize', [x, undefined, undefined, [5n, 5n]], { attributes: cubic }).toNested(),
  );
  assert.match(refuses(() => x.resize({}), 'neither', 'ShapeError').message, /scales or sizes/);
  refuses(() => x.resize({ scales: [2, 2], sizes: [4, 4] }), 'both', 'ShapeError');
  assert.match(
    refuses(() => x.resize({ sizes: [4] }), 'one', 'ShapeError').message,
    /'sizes'.*2 axes/,
  );
  refuses(() => x.resize({ scales: ['2', 2] }), 'text', 'AttributeError');
  refuses(() => x.resize({ sizes: [4.5, 2] }), 'fraction', 'ShapeError');
  assert.match(
    refuses(() => x.resize({ sizes: [1, 1], mode: 'area' }), 'mode', 'AttributeError').message,
    /cubic/,
  );
  refuses(() => x.resize({ size: [4, 4] }), 'option', 'AttributeError');
});

test('nonMaxSuppression', () => {
  const boxes = f32(
    [1, 6, 4],
    [0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, -0.1, 1, 0.9, 0, 10, 1, 11, 0, 10.1, 1, 11.1, 0, 100, 1, 101],
  );
  const centred = f32(
    [1, 6, 4],
    [
      0.5, 0.5, 1, 1, 0.5, 0.6, 1, 1, 0.5, 0.4, 1, 1, 0.5, 10.5, 1, 1, 0.5, 10.6, 1, 1, 0.5, 100.5,
      1, 1,
    ],
  );
  const scores = f32([1, 1, 6], [0.9, 0.75, 0.6, 0.95, 0.5, 0.3]);
  const rows = [
    // nonmaxsuppression_suppress_by_IOU, with all remaining boxes
    [boxes, { iouThreshold: 0.5 }, [0, 0, 3, 0, 0, 0, 0, 0, 5]],
    // nonmaxsuppression_suppress_by_IOU_and_scores
    [
      boxes,
      { iouThreshold: 0.5, scoreThreshold: 0.4, maxOutputBoxesPerClass: 3 },
      [0, 0, 3, 0, 0, 0],
    ],
    // nonmaxsuppression_limit_output_size
    [boxes, { iouThreshold: 0.5, maxOutputBoxesPerClass: 2 }, [0, 0, 3, 0, 0, 0]],
    [boxes, { maxOutputBoxesPerClass: 0 }, []],
    // nonmaxsuppression_center_point_box_format
    [centred, { iouThreshold: 0.5, centerPointBox: true }, [0, 0, 3, 0, 0, 0, 0, 0, 5]],
  ];
  for (const place of places)
    for (const [x, options, want] of rows) {
      const made = sc.nonMaxSuppression(placed(x, place), placed(scores, place), options);
      same(made, longs([want.length / 3, 3], want), JSON.stringify(options), { place });
    }
  const [x, y] = [sc.tensor(given(boxes)), sc.tensor(given(scores))];
  assert.equal(x.nonMaxSuppression(y, { iouThreshold: 0.5 }).dims[0], 3);
  refuses(() => x.nonMaxSuppression(y, { iouThreshold: NaN }), 'NaN', 'AttributeError');
  refuses(() => x.nonMaxSuppression(x), 'shape', 'ShapeError');
  refuses(() => sc.nonMaxSuppression(x.cast('float64'), y), 'type', 'DTypeError');
  assert.deepEqual(
    sc
      .fuse((a, b) => a.nonMaxSuppression(b))(x, y)
      .toArray(),
    x.nonMaxSuppression(y).toArray(),
  );
});
