/** GridSample, images read at places between their pixels, and AffineGrid, which makes the places. */
import { sameDims, sizeOf } from '../base/dims.js';
import { computedInFloats } from './host.js';
import { permuted } from './movement.js';
import { history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF, INT64 } from './type-sets.js';

/** A pixel, by its position, and what it weighs. */
type Tap = readonly [pixel: number, weight: number];

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

const SHARPNESS = -0.75;
const inner = (t: number) => ((SHARPNESS + 2) * t - (SHARPNESS + 3)) * t * t + 1;
const outer = (t: number) =>
  ((SHARPNESS * t - 5 * SHARPNESS) * t + 8 * SHARPNESS) * t - 4 * SHARPNESS;

/** The pixels of an axis that a place between them is made of. */
const LINEAR = (x: number): readonly Tap[] => {
  const first = Math.floor(x);
  return [
    [first, 1 - (x - first)],
    [first + 1, x - first],
  ];
};
const CUBIC = (x: number): readonly Tap[] => {
  const first = Math.floor(x);
  const t = x - first;
  return [
    [first - 1, outer(t + 1)],
    [first, inner(t)],
    [first + 1, inner(1 - t)],
    [first + 2, outer(2 - t)],
  ];
};
const NEAREST = (x: number): readonly Tap[] => [[rounded(x), 1]];

/** By the names of their opsets. */
const MODES = { nearest: NEAREST, linear: LINEAR, cubic: CUBIC };
const MODES_16 = { nearest: NEAREST, bilinear: LINEAR, bicubic: CUBIC };

const PADDINGS = ['zeros', 'border', 'reflection'] as const;

/** How images of these sizes are read between their pixels. */
interface Sampling {
  readonly sizes: readonly number[];
  readonly along: (x: number) => readonly Tap[];
  readonly padding: (typeof PADDINGS)[number];
  /** Whether -1 and 1 are the middles of the outermost pixels, or their edges. */
  readonly corners: boolean;
}

/** Where a pixel is read; -1 where it counts as 0. */
function pixelOf({ padding, corners }: Sampling, at: number, size: number): number {
  if (at >= 0 && at < size) return at;
  if (padding === 'zeros' || size === 0) return -1;
  if (padding === 'border') return at >= size ? size - 1 : 0;
  const mirrored = corners ? reflected(at, 0, size - 1) : reflected(at, -0.5, size - 0.5);
  return Math.min(Math.max(Math.round(mirrored), 0), size - 1);
}

/** The pixels of a point, whose coordinates come innermost first. */
function tapsAt(sampling: Sampling, coordinates: ArrayLike<number>, first: number): readonly Tap[] {
  const { sizes, along, corners } = sampling;
  return sizes.reduce<readonly Tap[]>(
    (taps, size, axis) => {
      const at = coordinates[first + sizes.length - 1 - axis] as number;
      const x = corners ? ((at + 1) / 2) * (size - 1) : ((at + 1) * size - 1) / 2;
      const tapsAlong: readonly Tap[] = Number.isFinite(x) ? along(x) : [[-1, 1]];
      return taps.flatMap(([offset, weight]) =>
        tapsAlong.flatMap(([pixel, share]) => {
          const found = pixelOf(sampling, pixel, size);
          return found < 0 ? [] : [[offset * size + found, weight * share] as const];
        }),
      );
    },
    [[0, 1]],
  );
}

export const gridSampleOperators: readonly Operator[] = [
  {
    name: 'GridSample',
    versions: history(
      {
        since: [16, 20],
        inputs: [2, 2],
        types: [FLOATS, FLOATS],
        attributes: { align_corners: 'int', mode: 'string', padding_mode: 'string' },
      },
      { since: 22, types: [FLOATS_BF, FLOATS_BF] },
    ),
    lower(call) {
      const [input, grid] = [call.input(0), call.input(1)];
      const along =
        call.since < 20
          ? call.choice('mode', MODES_16, 'bilinear')
          : call.choice('mode', MODES, 'linear');
      const padding = call.word('padding_mode', PADDINGS);
      const corners = call.flag('align_corners');
      const [batch = 0, channels = 0, ...sizes] = input.dims;
      const rank = sizes.length;
      const places = grid.dims.slice(1, -1);
      const fits =
        rank >= 1 && sameDims(grid.dims, [batch, ...places, rank]) && places.length === rank;
      if (!fits) throw call.wrongShape(1, [batch, ...sizes.map(() => 'size'), rank]);
      const made = [batch, channels, ...places];
      call.checkDims(made);
      const points = sizeOf(places);
      const plane = sizeOf(sizes);
      const sampling: Sampling = { sizes, along, padding, corners };
      return [
        computedInFloats(call, made, [input, call.widened(grid)], (target, source, coordinates) => {
          for (let n = 0; n < batch; n++)
            for (let p = 0; p < points; p++) {
              const taps = tapsAt(sampling, coordinates, (n * points + p) * rank);
              for (let c = 0; c < channels; c++) {
                const base = (n * channels + c) * plane;
                let sum = 0;
                for (const [offset, weight] of taps)
                  sum += weight * (source[base + offset] as number);
                target[(n * channels + c) * points + p] = sum;
              }
            }
        }),
      ];
    },
  },

  {
    name: 'AffineGrid',
    versions: history({
      since: 20,
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
        throw call.wrongShape(0, [batch, rank, rank + 1]);
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
        call.inFloats(theta, (matrix) => {
          const wide = lowering.constant('float64', [points, rank + 1], base);
          const grid = matrix.type === 'float64' ? wide : call.cast(wide, matrix.type);
          const turned = permuted(call, matrix, [0, 2, 1]);
          return lowering.alias(call.matMul(grid, turned), [batch, ...sizes, rank]);
        }),
      ];
    },
  },
];
