/** GridSample, which samples images between their pixels, and AffineGrid, which computes the sampling grid. */
import { sameDims, sizeOf } from '../base/dims.js';
import { computedInFloats, type Floats } from './host.js';
import { permuted } from './movement.js';
import { history, type Operator } from './operator.js';
import { Samples } from './samples.js';
import { FLOATS, FLOATS_BF, INT64 } from './type-sets.js';

/** Mirrors a number at both ends of a range until it is within the range. */
function reflected(x: number, low: number, high: number): number {
  const range = high - low;
  if (range <= 0 || !Number.isFinite(x)) return low;
  const far = Math.abs(x - low) % (2 * range);
  return low + (far > range ? 2 * range - far : far);
}

/** Rounds halves to the even neighbour. */
function rounded(x: number): number {
  const near = Math.round(x);
  return near - x === 0.5 && near % 2 !== 0 ? near - 1 : near;
}

const SHARPNESS = -0.75;
const inner = (t: number) => ((SHARPNESS + 2) * t - (SHARPNESS + 3)) * t * t + 1;
const outer = (t: number) =>
  ((SHARPNESS * t - 5 * SHARPNESS) * t + 8 * SHARPNESS) * t - 4 * SHARPNESS;

/** The pixels of an axis that contribute to a sample: writes their weights, and returns the first pixel. */
interface Mode {
  readonly taps: number;
  readonly read: (x: number, shares: Float64Array) => number;
}

const LINEAR: Mode = {
  taps: 2,
  read(x, shares) {
    const first = Math.floor(x);
    shares[0] = 1 - (x - first);
    shares[1] = x - first;
    return first;
  },
};
const CUBIC: Mode = {
  taps: 4,
  read(x, shares) {
    const first = Math.floor(x);
    const t = x - first;
    shares[0] = outer(t + 1);
    shares[1] = inner(t);
    shares[2] = inner(1 - t);
    shares[3] = outer(2 - t);
    return first - 1;
  },
};
const NEAREST: Mode = {
  taps: 1,
  read(x, shares) {
    shares[0] = 1;
    return rounded(x);
  },
};

/** The modes by the names that their opsets use. */
const MODES = { nearest: NEAREST, linear: LINEAR, cubic: CUBIC };
const MODES_16 = { nearest: NEAREST, bilinear: LINEAR, bicubic: CUBIC };

const PADDINGS = ['zeros', 'border', 'reflection'] as const;

/** Parameters for sampling images of these sizes. */
interface Sampling {
  readonly sizes: readonly number[];
  readonly mode: Mode;
  readonly padding: (typeof PADDINGS)[number];
  /** Whether -1 and 1 are the centres of the outermost pixels, rather than their edges. */
  readonly corners: boolean;
}

/** The pixel at a coordinate; -1 if it counts as 0. */
function pixelOf({ padding, corners }: Sampling, at: number, size: number): number {
  if (at >= 0 && at < size) return at;
  if (padding === 'zeros' || size === 0) return -1;
  if (padding === 'border') return at >= size ? size - 1 : 0;
  const mirrored = corners ? reflected(at, 0, size - 1) : reflected(at, -0.5, size - 0.5);
  return Math.min(Math.max(Math.round(mirrored), 0), size - 1);
}

/** Finds the pixels of points in sequence. */
class Points {
  readonly samples: Samples;
  readonly #sampling: Sampling;
  readonly #rank: number;
  readonly #shares: Float64Array;
  /** For each tap of each axis, the pixel and its weight, axis by axis. */
  readonly #found: Int32Array;
  readonly #weights: Float64Array;

  constructor(sampling: Sampling) {
    const { mode, sizes } = sampling;
    this.samples = new Samples(mode.taps ** sizes.length);
    this.#sampling = sampling;
    this.#rank = sizes.length;
    this.#shares = new Float64Array(mode.taps);
    this.#found = new Int32Array(mode.taps * sizes.length);
    this.#weights = new Float64Array(mode.taps * sizes.length);
  }

  /** Adds a point. Its coordinates start with the innermost axis. */
  add(coordinates: Floats, first: number): void {
    const { sizes, corners } = this.#sampling;
    for (let axis = 0; axis < this.#rank; axis++) {
      const at = coordinates[first + this.#rank - 1 - axis] as number;
      const size = sizes[axis] as number;
      this.#along(axis, corners ? ((at + 1) / 2) * (size - 1) : ((at + 1) * size - 1) / 2, size);
    }
    this.#combine(0, 0, 1);
    this.samples.end();
  }

  #along(axis: number, x: number, size: number): void {
    const { mode } = this.#sampling;
    const isPlace = Number.isFinite(x);
    const first = isPlace ? mode.read(x, this.#shares) : -1;
    for (let tap = 0; tap < mode.taps; tap++) {
      const at = axis * mode.taps + tap;
      // A non-finite coordinate reads the pixel before the first.
      const isRead = isPlace || tap === 0;
      this.#found[at] = isRead ? pixelOf(this.#sampling, first + tap, size) : -1;
      this.#weights[at] = isPlace ? (this.#shares[tap] as number) : 1;
    }
  }

  /**
   * Adds the pixels of one row of the preceding axes: every tap of this axis, combined with those of the axes
   * after it.
   */
  #combine(axis: number, row: number, weight: number): void {
    const { mode, sizes } = this.#sampling;
    const isLast = axis === this.#rank - 1;
    for (let at = axis * mode.taps; at < (axis + 1) * mode.taps; at++) {
      const found = this.#found[at] as number;
      if (found < 0) continue;
      const pixel = row * (sizes[axis] as number) + found;
      const share = weight * (this.#weights[at] as number);
      if (isLast) this.samples.add(pixel, share);
      else this.#combine(axis + 1, pixel, share);
    }
  }
}

export const gridSample: Operator = {
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
    const mode =
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
    const pixels = sizeOf(sizes);
    const sampling: Sampling = { sizes, mode, padding, corners };
    return [
      computedInFloats(call, made, [input, call.widened(grid)], (target, source, coordinates) => {
        const found = new Points(sampling);
        const { samples } = found;
        for (let n = 0; n < batch; n++)
          for (let first = 0; first < points; first += samples.room) {
            samples.clear();
            const end = Math.min(first + samples.room, points);
            for (let p = first; p < end; p++) found.add(coordinates, (n * points + p) * rank);
            samples.sums(source, n * channels * pixels, pixels, channels, (sums, channel) => {
              const to = (n * channels + channel) * points;
              for (let p = first; p < end; p++) target[to + p] = sums[p - first] as number;
            });
          }
      }),
    ];
  },
};

export const gridSampleOperators: readonly Operator[] = [
  gridSample,

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
      // Each point starts with its innermost coordinate, and ends with a 1 for the offset.
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
