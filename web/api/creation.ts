/** Arrays of new tensors: filled, counted, or read from an image. */
import { arrayOf, type DType, holdsBigInts, itemsOf } from '../base/dtypes.js';
import { fromValues } from '../base/elements.js';
import { ShapeError } from '../base/errors.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Memory } from '../memory/memory.js';
import { functionMessages } from './messages.js';

const NAME = 'The value';
const LARGEST_SIZE = 2 ** 31 - 1;

/** One value, as often as there are elements. @throws DTypeError for one that the type does not have */
export function filled(
  type: DType,
  size: number,
  value: number | bigint | boolean,
  memory: Memory,
): TypedArray {
  const one = fromValues(type, [value], NAME);
  const data = memory.newArray(arrayOf(type), itemsOf(type, size));
  data.fill(one[0] as never);
  return data;
}

function checkSize(size: number, of: string): number {
  if (!Number.isInteger(size) || size < 0 || size > LARGEST_SIZE)
    throw new ShapeError('invalid_size', functionMessages.size(of));
  return size;
}

/** start, start + step, … up to stop, which is not among them. */
export function counted(type: DType, start: number, stop: number, step: number): TypedArray {
  if (step === 0 || Number.isNaN(step))
    throw new ShapeError('invalid_step', functionMessages.step());
  const length = checkSize(Math.max(0, Math.ceil((stop - start) / step)), 'arange');
  const value = (i: number) => start + i * step;
  const convert = holdsBigInts(type) ? (i: number) => toBigInt(value(i)) : value;
  return fromValues(
    type,
    Array.from({ length }, (_, i) => convert(i)),
    NAME,
  );
}

/** What is no whole number is for the check of the type to refuse. */
const toBigInt = (value: number): number | bigint =>
  Number.isInteger(value) ? BigInt(value) : value;

/** 1 on the diagonal, and 0 elsewhere. */
export function diagonal(type: DType, n: number, memory: Memory): TypedArray {
  checkSize(n, 'eye');
  const [one] = fromValues(type, [type === 'bool' ? true : 1], NAME);
  const data = filled(type, n * n, type === 'bool' ? false : 0, memory);
  for (let i = 0; i < n; i++) data[i * (n + 1)] = one as never;
  return data;
}

/** What an ImageData holds: four bytes for each pixel, row by row. */
export interface ImageLike {
  /** Red, green, blue and alpha of each pixel. */
  readonly data: Uint8ClampedArray | Uint8Array;
  /** Pixels in a row. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
}

/** @throws ShapeError */
export function checkImage(image: unknown): ImageLike {
  const { data, width, height } = (image ?? {}) as Partial<ImageLike>;
  if (
    !(data instanceof Uint8ClampedArray || data instanceof Uint8Array) ||
    !width ||
    !height ||
    data.length !== 4 * width * height
  )
    throw new ShapeError('invalid_image', functionMessages.image());
  return image as ImageLike;
}
