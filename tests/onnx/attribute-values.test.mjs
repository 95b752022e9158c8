/**
 * Attributes that other tests leave at their defaults, with other values, against the definitions in ONNX's
 * Operators.md, element by element and in double precision.
 */
import { describe, it } from 'node:test';
import { bytes, f, i64, positive, raw, texts } from './attributes/nodes.mjs';
import { check, range, refused, t } from './one-node.mjs';

const near = (dims, data, type = 'float32', bound = 2 ** -19) => ({
  ...t(dims, data, type),
  bounds: [...data].map((value) => bound * Math.max(1, Math.abs(value))),
});
const float = (value) => ({ float: value });
const rounded = (value) => Math.fround(value);

/** Runs the node at each opset. */
async function everywhere(opsets, node, expected) {
  for (const opset of opsets) await check({ ...node, opset }, expected);
}

/** The starts of the windows along an axis, by ONNX's formulas. */
function startsOf(size, { kernel, stride = 1, dilation = 1, pads = [0, 0], auto, ceil = 0 }) {
  const reach = (kernel - 1) * dilation + 1;
  if (auto === 'SAME_UPPER' || auto === 'SAME_LOWER') {
    const count = Math.ceil(size / stride);
    const missing = Math.max(0, (count - 1) * stride + reach - size);
    const first = auto === 'SAME_LOWER' ? Math.ceil(missing / 2) : Math.floor(missing / 2);
    return range(count).map((at) => at * stride - first);
  }
  const [begin, end] = auto === 'VALID' ? [0, 0] : pads;
  const room = (size + begin + end - reach) / stride;
  const starts = range((ceil ? Math.ceil(room) : Math.floor(room)) + 1);
  const used = starts.map((at) => at * stride - begin);
  // The last window may not begin in the padding at the end.
  return ceil ? used.filter((start) => start < size) : used;
}

/** A pool over [batch, channels, height, width]: `fold` reduces the elements of a window to a number. */
function pooled({ dims: [batch, channels, height, width], data }, axes, fold) {
  const [rows, columns] = axes.map((axis, i) => startsOf([height, width][i], axis));
  const taps = ({ kernel, dilation = 1 }, start, size) =>
    range(kernel)
      .map((tap) => start + tap * dilation)
      .filter((at) => at >= 0 && at < size);
  const values = [];
  for (const plane of range(batch * channels))
    for (const row of rows)
      for (const column of columns) {
        const window = taps(axes[0], row, height).flatMap((y) =>
          taps(axes[1], column, width).map((x) => data[(plane * height + y) * width + x]),
        );
        values.push(fold(window));
      }
  return [[batch, channels, rows.length, columns.length], values];
}

const folds = {
  MaxPool: (window) => Math.max(...window),
  AveragePool: (window) => window.reduce((a, b) => a + b, 0) / window.length,
  LpPool: (window) => Math.sqrt(window.reduce((sum, x) => sum + x * x, 0)),
};

const two = (axis, more = {}) => [
  { kernel: 3, stride: 2, ...axis },
  { kernel: 2, stride: 2, ...axis, ...more },
];
const pools = [
  ['auto_pad', ...['VALID', 'SAME_UPPER', 'SAME_LOWER'].map((auto) => two({ auto }))],
  ['ceil_mode', two({ ceil: 1 }), two({ ceil: 1, pads: [1, 1] }), two({ ceil: 1, stride: 3 })],
  ['dilations', two({ dilation: 2 }), two({ dilation: 1 }, { dilation: 3 })],
];
const attributesOf = (axes) => ({
  kernel_shape: axes.map(({ kernel }) => kernel),
  strides: axes.map(({ stride }) => stride),
  ...(axes[0].auto && { auto_pad: axes[0].auto }),
  ...(axes[0].ceil && { ceil_mode: 1 }),
  ...(axes[0].pads && { pads: [0, 1].flatMap((side) => axes.map(({ pads }) => pads[side])) }),
  ...(axes[0].dilation && { dilations: axes.map(({ dilation }) => dilation) }),
});

describe('pools', () => {
  const since = {
    MaxPool: { auto_pad: [1, 8, 22], ceil_mode: [10, 12, 22], dilations: [10, 12, 22] },
    AveragePool: { auto_pad: [1, 7, 22], ceil_mode: [10, 19, 22], dilations: [19, 22] },
    LpPool: { auto_pad: [2, 11, 22], ceil_mode: [18, 22], dilations: [18, 22] },
  };
  const image = f(2, 2, 7, 8);
  for (const [name, ...cases] of pools)
    for (const op of Object.keys(folds))
      it(`${op} ${name}`, async () => {
        for (const axes of cases) {
          const expected = near(...pooled(image, axes, folds[op]));
          const node = { op, inputs: [image], attributes: attributesOf(axes) };
          await everywhere(since[op][name], node, expected);
        }
      });

  /** Channels last: [batch, height, width, channels]. */
  const last = ([batch, channels, ...sizes], values) => {
    const count = sizes[0] * sizes[1];
    const at = (i) => {
      const [b, rest] = [Math.floor(i / (count * channels)), i % (count * channels)];
      return (b * channels + (rest % channels)) * count + Math.floor(rest / channels);
    };
    return [[batch, ...sizes, channels], values.map((_, i) => values[at(i)])];
  };
  const quantised = bytes('uint8', [1, 2, 7, 8]);
  for (const [name, ...cases] of pools)
    it(`com.microsoft ${name}`, async () => {
      const [scale, zero, wider, point] = [0.5, 3, 0.25, 7];
      const made = (x) => Math.min(255, Math.max(0, x));
      for (const axes of cases) {
        const attributes = attributesOf(axes);
        const most = last(...pooled(quantised, axes, folds.MaxPool));
        const input = t(...last(quantised.dims, [...quantised.data]), 'uint8');
        const own = { domain: 'com.microsoft', opset: 17, attributes };
        await check({ ...own, op: 'NhwcMaxPool', inputs: [input] }, t(...most, 'uint8'));
        if (name === 'dilations') continue;
        const [dims, means] = pooled(quantised, axes, folds.AveragePool);
        const values = means.map((mean) => ((mean - zero) * scale) / wider + point).map(made);
        const [x, y] = [t([], [zero], 'uint8'), t([], [point], 'uint8')];
        const inputs = [quantised, t([], [scale]), x, t([], [wider]), y];
        const expected = { ...t(dims, values.map(Math.round), 'uint8') };
        // A mean in the middle between two steps may become either.
        expected.bounds = values.map(() => 1);
        await check({ ...own, op: 'QLinearAveragePool', inputs }, expected);
      }
    });
});

describe('normalisations', () => {
  const x = f(2, 4, 3);
  const at = (n, c, i) => x.data[(n * 4 + c) * 3 + i];
  const statistics = (values) => {
    const mean = values.reduce((a, b) => a + b) / values.length;
    return [mean, values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length];
  };
  const cells = range(2).flatMap((n) => range(4).flatMap((c) => range(3).map((i) => [n, c, i])));

  it('GroupNormalization epsilon, num_groups and stash_type', async () => {
    for (const groups of [1, 2, 4])
      for (const [opset, stash_type] of [[18], [21, 1], [21, 16]]) {
        const count = opset < 21 ? groups : 4;
        const [scale, bias] = [f(count), positive(count)];
        const epsilon = rounded(0.25);
        const values = cells.map(([n, c, i]) => {
          const group = Math.floor((c * groups) / 4);
          const own = cells.filter(([m, d]) => m === n && Math.floor((d * groups) / 4) === group);
          const [mean, variance] = statistics(own.map((cell) => at(...cell)));
          const by = opset < 21 ? group : c;
          const normal = (at(n, c, i) - mean) / Math.sqrt(variance + epsilon);
          return normal * scale.data[by] + bias.data[by];
        });
        const attributes = {
          num_groups: groups,
          epsilon: float(epsilon),
          ...(stash_type && { stash_type }),
        };
        // bfloat16 has 8 bits.
        const bound = stash_type === 16 ? 2 ** -5 : 2 ** -18;
        const node = { op: 'GroupNormalization', opset, inputs: [x, scale, bias], attributes };
        await check(node, near(x.dims, values, 'float32', bound));
      }
  });

  it('MeanVarianceNormalization axes', async () => {
    for (const axes of [[0], [1, 2], [-1], [0, 1, 2]]) {
      const named = axes.map((axis) => (axis + 3) % 3);
      const values = cells.map((cell) => {
        const own = cells.filter((other) =>
          other.every((p, i) => named.includes(i) || p === cell[i]),
        );
        const [mean, variance] = statistics(own.map((one) => at(...one)));
        return (at(...cell) - mean) / (Math.sqrt(variance) + 1e-9);
      });
      const node = { op: 'MeanVarianceNormalization', inputs: [x], attributes: { axes } };
      await everywhere([9, 13], node, near(x.dims, values, 'float32', 2 ** -17));
    }
  });

  it('LpNormalization axis and p', async () => {
    for (const axis of [0, 1, 2, -1])
      for (const p of [1, 2]) {
        const named = (axis + 3) % 3;
        const values = cells.map((cell) => {
          const own = cells.filter((other) => other.every((q, i) => i === named || q === cell[i]));
          const sum = own.reduce((all, one) => all + Math.abs(at(...one)) ** p, 0);
          return at(...cell) / sum ** (1 / p);
        });
        const node = { op: 'LpNormalization', inputs: [x], attributes: { axis, p } };
        await everywhere([1, 22], node, near(x.dims, values));
      }
  });

  it('RMSNormalization axis, epsilon and stash_type', async () => {
    for (const axis of [0, 1, 2, -1])
      for (const stash_type of [1, 16]) {
        const from = (axis + 3) % 3;
        const scale = f(...x.dims.slice(from));
        const size = scale.data.length;
        const epsilon = rounded(0.125);
        const values = [...x.data].map((value, i) => {
          const first = Math.floor(i / size) * size;
          const row = [...x.data.slice(first, first + size)];
          const square = row.reduce((sum, one) => sum + one * one, 0) / size;
          return (value / Math.sqrt(square + epsilon)) * scale.data[i % size];
        });
        const attributes = { axis, epsilon: float(epsilon), stash_type };
        const node = { op: 'RMSNormalization', opset: 23, inputs: [x, scale], attributes };
        await check(node, near(x.dims, values, 'float32', stash_type === 1 ? 2 ** -18 : 2 ** -5));
      }
  });

  it('BatchNormalization spatial: statistics of each element', async () => {
    const [scale, bias, mean, variance] = [f(4, 3), positive(4, 3), f(4, 3), positive(4, 3)];
    const epsilon = rounded(0.25);
    const values = [...x.data].map((value, i) => {
      const [s, b, m, v] = [scale, bias, mean, variance].map(({ data }) => data[i % 12]);
      return ((value - m) / Math.sqrt(v + epsilon)) * s + b;
    });
    const inputs = [x, scale, bias, mean, variance];
    const attributes = { spatial: 0, epsilon: float(epsilon) };
    const node = { op: 'BatchNormalization', inputs, attributes };
    await everywhere([7], node, near(x.dims, values));
    const test = { ...node, attributes: { ...attributes, is_test: 1 } };
    await everywhere([6], test, near(x.dims, values));
    // Exporters of MXNet write 0 with statistics per channel.
    const own = [f(4), positive(4), f(4), positive(4)];
    const ofChannels = [...x.data].map((value, i) => {
      const [s, b, m, v] = own.map(({ data }) => data[Math.floor(i / 3) % 4]);
      return ((value - m) / Math.sqrt(v + epsilon)) * s + b;
    });
    await everywhere([7, 8], { ...node, inputs: [x, ...own] }, near(x.dims, ofChannels));
  });
});

describe('DeformConv', () => {
  const cases = [
    {},
    { group: 2 },
    { offset_group: 2 },
    { group: 2, offset_group: 4 },
    { pads: [1, 0, 2, 1] },
    { strides: [2, 1] },
    { dilations: [2, 3], pads: [1, 1, 1, 1] },
    { group: 4, offset_group: 2, pads: [1, 1, 0, 0], strides: [1, 2], dilations: [1, 2] },
  ];
  const [channels, outputs, size, kernel] = [4, 4, 6, [2, 2]];
  const image = f(1, channels, size, size);

  /** The pixels around a sample that are inside the image. */
  function pixel(c, y, x) {
    const [top, left] = [Math.floor(y), Math.floor(x)];
    const corner = (row, column) =>
      row < 0 || column < 0 || row >= size || column >= size
        ? 0
        : image.data[(c * size + row) * size + column] *
          (1 - Math.abs(y - row)) *
          (1 - Math.abs(x - column));
    return [0, 1].reduce((sum, d) => sum + corner(top + d, left) + corner(top + d, left + 1), 0);
  }

  for (const attributes of cases)
    it(JSON.stringify(attributes), async () => {
      const { group = 1, offset_group = 1, strides = [1, 1], dilations = [1, 1] } = attributes;
      const { pads = [0, 0, 0, 0] } = attributes;
      const places = range(2).map(
        (axis) =>
          Math.floor((size + pads[axis] + pads[axis + 2] - dilations[axis] - 1) / strides[axis]) +
          1,
      );
      const weights = f(outputs, channels / group, ...kernel);
      const moves = f(1, offset_group * 8, ...places);
      const moveOf = (share, tap, axis, row, column) =>
        moves.data[(((share * 4 + tap) * 2 + axis) * places[0] + row) * places[1] + column];
      const values = [];
      for (const o of range(outputs))
        for (const row of range(places[0]))
          for (const column of range(places[1])) {
            let sum = 0;
            for (const own of range(channels / group)) {
              const c = Math.floor(o / (outputs / group)) * (channels / group) + own;
              const share = Math.floor(c / (channels / offset_group));
              for (const tap of range(4)) {
                const [down, across] = [Math.floor(tap / 2), tap % 2];
                const y = row * strides[0] - pads[0] + down * dilations[0];
                const x = column * strides[1] - pads[1] + across * dilations[1];
                const [dy, dx] = [0, 1].map((axis) => moveOf(share, tap, axis, row, column));
                const weight = weights.data[(o * (channels / group) + own) * 4 + tap];
                sum += weight * pixel(c, y + dy, x + dx);
              }
            }
            values.push(sum);
          }
      const node = { op: 'DeformConv', inputs: [image, weights, moves] };
      const expected = near([1, outputs, ...places], values, 'float32', 2 ** -17);
      await everywhere([19, 22], { ...node, attributes }, expected);
      const shaped = { ...attributes, kernel_shape: kernel };
      await everywhere([19, 22], { ...node, attributes: shaped }, expected);
      const wrong = { ...attributes, kernel_shape: [3, 2] };
      for (const opset of [19, 22])
        await refused({ ...node, opset, attributes: wrong }, /kernel_shape/);
    });
});

describe('types and quantised values', () => {
  it('CastLike saturate and round_mode', async () => {
    const cast = (value, type, attributes, byte, opsets) =>
      everywhere(
        opsets,
        { op: 'CastLike', inputs: [t([1], [value]), raw(type, 0)], attributes },
        raw(type, byte),
      );
    await cast(1e9, 'float8e4m3fn', { saturate: 1 }, 0x7e, [19, 25]);
    await cast(1e9, 'float8e4m3fn', { saturate: 0 }, 0x7f, [19, 25]);
    await cast(-1e9, 'float8e5m2', { saturate: 1 }, 0xfb, [19, 25]);
    await cast(-1e9, 'float8e5m2', { saturate: 0 }, 0xfc, [19, 25]);
    for (const [round_mode, byte] of [
      ['up', 0x81],
      ['down', 0x80],
      ['nearest', 0x80],
    ])
      await cast(2.5, 'float8e8m0', { round_mode }, byte, [24, 25]);
  });

  it('QuantizeLinear precision', async () => {
    // 2049 becomes 2048 in float16 and in bfloat16; 2051 becomes 2052 and 2048.
    const x = t([3], [2049, 2051, 100]);
    const types = { 1: [2049, 2051, 100], 10: [2048, 2052, 100], 16: [2048, 2048, 100] };
    for (const [precision, values] of Object.entries(types)) {
      const attributes = { precision: Number(precision), output_dtype: 5 };
      const node = { op: 'QuantizeLinear', inputs: [x, t([], [1])], attributes };
      await everywhere([23, 24, 25], node, t([3], values, 'int16'));
    }
    // A quotient in float16 has 11 bits: 683.33 becomes 683.5, which is rounded to even.
    const third = { op: 'QuantizeLinear', opset: 23, inputs: [t([1], [2050]), t([], [3])] };
    for (const [precision, value] of [
      [1, 683],
      [10, 684],
    ])
      await check(
        { ...third, attributes: { precision, output_dtype: 5 } },
        t([1], [value], 'int16'),
      );
  });

  it('output_datatype of windows and of MelWeightMatrix', async () => {
    const count = 7;
    const cosines = {
      HannWindow: [0.5, 0.5, 0],
      HammingWindow: [25 / 46, 21 / 46, 0],
      BlackmanWindow: [0.42, 0.5, 0.08],
    };
    for (const [op, [a, b, c]] of Object.entries(cosines))
      for (const periodic of [0, 1]) {
        const whole = periodic ? count : count - 1;
        const values = range(count).map((n) => {
          const angle = (2 * Math.PI * n) / whole;
          return a - b * Math.cos(angle) + c * Math.cos(2 * angle);
        });
        const node = { op, opset: 17, inputs: [t([], [count], 'int64')] };
        for (const [output_datatype, type, bound] of [
          [1, 'float32', 2 ** -22],
          [11, 'float64', 2 ** -50],
        ])
          await check(
            { ...node, attributes: { output_datatype, periodic } },
            near([count], values, type, bound),
          );
      }
    const inputs = [
      ...[8, 16, 8192].map((one) => t([], [one], 'int64')),
      t([], [0]),
      t([], [4096]),
    ];
    const mel = (hertz) => 2595 * Math.log10(1 + hertz / 700);
    const step = (mel(4096) - mel(0)) / 10;
    const bins = range(10).map((at) =>
      Math.floor((17 * (700 * (10 ** ((mel(0) + at * step) / 2595) - 1))) / 8192),
    );
    const values = new Array(9 * 8).fill(0);
    for (const band of range(8)) {
      const [low, centre, high] = bins.slice(band, band + 3);
      if (low === centre) values[centre * 8 + band] = 1;
      else
        for (const bin of range(centre - low + 1))
          values[(low + bin) * 8 + band] = bin / (centre - low);
      if (high !== centre)
        for (const bin of range(high - centre))
          values[(centre + bin) * 8 + band] = (high - centre - bin) / (high - centre);
    }
    for (const [output_datatype, type] of [
      [1, 'float32'],
      [11, 'float64'],
    ])
      await check(
        { op: 'MelWeightMatrix', opset: 17, inputs, attributes: { output_datatype } },
        near([9, 8], values, type),
      );
  });
});

describe('choices of elements', () => {
  const x = t([2, 3], [3, 1, 1, 0, 0, 5]);

  it('ArgMin select_last_index, TopK k, EyeLike k and Hardmax axis', async () => {
    for (const [select_last_index, found] of [
      [0, [1, 0]],
      [1, [2, 1]],
    ]) {
      const attributes = { axis: 1, keepdims: 0, select_last_index };
      await everywhere([12, 13], { op: 'ArgMin', inputs: [x], attributes }, t([2], found, 'int64'));
    }
    for (const k of [1, 2]) {
      const most = [
        [3, 1],
        [5, 0],
      ].flatMap((row) => row.slice(0, k));
      const places = [
        [0, 1],
        [2, 0],
      ].flatMap((row) => row.slice(0, k));
      const node = { op: 'TopK', opset: 1, inputs: [x], attributes: { k } };
      await check(node, [t([2, k], most), t([2, k], places, 'int64')]);
    }
    for (const k of [-1, 0, 2]) {
      const values = range(6).map((i) => Number((i % 3) - Math.floor(i / 3) === k));
      await everywhere(
        [9, 22],
        { op: 'EyeLike', inputs: [x], attributes: { k } },
        t([2, 3], values),
      );
    }
    for (const [axis, values] of [
      [0, [1, 1, 0, 0, 0, 1]],
      [1, [1, 0, 0, 0, 0, 1]],
    ])
      await check(
        { op: 'Hardmax', opset: 13, inputs: [x], attributes: { axis } },
        t([2, 3], values),
      );
  });

  it('noop_with_empty_axes of reductions', async () => {
    const folded = { ReduceMean: 10 / 6, ReduceMin: 0, ReduceProd: 0 };
    for (const [op, value] of Object.entries(folded))
      for (const inputs of [[x], [x, t([0], [], 'int64')]]) {
        const reduced = near([1, 1], [value]);
        const node = (noop_with_empty_axes) => ({
          op,
          inputs,
          attributes: { noop_with_empty_axes },
        });
        await everywhere([18], node(0), reduced);
        await everywhere([18], node(1), x);
      }
  });

  it('Scatter axis, GatherND batch_dims and Pad paddings', async () => {
    const indices = t([1, 2], [1, 0], 'int64');
    const updates = t([1, 2], [8, 9]);
    for (const [axis, values] of [
      [0, [3, 9, 1, 8, 0, 5]],
      [1, [9, 8, 1, 0, 0, 5]],
    ])
      await everywhere(
        [9],
        { op: 'Scatter', inputs: [x, indices, updates], attributes: { axis } },
        t([2, 3], values),
      );
    const cube = t([2, 2, 2], range(8));
    const chosen = t([2, 1], [1, 0], 'int64');
    for (const [batch_dims, dims, values] of [
      [0, [2, 2, 2], [4, 5, 6, 7, 0, 1, 2, 3]],
      [1, [2, 2], [2, 3, 4, 5]],
    ])
      await everywhere(
        [12, 13],
        { op: 'GatherND', inputs: [cube, chosen], attributes: { batch_dims } },
        t(dims, values),
      );
    await check(
      { op: 'Pad', opset: 1, inputs: [x], attributes: { paddings: [0, 1, 1, 0], value: float(7) } },
      t([3, 4], [7, 3, 1, 1, 7, 0, 0, 5, 7, 7, 7, 7]),
    );
  });

  it('Constant value_strings, and defaults of encoders', async () => {
    const value_strings = ['b', '', 'é'];
    for (const opset of [12, 19, 25])
      await check(
        { op: 'Constant', opset, inputs: [], attributes: { value_strings } },
        texts(...value_strings),
      );
    const ml = { domain: 'ai.onnx.ml', opset: 17 };
    const mapper = { cats_int64s: [1, 2], cats_strings: ['a', 'b'] };
    await check(
      {
        ...ml,
        op: 'CategoryMapper',
        inputs: [i64(2, 9)],
        attributes: { ...mapper, default_string: 'none' },
      },
      texts('b', 'none'),
    );
    await check(
      {
        ...ml,
        op: 'CategoryMapper',
        inputs: [texts('b', 'q')],
        attributes: { ...mapper, default_int64: -5 },
      },
      i64(2, -5),
    );
  });
});

describe('recurrences and random numbers', () => {
  const x = f(3, 2, 2);
  const swapped = ([a, b, ...rest], data) => {
    const size = rest.reduce((n, one) => n * one, 1);
    const values = range(a * b).flatMap((i) => {
      const [q, p] = [Math.floor(i / a), i % a];
      return [...data.slice((p * b + q) * size, (p * b + q + 1) * size)];
    });
    return [[b, a, ...rest], values];
  };
  it('RNN layout', async () => {
    const [w, r] = [f(1, 2, 2), positive(1, 2, 2)];
    const times = (matrix, row) =>
      [0, 1].map((i) => matrix[2 * i] * row[0] + matrix[2 * i + 1] * row[1]);
    const steps = [];
    let states = [
      [0, 0],
      [0, 0],
    ];
    for (const step of range(3)) {
      states = states.map((state, b) => {
        const input = [...x.data.slice((step * 2 + b) * 2, (step * 2 + b) * 2 + 2)];
        const [own, before] = [times(w.data, input), times(r.data, state)];
        return own.map((value, i) => Math.tanh(value + before[i]));
      });
      steps.push(...states.flat());
    }
    const node = { op: 'RNN', attributes: { hidden_size: 2 }, inputs: [x, w, r] };
    await everywhere([1, 7, 14, 22], node, [
      near([3, 1, 2, 2], steps),
      near([1, 2, 2], states.flat()),
    ]);
    const turned = { ...node, inputs: [t(...swapped(x.dims, x.data)), w, r] };
    const [dims, values] = swapped([3, 2, 2], steps);
    const expected = [near([dims[0], dims[1], 1, 2], values), near([2, 1, 2], states.flat())];
    const attributes = { hidden_size: 2, layout: 1 };
    await everywhere([14, 22], { ...turned, attributes }, expected);
  });

  it('Scan directions', async () => {
    const body = {
      graph: {
        inputs: ['s', 'e'].map((name) => ({ name, dims: [1] })),
        outputs: ['n', 'o'].map((name) => ({ name, dims: [1] })),
        nodes: [
          { op: 'Add', inputs: ['s', 'e'], outputs: ['n'] },
          { op: 'Identity', inputs: ['n'], outputs: ['o'] },
        ],
      },
    };
    const inputs = [undefined, t([1, 1], [0]), t([1, 3, 1], [1, 2, 4])];
    for (const [direction, sums] of [
      [0, [1, 3, 7]],
      [1, [4, 6, 7]],
    ])
      await check(
        {
          op: 'Scan',
          opset: 8,
          inputs,
          attributes: { body, num_scan_inputs: 1, directions: [direction] },
        },
        [t([1, 1], [7]), t([1, 3, 1], sums)],
      );
  });
});

describe('activations and machines', () => {
  it('Selu alpha and gamma', async () => {
    const x = f(7);
    const [alpha, gamma] = [rounded(0.75), rounded(2.5)];
    const values = [...x.data].map((v) => gamma * (v > 0 ? v : alpha * Math.exp(v) - alpha));
    const attributes = { alpha: float(alpha), gamma: float(gamma) };
    await everywhere([1, 6, 22], { op: 'Selu', inputs: [x], attributes }, near([7], values));
  });

  it('MaxUnpool pads', async () => {
    const inputs = [t([1, 1, 2, 2], [5, 6, 7, 8]), t([1, 1, 2, 2], [0, 2, 7, 5], 'int64')];
    const attributes = { kernel_shape: [2, 2], strides: [2, 2], pads: [1, 0, 0, 1] };
    const expected = t([1, 1, 3, 3], [5, 0, 6, 0, 0, 8, 0, 7, 0]);
    await everywhere([9, 11, 22], { op: 'MaxUnpool', inputs, attributes }, expected);
  });

  it('SVMRegressor post_transform', async () => {
    const x = f(2, 2);
    const vectors = [1, 0.5, -0.5, 1];
    const transforms = {
      NONE: (y) => y,
      LOGISTIC: (y) => 1 / (1 + Math.exp(-y)),
    };
    for (const [post_transform, finish] of Object.entries(transforms)) {
      const attributes = {
        kernel_type: 'LINEAR',
        coefficients: { floats: [2, -1] },
        support_vectors: { floats: vectors },
        n_supports: 2,
        rho: { floats: [0.25] },
        post_transform,
      };
      const values = [0, 1].map((row) => {
        const [a, b] = x.data.slice(2 * row, 2 * row + 2);
        const [p, q, r, s] = vectors;
        return finish(2 * (p * a + q * b) - (r * a + s * b) + 0.25);
      });
      const node = { op: 'SVMRegressor', domain: 'ai.onnx.ml', opset: 17, inputs: [x], attributes };
      await check(node, near([2, 1], values));
    }
  });
});
