/**
 * The positions and weights of Resize: each coordinate_transformation_mode and nearest_mode by the formulas
 * of ONNX's Operators.md, on one axis of random lengths and scales, and onto a length of 1; and the weights
 * of its filters.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamma } from '../support/bounds.mjs';
import { randomOf, SEED, sc } from './oracle.mjs';

/** x_original of x_resized; `length` is that of the result before it is rounded down. */
const positions = {
  half_pixel: (x, { scale }) => (x + 0.5) / scale - 0.5,
  half_pixel_symmetric(x, { input, output, scale }) {
    const adjustment = output / (scale * input);
    const center = input / 2;
    const offset = center * (1 - adjustment);
    return offset + (x + 0.5) / scale - 0.5;
  },
  pytorch_half_pixel: (x, { output, scale }) => (output > 1 ? (x + 0.5) / scale - 0.5 : 0),
  align_corners: (x, { input, length }) => (length === 1 ? 0 : (x * (input - 1)) / (length - 1)),
  asymmetric: (x, { scale }) => x / scale,
  tf_half_pixel_for_nn: (x, { scale }) => (x + 0.5) / scale,
  tf_crop_and_resize: (x, { input, length, roi: [start, end] }) =>
    length === 1
      ? 0.5 * (start + end) * (input - 1)
      : start * (input - 1) + (x * (end - start) * (input - 1)) / (length - 1),
};
const EXTRAPOLATED = -77;

const nearest = {
  round_prefer_floor: (x) => (x % 1 === 0.5 ? Math.floor(x) : Math.round(x)),
  round_prefer_ceil: (x) => Math.round(x),
  floor: Math.floor,
  ceil: Math.ceil,
};
/** The distance from a rounding boundary below which the rounding of the position matters. */
const MARGIN = 2 ** -20;
const isSafe = (x) => Math.abs(x * 2 - Math.round(x * 2)) > MARGIN;

const held = (at, length) => Math.min(Math.max(at, 0), length - 1);

/** The result and the bound of its roundings: weights, products and their sum. */
function linear(values, x) {
  const below = Math.floor(x);
  const [a, b] = [below, below + 1].map((at) => values[held(at, values.length)]);
  const part = x - below;
  const bound = gamma(4, 'float32') * (Math.abs(a * (1 - part)) + Math.abs(b * part));
  return { value: a * (1 - part) + b * part, bound };
}

/** Operators.md's weights of four neighbours; on request without those outside, and the rest add up to 1. */
function cubic(values, x, { cubic_coeff_a: a, exclude_outside }) {
  const below = Math.floor(x);
  const part = x - below;
  const outer = (d) => ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  const inner = (d) => ((a + 2) * d - (a + 3)) * d * d + 1;
  const weights = [outer(1 + part), inner(part), inner(1 - part), outer(2 - part)];
  const places = weights.map((_, i) => below - 1 + i);
  const counts = weights.map((weight, i) =>
    exclude_outside && places[i] !== held(places[i], values.length) ? 0 : weight,
  );
  const total = exclude_outside ? counts.reduce((sum, weight) => sum + weight) : 1;
  const products = counts.map(
    (weight, i) => (weight / total) * values[held(places[i], values.length)],
  );
  const sum = (each) => products.reduce((all, product) => all + each(product), 0);
  return { value: sum((product) => product), bound: gamma(6, 'float32') * sum(Math.abs) };
}

/** An axis of scale 1 is unchanged, as in onnxruntime, and no other mode would change it. */
const isLeft = (transform, { scale }) => transform === 'tf_half_pixel_for_nn' && scale === 1;

/** Resize of one axis; `opset` is 11 for the mode that later versions lack. */
function resized(values, { mode, transform, roi, sizes, scale, nearest_mode, filter = {} }) {
  const attributes = { mode, coordinate_transformation_mode: transform, ...filter };
  if (nearest_mode) attributes.nearest_mode = nearest_mode;
  if (transform === 'tf_crop_and_resize') attributes.extrapolation_value = EXTRAPOLATED;
  const inputs = [
    Float32Array.from(values),
    Float32Array.from(roi),
    sizes ? undefined : Float32Array.of(scale),
    ...(sizes ? [BigInt64Array.of(BigInt(sizes))] : []),
  ];
  const opset = transform === 'tf_half_pixel_for_nn' ? 11 : undefined;
  return [...sc.run('Resize', inputs, { attributes, ...(opset && { opset }) }).data];
}

const isOutside = (transform, x, input) =>
  transform === 'tf_crop_and_resize' && (x < 0 || x > input - 1);

/** An axis of a random length, resized by a scale or to a length; every fifth to a length of 1. */
function randomAxis(r, i) {
  const input = r.int(1, 9);
  const values = Array.from({ length: input }, () => Math.fround((r.next() - 0.5) * 8));
  // Multiples of 1/8, so scales and their products are exact.
  const scale = r.int(3, 40) / 8;
  const [start, end] = [r.int(-2, 6) / 8, r.int(7, 12) / 8];
  const about = { values, roi: [start, end] };
  if (i % 5 !== 0 && Math.floor(input * scale) > 0)
    return { ...about, scale, input, length: input * scale, output: Math.floor(input * scale) };
  const output = i % 5 === 0 ? 1 : r.int(1, 12);
  return { ...about, sizes: output, scale: output / input, input, length: output, output };
}

/** Every element of random axes resized, with its position. */
function* elements(r, count, { transform, ...modes }) {
  for (let i = 0; i < count; i++) {
    const axis = randomAxis(r, i);
    const got = resized(axis.values, { ...axis, ...modes, transform });
    assert.equal(got.length, axis.output);
    for (const [at, actual] of got.entries()) {
      const x = isLeft(transform, axis) ? at : positions[transform](at, axis);
      const what = `${JSON.stringify(axis)}: ${actual} at ${at}, from ${x}`;
      if (isOutside(transform, x, axis.input)) assert.equal(actual, EXTRAPOLATED, what);
      else yield { actual, x, values: axis.values, what };
    }
  }
}

for (const transform of Object.keys(positions)) {
  test(`linear, ${transform} (seed ${SEED})`, () => {
    const modes = { transform, mode: 'linear' };
    for (const { actual, x, values, what } of elements(randomOf(transform), 50, modes)) {
      const { value, bound } = linear(values, x);
      assert.ok(Math.abs(actual - value) <= bound, `${what}, expected ${value}`);
    }
  });

  for (const exclude_outside of [0, 1])
    test(`cubic, ${transform}, exclude_outside ${exclude_outside} (seed ${SEED})`, () => {
      for (const cubic_coeff_a of [-0.75, -0.5]) {
        const filter = { cubic_coeff_a, exclude_outside };
        const modes = { transform, mode: 'cubic', filter };
        const random = randomOf(`${transform} cubic ${cubic_coeff_a}`);
        for (const { actual, x, values, what } of elements(random, 30, modes)) {
          const { value, bound } = cubic(values, x, filter);
          assert.ok(Math.abs(actual - value) <= bound, `${what}, expected ${value}`);
        }
      }
    });

  for (const [nearest_mode, rounded] of Object.entries(nearest))
    test(`nearest, ${transform}, ${nearest_mode} (seed ${SEED})`, () => {
      const modes = { transform, mode: 'nearest', nearest_mode };
      let compared = 0;
      for (const one of elements(randomOf(transform + nearest_mode), 20, modes)) {
        const { actual, x, values, what } = one;
        // Exact if the position is; otherwise, or if it is a sum, its last bit may matter.
        const isExact = x * 8 === Math.round(x * 8) && transform !== 'half_pixel_symmetric';
        if (!isSafe(x) && !isExact) continue;
        compared++;
        assert.equal(actual, values[held(rounded(x), values.length)], what);
      }
      assert.ok(compared > 20, `${compared} of them`);
    });
}

/** Scales that float32 rounds up or down, as quotients of integers. */
const fractions = [
  { output: 10, input: 30 },
  { output: 14, input: 20 },
  { output: 7, input: 21 },
  { output: 9, input: 12 },
  { output: 25, input: 15 },
];

test('nearest finds the element that a fraction means, though its scale is rounded', () => {
  for (const { output, input } of fractions) {
    const data = Float32Array.from({ length: input }, (_, at) => at);
    const scale = Float32Array.of(output / input);
    const below = Array.from({ length: output }, (_, at) => Math.floor((at * input) / output));
    const above = Array.from({ length: output }, (_, at) => Math.ceil((at * input) / output));
    const run = (name, inputs, attributes, opset) =>
      [...sc.run(name, inputs, { attributes, opset }).data].slice(0, output);
    const newer = (nearest_mode) =>
      run('Resize', [data, undefined, scale], {
        mode: 'nearest',
        coordinate_transformation_mode: 'asymmetric',
        nearest_mode,
      });
    const what = `${input} to ${output}`;
    assert.deepEqual(newer('floor'), below, what);
    assert.deepEqual(
      newer('ceil'),
      above.map((at) => Math.min(at, input - 1)),
      what,
    );
    assert.deepEqual(run('Upsample', [data, scale], { mode: 'nearest' }, 9), below, what);
    // Resize-10 rounds up if it shrinks an axis.
    const old = (output < input ? above : below).map((at) => Math.min(at, input - 1));
    assert.deepEqual(run('Resize', [data, scale], { mode: 'nearest' }, 10), old, what);
  }
});
