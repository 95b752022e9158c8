/** Image tensors: which shapes are images, and their pixels on a canvas. */

import type { Shape } from '../state/state.ts';
import { makeFrame } from './sunset.ts';

/** The axes of an image: rows, columns and three channels. */
export interface PictureAxes {
  readonly rows: number;
  readonly columns: number;
  readonly channels: number;
}

/** Elements with strides, without copying; a stride of 0 repeats them. */
export interface Elements {
  readonly data: ArrayLike<number>;
  readonly strides: readonly number[];
}

const channelCount = 3;
/** Minimum side of an image; smaller ones are drawn cell by cell. */
const leastSide = 16;

const orders: readonly PictureAxes[] = [
  { rows: 0, columns: 1, channels: 2 },
  { rows: 1, columns: 2, channels: 0 },
];

/** Channels come last, as in image files, or first, as in most networks. */
export function pictureAxes(shape: Shape): PictureAxes | undefined {
  if (shape.length !== orders.length + 1) return undefined;
  const size = (axis: number) => shape[axis] ?? 0;
  return orders.find(
    ({ rows, columns, channels }) =>
      size(channels) === channelCount && Math.min(size(rows), size(columns)) >= leastSide,
  );
}

let known: { readonly key: string; readonly pixels: Float32Array } | undefined;

/** The landscape in the shape of an image: its value at a position in C order. */
export function landscape(
  shape: Shape,
  { rows, columns, channels }: PictureAxes,
): (at: number) => number {
  const [height = 0, width = 0] = [shape[rows], shape[columns]];
  const key = `${height},${width}`;
  if (known?.key !== key) known = { key, pixels: makeFrame(height, width).pixels };
  const { pixels } = known;
  const plane = height * width;
  if (channels !== 0) return (at) => pixels[at] ?? 0;
  return (at) => pixels[(at % plane) * channelCount + Math.floor(at / plane)] ?? 0;
}

const brightest = 255;

/** The brightness of 1: numbers up to 1 are fractions of the maximum, larger ones are levels. */
export function brightnessOf({ data }: Elements): number {
  let most = 0;
  for (let i = 0; i < data.length; i += 1) most = Math.max(most, data[i] ?? 0);
  if (most <= 1) return brightest;
  return most < 2 * brightest ? 1 : brightest / most;
}

/** Paints the pixels of an image, row by row. */
export function paintPicture(
  image: ImageData,
  elements: Elements,
  { rows, columns, channels }: PictureAxes,
): void {
  const { data, strides } = elements;
  const [down = 0, across = 0, next = 0] = [rows, columns, channels].map((axis) => strides[axis]);
  const scale = brightnessOf(elements);
  for (let y = 0, to = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1, to += 4) {
      const from = y * down + x * across;
      for (let c = 0; c < channelCount; c += 1) {
        image.data[to + c] = (data[from + c * next] ?? 0) * scale;
      }
      image.data[to + 3] = brightest;
    }
  }
}
