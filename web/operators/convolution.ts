/** Conv and ConvTranspose. */
import { denseStrides, sameDims, sizeOf } from '../base/dims.js';
import type { WindowAxis } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { fill } from './padding.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';
import {
  autoPadOf,
  eachAxis,
  halves,
  imageSizes,
  reachOf,
  windowAttributes,
  windowsOf,
} from './windows.js';

const attributes = { ...windowAttributes, dilations: 'ints', group: 'int' } as const;

/** So many output channels of a group are computed each by itself: a stripe would be half empty. */
const MOST_DIRECT = 2;

/** Whether weights of [output channels, …] have too few channels in a group to be multiplied in stripes. */
export const areFew = ({ dims }: Value, groups: number): boolean =>
  (dims[0] as number) / groups <= MOST_DIRECT;

/** Whole numbers of 16 bits are multiplied two taps at a time: `Pair` of src/matrix/micro_kernel.hpp. */
const isInPairs = ({ type }: Value): boolean => type === 'int16';

/** A group's weights as rows of an output channel, and a column for each input channel and tap. */
interface WeightMatrix {
  readonly groups: number;
  readonly rows: number;
  readonly columns: number;
}

/**
 * The weights in stripes of rows, which the engine multiplies: rows in place of columns within a stripe, the
 * last one filled up with zeros. Of constants that happens once.
 */
function inStripes(call: Call, weights: Value, { groups, rows, columns }: WeightMatrix): Value {
  const { lowering } = call;
  const { type } = weights;
  const { stripeRows } = lowering.tasks.engine.native;
  const full = Math.floor(rows / stripeRows);
  const rest = rows - full * stripeRows;
  const packedRows = Math.ceil(rows / stripeRows) * stripeRows;
  const dims = [groups, packedRows, columns];
  call.checkDims(dims);
  const output = lowering.make(type, dims, lowering.allConstant([weights]));
  if (rest > 0) fill(call, output, call.zero(type));
  const stripe = stripeRows * columns;
  const move = (stripes: number, height: number, offset: number) => {
    if (stripes * height === 0) return;
    lowering.move(weights, output, {
      sizes: [groups, stripes, height, columns],
      from: { offset, strides: [rows * columns, stripe, columns, 1] },
      to: { offset, strides: [packedRows * columns, stripe, 1, stripeRows] },
    });
  };
  move(full, stripeRows, 0);
  move(1, rest, full * stripe);
  return output;
}

/** Rows of so many numbers of 16 bits as rows of pairs, the last of an odd number with a 0. */
function inPairs(call: Call, weights: Value, rows: number, columns: number): Value {
  const { lowering } = call;
  const pairs = Math.ceil(columns / 2);
  if (columns % 2 === 0) return lowering.alias(weights, [rows, pairs], 'int32');
  const dims = [rows, 2 * pairs];
  call.checkDims(dims);
  const output = lowering.make(weights.type, dims, lowering.allConstant([weights]));
  fill(call, output, call.zero(weights.type));
  lowering.move(weights, output, { sizes: [rows, columns], from: { strides: [columns, 1] } });
  return lowering.alias(output, [rows, pairs], 'int32');
}

/** The weights as the engine multiplies them. */
function packed(call: Call, weights: Value, { groups, rows, columns }: WeightMatrix): Value {
  if (!isInPairs(weights)) return inStripes(call, weights, { groups, rows, columns });
  const pairs = inPairs(call, weights, groups * rows, columns);
  return inStripes(call, pairs, { groups, rows, columns: Math.ceil(columns / 2) });
}

/**
 * Images, weights of [output channels, input channels of a group, taps…] and a bias, in floats; or in int16 with
 * a bias and a result in int32.
 */
export function convolved(
  call: Call,
  images: Value,
  weights: Value,
  bias: Value | undefined,
  groups: number,
  axes: readonly WindowAxis[],
): Value {
  const { lowering } = call;
  const [channels = 0, ...others] = weights.dims;
  const rows = channels / groups;
  const made = [images.dims[0] as number, channels, ...axes.map(({ output }) => output)];
  call.checkDims(made);
  const direct = areFew(weights, groups) && !isInPairs(images);
  const matrix = direct
    ? weights
    : packed(call, weights, { groups, rows, columns: sizeOf(others) });
  const options = { groups, outputChannels: rows, direct, axes };
  const task = lowering.tasks.convolution(images, options);
  return call.result(task, [images, matrix, bias]);
}

/** What is convolved with the images, wherever among the inputs it is. */
interface Applied {
  readonly weights: Value;
  readonly bias: Value | undefined;
  readonly transposed?: boolean;
}

/** Checks the weights and the bias against the images; gives the groups. */
export function groupsOf(
  call: Call,
  sizes: readonly number[],
  { weights, bias, transposed = false }: Applied,
): number {
  const { dims } = weights;
  const channels = call.input(0).dims[1] as number;
  const group = call.int('group', 1);
  const [first = 0, second = 0] = dims;
  const fits =
    dims.length === sizes.length + 2 &&
    group >= 1 &&
    group < 2 ** 31 &&
    first % group === 0 &&
    (transposed ? first : second * group) === channels;
  if (!fits) throw call.fault('channels', channels, group, dims);
  const kernel = dims.slice(2);
  const said = call.attribute('kernel_shape', 'ints');
  if (kernel.includes(0) || (said && !sameDims(said, kernel)))
    throw call.fault('kernelShape', said ?? kernel, dims);
  const made = transposed ? second * group : first;
  if (bias && !sameDims(bias.dims, [made])) throw call.fault('biasShape', bias.dims, made);
  return group;
}

/** The windows by which a convolution of the spread image gives what ConvTranspose does. */
interface Transposed {
  /** Elements from one of the image to the next, once zeros are between them. */
  readonly strides: readonly number[];
  readonly axes: readonly WindowAxis[];
}

function transposedWindows(
  call: Call,
  sizes: readonly number[],
  kernel: readonly number[],
): Transposed {
  const rank = sizes.length;
  const strides = eachAxis(call, 'strides', rank, 1);
  const dilations = eachAxis(call, 'dilations', rank, 1);
  const beyond = eachAxis(call, 'output_padding', rank, 0, 0);
  const pads = eachAxis(call, 'pads', 2 * rank, 0, 0);
  const shape = call.attribute('output_shape', 'ints')?.slice(-rank);
  if (shape && shape.length !== rank)
    throw call.fault('eachAxis', 'output_shape', shape.length, rank);
  const auto = autoPadOf(call);
  const axes = sizes.map((size, axis): WindowAxis => {
    const [stride, dilation] = [strides[axis] as number, dilations[axis] as number];
    const reach = reachOf({ kernel: kernel[axis] as number, dilation });
    const input = size === 0 ? 0 : (size - 1) * stride + 1;
    const full = (size - 1) * stride + (beyond[axis] as number) + reach;
    const isSame = auto === 'SAME_UPPER' || auto === 'SAME_LOWER';
    const wanted = shape?.[axis] ?? (isSame ? size * stride : undefined);
    const [begin, end] =
      wanted !== undefined
        ? halves(full - wanted, auto !== 'SAME_UPPER')
        : auto === 'VALID'
          ? [0, 0]
          : [pads[axis] as number, pads[rank + axis] as number];
    const output = full - begin - end;
    if (output < 0 || output >= 2 ** 31) throw call.fault('windowFit', axis + 2, reach, full);
    return {
      input,
      output,
      kernel: kernel[axis] as number,
      stride: 1,
      dilation,
      pad: reach - 1 - begin,
    };
  });
  return { strides, axes };
}

/** The image with zeros between its elements. */
function spread(call: Call, images: Value, { strides, axes }: Transposed): Value {
  if (strides.every((stride) => stride === 1)) return images;
  const { lowering } = call;
  const { type, dims } = images;
  const made = [...dims.slice(0, 2), ...axes.map(({ input }) => input)];
  call.checkDims(made);
  const output = lowering.make(type, made, lowering.allConstant([images]));
  fill(call, output, call.zero(type));
  const steps = denseStrides(made).map((step, axis) => step * (strides[axis - 2] ?? 1));
  lowering.move(images, output, { to: { strides: steps } });
  return output;
}

/**
 * Weights of [groups * input channels, output channels, taps…] as [groups * output channels, input
 * channels, taps…], with the taps in reverse.
 */
function turned(call: Call, weights: Value, groups: number): Value {
  const { lowering } = call;
  const { type, dims } = weights;
  const [all = 0, outputs = 0, ...kernel] = dims;
  const inputs = all / groups;
  const taps = sizeOf(kernel);
  const made = [groups * outputs, inputs, ...kernel];
  const output = lowering.make(type, made, lowering.allConstant([weights]));
  lowering.move(weights, output, {
    sizes: [groups, outputs, inputs, taps],
    from: { offset: taps - 1, strides: [inputs * outputs * taps, taps, outputs * taps, -1] },
    to: { strides: [outputs * inputs * taps, inputs * taps, taps, 1] },
  });
  return output;
}

const transposedAttributes = {
  ...attributes,
  output_padding: 'ints',
  output_shape: 'ints',
} as const;

export const convolutionOperators: readonly Operator[] = [
  {
    name: 'Conv',
    versions: history(
      { since: [1, 11], inputs: [2, 3], types: [FLOATS], attributes },
      { since: 22, types: [FLOATS_BF] },
    ),
    lower(call) {
      const sizes = imageSizes(call);
      const groups = groupsOf(call, sizes, { weights: call.input(1), bias: call.inputs[2] });
      const axes = windowsOf(call, sizes, call.input(1).dims.slice(2));
      const bias = call.inputs[2] && call.widened(call.inputs[2]);
      const weights = call.widened(call.input(1));
      return [
        call.inFloats(call.input(0), (images) =>
          convolved(call, images, weights, bias, groups, axes),
        ),
      ];
    },
  },

  /** A convolution of the image with zeros between its elements, by the weights in reverse. */
  {
    name: 'ConvTranspose',
    versions: history(
      { since: [1, 11], inputs: [2, 3], types: [FLOATS], attributes: transposedAttributes },
      { since: 22, types: [FLOATS_BF] },
    ),
    lower(call) {
      const sizes = imageSizes(call);
      const [given, added] = [call.input(1), call.inputs[2]];
      const groups = groupsOf(call, sizes, { weights: given, bias: added, transposed: true });
      const windows = transposedWindows(call, sizes, call.input(1).dims.slice(2));
      const bias = call.inputs[2] && call.widened(call.inputs[2]);
      const weights = turned(call, call.widened(call.input(1)), groups);
      return [
        call.inFloats(call.input(0), (images) =>
          convolved(call, spread(call, images, windows), weights, bias, groups, windows.axes),
        ),
      ];
    },
  },
];
