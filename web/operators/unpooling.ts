/** Images put together of what windows over them gave: MaxUnpool and Col2Im. */
import { sizeOf } from '../base/dims.js';
import { type DType, formatOf, holdsBigInts } from '../base/dtypes.js';
import type { WindowAxis } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { computed } from './host.js';
import { naming } from './indexing.js';
import { history, type Operator } from './operator.js';
import { padded } from './padding.js';
import { FLOATS, FLOATS_BF, INT64, NOT_TEXT_BF } from './type-sets.js';
import { eachAxis, kernelShape, windowsOf } from './windows.js';

const SUMMABLE: readonly DType[] = NOT_TEXT_BF.filter(
  (type) => type !== 'bool' && !type.startsWith('complex'),
);

/** Where a tap of a window lies in the image; -1 where it is in the pads. */
function placeOf(tap: number, window: number, axes: readonly WindowAxis[]): number {
  let [place, factor] = [0, 1];
  for (const { input, output, kernel, stride, dilation, pad } of [...axes].reverse()) {
    const at = (window % output) * stride + (tap % kernel) * dilation - pad;
    if (at < 0 || at >= input) return -1;
    place += at * factor;
    factor *= input;
    tap = Math.floor(tap / kernel);
    window = Math.floor(window / output);
  }
  return place;
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
      const { dims, type } = input;
      if (dims.length < 3) throw call.fault('imageRank', 0, dims.length);
      call.checkShape(1, dims);
      const rank = dims.length - 2;
      const kernel = kernelShape(call, rank);
      const strides = eachAxis(call, 'strides', rank, 1);
      const pads = eachAxis(call, 'pads', 2 * rank, 0, 0);
      const made = dims.map((size, at) => {
        const axis = at - 2;
        if (axis < 0) return size;
        const reach = (size - 1) * (strides[axis] as number) + (kernel[axis] as number);
        return reach - (pads[axis] as number) - (pads[axis + rank] as number);
      });
      call.checkDims(made);
      const nothing = call.expand(call.zero(type), [sizeOf(made)]);
      const count = sizeOf(dims);
      const task = lowering.tasks.scatter(nothing, count, 1);
      const flat = [nothing, lowering.alias(indices, [count]), lowering.alias(input, [count])];
      const spread = lowering.alias(call.result(naming(call, task), flat), made);
      const asked = call.numbers(2);
      if (!asked) return [spread];
      call.checkDims(asked);
      if (asked.length !== made.length || asked.some((size, axis) => size < (made[axis] as number)))
        throw call.fault(
          'operandShape',
          2,
          asked,
          made.map((size) => `at least ${size}`),
        );
      // What lies beyond the shape that the windows reach is 0.
      const begins = made.map(() => 0);
      const ends = asked.map((size, axis) => size - (made[axis] as number));
      return [padded(call, spread, { begins, ends }, call.zero(type))];
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
      const plane = sizeOf(image);
      const sum = (value: Value): Value =>
        computed(call, { type: value.type, dims: made }, [value], (target, source) => {
          target.fill((holdsBigInts(value.type) ? 0n : 0) as number);
          for (let tap = 0; tap < taps; tap++)
            for (let window = 0; window < windows; window++) {
              const place = placeOf(tap, window, axes);
              if (place < 0) continue;
              for (let c = 0; c < batch * channels; c++)
                (target[c * plane + place] as number) += source[
                  (c * taps + tap) * windows + window
                ] as number;
            }
        });
      return [formatOf(input.type) ? call.inFloats(input, sum) : sum(input)];
    },
  },
];
