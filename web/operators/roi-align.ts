/** RoiAlign: regions of images, each in so many bins, of samples between the pixels. */
import { sameDims } from '../base/dims.js';
import { computedInFloats, type Floats } from './host.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF, INT64 } from './type-sets.js';

const aligned = {
  mode: 'string',
  output_height: 'int',
  output_width: 'int',
  sampling_ratio: 'int',
  spatial_scale: 'float',
} as const;

/** Samples of one bin; a region that asks for more is no region of an image. */
const MOST_SAMPLES = 2 ** 16;

/** The bins of a region: where the first begins, the size of each, and its rows and columns of samples. */
interface Bins {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  readonly width: number;
  readonly down: number;
  readonly across: number;
}

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

/** What the node says of every region: its bins, the samples along an axis of each (0: as many as pixels), its scale. */
interface RegionShape {
  readonly rows: number;
  readonly columns: number;
  readonly ratio: number;
  readonly scale: number;
  /** Whether the middle of a pixel is at a half. */
  readonly isHalf: boolean;
  /** Whether a bin is the mean of its samples, or the largest share of a pixel. */
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

/** The bins of a region between two corners; undefined where they have too many samples. */
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
          for (let region = 0; region < count; region++) {
            const image = Number(of[region]);
            if (image < 0 || image >= batch) throw call.fault('index', image, batch);
            const place = placeOf(corners.subarray(region * 4, region * 4 + 4), shape);
            if (!place) throw call.fault('region', region);
            const taps = tapsFor(place);
            const plane = height * width;
            for (let bin = 0; bin < bins; bin++) {
              sample(taps, place, [height, width], Math.floor(bin / columns), bin % columns);
              for (let c = 0; c < channels; c++)
                target[(region * channels + c) * bins + bin] = pooled(
                  source,
                  (image * channels + c) * plane,
                  taps,
                  shape.isMean,
                );
            }
          }
        },
      ),
    ];
  },
};

/** What a bin reads of every plane: the places of pixels, -1 where there is none, and the share of each. */
interface Taps {
  readonly places: Int32Array;
  readonly shares: Float64Array;
}

/** Four for each sample. */
function tapsFor({ down, across }: Bins): Taps {
  const count = 4 * down * across;
  return { places: new Int32Array(count), shares: new Float64Array(count) };
}

/** Fills in the taps of a bin. */
function sample(
  { places, shares }: Taps,
  { top, left, height: tall, width: wide, down, across }: Bins,
  [height, width]: readonly [number, number],
  row: number,
  column: number,
): void {
  let at = 0;
  for (let i = 0; i < down; i++)
    for (let j = 0; j < across; j++) {
      const y = top + tall * (row + (i + 0.5) / down);
      const x = left + wide * (column + (j + 0.5) / across);
      const isIn = y >= -1 && y <= height && x >= -1 && x <= width;
      for (const [v, up] of between(y, height))
        for (const [h, aside] of between(x, width)) {
          places[at] = isIn ? v * width + h : -1;
          shares[at++] = up * aside;
        }
    }
}

/** What the taps of a bin make of the plane that starts at `base`: the mean of its samples, or the largest part. */
function pooled(source: Floats, base: number, { places, shares }: Taps, isMean: boolean): number {
  const count = places.length;
  if (count === 0) return 0;
  let sum = 0;
  let largest = Number.NEGATIVE_INFINITY;
  for (let tap = 0; tap < count; tap++) {
    const place = places[tap] as number;
    const part = place < 0 ? 0 : (shares[tap] as number) * (source[base + place] as number);
    sum += part;
    largest = Math.max(largest, part);
  }
  return isMean ? sum / (count / 4) : largest;
}
