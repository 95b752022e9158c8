/** Normalisations as chains of elementwise operators, which run as one pass, and reductions. */
import { allAxes, sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { STASHES } from './reductions.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';

const mean = (call: Call, value: Value, axes: readonly number[]): Value =>
  call.reduce('mean', value, axes, true);

/** One number per channel, shaped to broadcast with the second axis of images. */
function ofChannels(call: Call, at: number, rank: number, channels: number): Value {
  call.checkShape(at, [channels]);
  const dims = [channels, ...new Array<number>(rank - 2).fill(1)];
  return call.lowering.alias(call.widened(call.input(at)), dims);
}

interface Rows {
  readonly count: number;
  readonly size: number;
  /** The type to compute in. Default: that of the values. */
  readonly stash?: DType;
}

/** Rows, each minus its mean and divided by its standard deviation. */
function standardized(call: Call, value: Value, { count, size, stash = value.type }: Rows): Value {
  const { lowering } = call;
  const input = lowering.alias(value, [count, size]);
  if (sizeOf(value.dims) === 0) return value;
  const scale = call.table(value.type, [size], () => 1);
  const task = lowering.tasks.layerNormalization(input, {
    axis: 1,
    epsilon: call.float('epsilon', 1e-5),
    scale,
    stash,
    outputs: 1,
  });
  return lowering.alias(call.result(task, [input, scale]), value.dims);
}

function imageOf(call: Call): { batch: number; channels: number; rest: number } {
  const { dims } = call.input(0);
  if (dims.length < 3) throw call.fault('imageRank', 0, dims.length);
  const [batch = 0, channels = 0, ...rest] = dims;
  return { batch, channels, rest: sizeOf(rest) };
}

/** Values divided by the root mean square over these axes, and the reciprocal of that root. */
export function rootMeanSquare(
  call: Call,
  values: Value,
  axes: readonly number[],
  epsilon: number,
): { normalized: Value; inverse: Value } {
  const { compute } = call;
  const squares = mean(call, compute('Mul', values, values), axes);
  const least = call.cast(call.number('float32', epsilon), values.type);
  const inverse = compute('Reciprocal', compute('Sqrt', compute('Add', squares, least)));
  return { normalized: compute('Mul', values, inverse), inverse };
}

/** Avoids division by a standard deviation of 0, by adding the same number as ONNX's function body. */
const LEAST_DEVIATION = 1e-9;

export const normalizationOperators: readonly Operator[] = [
  {
    name: 'InstanceNormalization',
    versions: history(
      {
        since: 1,
        inputs: [3, 3],
        types: [FLOATS],
        attributes: { epsilon: 'float', consumed_inputs: 'ints' },
      },
      { since: 6, attributes: { epsilon: 'float' } },
      { since: 22, types: [FLOATS_BF] },
    ),
    lower(call) {
      const { batch, channels, rest } = imageOf(call);
      const rank = call.input(0).dims.length;
      const [scale, bias] = [1, 2].map((at) => ofChannels(call, at, rank, channels)) as [
        Value,
        Value,
      ];
      const { compute } = call;
      return [
        call.inFloats(call.input(0), (images) => {
          const rows = standardized(call, images, { count: batch * channels, size: rest });
          return compute('Add', compute('Mul', rows, scale), bias);
        }),
      ];
    },
  },

  /** Up to opset 20, scale and bias are per group; since opset 21, per channel. */
  {
    name: 'GroupNormalization',
    versions: history(
      {
        since: 18,
        inputs: [3, 3],
        types: [FLOATS_BF],
        attributes: { epsilon: 'float', num_groups: 'int' },
      },
      { since: 21, attributes: { epsilon: 'float', num_groups: 'int', stash_type: 'type' } },
    ),
    lower(call) {
      const { lowering } = call;
      const { batch, channels, rest } = imageOf(call);
      const input = call.input(0);
      const groups = call.needs('num_groups', 'int');
      if (groups < 1 || channels % groups !== 0)
        throw call.fault('allowed', 'num_groups', groups, `a divisor of ${channels} channels`);
      const ofGroups = call.since < 21;
      const asked = call.elementType('stash_type', 'float32', STASHES);
      const [scale, bias] = [1, 2].map((at) =>
        ofChannels(call, at, ofGroups ? 3 : input.dims.length, ofGroups ? groups : channels),
      ) as [Value, Value];
      const { compute } = call;
      return [
        call.inFloats(input, (images) => {
          const size = (channels / groups) * rest;
          const stash = asked === 'bfloat16' ? asked : images.type;
          const rows = standardized(call, images, { count: batch * groups, size, stash });
          if (!ofGroups) return compute('Add', compute('Mul', rows, scale), bias);
          const grouped = lowering.alias(rows, [batch, groups, size]);
          return lowering.alias(compute('Add', compute('Mul', grouped, scale), bias), input.dims);
        }),
      ];
    },
  },

  {
    name: 'LRN',
    versions: history(
      {
        since: 1,
        inputs: [1, 1],
        types: [FLOATS],
        attributes: { alpha: 'float', beta: 'float', bias: 'float', size: 'int' },
      },
      { since: 13, types: [FLOATS_BF] },
    ),
    lower(call) {
      const { lowering } = call;
      const size = call.needs('size', 'int');
      if (size < 1 || size >= 2 ** 31) throw call.fault('windowSize', 'size', size);
      const { batch, channels, rest } = imageOf(call);
      const { compute } = call;
      return [
        call.inFloats(call.input(0), (images) => {
          const number = (value: number) => call.number(images.type, value);
          const squares = lowering.alias(compute('Mul', images, images), [batch, channels, rest]);
          // Windows over the channels.
          const across = {
            ...{ input: channels, output: channels, kernel: size, stride: 1, dilation: 1 },
            pad: Math.floor((size - 1) / 2),
          };
          const along = { input: rest, output: rest, kernel: 1, stride: 1, dilation: 1, pad: 0 };
          const task = lowering.tasks.pool(squares, { largest: false, axes: [across, along] });
          const sums = lowering.alias(call.result(task, [squares]), images.dims);
          const scaled = compute('Mul', sums, number(call.float('alpha', 1e-4) / size));
          const base = compute('Add', scaled, number(call.float('bias', 1)));
          return compute('Div', images, compute('Pow', base, number(call.float('beta', 0.75))));
        }),
      ];
    },
  },

  /** Experimental before opset 9, with attributes for a mean across channels and for the division. */
  {
    name: 'MeanVarianceNormalization',
    versions: history(
      {
        since: 1,
        inputs: [1, 1],
        types: [FLOATS],
        attributes: { across_channels: 'int', normalize_variance: 'int' },
      },
      { since: 9, attributes: { axes: 'ints' } },
      { since: 13, types: [FLOATS_BF] },
    ),
    lower(call) {
      const input = call.input(0);
      const standard = call.flag('across_channels') ? [0, 1, 2, 3] : [0, 2, 3];
      const axes = call.axes(call.attribute('axes', 'ints') ?? standard, input.dims.length);
      const divides = call.flag('normalize_variance', true);
      const { compute } = call;
      return [
        call.inFloats(input, (values) => {
          const deviations = compute('Sub', values, mean(call, values, axes));
          if (!divides) return deviations;
          const variance = mean(call, compute('Mul', deviations, deviations), axes);
          const least = call.number(values.type, LEAST_DEVIATION);
          return compute('Div', deviations, compute('Add', compute('Sqrt', variance), least));
        }),
      ];
    },
  },

  /** Divided by the sum of magnitudes, or by the root of the sum of squares. Zeros stay zeros. */
  {
    name: 'LpNormalization',
    versions: history(
      { since: 1, inputs: [1, 1], types: [FLOATS], attributes: { axis: 'int', p: 'int' } },
      { since: 22, types: [FLOATS_BF] },
    ),
    lower(call) {
      const input = call.input(0);
      const axis = call.ownAxis(-1, input.dims.length);
      const p = call.int('p', 2);
      if (p !== 1 && p !== 2) throw call.fault('allowed', 'p', p, '1 or 2');
      const { compute } = call;
      return [
        call.inFloats(input, (values) => {
          const parts = p === 1 ? compute('Abs', values) : compute('Mul', values, values);
          const sum = call.reduce('sum', parts, [axis], true);
          return compute('Div', values, call.divisor(p === 1 ? sum : compute('Sqrt', sum)));
        }),
      ];
    },
  },

  {
    name: 'RMSNormalization',
    versions: [
      {
        since: 23,
        inputs: [2, 2],
        types: [FLOATS_BF, FLOATS_BF],
        attributes: { axis: 'int', epsilon: 'float', stash_type: 'type' },
      },
    ],
    lower(call) {
      const [input, scale] = [call.input(0), call.input(1)];
      const axis = call.ownAxis(-1, input.dims.length);
      const stash = call.elementType('stash_type', 'float32', STASHES);
      call.checkStretch(1);
      const axes = allAxes(input.dims).slice(axis);
      const epsilon = call.float('epsilon', 1e-5);
      const { normalized } = rootMeanSquare(call, call.cast(input, stash), axes, epsilon);
      return [call.compute('Mul', call.cast(normalized, scale.type), scale)];
    },
  },
];
