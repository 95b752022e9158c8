/** Pools: over windows, and over whole images. */
import type { Reduction } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { numberLike } from './number-like.js';
import { type Call, type Operator, versionsSince } from './operator.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';
import {
  imageSizes,
  inFloats,
  kernelShape,
  type PaddedAxis,
  widened,
  windowAttributes,
  windowsOf,
} from './windows.js';

const withCeil = { ...windowAttributes, ceil_mode: 'int' } as const;
const withDilations = { ...withCeil, dilations: 'ints' } as const;

const BYTES = ['int8', 'uint8'] as const;

function windows(call: Call): PaddedAxis[] {
  const sizes = imageSizes(call);
  const axes = windowsOf(call, sizes, kernelShape(call, sizes.length));
  call.checkDims([...call.input(0).dims.slice(0, 2), ...axes.map(({ output }) => output)]);
  return axes;
}

const ofMaxima = { ...windowAttributes, storage_order: 'int' } as const;
const ofDilatedMaxima = { ...withDilations, storage_order: 'int' } as const;

export const maxPool: Operator = {
  name: 'MaxPool',
  versions: [
    { since: 1, inputs: [1, 1], types: [FLOATS], attributes: windowAttributes },
    { since: 8, inputs: [1, 1], outputs: 2, types: [FLOATS], attributes: ofMaxima },
    ...versionsSince([10, 11], {
      inputs: [1, 1],
      outputs: 2,
      types: [FLOATS],
      attributes: ofDilatedMaxima,
    }),
    {
      since: 12,
      inputs: [1, 1],
      outputs: 2,
      types: [[...FLOATS, ...BYTES]],
      attributes: ofDilatedMaxima,
    },
    {
      since: 22,
      inputs: [1, 1],
      outputs: 2,
      types: [[...FLOATS_BF, ...BYTES]],
      attributes: ofDilatedMaxima,
    },
  ],
  lower(call) {
    const { lowering } = call;
    const axes = windows(call);
    const columnMajor = call.flag('storage_order');
    let positions: Value | undefined;
    const largest = inFloats(call, call.input(0), (images) => {
      const task = lowering.tasks.pool(images, { largest: true, columnMajor, axes });
      const [made, places] = lowering.work(task, [images], [true, call.wants(1)]);
      positions = places;
      return made as Value;
    });
    return [largest, positions];
  },
};

const windowSums = ({ lowering }: Call, images: Value, axes: readonly PaddedAxis[]): Value =>
  lowering.work(lowering.tasks.pool(images, { largest: false, axes }), [images])[0] as Value;

/** Along an axis, how many taps of each window are on the image, or on its pads too. */
const counts = (axis: PaddedAxis, withPads: boolean): number[] => {
  const { input, output, kernel, stride, dilation, pad, padEnd } = axis;
  const [first, last] = withPads ? [-pad, input + padEnd] : [0, input];
  return Array.from({ length: output }, (_, at) => {
    const start = at * stride - pad;
    // Taps before `first` and before `last`.
    const before = (end: number) =>
      Math.min(kernel, Math.max(0, Math.ceil((end - start) / dilation)));
    return before(last) - before(first);
  });
};

/** How many taps of each window count: one number, where they are as many everywhere. */
function divisors(call: Call, type: Value['type'], axes: readonly PaddedAxis[], withPads: boolean) {
  const { lowering } = call;
  const numbers = axes.map((axis) => {
    const each = counts(axis, withPads);
    return new Set(each).size === 1 ? each.slice(0, 1) : each;
  });
  const dims = numbers.map((each) => each.length);
  const all = numbers.reduce<number[]>(
    (outer, inner) => outer.flatMap((count) => inner.map((other) => count * other)),
    [1],
  );
  const data = type === 'float64' ? Float64Array.from(all) : Float32Array.from(all);
  return lowering.constant(type, dims, data);
}

export const averagePool: Operator = {
  name: 'AveragePool',
  versions: [
    { since: 1, inputs: [1, 1], types: [FLOATS], attributes: windowAttributes },
    {
      since: 7,
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { ...windowAttributes, count_include_pad: 'int' },
    },
    ...versionsSince([10, 11], {
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { ...withCeil, count_include_pad: 'int' },
    }),
    {
      since: 19,
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { ...withDilations, count_include_pad: 'int' },
    },
    {
      since: 22,
      inputs: [1, 1],
      types: [FLOATS_BF],
      attributes: { ...withDilations, count_include_pad: 'int' },
    },
  ],
  lower(call) {
    const axes = windows(call);
    const withPads = call.flag('count_include_pad');
    return [
      inFloats(call, call.input(0), (images) => {
        const sums = windowSums(call, images, axes);
        const count = divisors(call, images.type, axes, withPads);
        return call.lowering.pointwise('Div', [sums, count], {}, 13);
      }),
    ];
  },
};

/** The p-norm: a sum of powers, and its root. */
function norm(call: Call, images: Value, sum: (powers: Value) => Value): Value {
  const { lowering } = call;
  const p = call.attribute('p', call.since < 2 ? 'float' : 'int') ?? 2;
  const raised = (value: Value, exponent: number) =>
    exponent === 1
      ? value
      : lowering.pointwise('Pow', [value, numberLike(call, value, exponent)], {}, 13);
  const powers = raised(lowering.pointwise('Abs', [images], {}, 13), p);
  return raised(sum(powers), 1 / p);
}

export const lpPool: Operator = {
  name: 'LpPool',
  versions: [
    { since: 1, inputs: [1, 1], types: [FLOATS], attributes: { ...windowAttributes, p: 'float' } },
    ...versionsSince([2, 11], {
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { ...windowAttributes, p: 'int' },
    }),
    { since: 18, inputs: [1, 1], types: [FLOATS], attributes: { ...withDilations, p: 'int' } },
    { since: 22, inputs: [1, 1], types: [FLOATS_BF], attributes: { ...withDilations, p: 'int' } },
  ],
  lower(call) {
    const axes = windows(call);
    return [
      inFloats(call, call.input(0), (images) =>
        norm(call, images, (powers) => windowSums(call, powers, axes)),
      ),
    ];
  },
};

/** An image's axes to one element each. */
function reduced({ lowering }: Call, images: Value, operation: Reduction): Value {
  const axes = images.dims.slice(2).map((_, axis) => axis + 2);
  const task = lowering.tasks.reduce(operation, images, axes, true);
  return lowering.work(task, [images])[0] as Value;
}

const global = (name: string, operation: Reduction): Operator => ({
  name,
  versions: [
    { since: 1, inputs: [1, 1], types: [FLOATS] },
    { since: 22, inputs: [1, 1], types: [FLOATS_BF] },
  ],
  lower(call) {
    const input = call.input(0);
    if (input.dims.length < 3) imageSizes(call);
    return [reduced(call, input, operation)];
  },
});

export const globalAveragePool = global('GlobalAveragePool', 'mean');
export const globalMaxPool = global('GlobalMaxPool', 'max');

export const globalLpPool: Operator = {
  name: 'GlobalLpPool',
  versions: [
    { since: 1, inputs: [1, 1], types: [FLOATS], attributes: { p: 'float' } },
    { since: 2, inputs: [1, 1], types: [FLOATS], attributes: { p: 'int' } },
    { since: 22, inputs: [1, 1], types: [FLOATS_BF], attributes: { p: 'int' } },
  ],
  lower(call) {
    const input = call.input(0);
    if (input.dims.length < 3) imageSizes(call);
    const norms = norm(call, widened(call, input), (powers) => reduced(call, powers, 'sum'));
    if (norms.type === input.type) return [norms];
    return [call.lowering.pointwise('Cast', [norms], { to: input.type }, 13)];
  },
};
