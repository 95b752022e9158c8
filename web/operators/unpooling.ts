/** MaxUnpool and Col2Im: images assembled from the results of windows. */
import { denseStrides, sameDims, sizeOf } from '../base/dims.js';
import { type DType, formatOf, holdsBigInts } from '../base/dtypes.js';
import type { WindowAxis } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { computed } from './host.js';
import { naming } from './indexing.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF, INT64, NOT_TEXT_BF } from './type-sets.js';
import { eachAxis, kernelShape, windowsOf } from './windows.js';

const SUMMABLE: readonly DType[] = NOT_TEXT_BF.filter(
  (type) => type !== 'bool' && !type.startsWith('complex'),
);

/** The position of a tap of a window in the image; -1 in the padding. */
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

/** An axis of MaxUnpool's output: `size` is inferred from the `count` windows. */
interface PooledAxis {
  readonly count: number;
  readonly size: number;
  readonly kernel: number;
  readonly stride: number;
  readonly pad: number;
}

function pooledAxes(call: Call, dims: readonly number[]): PooledAxis[] {
  const rank = dims.length - 2;
  const kernels = kernelShape(call, rank);
  const strides = eachAxis(call, 'strides', rank, 1);
  const pads = eachAxis(call, 'pads', 2 * rank, 0, 0);
  return dims.map((count, at) => {
    const axis = at - 2;
    if (axis < 0) return { count, size: count, kernel: 1, stride: 1, pad: 0 };
    const [kernel, stride] = [kernels[axis] as number, strides[axis] as number];
    const [pad, padEnd] = [pads[axis] as number, pads[axis + rank] as number];
    return { count, size: (count - 1) * stride + kernel - pad - padEnd, kernel, stride, pad };
  });
}

/** Whether each index into a tensor of these dims is in the window of its element, like MaxPool's own. */
const areInWindows = (
  indices: BigInt64Array,
  axes: readonly PooledAxis[],
  dims: readonly number[],
): boolean =>
  indices.every((index, position) => {
    let [at, window] = [Number(index), position];
    for (let axis = axes.length - 1; axis >= 0; axis--) {
      const { count, kernel, stride, pad } = axes[axis] as PooledAxis;
      const size = dims[axis] as number;
      const start = (window % count) * stride - pad;
      const place = at % size;
      if (place < start || place >= start + kernel) return false;
      at = Math.floor(at / size);
      window = Math.floor(window / count);
    }
    return at === 0;
  });

/** Converts an element's position under the dims `from` to its position in a tensor of the dims `to`. */
function moved(position: number, from: readonly number[], to: readonly number[]): number {
  const strides = denseStrides(to);
  return from.reduceRight((sum, size, axis) => {
    const place = position % size;
    position = Math.floor(position / size);
    return sum + place * (strides[axis] as number);
  }, 0);
}

/**
 * Indices as positions in the output. MaxPool's indices refer to the image that it pooled, which has the
 * shape of the output. ONNX's node tests refer to the inferred shape instead: indices that fit it, but are
 * outside their windows in the output, are interpreted that way.
 */
function placesIn(
  call: Call,
  indices: Value,
  axes: readonly PooledAxis[],
  output: readonly number[],
): Value {
  const inferred = axes.map(({ size }) => size);
  const fits = output.every((size, axis) => size >= (inferred[axis] as number));
  const within = BigInt(sizeOf(inferred));
  return computed(call, { type: 'int64', dims: indices.dims }, [indices], (...arrays) => {
    const [target, source] = arrays as unknown as [BigInt64Array, BigInt64Array];
    const isInferred =
      fits &&
      !areInWindows(source, axes, output) &&
      source.every((index) => index >= 0n && index < within);
    if (!isInferred) target.set(source);
    else
      source.forEach((index, i) => {
        target[i] = BigInt(moved(Number(index), inferred, output));
      });
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
      const { dims, type } = input;
      if (dims.length < 3) throw call.fault('imageRank', 0, dims.length);
      call.checkShape(1, dims);
      const axes = pooledAxes(call, dims);
      const inferred = axes.map(({ size }) => size);
      const asked = call.numbers(2) ?? inferred;
      if (asked.length !== dims.length) throw call.fault('operandShape', 2, asked, inferred);
      for (const made of [inferred, asked]) call.checkDims(made);
      const nothing = call.expand(call.zero(type), [sizeOf(asked)]);
      const count = sizeOf(dims);
      const places = sameDims(asked, inferred) ? indices : placesIn(call, indices, axes, asked);
      const task = lowering.tasks.scatter(nothing, count, 1);
      const flat = [nothing, lowering.alias(places, [count]), lowering.alias(input, [count])];
      return [lowering.alias(call.result(naming(call, task), flat), asked)];
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
