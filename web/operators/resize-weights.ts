/** The positions of Resize's results along an axis, and the elements that contribute to each. */
import type { Memory } from '../memory/memory.js';

/** An axis that is resized. */
export interface Resized {
  readonly axis: number;
  readonly input: number;
  readonly output: number;
  readonly scale: number;
  /** The cropped part of the axis, as fractions of its length. */
  readonly roi: readonly [number, number];
}

/** Rounds each step of the position arithmetic. */
export type Step = (value: number) => number;

/** The position of a result on the axis before resizing. */
export type Position = (at: number, along: Resized, step: Step) => number;

const centred: Position = (at, { scale }, step) => step(step((at + 0.5) / scale) - 0.5);

/** By ONNX's coordinate_transformation_mode. A resized length may be fractional. */
export const POSITIONS: Readonly<Record<string, Position>> = {
  half_pixel: centred,
  half_pixel_symmetric(at, along, step) {
    const { input, output, scale } = along;
    return step((input / 2) * (1 - output / (scale * input)) + centred(at, along, step));
  },
  pytorch_half_pixel: (at, along, step) => (along.output === 1 ? 0 : centred(at, along, step)),
  align_corners(at, { input, scale }, step) {
    const length = scale * input;
    return length === 1 ? 0 : step((at * (input - 1)) / (length - 1));
  },
  asymmetric: (at, { scale }, step) => step(at / scale),
  tf_half_pixel_for_nn: (at, { scale }, step) => step((at + 0.5) / scale),
  tf_crop_and_resize(at, { input, scale, roi: [start, end] }, step) {
    const length = scale * input;
    const within =
      length === 1
        ? ((end - start) * (input - 1)) / 2
        : (at * (end - start) * (input - 1)) / (length - 1);
    return step(within + start * (input - 1));
  },
};

export const exact: Step = (value) => value;

/**
 * A scale is a float32, so 2 / (1/3) is slightly less than 6. Rounding to float32 gives the intended 6:
 * without it, modes that select elements would select the one below.
 */
export const single: Step = Math.fround;

/** By ONNX's nearest_mode; `simple` is the rounding of Resize-10. */
export const ROUNDINGS: Readonly<Record<string, (position: number, scale: number) => number>> = {
  round_prefer_floor: (position) => Math.ceil(position - 0.5),
  round_prefer_ceil: (position) => Math.floor(position + 0.5),
  floor: (position) => Math.floor(position),
  ceil: (position) => Math.ceil(position),
  simple: (position, scale) => (scale < 1 ? Math.ceil(position) : Math.floor(position)),
};

/** The weight of an element at a distance, and the distance at which it becomes 0. */
interface Filter {
  readonly support: number;
  weight(distance: number): number;
}

export const LINEAR: Filter = { support: 1, weight: (x) => Math.max(0, 1 - x) };

/** Keys' cubic convolution. */
export const cubicOf = (a: number): Filter => ({
  support: 2,
  weight(x) {
    if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
  },
});

export interface Method {
  readonly position: Position;
  readonly filter: Filter;
  readonly antialias: boolean;
  readonly excludeOutside: boolean;
}

/** The weighted sum of each result: `taps` lists in sequence, each with one element per result. */
export interface Sums {
  readonly taps: number;
  readonly indices: Int32Array;
  readonly weights: Float64Array;
}

/** @throws OutOfMemoryError */
export function sumsOf(
  along: Resized,
  { position, filter, antialias, excludeOutside }: Method,
  memory: Memory,
): Sums {
  const { input, output } = along;
  const shrink = antialias ? Math.min(1, along.scale) : 1;
  const taps = 2 * Math.ceil(filter.support / shrink);
  const indices = memory.newArray(Int32Array, taps * output) as Int32Array;
  const weights = memory.newArray(Float64Array, taps * output) as Float64Array;
  for (let at = 0; at < output; at++) {
    const x = position(at, along, exact);
    const first = Math.floor(x) - taps / 2 + 1;
    const each = Array.from({ length: taps }, (_, tap) => {
      const isOutside = first + tap < 0 || first + tap >= input;
      if (excludeOutside && isOutside) return 0;
      return filter.weight(Math.abs(first + tap - x) * shrink);
    });
    const total = antialias || excludeOutside ? each.reduce((sum, weight) => sum + weight, 0) : 1;
    each.forEach((weight, tap) => {
      indices[tap * output + at] = Math.min(Math.max(first + tap, 0), input - 1);
      weights[tap * output + at] = weight / total;
    });
  }
  return { taps, indices, weights };
}
