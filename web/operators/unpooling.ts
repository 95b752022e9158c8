/** MaxUnpool and Col2Im: images assembled from the results of windows. */
import { sizeOf } from '../base/dims.js';
import { type DType, formatOf } from '../base/dtypes.js';
import type { UnpoolAxis } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { naming } from './indexing.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF, INT64, NOT_TEXT_BF } from './type-sets.js';
import { eachAxis, kernelShape, windowsOf } from './windows.js';

const SUMMABLE: readonly DType[] = NOT_TEXT_BF.filter(
  (type) => type !== 'bool' && !type.startsWith('complex'),
);

/** The axes of MaxUnpool, with the inferred sizes. */
function pooledAxes(call: Call, dims: readonly number[]): Omit<UnpoolAxis, 'size'>[] {
  const rank = dims.length - 2;
  const kernels = kernelShape(call, rank);
  const strides = eachAxis(call, 'strides', rank, 1);
  const pads = eachAxis(call, 'pads', 2 * rank, 0, 0);
  return dims.map((windows, at) => {
    const axis = at - 2;
    if (axis < 0) return { windows, inferred: windows, kernel: 1, stride: 1, pad: 0 };
    const [kernel, stride] = [kernels[axis] as number, strides[axis] as number];
    const [pad, padEnd] = [pads[axis] as number, pads[axis + rank] as number];
    const inferred = (windows - 1) * stride + kernel - pad - padEnd;
    return { windows, inferred, kernel, stride, pad };
  });
}

export const unpoolingOperators: readonly Operator[] = [
  {
    name: 'MaxUnpool',
    versions: history(
      {
        since: [9, 11],
        inputs: [2, 3],
        types: [FLOATS, INT64, INT64],
        attributes: { kernel_shape: 'ints', pads: 'ints', strides: 'ints' },
      },
      { since: 22, types: [FLOATS_BF, INT64, INT64] },
    ),
    shapeInputs: [2],
    lower(call) {
      const { lowering } = call;
      const [input, indices] = [call.input(0), call.input(1)];
      const { dims } = input;
      if (dims.length < 3) throw call.fault('imageRank', 0, dims.length);
      call.checkShape(1, dims);
      const axes = pooledAxes(call, dims);
      const inferred = axes.map((axis) => axis.inferred);
      const asked = call.numbers(2) ?? inferred;
      if (asked.length !== dims.length) throw call.fault('operandShape', 2, asked, inferred);
      for (const made of [inferred, asked]) call.checkDims(made);
      const sized = axes.map((axis, at) => ({ ...axis, size: asked[at] as number }));
      return [call.result(naming(call, lowering.tasks.unpool(input, sized)), [input, indices])];
    },
  },

  {
    name: 'Col2Im',
    versions: history({
      since: 18,
      inputs: [3, 3],
      types: [SUMMABLE, INT64, INT64],
      attributes: { dilations: 'ints', pads: 'ints', strides: 'ints' },
    }),
    shapeInputs: [1, 2],
    lower(call) {
      const input = call.input(0);
      const [image = [], block = []] = [call.numbers(1), call.numbers(2)];
      const rank = image.length;
      if (rank === 0 || block.length !== rank || block.some((size) => size < 1))
        throw call.fault('lengths', 'image_shape and block_shape');
      const axes = windowsOf(call, image, block);
      const windows = sizeOf(axes.map(({ output }) => output));
      const [batch = 0, rows = 0, columns = 0] = input.dims;
      const taps = sizeOf(block);
      const channels = rows / taps;
      if (input.dims.length !== 3 || !Number.isInteger(channels) || columns !== windows)
        throw call.wrongShape(0, ['batch', `a multiple of ${taps}`, windows]);
      const made = [batch, channels, ...image];
      call.checkDims(made);
      const sum = (value: Value): Value =>
        call.result(call.lowering.tasks.col2Im({ type: value.type, dims: made }, axes), [value]);
      return [formatOf(input.type) ? call.inFloats(input, sum) : sum(input)];
    },
  },
];
