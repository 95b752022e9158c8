/** Pools over windows, and over whole images. */
import { denseStrides, sizeOf } from '../base/dims.js';
import type { Reduction } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import type { Memory } from '../memory/memory.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';
import {
  imageSizes,
  kernelShape,
  type PaddedAxis,
  windowAttributes,
  windowsOf,
} from './windows.js';

const withCeil = { ...windowAttributes, ceil_mode: 'int' } as const;
export const withDilations = { ...withCeil, dilations: 'ints' } as const;

const BYTES = ['int8', 'uint8'] as const;

function windows(call: Call): PaddedAxis[] {
  const sizes = imageSizes(call);
  const axes = windowsOf(call, sizes, kernelShape(call, sizes.length), true);
  call.checkDims([...call.input(0).dims.slice(0, 2), ...axes.map(({ output }) => output)]);
  return axes;
}

const ofMaxima = { ...windowAttributes, storage_order: 'int' } as const;
const ofDilatedMaxima = { ...withDilations, storage_order: 'int' } as const;

const windowSums = (call: Call, images: Value, axes: readonly PaddedAxis[]): Value =>
  call.result(call.lowering.tasks.pool(images, { largest: false, axes }), [images]);

/**
 * For each window along an axis, the number of taps on the image, or on image and padding: a single number if
 * all are equal.
 */
function counts(axis: PaddedAxis, withPads: boolean, memory: Memory): Int32Array {
  const { input, output, kernel, stride, dilation, pad, padEnd } = axis;
  const [first, last] = withPads ? [-pad, input + padEnd] : [0, input];
  const each = memory.newArray(Int32Array, output) as Int32Array;
  for (let at = 0; at < output; at++) {
    const start = at * stride - pad;
    // Number of taps before a position.
    const before = (end: number) =>
      Math.min(kernel, Math.max(0, Math.ceil((end - start) / dilation)));
    each[at] = before(last) - before(first);
  }
  return each.every((count) => count === each[0]) ? each.subarray(0, 1) : each;
}

/** The number of taps that each window divides by, shaped to broadcast with the windows. */
function divisors(call: Call, type: Value['type'], axes: readonly PaddedAxis[], withPads: boolean) {
  const each = axes.map((axis) => counts(axis, withPads, call.lowering.memory));
  const dims = each.map(({ length }) => length);
  const strides = denseStrides(dims);
  const countAt = (position: number, axis: number): number =>
    each[axis]?.[Math.floor(position / (strides[axis] as number)) % (dims[axis] as number)] ?? 0;
  return call.table(type, dims, (position) =>
    dims.reduce((product, _, axis) => product * countAt(position, axis), 1),
  );
}

/** The maxima over the node's windows, of images in floats. */
export function maxima(call: Call, images: Value): Value {
  const task = call.lowering.tasks.pool(images, { largest: true, axes: windows(call) });
  return call.result(task, [images]);
}

/** The means over the node's windows, of images in floats. */
export function averaged(call: Call, images: Value): Value {
  const axes = windows(call);
  const sums = windowSums(call, images, axes);
  if (sizeOf(sums.dims) === 0) return sums;
  const count = divisors(call, images.type, axes, call.flag('count_include_pad'));
  return call.compute('Div', sums, count);
}

/** The p-norm: a sum of powers, and its root. */
function norm(call: Call, images: Value, sum: (powers: Value) => Value): Value {
  const p = call.attribute('p', call.since < 2 ? 'float' : 'int') ?? 2;
  const raised = (value: Value, exponent: number) =>
    exponent === 1 ? value : call.compute('Pow', value, call.number(value.type, exponent));
  const powers = raised(call.compute('Abs', images), p);
  return raised(sum(powers), 1 / p);
}

/** Folds the axes of an image to one element each. */
function reduced(call: Call, images: Value, operation: Reduction): Value {
  const axes = images.dims.slice(2).map((_, axis) => axis + 2);
  return call.reduce(operation, images, axes, true);
}

const global = (name: string, operation: Reduction): Operator => ({
  name,
  versions: history(
    { since: 1, inputs: [1, 1], types: [FLOATS] },
    { since: 22, types: [FLOATS_BF] },
  ),
  lower(call) {
    const input = call.input(0);
    if (input.dims.length < 3) imageSizes(call);
    return [reduced(call, input, operation)];
  },
});

export const poolingOperators: readonly Operator[] = [
  {
    name: 'MaxPool',
    versions: history(
      { since: 1, inputs: [1, 1], types: [FLOATS], attributes: windowAttributes },
      { since: 8, outputs: 2, attributes: ofMaxima },
      { since: [10, 11], attributes: ofDilatedMaxima },
      { since: 12, types: [[...FLOATS, ...BYTES]] },
      { since: 22, types: [[...FLOATS_BF, ...BYTES]] },
    ),
    lower(call) {
      const { lowering } = call;
      const axes = windows(call);
      const columnMajor = call.flag('storage_order');
      let positions: Value | undefined;
      const largest = call.inFloats(call.input(0), (images) => {
        const task = lowering.tasks.pool(images, { largest: true, columnMajor, axes });
        const [made, places] = lowering.work(task, [images], [true, call.wants(1)]);
        positions = places;
        return made as Value;
      });
      return [largest, positions];
    },
  },

  {
    name: 'AveragePool',
    versions: history(
      { since: 1, inputs: [1, 1], types: [FLOATS], attributes: windowAttributes },
      { since: 7, attributes: { ...windowAttributes, count_include_pad: 'int' } },
      { since: [10, 11], attributes: { ...withCeil, count_include_pad: 'int' } },
      { since: 19, attributes: { ...withDilations, count_include_pad: 'int' } },
      { since: 22, types: [FLOATS_BF] },
    ),
    lower: (call) => [call.inFloats(call.input(0), (images) => averaged(call, images))],
  },

  {
    name: 'LpPool',
    versions: history(
      {
        since: 1,
        inputs: [1, 1],
        types: [FLOATS],
        attributes: { ...windowAttributes, p: 'float' },
      },
      { since: [2, 11], attributes: { ...windowAttributes, p: 'int' } },
      { since: 18, attributes: { ...withDilations, p: 'int' } },
      { since: 22, types: [FLOATS_BF] },
    ),
    lower(call) {
      const axes = windows(call);
      return [
        call.inFloats(call.input(0), (images) =>
          norm(call, images, (powers) => windowSums(call, powers, axes)),
        ),
      ];
    },
  },

  global('GlobalAveragePool', 'mean'),

  global('GlobalMaxPool', 'max'),

  {
    name: 'GlobalLpPool',
    versions: history(
      { since: 1, inputs: [1, 1], types: [FLOATS], attributes: { p: 'float' } },
      { since: 2, attributes: { p: 'int' } },
      { since: 22, types: [FLOATS_BF] },
    ),
    lower(call) {
      const input = call.input(0);
      if (input.dims.length < 3) imageSizes(call);
      const norms = norm(call, call.widened(input), (powers) => reduced(call, powers, 'sum'));
      return [call.cast(norms, input.type)];
    },
  },
];
