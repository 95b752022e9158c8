/** How the windows of convolutions and pools slide, from the attributes. */
import type { WindowAxis } from '../engine/task.js';
import type { Call } from './operator.js';

/** The attributes that all versions of all operators with windows have. */
export const windowAttributes = {
  auto_pad: 'string',
  kernel_shape: 'ints',
  pads: 'ints',
  strides: 'ints',
} as const;

/** The sizes of an image, without batch and channels. */
export function imageSizes(call: Call, at = 0): readonly number[] {
  const { dims } = call.input(at);
  if (dims.length < 3 || dims.length > 5) throw call.fault('imageRank', at, dims.length);
  return dims.slice(2);
}

/** An attribute with one number per axis, or `count` per axis. */
export function eachAxis(
  call: Call,
  name: string,
  count: number,
  absent: number,
  least = 1,
): readonly number[] {
  const given = call.attribute(name, 'ints') ?? new Array<number>(count).fill(absent);
  if (given.length !== count) throw call.fault('eachAxis', name, given.length, count);
  const wrong = given.find((size) => size < least || size >= 2 ** 31);
  if (wrong !== undefined) throw call.fault('windowSize', name, wrong);
  return given;
}

const AUTO_PADS = ['NOTSET', 'SAME_UPPER', 'SAME_LOWER', 'VALID'] as const;

export const autoPadOf = (call: Call): (typeof AUTO_PADS)[number] =>
  call.word('auto_pad', AUTO_PADS);

/** An axis, and the taps that windows may reach after its last element. */
export interface PaddedAxis extends WindowAxis {
  readonly padEnd: number;
}

/** Splits a total between the two ends: the odd one comes last, or first if `lower`. */
export function halves(total: number, lower: boolean): [number, number] {
  const half = Math.floor(total / 2);
  return lower ? [total - half, half] : [half, total - half];
}

export const reachOf = ({ kernel, dilation }: Pick<WindowAxis, 'kernel' | 'dilation'>): number =>
  (kernel - 1) * dilation + 1;

/** The attributes for one axis of an image. */
interface SlidAxis {
  readonly along: Pick<WindowAxis, 'input' | 'kernel' | 'stride' | 'dilation'>;
  /** Padding before the image, and after it. */
  readonly pads: readonly [number, number];
}

/** The attributes for each axis of an image that a kernel slides along. */
export function slidAxes(
  call: Call,
  sizes: readonly number[],
  kernel: readonly number[],
): SlidAxis[] {
  const rank = sizes.length;
  const strides = eachAxis(call, 'strides', rank, 1);
  const dilations = eachAxis(call, 'dilations', rank, 1);
  const pads = eachAxis(call, 'pads', 2 * rank, 0, 0);
  return sizes.map((input, axis) => ({
    along: {
      input,
      kernel: kernel[axis] as number,
      stride: strides[axis] as number,
      dilation: dilations[axis] as number,
    },
    pads: [pads[axis] as number, pads[rank + axis] as number],
  }));
}

/**
 * The windows of a kernel over an image. If the kernel is larger than the image, there may be none: ONNX's
 * formula gives pools an output of size 0, and onnxruntime rejects a convolution.
 */
export function windowsOf(
  call: Call,
  sizes: readonly number[],
  kernel: readonly number[],
  mayBeNone = false,
): PaddedAxis[] {
  const auto = autoPadOf(call);
  const ceil = call.flag('ceil_mode');
  return slidAxes(call, sizes, kernel).map(({ along, pads }, axis) => {
    const { input } = along;
    const reach = reachOf(along);
    if (auto === 'SAME_UPPER' || auto === 'SAME_LOWER') {
      const output = Math.ceil(input / along.stride);
      const missing = Math.max(0, (output - 1) * along.stride + reach - input);
      const [pad, padEnd] = halves(missing, auto === 'SAME_LOWER');
      return { ...along, output, pad, padEnd };
    }
    const [pad, padEnd] = auto === 'VALID' ? [0, 0] : pads;
    const room = input + pad + padEnd - reach;
    let output = (ceil ? Math.ceil : Math.floor)(room / along.stride) + 1;
    // A window has to start within the image or in the padding before it.
    if (ceil && (output - 1) * along.stride >= input + pad) output--;
    if (output < 0 || (room < 0 && input > 0 && !mayBeNone))
      throw call.fault('windowFit', axis + 2, reach, input + pad + padEnd);
    return { ...along, output, pad, padEnd };
  });
}

/** The kernel of a pool. */
export function kernelShape(call: Call, rank: number): readonly number[] {
  call.needs('kernel_shape', 'ints');
  return eachAxis(call, 'kernel_shape', rank, 1);
}
