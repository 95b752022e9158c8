/** RoiAlign: regions of images, each divided into bins of samples between the pixels. */
import { sameDims, sizeOf } from '../base/dims.js';
import { computedInFloats, type Floats } from './host.js';
import { type Call, history, type Operator } from './operator.js';
import { type Put, Samples } from './samples.js';
import { FLOATS, FLOATS_BF, INT64 } from './type-sets.js';

const aligned = {
  mode: 'string',
  output_height: 'int',
  output_width: 'int',
  sampling_ratio: 'int',
  spatial_scale: 'float',
} as const;

/** Maximum number of samples of a bin; a region that needs more is invalid. */
const MOST_SAMPLES = 2 ** 16;

/** The bins of a region: the start of the first, their size, and their rows and columns of samples. */
interface Bins {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  readonly width: number;
  readonly down: number;
  readonly across: number;
}

/**
 * The attributes for all regions: the number of bins, the samples along each axis of a bin (0: one per
 * pixel), and the scale.
 */
interface RegionShape {
  readonly rows: number;
  readonly columns: number;
  readonly ratio: number;
  readonly scale: number;
  /** Whether pixel centres are at halves. */
  readonly isHalf: boolean;
  /** Whether a bin is the mean of its samples, rather than the largest weighted pixel. */
  readonly isMean: boolean;
}

function shapeOf(call: Call): RegionShape {
  const isMean = call.word('mode', ['avg', 'max']) === 'avg';
  const modes = ['half_pixel', 'output_half_pixel'] as const;
  const isHalf =
    call.since >= 16 && call.word('coordinate_transformation_mode', modes) === 'half_pixel';
  return {
    rows: call.int('output_height', 1),
    columns: call.int('output_width', 1),
    ratio: call.int('sampling_ratio', 0),
    scale: call.float('spatial_scale', 1),
    isHalf,
    isMean,
  };
}

/** The bins of a region between two corners; `undefined` if they have too many samples. */
function placeOf(corners: Floats, { rows, columns, ratio, scale, isHalf }: RegionShape) {
  const [left = 0, top = 0, right = 0, bottom = 0] = Array.from(
    corners,
    (corner) => corner * scale - (isHalf ? 0.5 : 0),
  );
  const least = isHalf ? Number.NEGATIVE_INFINITY : 1;
  const [tall, wide] = [Math.max(bottom - top, least), Math.max(right - left, least)];
  const down = ratio > 0 ? ratio : Math.max(Math.ceil(tall / rows), 0);
  const across = ratio > 0 ? ratio : Math.max(Math.ceil(wide / columns), 0);
  if (!(down * across <= MOST_SAMPLES)) return undefined;
  return { top, left, height: tall / rows, width: wide / columns, down, across };
}

export const roiAlign: Operator = {
  name: 'RoiAlign',
  versions: history(
    { since: 10, inputs: [3, 3], types: [FLOATS, FLOATS, INT64], attributes: aligned },
    {
      since: [16, 22],
      types: [FLOATS_BF, FLOATS_BF, INT64],
      attributes: { ...aligned, coordinate_transformation_mode: 'string' },
    },
  ),
  lower(call) {
    const [input, regions, images] = [call.input(0), call.input(1), call.input(2)];
    const [batch = 0, channels = 0, ...sizes] = input.dims;
    const [height = 0, width = 0] = sizes;
    const count = regions.dims[0] ?? 0;
    if (sizes.length !== 2) throw call.fault('imageRank', 0, input.dims.length);
    if (!sameDims(regions.dims, [count, 4])) throw call.wrongShape(1, ['regions', 4]);
    call.checkShape(2, [count]);
    const shape = shapeOf(call);
    const { rows, columns } = shape;
    const dims = [count, channels, rows, columns];
    call.checkDims(dims);
    return [
      computedInFloats(
        call,
        dims,
        [input, call.widened(regions), images],
        (target, source, corners, of) => {
          const bins = rows * columns;
          // Checked before anything is written.
          const regionAt = (region: number) => {
            const image = Number(of[region]);
            if (image < 0 || image >= batch) throw call.fault('index', image, batch);
            const place = placeOf(corners.subarray(region * 4, region * 4 + 4), shape);
            if (!place) throw call.fault('region', region);
            return { image, place };
          };
          for (let region = 0; region < count; region++) regionAt(region);
          if (sizeOf(dims) === 0) return;
          for (let region = 0; region < count; region++) {
            const { image, place } = regionAt(region);
            const read = new Region(place, shape, height, width);
            for (let first = 0; first < bins; first += read.room) {
              const end = Math.min(first + read.room, bins);
              read.find(first, end);
              read.pool(source, image * channels, channels, (pooled, channel) => {
                const to = (region * channels + channel) * bins;
                for (let bin = first; bin < end; bin++)
                  target[to + bin] = pooled[bin - first] as number;
              });
            }
          }
        },
      ),
    ];
  },
};

/** The two pixels around each sample of each bin along one axis, and their weights. */
interface Between {
  /** -1 where the sample is outside the image. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** The weight of the second; the first has the rest. */
  readonly share: Float64Array;
}

/** The positions of `samples` samples in each of `bins` bins. */
function along(start: number, bin: number, bins: number, samples: number, size: number): Between {
  const count = bins * samples;
  const [first, second] = [new Int32Array(count), new Int32Array(count)];
  const share = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const at = start + bin * (Math.floor(i / samples) + ((i % samples) + 0.5) / samples);
    const place = Math.max(at, 0);
    const low = Math.floor(place);
    const isLast = low >= size - 1;
    first[i] = at >= -1 && at <= size ? Math.min(low, size - 1) : -1;
    second[i] = isLast ? size - 1 : low + 1;
    share[i] = isLast ? 0 : place - low;
  }
  return { first, second, share };
}

/** A region of an image, and the pixels of its bins. */
class Region {
  readonly #samples: Samples;
  readonly #shape: RegionShape;
  readonly #bins: Bins;
  readonly #width: number;
  /** The pixels of a plane. */
  readonly #size: number;
  readonly #vertical: Between;
  readonly #horizontal: Between;

  constructor(bins: Bins, shape: RegionShape, height: number, width: number) {
    const { down, across } = bins;
    this.#samples = new Samples(4 * down * across);
    this.#shape = shape;
    this.#bins = bins;
    this.#width = width;
    this.#size = height * width;
    this.#vertical = along(bins.top, bins.height, shape.rows, down, height);
    this.#horizontal = along(bins.left, bins.width, shape.columns, across, width);
  }

  /** Number of bins that are processed at once. */
  get room(): number {
    return this.#samples.room;
  }

  /** Finds the pixels of a range of bins. */
  find(first: number, end: number): void {
    const { columns } = this.#shape;
    const { down, across } = this.#bins;
    this.#samples.clear();
    for (let bin = first; bin < end; bin++) {
      const [row, column] = [Math.floor(bin / columns) * down, (bin % columns) * across];
      for (let y = row; y < row + down; y++)
        for (let x = column; x < column + across; x++) this.#sample(y, x);
      this.#samples.end();
    }
  }

  /** The four pixels of a sample; one outside the image counts as 0, and adds nothing to a mean. */
  #sample(y: number, x: number): void {
    const [samples, vertical, horizontal] = [this.#samples, this.#vertical, this.#horizontal];
    const [top, left] = [vertical.first[y] as number, horizontal.first[x] as number];
    if (top < 0 || left < 0) {
      if (!this.#shape.isMean) samples.add(-1, 0);
      return;
    }
    const [down, across] = [vertical.share[y] as number, horizontal.share[x] as number];
    const [upper, lower] = [top * this.#width, (vertical.second[y] as number) * this.#width];
    const right = horizontal.second[x] as number;
    samples.add(upper + left, (1 - down) * (1 - across));
    samples.add(upper + right, (1 - down) * across);
    samples.add(lower + left, down * (1 - across));
    samples.add(lower + right, down * across);
  }

  /** Passes the pooled bins of `planes` planes to `put`. */
  pool(source: Floats, first: number, planes: number, put: Put): void {
    const [samples, size] = [this.#samples, this.#size];
    const base = first * size;
    const count = Math.max(1, this.#bins.down * this.#bins.across);
    const putMeans: Put = (sums, plane) => {
      for (let bin = 0; bin < samples.points; bin++) sums[bin] = (sums[bin] as number) / count;
      put(sums, plane);
    };
    if (this.#shape.isMean) samples.sums(source, base, size, planes, putMeans);
    else samples.largest(source, base, size, planes, put);
  }
}
