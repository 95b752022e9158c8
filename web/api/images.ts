/** Images as tensors, and tensors as images. */
import { type DType, formatOf } from '../base/dtypes.js';
import { reader } from '../base/elements.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import type { Global } from '../base/platform-types.js';
import { className, lengthOf } from '../base/typed-arrays.js';
import { type Reading, recheck, toOperand, valueIn } from '../memory/operand.js';
import { functionMessages } from './messages.js';

/** The data of an ImageData: four bytes per pixel, row by row. */
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
  const isBytes = data && ['Uint8ClampedArray', 'Uint8Array'].includes(className(data));
  if (!isBytes || !width || !height || lengthOf(data) !== 4 * width * height)
    throw new ShapeError('invalid_image', functionMessages.image());
  return { data, width, height };
}

/** An ImageData if the platform has it; otherwise an object with the same fields. */
export type ImageOf = Global<'ImageData', ImageLike>;

const NAME = 'The image';

/** The pixel layout of a tensor. */
interface Layout {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  /** Whether channels are separate planes. */
  readonly isPlanar: boolean;
}

const CHANNELS: readonly (number | undefined)[] = [1, 3, 4];

/** Channels last if the size of the last axis may be a number of channels, otherwise first. */
function layoutOf(dims: readonly number[]): Layout {
  const [first = 0, second = 0, third] = dims;
  const isPlanar = dims.length === 3 && !CHANNELS.includes(third);
  const channels = isPlanar ? first : (third ?? 1);
  const [height, width] = isPlanar ? [second, third as number] : [first, second];
  const isImage = (dims.length === 2 || dims.length === 3) && CHANNELS.includes(channels);
  if (!isImage || height === 0 || width === 0)
    throw new ShapeError('invalid_image', functionMessages.notAnImage(dims));
  return { height, width, channels, isPlanar };
}

/** The factor from elements to bytes: floats are from 0 to 1. */
function scaleOf(type: DType): number {
  if (type === 'uint8') return 1;
  if (type === 'float32' || type === 'float64' || formatOf(type)) return 255;
  throw new DTypeError('wrong_type', functionMessages.imageType(type));
}

/** The pixels of a tensor as RGBA bytes, rounded and clamped. @throws ShapeError, DTypeError */
export function imageOf(x: unknown, reading: Reading): ImageOf {
  const operand = toOperand(x, NAME, reading);
  recheck(operand);
  const { type, dims } = operand;
  const { height, width, channels, isPlanar } = layoutOf(dims);
  const scale = scaleOf(type);
  const pixels = height * width;
  const data = reading.memory.newArray(Uint8ClampedArray, 4 * pixels) as Uint8ClampedArray;
  const elementAt = reader(type, valueIn(operand, reading.memory).data as ArrayLike<unknown>);
  const [along, across] = isPlanar ? [1, pixels] : [channels, 1];
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = 0; channel < 4; channel++) {
      // Grey sets red, green and blue; without alpha, pixels are opaque.
      const source = channels === 1 && channel < 3 ? 0 : channel;
      data[4 * pixel + channel] =
        source < channels ? scale * (elementAt(pixel * along + source * across) as number) : 255;
    }
  const { ImageData: Image } = globalThis as {
    readonly ImageData?: new (data: Uint8ClampedArray, width: number, height: number) => ImageOf;
  };
  return Image ? new Image(data, width, height) : ({ data, width, height } as ImageOf);
}
