/** Tensors from images and back, as onnxruntime-common computes them. */
import type { TypedArray } from '../base/typed-arrays.js';
import { checkChoice, wrong } from './checks.js';
import { ortMessages } from './messages.js';

/** The channels of pixels, in order. */
export type ImageFormat = 'RGB' | 'RGBA' | 'BGR' | 'RBG';
/** The order of axes: batch, channels, height, width. */
export type ImageTensorLayout = 'NHWC' | 'NCHW';

type PerChannel = number | [number, number, number] | [number, number, number, number];

/** Divisors and offsets of the channels: a single number, or one per channel. */
interface Norm {
  /** Default: 255. */
  mean?: PerChannel;
  /** Default: 0. */
  bias?: PerChannel;
}

/** How an image becomes a tensor. */
export interface TensorFromImageDataOptions {
  /** The channels of the tensor. Default: 'RGB', or 'RGBA' for an image element. */
  tensorFormat?: ImageFormat;
  /** 'NCHW'. */
  tensorLayout?: ImageTensorLayout;
  /** The elements are float32. */
  dataType?: 'float32' | 'uint8';
  /** The height to cut or pad to. */
  resizedHeight?: number;
  /** The width to cut or pad to. */
  resizedWidth?: number;
  /** A channel is (pixel + bias) / mean. */
  norm?: Norm;
}
/** How an image element becomes a tensor. */
export type TensorFromImageElementOptions = TensorFromImageDataOptions;
/** How a bitmap becomes a tensor. */
export type TensorFromImageBitmapOptions = TensorFromImageDataOptions;
/** How the image at an address becomes a tensor. */
export interface TensorFromUrlOptions extends TensorFromImageDataOptions {
  /** Without effect. */
  height?: number;
  /** Without effect. */
  width?: number;
}

/** How a tensor becomes an image. */
export interface TensorToImageDataOptions {
  /** The channels of the tensor. Default: 'RGB'. */
  format?: ImageFormat;
  /** Which of the dims are channels, height and width. Default: 'NCHW'. */
  tensorLayout?: ImageTensorLayout;
  /** A pixel is (channel - bias) * mean. */
  norm?: Norm;
}
/** How a tensor becomes a data URL. */
export type TensorToDataUrlOptions = TensorToImageDataOptions;

/** Channel-first elements of one image, and their sizes. */
interface Planes {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

const MOST = 255;
const LAYOUTS = ['NCHW', 'NHWC'] as const;

const perChannel = (given: number | readonly number[] | null | undefined, otherwise: number) =>
  Array.from(
    { length: 4 },
    (_, c) => (typeof given === 'object' ? given?.[c] : given) ?? otherwise,
  );

/** The planes of red, green, blue and alpha; alpha may be missing. */
const PLANES: Readonly<Record<string, readonly number[]>> = {
  RGB: [0, 1, 2],
  RGBA: [0, 1, 2, 3],
  RBG: [0, 2, 1],
  BGR: [2, 1, 0],
};

function planesOf(
  { data, width, height }: ImageData,
  options: TensorFromImageDataOptions & { readonly format?: string },
): Planes {
  const { format = 'RGBA', tensorFormat = 'RGB', tensorLayout, norm } = options;
  if (tensorLayout === 'NHWC') throw wrong(ortMessages.layout());
  const [mean, bias] = [perChannel(norm?.mean, MOST), perChannel(norm?.bias, 0)];
  const planes = PLANES[tensorFormat] ?? [0, 1, 2];
  const [count, step] = [width * height, format === 'RGB' ? 3 : 4];
  const elements = new Float32Array(planes.length * count);
  for (const [channel, plane] of planes.entries()) {
    if (channel >= step) continue;
    for (let i = 0; i < count; i++) {
      const pixel = data[i * step + channel] as number;
      elements[plane * count + i] = (pixel + (bias[channel] as number)) / (mean[channel] as number);
    }
  }
  return { data: elements, dims: [1, planes.length, height, width] };
}

/** A canvas of a page, or of a worker. */
function canvasOf(width: number, height: number): HTMLCanvasElement | OffscreenCanvas {
  if (typeof document === 'undefined') {
    if (typeof OffscreenCanvas === 'undefined') throw wrong(ortMessages.canvas());
    return new OffscreenCanvas(width, height);
  }
  const canvas = document.createElement('canvas');
  return Object.assign(canvas, { width, height });
}

function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas) {
  const context = canvas.getContext('2d');
  if (!context) throw wrong(ortMessages.canvas());
  return context as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
}

type Context = ReturnType<typeof contextOf>;

/** Draws on a canvas; returns the pixels, cut or padded to a size. */
function drawn(
  { width, height }: { width: number; height: number },
  draw: (context: Context) => void,
  options: TensorFromImageDataOptions & { readonly format?: string },
): ImageData {
  const { resizedWidth, resizedHeight } = options;
  const isResized = resizedWidth !== undefined && resizedHeight !== undefined;
  const context = contextOf(canvasOf(width, height));
  draw(context);
  const size = isResized ? ([resizedWidth, resizedHeight] as const) : ([width, height] as const);
  return context.getImageData(0, 0, ...size);
}

const isOf = (name: string, value: unknown): boolean =>
  Object.prototype.toString.call(value) === `[object ${name}]` ||
  (name in globalThis && value instanceof (globalThis as never)[name]);

/** The image at an address, once it has loaded. */
function loaded(address: string): Promise<HTMLImageElement> {
  if (typeof Image === 'undefined') throw wrong(ortMessages.canvas());
  return new Promise((resolve, reject) => {
    const image = Object.assign(new Image(), { crossOrigin: 'Anonymous', src: address });
    image.onload = () => resolve(image);
    image.onerror = () => reject(wrong(ortMessages.imageGone(address)));
  });
}

/** @throws AttributeError for anything that is not an image, or without a canvas. */
export async function fromImage(
  image: unknown,
  given?: TensorFromImageDataOptions,
): Promise<Planes> {
  const options = given ?? {};
  if (isOf('ImageData', image)) {
    const pixels = image as ImageData;
    const put = (context: Context) => context.putImageData(pixels, 0, 0);
    return planesOf(given ? drawn(pixels, put, options) : pixels, { ...options, format: 'RGBA' });
  }
  const draw = (picture: HTMLImageElement | ImageBitmap) => (context: Context) =>
    context.drawImage(picture, 0, 0);
  if (isOf('HTMLImageElement', image)) {
    const element = image as HTMLImageElement;
    if (options.tensorFormat !== undefined) throw wrong(ortMessages.elementFormat());
    return planesOf(drawn(element, draw(element), options), { ...options, tensorFormat: 'RGBA' });
  }
  if (isOf('ImageBitmap', image)) {
    if (!given) throw wrong(ortMessages.bitmapOptions());
    return planesOf(drawn(image as ImageBitmap, draw(image as ImageBitmap), {}), options);
  }
  if (typeof image !== 'string' || image === '') throw wrong(ortMessages.image());
  const element = await loaded(image);
  return planesOf(drawn(element, draw(element), {}), options);
}

/** @throws AttributeError if the channels of the tensor are not those of the format. */
export function toImageData(
  { data, dims }: { readonly data: unknown; readonly dims: readonly number[] },
  options?: TensorToImageDataOptions | null,
): ImageData {
  if (typeof ImageData === 'undefined') throw wrong(ortMessages.canvas());
  const { format, tensorLayout, norm } = options ?? {};
  checkChoice('tensorLayout', LAYOUTS, tensorLayout);
  const at = (axis: 'C' | 'H' | 'W') => dims[(tensorLayout ?? LAYOUTS[0]).indexOf(axis)] as number;
  const [width, height, channels] = [at('W'), at('H'), at('C')];
  // onnxruntime-common reads the planes of BGR as RGB.
  const planes = PLANES[format === 'BGR' ? 'RGB' : (format ?? 'RGB')] ?? [0, 1, 2];
  const fits = format === undefined ? channels >= planes.length : channels === planes.length;
  if (!fits) throw wrong(ortMessages.channels(format ?? 'RGB', channels));
  const [mean, bias] = [perChannel(norm?.mean, MOST), perChannel(norm?.bias, 0)];
  const image = new ImageData(width, height);
  const count = width * height;
  for (let i = 0; i < count; i++) {
    image.data[4 * i + 3] = MOST;
    for (const [channel, plane] of planes.entries()) {
      const value = Number((data as TypedArray)[plane * count + i]);
      image.data[4 * i + channel] = (value - (bias[channel] as number)) * (mean[channel] as number);
    }
  }
  return image;
}

/** @throws AttributeError if no canvas can be encoded, as in a worker */
export function toDataURL(image: ImageData): string {
  const canvas = canvasOf(image.width, image.height);
  if (!('toDataURL' in canvas)) throw wrong(ortMessages.canvas());
  contextOf(canvas).putImageData(image, 0, 0);
  return canvas.toDataURL();
}
