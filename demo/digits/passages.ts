/**
 * Nodes that do not broadcast: which input elements an output element is computed from, and how. Shapes
 * determine the rest: convolutions have a stride of 1 and keep the size of an image, and the windows of a
 * pooling do not overlap.
 */
import type { NetworkValue } from '../data/digit-reader.ts';
import { shapeText } from '../state/format.ts';
import { indexAt, position } from '../state/indices.ts';
import type { Index, Shape } from '../state/state.ts';
import { elementText, numberAt } from './number-text.ts';
import type { Span } from './strips.ts';
import { say } from './words.ts';

export interface Passage {
  readonly about: string;
  /** A value, and the weights if there are any to show. */
  readonly inputs: readonly [NetworkValue, ...NetworkValue[]];
  readonly signs: readonly string[];
  readonly result: NetworkValue;
  /** The blocks of each input that the element at a position is computed from. */
  spansOf(position: number): readonly (readonly Span[])[];
  sum(position: number): string;
}

type Make = (inputs: readonly [NetworkValue, ...NetworkValue[]], result: NetworkValue) => Passage;

const sizeText = (sides: Shape): string => sides.join('×');

/** A stretch of an axis. */
type Range = readonly [from: number, to: number];

/** Rows and columns of the image at an index of digits and channels. */
const spanOf = (dims: Shape, [n, c]: Index, [top, bottom]: Range, [left, right]: Range): Span => [
  position([n ?? 0, c ?? 0, top, left], dims),
  position([n ?? 0, c ?? 0, bottom, right], dims),
];

/** The pixels along one side of an image that a kernel centred at `at` covers. */
const reachOf = (at: number, kernel: number, size: number): Range => {
  const reach = Math.floor(kernel / 2);
  return [Math.max(at - reach, 0), Math.min(at + reach, size - 1)];
};

/** The pixels under a kernel, each with its weight. */
function* underKernel(
  [n = 0, to = 0, row = 0, column = 0]: Index,
  dims: Shape,
  kernel: Shape,
): Generator<readonly [pixel: number, weight: number]> {
  const [, channels = 1, height = 1, width = 1] = dims;
  const [, , high = 1, wide = 1] = kernel;
  const [top, bottom] = reachOf(row, high, height);
  const [left, right] = reachOf(column, wide, width);
  const [above, before] = [Math.floor(high / 2) - row, Math.floor(wide / 2) - column];
  for (let c = 0; c < channels; c += 1)
    for (let y = top; y <= bottom; y += 1)
      for (let x = left; x <= right; x += 1)
        yield [position([n, c, y, x], dims), position([to, c, y + above, x + before], kernel)];
}

/** The products of one image as a sum, without pixels that have no ink; of several maps, their number. */
function productsText(read: NetworkValue, weights: NetworkValue, index: Index): string {
  const pairs = [...underKernel(index, read.dims, weights.dims)];
  const [, maps = 1] = read.dims;
  if (maps > 1) return say.products(pairs.length, maps, index[1] ?? 0);
  const products = pairs
    .filter(([pixel]) => read.data[pixel] !== 0)
    .map(([pixel, weight]) => `${numberAt(read, pixel)} × ${numberAt(weights, weight)}`);
  return products.join(' + ') || say.noInk;
}

const convolution: Make = ([read, weights], result) => {
  if (!weights) throw new Error(`${result.name} has no weights`);
  const kernel = weights.dims;
  const [to = 1, from = 1, high = 1, wide = 1] = kernel;
  const [, , height = 1, width = 1] = read.dims;
  const size = sizeText([high, wide]);
  return {
    about: from > 1 ? say.convolutionOfMaps(to, size, from, read.name) : say.convolution(to, size),
    inputs: [read, weights],
    signs: ['∗', '='],
    result,
    spansOf(at) {
      const [n = 0, c = 0, row = 0, column = 0] = indexAt(at, result.dims);
      const [rows, columns] = [reachOf(row, high, height), reachOf(column, wide, width)];
      const channels = Array.from({ length: from }, (_, channel) => channel);
      return [
        channels.map((channel) => spanOf(read.dims, [n, channel], rows, columns)),
        channels.map((channel) => spanOf(kernel, [c, channel], [0, high - 1], [0, wide - 1])),
      ];
    },
    sum: (at) => productsText(read, weights, indexAt(at, result.dims)),
  };
};

const pooling: Make = ([read], result) => {
  const [, , height = 1, width = 1] = read.dims;
  const [, , rows = 1, columns = 1] = result.dims;
  const window = [height / rows, width / columns] as const;
  const spansOf = (at: number): Span => {
    const [n = 0, c = 0, row = 0, column = 0] = indexAt(at, result.dims);
    const range = (i: number, size: number): Range => [i * size, i * size + size - 1];
    return spanOf(read.dims, [n, c], range(row, window[0]), range(column, window[1]));
  };
  return {
    about: say.pooling(sizeText(window), sizeText([height, width]), sizeText([rows, columns])),
    inputs: [read],
    signs: ['→'],
    result,
    spansOf: (at) => [[spansOf(at)]],
    sum(at) {
      const [first] = spansOf(at);
      const places = Array.from(
        { length: window[0] * window[1] },
        (_, i) => first + Math.floor(i / window[1]) * width + (i % window[1]),
      );
      return say.largestOf(places.map((place) => numberAt(read, place)).join(', '));
    },
  };
};

const flattening: Make = ([read], result) => ({
  about: say.flattening(shapeText(read.dims), shapeText(result.dims)),
  inputs: [read],
  signs: ['→'],
  result,
  spansOf: (at) => [[[at, at]]],
  sum: (at) => elementText(read, at),
});

const product: Make = ([read, weights], result) => {
  const across = read.dims.at(-1) ?? 1;
  const rowOf = (at: number) => Math.floor(at / (result.dims.at(-1) ?? 1));
  return {
    about: say.product(shapeText(read.dims), shapeText(weights?.dims ?? [])),
    inputs: [read],
    signs: ['→'],
    result,
    spansOf: (at) => [[[rowOf(at) * across, (rowOf(at) + 1) * across - 1]]],
    sum: (at) =>
      say.rowTimesColumn(across, rowOf(at), read.name, indexAt(at, result.dims).at(-1) ?? 0),
  };
};

/** Keyed by ONNX's operator names. */
export const passages: Readonly<Record<string, Make>> = {
  Conv: convolution,
  MaxPool: pooling,
  Flatten: flattening,
  Gemm: product,
};
