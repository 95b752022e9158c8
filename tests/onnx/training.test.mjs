/**
 * Training: BatchNormalization with batch statistics, and the optimizers of `ai.onnx.preview.training`.
 * Expected values are computed here in double precision by the formulas of ONNX's Operators.md.
 */
import { describe, it } from 'node:test';
import { seeded } from '../operators/support/values.mjs';
import { check, i64, refused, t } from './one-node.mjs';

const { random, seed } = seeded(411);
const float = (value) => ({ float: value });
const draw = (count, low = -2, high = 2) =>
  Array.from({ length: count }, () => Math.fround(low + (high - low) * random()));

/** Asserts a difference of at most a few float32 roundings of the largest input. */
const near = (dims, data, type = 'float32') => ({
  ...t(dims, data, type),
  bounds: data.map((value) => 2 ** (type === 'float64' ? -46 : -18) * Math.max(4, Math.abs(value))),
});

describe(`BatchNormalization in training, ${seed}`, () => {
  const [epsilon, momentum] = [Math.fround(0.01), Math.fround(0.8)];

  function expected(x, dims, [scale, bias, mean, variance]) {
    const [, channels = 1, ...rest] = dims;
    const inner = rest.reduce((a, b) => a * b, 1);
    const channelOf = (i) => (dims.length < 2 ? 0 : Math.floor(i / inner) % channels);
    const found = scale.map((_, channel) => {
      const own = x.filter((_, i) => channelOf(i) === channel);
      const average = own.reduce((a, b) => a + b) / own.length;
      const spread = own.reduce((a, b) => a + (b - average) ** 2, 0) / own.length;
      return { average, spread };
    });
    const y = x.map((value, i) => {
      const { average, spread } = found[channelOf(i)];
      const normal = (value - average) / Math.sqrt(spread + epsilon);
      return normal * scale[channelOf(i)] + bias[channelOf(i)];
    });
    const moved = (given, value) => given * momentum + value * (1 - momentum);
    return [
      y,
      mean.map((value, i) => moved(value, found[i].average)),
      variance.map((value, i) => moved(value, found[i].spread)),
    ];
  }

  const attributes = { epsilon: float(epsilon), momentum: float(momentum), training_mode: 1 };

  for (const dims of [[4, 3, 5, 2], [2, 1, 7], [6, 4], [9]])
    it(`of (${dims})`, async () => {
      const count = dims.reduce((a, b) => a * b, 1);
      const channels = dims[1] ?? 1;
      for (const opset of [14, 15])
        for (const type of ['float32', 'float64']) {
          const x = draw(count);
          const given = [draw(channels), draw(channels), draw(channels), draw(channels, 0.5, 3)];
          const inputs = [t(dims, x, type), ...given.map((data) => t([channels], data, type))];
          const [y, ...statistics] = expected(x, dims, given);
          await check({ op: 'BatchNormalization', opset, inputs, attributes }, [
            near(dims, y, type),
            ...statistics.map((data) => near([channels], data, type)),
          ]);
        }
    });

  it('is refused below opset 14, and statistics outside of it', async () => {
    const inputs = [t([1, 2], [1, 2]), ...[1, 2, 3, 4].map(() => t([2], [1, 1]))];
    const node = { op: 'BatchNormalization', inputs, outputs: 3 };
    await refused({ ...node, opset: 9 }, /training.* since opset 14/);
    await refused({ ...node, opset: 15 }, /training_mode/);
  });
});

describe(`optimisers, ${seed}`, () => {
  const of = (op, attributes, inputs) => ({
    op,
    domain: 'ai.onnx.preview.training',
    opset: 17,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : float(value),
      ]),
    ),
    inputs,
  });

  /**
   * Compares with the formula for every element of tensors with these shapes, for the first step and a later
   * one.
   */
  async function compare(op, attributes, states, formula) {
    const shapes = [[2, 3], [4], []];
    for (const type of ['float32', 'float64'])
      for (const count of [0, 3]) {
        const rate = Math.fround(0.1);
        const kinds = ['x', 'slope', ...states];
        const parts = shapes.map((dims) => {
          const size = dims.reduce((a, b) => a * b, 1);
          return kinds.map((kind) => draw(size, kind === 'squares' ? 0.5 : -2));
        });
        const tensors = kinds.flatMap((_, kind) =>
          parts.map((part, i) => t(shapes[i], part[kind], type)),
        );
        const made = parts.map((part) =>
          part[0].map((_, i) => formula(rate, count, ...part.map((values) => values[i]))),
        );
        const outputs = [0, ...states.map((_, state) => state + 1)].flatMap((kind) =>
          made.map((items, i) =>
            near(
              shapes[i],
              items.map((item) => item[kind]),
              type,
            ),
          ),
        );
        const inputs = [t([], [rate], type), t([], [count], 'int64'), ...tensors];
        await check(of(op, attributes, inputs), outputs);
      }
  }

  const norm_coefficient = Math.fround(0.01);

  it('Adagrad', async () => {
    const [decay_factor, epsilon] = [Math.fround(0.1), Math.fround(1e-3)];
    await compare(
      'Adagrad',
      { decay_factor, epsilon, norm_coefficient },
      ['squares'],
      (rate, count, x, slope, squares) => {
        const regular = norm_coefficient * x + slope;
        const sum = squares + regular ** 2;
        const step = (rate / (1 + count * decay_factor)) * regular;
        return [x - step / (Math.sqrt(sum) + epsilon), sum];
      },
    );
  });

  it('Adam', async () => {
    const [alpha, beta, epsilon, post] = [0.9, 0.95, 1e-3, 0.02].map(Math.fround);
    await compare(
      'Adam',
      { alpha, beta, epsilon, norm_coefficient, norm_coefficient_post: post },
      ['mean', 'squares'],
      (rate, count, x, slope, mean, squares) => {
        const regular = norm_coefficient * x + slope;
        const newMean = alpha * mean + (1 - alpha) * regular;
        const newSquares = beta * squares + (1 - beta) * regular ** 2;
        const corrected = (rate * Math.sqrt(1 - beta ** count)) / (1 - alpha ** count);
        const step = ((count > 0 ? corrected : rate) * newMean) / (Math.sqrt(newSquares) + epsilon);
        return [(1 - post) * (x - step), newMean, newSquares];
      },
    );
  });

  it("Adam of several tensors, as ONNX's node test has it", async () => {
    const attributes = { norm_coefficient: 0.001, alpha: 0.95, beta: 0.85, epsilon: 1e-2 };
    const inputs = [
      ...[t([], [0.1]), t([], [0], 'int64'), t([1], [1]), t([2], [1, 2]), t([1], [-1])],
      ...[t([2], [-1, -3]), t([1], [2]), t([2], [4, 1]), t([1], [0.5]), t([2], [1, 10])],
    ];
    await check(of('Adam', attributes, inputs), [
      near([1], [0.759136236012582]),
      near([2], [0.6286527939507498, 1.97458535170794]),
      near([1], [1.850049964251509]),
      near([2], [3.7500499404096512, 0.8000999523448757]),
      near([1], [0.574700138112496]),
      near([2], [0.9997001500334249, 9.848200624042427]),
    ]);
  });

  for (const mode of ['standard', 'nesterov'])
    it(`Momentum, ${mode}`, async () => {
      const [alpha, beta] = [Math.fround(0.95), Math.fround(0.8)];
      await compare(
        'Momentum',
        { alpha, beta, mode, norm_coefficient },
        ['velocity'],
        (rate, count, x, slope, velocity) => {
          const regular = norm_coefficient * x + slope;
          const moved = alpha * velocity + (count > 0 ? beta : 1) * regular;
          return [x - rate * (mode === 'standard' ? moved : regular + alpha * moved), moved];
        },
      );
    });

  it('say what does not fit', async () => {
    const [one, two] = [t([], [1]), t([2], [1, 2])];
    const adagrad = (...inputs) => refused(of('Adagrad', {}, inputs.slice(1)), inputs[0]);
    await adagrad(/multiple of 3/, one, i64(1), two, two, two, two);
    await adagrad(/Input 3 .*\(3,\)/, one, i64(1), two, t([3], [1, 2, 3]), two);
    await adagrad(/Input 0 .* one element/, two, i64(1), two, two, two);
    await adagrad(/Input 1 .* int64/, one, one, two, two, two);
    const momentum = of('Momentum', { alpha: 1, beta: 1, norm_coefficient: 0 }, [
      ...[one, i64(1), two, two, two],
    ]);
    await refused(momentum, /requires the attribute 'mode'/);
  });
});
