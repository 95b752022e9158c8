/** DeformConv: samples the images at the offsets, then multiplies the samples with the weights. */
import { sameDims, sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS_BF } from './type-sets.js';
import { type PaddedAxis, windowsOf } from './windows.js';

type Geometry = ReturnType<typeof geometryOf>;

/** The sizes of the operands, which have been checked against each other. */
function geometryOf(call: Call) {
  const [batch = 0, channels = 0, ...sizes] = call.input(0).dims;
  const [outputs = 0, perGroup = 0, ...kernel] = call.input(1).dims;
  const group = call.int('group', 1);
  const shares = call.int('offset_group', 1);
  if (sizes.length !== 2) throw call.wrongShape(0, ['batch', 'channels', 'height', 'width']);
  const fits =
    kernel.length === 2 && group >= 1 && perGroup * group === channels && outputs % group === 0;
  if (!fits) throw call.wrongShape(1, ['outputs', channels / group, 'height', 'width']);
  const asked = call.attribute('kernel_shape', 'ints');
  if (asked && !sameDims(asked, kernel)) throw call.fault('kernelShape', asked, call.input(1).dims);
  if (shares < 1 || channels % shares !== 0)
    throw call.fault('allowed', 'offset_group', shares, `a divisor of ${channels}`);
  const axes = windowsOf(call, sizes, kernel) as [PaddedAxis, PaddedAxis];
  const places = axes.map(({ output }) => output);
  const [taps, points] = [sizeOf(kernel), sizeOf(places)];
  call.checkShape(2, [batch, shares * taps * 2, ...places]);
  call.checkShape(3, [outputs]);
  call.checkShape(4, [batch, shares * taps, ...places]);
  call.checkDims([batch, channels * taps, points]);
  return { batch, channels, sizes, outputs, group, perGroup, shares, axes, places, taps, points };
}

/** The pixels under each tap of each window: the columns that the weights are multiplied by. */
function columnsOf(call: Call, geometry: Geometry): Value {
  const { batch, group, perGroup, shares, axes, taps, points } = geometry;
  const dims = [batch, group, perGroup * taps, points];
  const images = call.widened(call.input(0));
  if (sizeOf(dims) === 0) return call.lowering.make(images.type, dims);
  const offsets = call.widened(call.input(2));
  const factors = call.inputs[4] && call.cast(call.inputs[4], images.type);
  const task = call.lowering.tasks.deformedWindows(images, offsets, shares, axes);
  return call.lowering.alias(call.result(task, [images, offsets, factors]), dims);
}

export const deformConv: Operator = {
  name: 'DeformConv',
  versions: history({
    since: [19, 22],
    inputs: [3, 5],
    types: [FLOATS_BF],
    attributes: {
      dilations: 'ints',
      group: 'int',
      kernel_shape: 'ints',
      offset_group: 'int',
      pads: 'ints',
      strides: 'ints',
    },
  }),
  lower(call) {
    const { lowering } = call;
    const geometry = geometryOf(call);
    const { batch, outputs, group, perGroup, places, taps } = geometry;
    const [weights, bias] = [call.widened(call.input(1)), call.inputs[3]];
    const matrix = lowering.alias(weights, [1, group, outputs / group, perGroup * taps]);
    const columns = columnsOf(call, geometry);
    const product = lowering.alias(call.matMul(matrix, columns), [batch, outputs, ...places]);
    const made = bias
      ? call.compute('Add', product, lowering.alias(call.widened(bias), [outputs, 1, 1]))
      : product;
    return [call.cast(made, call.input(0).type)];
  },
};
