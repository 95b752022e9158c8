/** Images read between their pixels: GridSample, RoiAlign, DeformConv, and the grid of AffineGrid. */
import { sameDims, sizeOf } from '../base/dims.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Value } from '../graph/values.js';
import { computed } from './host.js';
import { operatorMessages } from './messages.js';
import { permuted } from './movement.js';
import { type Call, type Operator, versionsSince } from './operator.js';
import { FLOATS, FLOATS_BF, INT64 } from './type-sets.js';
import { eachAxis, inFloats, widened } from './windows.js';

type Floats = Float32Array | Float64Array;

const MODES: Readonly<Record<string, 'nearest' | 'linear' | 'cubic'>> = {
  nearest: 'nearest',
  bilinear: 'linear',
  linear: 'linear',
  bicubic: 'cubic',
  cubic: 'cubic',
};
const PADDINGS = ['zeros', 'border', 'reflection'] as const;

/** A number mirrored at both ends of a range until it is within. */
function reflected(x: number, low: number, high: number): number {
  const range = high - low;
  if (range <= 0 || !Number.isFinite(x)) return low;
  const far = Math.abs(x - low) % (2 * range);
  return low + (far > range ? 2 * range - far : far);
}

/** Halves go to the even neighbour. */
function rounded(x: number): number {
  const near = Math.round(x);
  return near - x === 0.5 && near % 2 !== 0 ? near - 1 : near;
}

const CUBIC = -0.75;
const near = (t: number) => ((CUBIC + 2) * t - (CUBIC + 3)) * t * t + 1;
const far = (t: number) => ((CUBIC * t - 5 * CUBIC) * t + 8 * CUBIC) * t - 4 * CUBIC;

/** The pixels of an axis that a place between them is made of, as their numbers and weights. */
const TAPS = {
  nearest: (x: number) => [[rounded(x), 1]],
  linear(x: number) {
    const first = Math.floor(x);
    return [
      [first, 1 - (x - first)],
      [first + 1, x - first],
    ];
  },
  cubic(x: number) {
    const first = Math.floor(x);
    const t = x - first;
    return [
      [first - 1, far(t + 1)],
      [first, near(t)],
      [first + 1, near(1 - t)],
      [first + 2, far(2 - t)],
    ];
  },
} as const;

function choice<Name extends string>(
  call: Call,
  name: string,
  known: readonly Name[],
  absent: Name,
): Name {
  const said = call.attribute(name, 'string') ?? absent;
  const found = known.find((one) => one === said);
  if (found !== undefined) return found;
  throw call.fault(
    'invalid_attribute',
    operatorMessages.onlyAt(call.label, name, known.join(', ')),
  );
}

const gridAttributes = { align_corners: 'int', mode: 'string', padding_mode: 'string' } as const;

export const gridSample: Operator = {
  name: 'GridSample',
  versions: [
    ...versionsSince([16, 20], {
      inputs: [2, 2],
      types: [FLOATS, FLOATS],
      attributes: gridAttributes,
    }),
    { since: 22, inputs: [2, 2], types: [FLOATS_BF, FLOATS_BF], attributes: gridAttributes },
  ],
  lower(call) {
    const [input, grid] = [call.input(0), call.input(1)];
    const names =
      call.since < 20 ? ['nearest', 'bilinear', 'bicubic'] : ['nearest', 'linear', 'cubic'];
    const mode = MODES[choice(call, 'mode', names, names[1] as string)] ?? 'linear';
    const padding = choice(call, 'padding_mode', PADDINGS, 'zeros');
    const corners = call.flag('align_corners');
    const [batch = 0, channels = 0, ...sizes] = input.dims;
    const rank = sizes.length;
    const places = grid.dims.slice(1, -1);
    const fits =
      rank >= 1 &&
      grid.dims[0] === batch &&
      grid.dims.length === rank + 2 &&
      grid.dims.at(-1) === rank;
    if (!fits)
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 1, grid.dims, [
          batch,
          ...sizes.map(() => 'size'),
          rank,
        ]),
      );
    const made = [batch, channels, ...places];
    call.checkDims(made);
    const points = sizeOf(places);
    const plane = sizeOf(sizes);
    const pixelOf = (at: number, size: number): number => {
      if (at >= 0 && at < size) return at;
      if (padding === 'zeros' || size === 0) return -1;
      if (padding === 'border') return at >= size ? size - 1 : 0;
      const mirrored = corners ? reflected(at, 0, size - 1) : reflected(at, -0.5, size - 0.5);
      return Math.min(Math.max(Math.round(mirrored), 0), size - 1);
    };
    const locate = (x: number, size: number): number =>
      corners ? ((x + 1) / 2) * (size - 1) : ((x + 1) * size - 1) / 2;
    const sampled = (images: Value): Value => {
      const type = images.type;
      const [value] = computed(
        call,
        [{ type, dims: made }],
        [images, widened(call, grid)],
        ([to], [from, at]) => {
          const [target, source, coordinates] = [to, from, at] as [Floats, Floats, Floats];
          target.fill(0);
          for (let n = 0; n < batch; n++)
            for (let p = 0; p < points; p++) {
              let taps: (readonly [number, number])[] = [[0, 1]];
              for (let axis = 0; axis < rank; axis++) {
                const size = sizes[axis] as number;
                // The coordinates of a point come innermost first.
                const x = locate(
                  coordinates[(n * points + p) * rank + rank - 1 - axis] as number,
                  size,
                );
                taps = taps.flatMap(([offset, weight]) =>
                  (Number.isFinite(x) ? TAPS[mode](x) : [[-1, 1]]).flatMap(
                    ([pixel = 0, share = 0]) => {
                      const found = pixelOf(pixel, size);
                      return found < 0 ? [] : [[offset * size + found, weight * share] as const];
                    },
                  ),
                );
              }
              for (let c = 0; c < channels; c++) {
                const base = (n * channels + c) * plane;
                let sum = 0;
                for (const [offset, weight] of taps)
                  sum += weight * (source[base + offset] as number);
                target[(n * channels + c) * points + p] = sum;
              }
            }
        },
      );
      return value as Value;
    };
    return [inFloats(call, input, sampled)];
  },
};

export const affineGrid: Operator = {
  name: 'AffineGrid',
  versions: versionsSince([20], {
    inputs: [2, 2],
    types: [FLOATS_BF, INT64],
    attributes: { align_corners: 'int' },
  }),
  shapeInputs: [1],
  lower(call) {
    const { lowering } = call;
    const theta = call.input(0);
    const [batch = 0, , ...sizes] = call.numbers(1) ?? [];
    const rank = sizes.length;
    if ((rank !== 2 && rank !== 3) || !sameDims(theta.dims, [batch, rank, rank + 1]))
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 0, theta.dims, [batch, rank, rank + 1]),
      );
    call.checkDims([batch, ...sizes, rank]);
    const corners = call.flag('align_corners');
    const coordinate = (at: number, size: number): number => {
      if (corners) return size > 1 ? (2 * at) / (size - 1) - 1 : 0;
      return (2 * at + 1) / size - 1;
    };
    const points = sizeOf(sizes);
    // Each point with its innermost coordinate first, and a 1 for the offset.
    const base = lowering.memory.newArray(Float64Array, points * (rank + 1)) as Float64Array;
    for (let p = 0; p < points; p++) {
      let rest = p;
      for (let axis = rank - 1; axis >= 0; axis--) {
        const size = sizes[axis] as number;
        base[p * (rank + 1) + rank - 1 - axis] = coordinate(rest % size, size);
        rest = Math.floor(rest / size);
      }
      base[p * (rank + 1) + rank] = 1;
    }
    return [
      inFloats(call, theta, (matrix) => {
        const wide = lowering.constant('float64', [points, rank + 1], base);
        const grid =
          matrix.type === 'float64'
            ? wide
            : lowering.pointwise('Cast', [wide], { to: matrix.type }, 13);
        const turned = permuted(call, matrix, [0, 2, 1]);
        const task = lowering.tasks.operator('MatMul', [grid, turned], {}, 13);
        const [made] = lowering.work(task, [grid, turned]) as [Value];
        return lowering.alias(made, [batch, ...sizes, rank]);
      }),
    ];
  },
};

/** A pixel between four: outside by less than one, the nearest counts as far as it reaches. */
function bilinear(
  image: Floats,
  base: number,
  [height = 0, width = 0]: readonly number[],
  y: number,
  x: number,
): number {
  if (!(y > -1 && y < height && x > -1 && x < width)) return 0;
  const [top, left] = [Math.floor(y), Math.floor(x)];
  let sum = 0;
  for (const [row, down] of [
    [top, 1 - (y - top)],
    [top + 1, y - top],
  ] as const)
    for (const [column, across] of [
      [left, 1 - (x - left)],
      [left + 1, x - left],
    ] as const)
      if (row >= 0 && row < height && column >= 0 && column < width)
        sum += down * across * (image[base + row * width + column] as number);
  return sum;
}

const deformed = {
  dilations: 'ints',
  group: 'int',
  kernel_shape: 'ints',
  offset_group: 'int',
  pads: 'ints',
  strides: 'ints',
} as const;

export const deformConv: Operator = {
  name: 'DeformConv',
  versions: [
    { since: 19, inputs: [3, 5], types: [FLOATS_BF], attributes: deformed },
    { since: 22, inputs: [3, 5], types: [FLOATS_BF], attributes: deformed },
  ],
  lower(call) {
    const { lowering, label } = call;
    const [input, weights, offsets, bias, mask] = [
      ...[0, 1, 2].map((at) => widened(call, call.input(at))),
      ...[3, 4].map((at) => {
        const value = call.inputs[at];
        return value && widened(call, value);
      }),
    ] as [Value, Value, Value, Value | undefined, Value | undefined];
    const [batch = 0, channels = 0, ...sizes] = input.dims;
    const [outputs = 0, perGroup = 0, ...kernel] = weights.dims;
    const group = call.attribute('group', 'int') ?? 1;
    const shares = call.attribute('offset_group', 'int') ?? 1;
    const wrong = (at: number, wanted: readonly unknown[]) =>
      call.fault(
        'invalid_shape',
        operatorMessages.operandShape(label, at, (call.inputs[at] as Value).dims, wanted),
      );
    if (sizes.length !== 2) throw wrong(0, ['batch', 'channels', 'height', 'width']);
    const fits =
      kernel.length === 2 && group >= 1 && perGroup * group === channels && outputs % group === 0;
    if (!fits) throw wrong(1, ['outputs', channels / group, 'height', 'width']);
    if (shares < 1 || channels % shares !== 0)
      throw call.fault(
        'invalid_attribute',
        operatorMessages.onlyAt(label, 'offset_group', `a divisor of ${channels}`),
      );
    const strides = eachAxis(call, 'strides', 2, 1);
    const dilations = eachAxis(call, 'dilations', 2, 1);
    const pads = eachAxis(call, 'pads', 4, 0, 0);
    const places = sizes.map((size, axis) => {
      const reach = ((kernel[axis] as number) - 1) * (dilations[axis] as number) + 1;
      const room = size + (pads[axis] as number) + (pads[axis + 2] as number) - reach;
      if (room < 0)
        throw call.fault(
          'invalid_shape',
          operatorMessages.windowFit(label, axis + 2, reach, room + reach),
        );
      return Math.floor(room / (strides[axis] as number)) + 1;
    });
    const taps = sizeOf(kernel);
    const points = sizeOf(places);
    const wanted = [batch, shares * taps * 2, ...places];
    if (!sameDims(offsets.dims, wanted)) throw wrong(2, wanted);
    if (bias && !sameDims(bias.dims, [outputs])) throw wrong(3, [outputs]);
    const masked = [batch, shares * taps, ...places];
    if (mask && !sameDims(mask.dims, masked)) throw wrong(4, masked);
    const type = input.type;
    const columns = [batch, group, perGroup * taps, points];
    call.checkDims([batch, channels * taps, points]);
    const [made] = computed(
      call,
      [{ type, dims: columns }],
      [input, offsets, mask],
      ([to], [from, by, factors]) => {
        const [target, source, moves, share] = [to, from, by, factors] as [
          Floats,
          Floats,
          Floats,
          TypedArray,
        ];
        const [kw = 1, width = 1] = [kernel[1], places[1]];
        let at = 0;
        for (let n = 0; n < batch; n++)
          for (let c = 0; c < channels; c++) {
            const set = n * shares + Math.floor((c * shares) / channels);
            const base = (n * channels + c) * sizeOf(sizes);
            for (let tap = 0; tap < taps; tap++)
              for (let p = 0; p < points; p++) {
                const first = (set * taps + tap) * 2 * points + p;
                const y =
                  Math.floor(p / width) * (strides[0] as number) -
                  (pads[0] as number) +
                  Math.floor(tap / kw) * (dilations[0] as number) +
                  (moves[first] as number);
                const x =
                  (p % width) * (strides[1] as number) -
                  (pads[1] as number) +
                  (tap % kw) * (dilations[1] as number) +
                  (moves[first + points] as number);
                const factor = mask ? Number(share[(set * taps + tap) * points + p]) : 1;
                target[at++] = factor * bilinear(source, base, sizes, y, x);
              }
          }
      },
    );
    const matrix = lowering.alias(weights, [1, group, outputs / group, perGroup * taps]);
    const task = lowering.tasks.operator('MatMul', [matrix, made as Value], {}, 13);
    const [product] = lowering.work(task, [matrix, made]) as [Value];
    const images = lowering.alias(product, [batch, outputs, ...places]);
    const sum = bias
      ? lowering.pointwise('Add', [images, lowering.alias(bias, [outputs, 1, 1])], {}, 14)
      : images;
    const back = call.input(0).type;
    return [sum.type === back ? sum : lowering.pointwise('Cast', [sum], { to: back }, 13)];
  },
};

const aligned = {
  mode: 'string',
  output_height: 'int',
  output_width: 'int',
  sampling_ratio: 'int',
  spatial_scale: 'float',
} as const;

/** Samples of one bin; a region that asks for more is no region of an image. */
const MOST_SAMPLES = 2 ** 16;

/** The rows or columns between which a place lies, with their shares. */
function between(at: number, size: number): readonly (readonly [number, number])[] {
  const place = Math.max(at, 0);
  const first = Math.floor(place);
  if (first >= size - 1)
    return [
      [size - 1, 1],
      [size - 1, 0],
    ];
  return [
    [first, 1 - (place - first)],
    [first + 1, place - first],
  ];
}

export const roiAlign: Operator = {
  name: 'RoiAlign',
  versions: [
    { since: 10, inputs: [3, 3], types: [FLOATS, FLOATS, INT64], attributes: aligned },
    ...versionsSince([16, 22], {
      inputs: [3, 3],
      types: [FLOATS_BF, FLOATS_BF, INT64],
      attributes: { ...aligned, coordinate_transformation_mode: 'string' },
    }),
  ],
  lower(call) {
    const [input, regions, images] = [call.input(0), call.input(1), call.input(2)];
    const [batch = 0, channels = 0, ...sizes] = input.dims;
    const [height = 0, width = 0] = sizes;
    const count = regions.dims[0] ?? 0;
    if (sizes.length !== 2)
      throw call.fault(
        'invalid_shape',
        operatorMessages.imageRank(call.label, 0, input.dims.length),
      );
    if (!sameDims(regions.dims, [count, 4]))
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 1, regions.dims, ['regions', 4]),
      );
    if (!sameDims(images.dims, [count]))
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 2, images.dims, [count]),
      );
    const mode = choice(call, 'mode', ['avg', 'max'], 'avg');
    const modes = ['half_pixel', 'output_half_pixel'] as const;
    const half =
      call.since >= 16 &&
      choice(call, 'coordinate_transformation_mode', modes, 'half_pixel') === 'half_pixel';
    const rows = call.attribute('output_height', 'int') ?? 1;
    const columns = call.attribute('output_width', 'int') ?? 1;
    const ratio = call.attribute('sampling_ratio', 'int') ?? 0;
    const scale = call.attribute('spatial_scale', 'float') ?? 1;
    const made = [count, channels, rows, columns];
    call.checkDims(made);
    const sampled = (value: Value): Value => {
      const { type } = value;
      const [result] = computed(
        call,
        [{ type, dims: made }],
        [value, widened(call, regions), images],
        ([to], [from, boxes, of]) => {
          const [target, source, corners] = [to, from, boxes] as [Floats, Floats, Floats];
          for (let r = 0; r < count; r++) {
            const image = Number((of as BigInt64Array)[r]);
            if (image < 0 || image >= batch)
              throw call.fault(
                'index_out_of_range',
                operatorMessages.index(call.label, image, batch),
              );
            const [x1, y1, x2, y2] = [0, 1, 2, 3].map(
              (i) => (corners[r * 4 + i] as number) * scale - (half ? 0.5 : 0),
            ) as [number, number, number, number];
            const least = half ? Number.NEGATIVE_INFINITY : 1;
            const [tall, wide] = [Math.max(y2 - y1, least), Math.max(x2 - x1, least)];
            const down = ratio > 0 ? ratio : Math.max(Math.ceil(tall / rows), 0);
            const across = ratio > 0 ? ratio : Math.max(Math.ceil(wide / columns), 0);
            if (!(down * across <= MOST_SAMPLES))
              throw call.fault('invalid_value', operatorMessages.region(call.label, r));
            for (let row = 0; row < rows; row++)
              for (let column = 0; column < columns; column++)
                for (let c = 0; c < channels; c++) {
                  const base = (image * channels + c) * height * width;
                  let sum = 0;
                  let largest = Number.NEGATIVE_INFINITY;
                  for (let i = 0; i < down; i++)
                    for (let j = 0; j < across; j++) {
                      const y = y1 + (tall / rows) * (row + (i + 0.5) / down);
                      const x = x1 + (wide / columns) * (column + (j + 0.5) / across);
                      const isIn = y >= -1 && y <= height && x >= -1 && x <= width;
                      for (const [v, up] of between(y, height))
                        for (const [h, left] of between(x, width)) {
                          const part = isIn
                            ? up * left * (source[base + v * width + h] as number)
                            : 0;
                          sum += part;
                          largest = Math.max(largest, part);
                        }
                    }
                  const samples = Math.max(down * across, 1);
                  target[((r * channels + c) * rows + row) * columns + column] =
                    mode === 'avg' ? sum / samples : down * across > 0 ? largest : 0;
                }
          }
        },
      );
      return result as Value;
    };
    return [inFloats(call, input, sampled)];
  },
};
