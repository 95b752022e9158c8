/** BatchNormalization with given statistics, or with the batch's own, which update the given ones. */
import { allAxes, sameDims } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';

const statistics = { epsilon: 'float', momentum: 'float' } as const;

/** The mean and the variance of each channel, shaped to broadcast with the images. */
interface Statistics {
  readonly mean: Value;
  readonly variance: Value;
}

/** How inputs with one element per channel broadcast with the images. */
interface Channels {
  readonly type: 'float32' | 'float64';
  /** The shape of the inputs, and the shape in which they broadcast. */
  readonly given: readonly number[];
  readonly aligned: readonly number[];
}

function channelsOf(call: Call): Channels {
  const { dims, type } = call.input(0);
  if (dims.length === 0) throw call.fault('axis', 1, 0);
  // Exporters of MXNet write 0 although the statistics are per channel.
  const isSpatial =
    call.attribute('spatial', 'int') !== 0 || sameDims(call.input(1).dims, dims.slice(1, 2));
  const given = dims.length === 1 ? [1] : isSpatial ? dims.slice(1, 2) : dims.slice(1);
  const aligned = isSpatial ? [...given, ...dims.slice(2).map(() => 1)] : given;
  return { type: type === 'float64' ? 'float64' : 'float32', given, aligned };
}

function ofChannels(call: Call, at: number, { type, given, aligned }: Channels): Value {
  const value = call.input(at);
  if (!sameDims(value.dims, given)) throw call.wrongShape(at, given);
  return call.lowering.alias(call.cast(value, type), aligned);
}

function normalized(call: Call, channels: Channels, { mean, variance }: Statistics): Value {
  const { compute } = call;
  const [scale, bias] = [ofChannels(call, 1, channels), ofChannels(call, 2, channels)];
  const epsilon = call.number(channels.type, call.float('epsilon', 1e-5));
  const slope = compute('Div', scale, compute('Sqrt', compute('Add', variance, epsilon)));
  const offset = compute('Sub', bias, compute('Mul', mean, slope));
  return call.inFloats(call.input(0), (images) =>
    compute('Add', compute('Mul', images, slope), offset),
  );
}

/** The batch's own statistics. The variance is divided by the number of elements. */
function statisticsOf(call: Call, { type, aligned }: Channels): Statistics {
  const images = call.cast(call.input(0), type);
  const axes = allAxes(images.dims).filter((axis) => axis !== 1);
  const meanOf = (value: Value) => call.reduce('mean', value, axes, true);
  const mean = meanOf(images);
  const deviations = call.compute('Sub', images, mean);
  const variance = meanOf(call.compute('Mul', deviations, deviations));
  const { lowering } = call;
  return { mean: lowering.alias(mean, aligned), variance: lowering.alias(variance, aligned) };
}

/** Moves an input towards the batch's value: given * momentum + found * (1 - momentum). */
function moved(call: Call, at: number, found: Value, channels: Channels): Value {
  const { compute } = call;
  const momentum = call.float('momentum', 0.9);
  const [kept, added] = [momentum, 1 - momentum].map((part) => call.number(channels.type, part));
  const given = ofChannels(call, at, channels);
  const sum = compute(
    'Add',
    compute('Mul', given, kept as Value),
    compute('Mul', found, added as Value),
  );
  return call.cast(call.lowering.alias(sum, channels.given), call.input(at).type);
}

export const batchNormalization: Operator = {
  name: 'BatchNormalization',
  /** Before opset 9, `spatial` may request statistics per element; before 14, training is not supported. */
  versions: history(
    {
      since: [1, 6],
      inputs: [5, 5],
      outputs: 5,
      types: [FLOATS],
      attributes: { ...statistics, consumed_inputs: 'ints', is_test: 'int', spatial: 'int' },
    },
    { since: 7, attributes: { ...statistics, spatial: 'int' } },
    { since: 9, types: [FLOATS_BF], attributes: statistics },
    {
      since: [14, 15],
      outputs: 3,
      types: [FLOATS_BF, FLOATS_BF, FLOATS_BF, FLOATS_BF, FLOATS_BF],
      attributes: { ...statistics, training_mode: 'int' },
    },
  ),
  lower(call) {
    const channels = channelsOf(call);
    if (call.flag('training_mode')) {
      const found = statisticsOf(call, channels);
      return [
        normalized(call, channels, found),
        moved(call, 3, found.mean, channels),
        moved(call, 4, found.variance, channels),
      ];
    }
    if ([1, 2, 3, 4].some((output) => call.wants(output))) throw call.fault('training');
    const given = { mean: ofChannels(call, 3, channels), variance: ofChannels(call, 4, channels) };
    return [normalized(call, channels, given)];
  },
};
