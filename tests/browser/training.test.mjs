/**
 * The training of the digits network: its gradients are compared with a loss computed here by loops in double
 * precision, and its steps with Adam.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { drawn } from '../../demo/digits/training/drawn.mjs';
import { stack } from '../../demo/digits/training/measure.mjs';
import { initialise, parameters } from '../../demo/digits/training/network.mjs';
import { normal, seeded } from '../../demo/digits/training/random.mjs';
import { carried, encodeStep } from '../../demo/digits/training/step.mjs';

const DECAY = 0.01;
const RATE = 0.125;
const COUNT = 5;

/** Maps (channels, side, side) as nested arrays. */
const maps = (channels, side, at) =>
  Array.from({ length: channels }, (_, c) =>
    Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => at(c, y, x))),
  );

/** ONNX's Conv with a kernel of 3×3 and a pad of 1. */
function convolve(read, { dims: [channels, from], data }) {
  const side = read[0].length;
  const weight = (c, f, y, x) => data[((c * from + f) * 3 + y) * 3 + x];
  return maps(channels, side, (c, y, x) => {
    let sum = 0;
    for (let f = 0; f < from; f += 1)
      for (let down = 0; down < 3; down += 1)
        for (let right = 0; right < 3; right += 1)
          sum += (read[f][y + down - 1]?.[x + right - 1] ?? 0) * weight(c, f, down, right);
    return sum;
  });
}

const bend = (read, bias, slope) =>
  maps(read.length, read[0].length, (c, y, x) => {
    const value = read[c][y][x] + bias.data[c];
    return value < 0 ? value * slope.data[c] : value;
  });

const pool = (read) =>
  maps(read.length, read[0].length / 2, (c, y, x) =>
    Math.max(...[0, 1, 2, 3].map((i) => read[c][2 * y + (i >> 1)][2 * x + (i & 1)])),
  );

/** The cross entropy of one image. */
function lossOf(image, label, { w1, b1, s1, w2, b2, s2, w3, b3 }) {
  const picture = maps(1, 8, (_, y, x) => image[y * 8 + x]);
  const first = pool(bend(convolve(picture, w1), b1, s1));
  const flat = bend(convolve(first, w2), b2, s2).flat(2);
  const scores = Array.from(b3.data, (bias, column) =>
    flat.reduce((sum, value, row) => sum + value * w3.data[row * 10 + column], bias),
  );
  return Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0)) - scores[label];
}

describe('a step of the training', () => {
  const random = seeded(5);
  const pictures = Array.from({ length: COUNT }, () => drawn(random));
  const values = initialise(random);
  // Equal biases and slopes would hide mix-ups.
  for (const [name, { data }] of Object.entries(values))
    if (!name.startsWith('w')) data.set(data.map((value) => value + normal(random) / 8));
  let next;

  before(async () => {
    const session = await InferenceSession.create(encodeStep({ decay: DECAY }), {
      engine: await load(),
    });
    const state = Object.entries(carried).map(([name, dims]) => {
      const size = dims.reduce((product, n) => product * n, 1);
      return [name, { dims, data: values[name]?.data ?? new Float32Array(size) }];
    });
    const answers = pictures.map(({ label }) =>
      Float32Array.from({ length: 10 }, (_, digit) => (digit === label ? 1 : 0)),
    );
    next = session.runSync({
      x: stack(
        pictures.map(({ image }) => image),
        [1, 8, 8],
      ),
      y: stack(answers, [10]),
      count: { data: Float32Array.of(COUNT), dims: [] },
      rate: { data: Float32Array.of(RATE), dims: [] },
      ...Object.fromEntries(state),
    });
  });

  /** Adam's mean after the first step is a tenth of the gradient. */
  const slopesOf = (name) => Array.from(next[`${name}.mean.next`].data, (mean) => mean * 10);

  for (const name of Object.keys(parameters)) {
    test(`the slopes by ${name} are how the loss changes with it`, () => {
      const doubles = Object.fromEntries(
        Object.entries(values).map(([key, { dims, data }]) => [
          key,
          { dims, data: Float64Array.from(data) },
        ]),
      );
      const meanLoss = () =>
        pictures.reduce((sum, { image, label }) => sum + lossOf(image, label, doubles), 0) / COUNT;
      const { data } = doubles[name];
      const slopes = slopesOf(name);
      assert.ok(Math.max(...slopes.map(Math.abs)) > 1e-3);
      const tries = Math.min(data.length, 24);
      for (let i = 0; i < tries; i += 1) {
        const at = Math.floor((i * data.length) / tries);
        const [kept, small] = [data[at], 1e-6];
        data[at] = kept + small;
        const above = meanLoss();
        data[at] = kept - small;
        const expected = (above - meanLoss()) / (2 * small);
        data[at] = kept;
        const apart = Math.abs(slopes[at] - expected);
        assert.ok(apart <= 1e-5 + 1e-4 * Math.abs(expected), `${at}: ${slopes[at]}, ${expected}`);
      }
    });
  }

  test("is Adam's, and only weights decay", () => {
    for (const [name, { data }] of Object.entries(values)) {
      const slopes = slopesOf(name);
      const kept = name.startsWith('w') ? 1 - DECAY : 1;
      next[`${name}.next`].data.forEach((value, i) => {
        // The mean is a tenth of the gradient, and the mean of squares a thousandth of its square.
        const power = slopes[i] ** 2 / 1000;
        const expected = data[i] * kept - (RATE * slopes[i]) / 10 / (Math.sqrt(power) + 1e-8);
        assert.ok(Math.abs(value - expected) <= 1e-4, `${name} ${i}: ${value}, ${expected}`);
        const squared = next[`${name}.power.next`].data[i];
        assert.ok(Math.abs(squared - power) <= 1e-5 * power + 1e-12);
      });
    }
  });
});
