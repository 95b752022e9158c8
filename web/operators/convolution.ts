/** Conv, and the convolutions that others are made of. */
import { denseStrides, sameDims, sizeOf } from '../base/dims.js';
import type { WindowAxis } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { inStripes, outOfStripes, type Striped, stripedDims } from './stripes.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';
import { imageSizes, windowAttributes, windowsOf } from './windows.js';

export const convolutionAttributes = {
  ...windowAttributes,
  dilations: 'ints',
  group: 'int',
} as const;

/** So many output channels of a group are computed each by itself: a stripe would be half empty. */
const MOST_DIRECT = 2;

/** Whether weights of [output channels, …] have too few channels in a group to be multiplied in stripes. */
export const areFew = ({ dims }: Value, groups: number): boolean =>
  (dims[0] as number) / groups <= MOST_DIRECT;

/** Whole numbers of 16 bits are multiplied two taps at a time: `Pair` of src/matrix/micro_kernel.hpp. */
const isInPairs = ({ type }: Value): boolean => type === 'int16';

/** A group's weights as rows of an output channel, and a column for each input channel and tap. */
type Weights = Pick<Striped, 'groups' | 'rows' | 'columns'>;

/** Rows of so many numbers of 16 bits as rows of pairs, the last of an odd number with a 0. */
function inPairs(call: Call, weights: Value, rows: number, columns: number): Value {
  const { lowering } = call;
  const pairs = Math.ceil(columns / 2);
  if (columns % 2 === 0) return lowering.alias(weights, [rows, pairs], 'int32');
  const dims = [rows, 2 * pairs];
  call.checkDims(dims);
  const output = lowering.make(weights.type, dims, lowering.allConstant([weights]));
  call.fill(output, call.zero(weights.type));
  lowering.move(weights, output, { sizes: [rows, columns], from: { strides: [columns, 1] } });
  return lowering.alias(output, [rows, pairs], 'int32');
}

/** How the engine multiplies weights: those of int16 in pairs. */
function stripedOf(call: Call, { type }: Value, { groups, rows, columns }: Weights): Striped {
  const height = call.lowering.tasks.engine.native.stripeRows;
  const depth = type === 'int16' ? Math.ceil(columns / 2) : columns;
  return { height, groups, rows, columns: depth };
}

/** The first of the taps along an axis that ever read the image, and how many there are from it on; at least one. */
function readTaps({ input, output, kernel, stride, dilation, pad }: WindowAxis): [number, number] {
  const least = Math.ceil((pad - (output - 1) * stride) / dilation);
  const most = Math.floor((input - 1 + pad) / dilation);
  const first = Math.min(Math.max(0, least), kernel - 1);
  return [first, Math.max(1, Math.min(most, kernel - 1) - first + 1)];
}

/** Along each axis the first of some taps, and how many there are. */
type Taps = readonly (readonly [first: number, count: number])[];

/** The weights of these taps. */
function ofTaps(call: Call, weights: Value, taps: Taps): Value {
  const { lowering } = call;
  const dims = [...weights.dims.slice(0, 2), ...taps.map(([, count]) => count)];
  if (sameDims(dims, weights.dims)) return weights;
  const output = lowering.make(weights.type, dims, lowering.allConstant([weights]));
  const strides = denseStrides(weights.dims);
  const offset = taps.reduce((sum, [first], i) => sum + first * (strides[i + 2] as number), 0);
  lowering.move(weights, output, { sizes: dims, from: { offset, strides } });
  return output;
}

/** The windows of these taps. */
const windowsOfTaps = (axes: readonly WindowAxis[], taps: Taps): WindowAxis[] =>
  axes.map((axis, i) => {
    const [first, count] = taps[i] as Taps[number];
    return { ...axis, kernel: count, pad: axis.pad - first * axis.dilation };
  });

/** The weights of these taps as the engine multiplies them, once of constants, which need not be kept beside that. */
function stripesOnce(call: Call, weights: Value, matrix: Weights, taps: Taps): Value {
  const { dims } = weights;
  const striped = stripedOf(call, weights, matrix);
  call.checkDims(stripedDims(striped));
  const isPaired = isInPairs(weights);
  const made = () => {
    const kept = ofTaps(call, weights, taps);
    const { groups, rows, columns } = matrix;
    return inStripes(call, isPaired ? inPairs(call, kept, groups * rows, columns) : kept, striped);
  };
  const isWhole = taps.every(([, count], i) => count === dims[i + 2]);
  return call.lowering.derived(
    weights,
    `stripes of ${matrix.groups} groups, taps ${taps.join(' and ')}`,
    made,
    isWhole && !isPaired
      ? (lowering, stripes) => outOfStripes(lowering, stripes, dims, striped)
      : undefined,
  );
}

/** Whether an image has one window, which is the image. */
const isWhole = ({ input, output, kernel, dilation, pad }: WindowAxis): boolean =>
  output === 1 && kernel === input && pad === 0 && (dilation === 1 || kernel === 1);

/**
 * Images, weights of [output channels, input channels of a group, taps…] and a bias, in floats; or in int16 with
 * a bias and a result in int32.
 */
export function convolved(
  call: Call,
  images: Value,
  given: Value,
  bias: Value | undefined,
  groups: number,
  windows: readonly WindowAxis[],
): Value {
  const { lowering } = call;
  const [channels = 0] = given.dims;
  const made = [images.dims[0] as number, channels, ...windows.map(({ output }) => output)];
  call.checkDims(made);
  // Without taps that read nothing but pads.
  const taps = windows.map(readTaps);
  const axes = windowsOfTaps(windows, taps);
  const columns = sizeOf([given.dims[1] as number, ...axes.map(({ kernel }) => kernel)]);
  const kept = () => ofTaps(call, given, taps);
  if (groups === 1 && axes.every(isWhole) && !isInPairs(images)) {
    const rows = lowering.alias(images, [images.dims[0] as number, columns]);
    const matrix = lowering.alias(kept(), [channels, columns]);
    return lowering.alias(call.gemm(rows, matrix, bias), made);
  }
  const rows = channels / groups;
  const direct = areFew(given, groups) && !isInPairs(images);
  const matrix = direct ? kept() : stripesOnce(call, given, { groups, rows, columns }, taps);
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

export const conv: Operator = {
  name: 'Conv',
  versions: history(
    { since: [1, 11], inputs: [2, 3], types: [FLOATS], attributes: convolutionAttributes },
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
};
