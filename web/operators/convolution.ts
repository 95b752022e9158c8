/** Conv, and the convolutions from which other operators are composed. */
import { denseStrides, sameDims, sizeOf } from '../base/dims.js';
import type { WindowAxis } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';
import { imageSizes, windowAttributes, windowsOf } from './windows.js';

export const convolutionAttributes = {
  ...windowAttributes,
  dilations: 'ints',
  group: 'int',
} as const;

/** The first tap along an axis that ever reads the image, and the number of taps from there: at least one. */
function readTaps({ input, output, kernel, stride, dilation, pad }: WindowAxis): [number, number] {
  const least = Math.ceil((pad - (output - 1) * stride) / dilation);
  const most = Math.floor((input - 1 + pad) / dilation);
  const first = Math.min(Math.max(0, least), kernel - 1);
  return [first, Math.max(1, Math.min(most, kernel - 1) - first + 1)];
}

/** The range of taps along each axis. */
type Taps = readonly (readonly [first: number, count: number])[];

/** The weights of a range of taps. */
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

/** The windows of a range of taps. */
const windowsOfTaps = (axes: readonly WindowAxis[], taps: Taps): WindowAxis[] =>
  axes.map((axis, i) => {
    const [first, count] = taps[i] as Taps[number];
    return { ...axis, kernel: count, pad: axis.pad - first * axis.dilation };
  });

/** Whether the image has a single window, which covers it exactly. */
const isWhole = ({ input, output, kernel, dilation, pad }: WindowAxis): boolean =>
  output === 1 && kernel === input && pad === 0 && (dilation === 1 || kernel === 1);

/**
 * Images, weights of [output channels, input channels of a group, taps…] and a bias, in floats; or in int16,
 * with bias and result in int32.
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
  // Omits taps that read only padding.
  const taps = windows.map(readTaps);
  const axes = windowsOfTaps(windows, taps);
  const columns = sizeOf([given.dims[1] as number, ...axes.map(({ kernel }) => kernel)]);
  const kept = () => ofTaps(call, given, taps);
  if (groups === 1 && axes.every(isWhole) && images.type !== 'int16') {
    const rows = lowering.alias(images, [images.dims[0] as number, columns]);
    const matrix = lowering.alias(kept(), [channels, columns]);
    return lowering.alias(call.gemm(rows, matrix, bias), made);
  }
  const { type, dims } = images;
  const options = { groups, outputChannels: channels / groups, axes };
  const make = () => lowering.tasks.convolution({ type, dims }, options);
  const task = make();
  const areAllRead = taps.every(([, count], i) => count === given.dims[i + 2]);
  const layout = `for ${groups} groups, taps ${taps.join(' and ')}`;
  const weights = call.packed(task, given, layout, make, areAllRead ? undefined : kept);
  return call.result(task, [images, weights, bias]);
}

/** The weights, at any position among the inputs. */
interface Applied {
  readonly weights: Value;
  readonly bias: Value | undefined;
  readonly transposed?: boolean;
}

/** Checks the weights and the bias against the images; returns the number of groups. */
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
