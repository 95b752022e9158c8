/** NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss. */
import { sameDims, sizeOf } from '../base/dims.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Value } from '../graph/values.js';
import { computed } from './host.js';
import { operatorMessages } from './messages.js';
import { type Call, type Operator, versionsSince } from './operator.js';
import { FLOATS, FLOATS_BF, INDICES } from './type-sets.js';
import { widened } from './windows.js';

type Floats = Float32Array | Float64Array;

const attributes = { ignore_index: 'int', reduction: 'string' } as const;

/** The loss of log-probabilities [batch, classes, …] for the classes [batch, …] that are right. */
function loss(call: Call, odds: Value): Value {
  const { lowering } = call;
  const target = call.input(1);
  const weights = call.inputs[2] && widened(call, call.inputs[2]);
  const [batch = 0, classes = 0, ...rest] = odds.dims;
  if (odds.dims.length < 2 || !sameDims(target.dims, [batch, ...rest]))
    throw call.fault(
      'invalid_shape',
      operatorMessages.operandShape(call.label, 1, target.dims, [batch, ...rest]),
    );
  if (weights && !sameDims(weights.dims, [classes]))
    throw call.fault(
      'invalid_shape',
      operatorMessages.operandShape(call.label, 2, weights.dims, [classes]),
    );
  const reduction = call.attribute('reduction', 'string') ?? 'mean';
  if (!['none', 'sum', 'mean'].includes(reduction))
    throw call.fault(
      'invalid_attribute',
      operatorMessages.onlyAt(call.label, 'reduction', 'none, sum, mean'),
    );
  const ignored = call.attribute('ignore_index', 'int');
  const plane = sizeOf(rest);
  const dims = reduction === 'none' ? target.dims : [];
  const { type } = odds;
  const [made] = computed(
    call,
    [{ type, dims }],
    [odds, target, weights],
    ([to], [from, right, by]) => {
      const [losses, source, factors] = [to, from, by] as [Floats, Floats, Floats];
      let [sum, total] = [0, 0];
      for (let n = 0; n < batch; n++)
        for (let p = 0; p < plane; p++) {
          const at = n * plane + p;
          const chosen = Number((right as TypedArray)[at]);
          if (chosen !== ignored && !(chosen >= 0 && chosen < classes))
            throw call.fault(
              'index_out_of_range',
              operatorMessages.indexAt(call.label, { index: chosen, position: at, size: classes }),
            );
          const weight = chosen === ignored ? 0 : weights ? (factors[chosen] as number) : 1;
          // Not by a weight of 0: what is ignored may be infinite, or no number.
          const one =
            chosen === ignored
              ? 0
              : -weight * (source[(n * classes + chosen) * plane + p] as number);
          if (reduction === 'none') losses[at] = one;
          sum += one;
          total += weight;
        }
      if (reduction !== 'none') losses[0] = reduction === 'mean' ? sum / total : sum;
    },
  );
  const back = call.input(0).type;
  return back === type ? (made as Value) : lowering.pointwise('Cast', [made], { to: back }, 13);
}

export const negativeLogLikelihoodLoss: Operator = {
  name: 'NegativeLogLikelihoodLoss',
  versions: [
    ...versionsSince([12, 13], { inputs: [2, 3], types: [FLOATS, INDICES, FLOATS], attributes }),
    { since: 22, inputs: [2, 3], types: [FLOATS_BF, INDICES, FLOATS_BF], attributes },
  ],
  lower: (call) => [loss(call, widened(call, call.input(0)))],
};

export const softmaxCrossEntropyLoss: Operator = {
  name: 'SoftmaxCrossEntropyLoss',
  versions: [
    { since: 12, inputs: [2, 3], outputs: 2, types: [FLOATS, INDICES, FLOATS], attributes },
    { since: 13, inputs: [2, 3], outputs: 2, types: [FLOATS_BF, INDICES, FLOATS_BF], attributes },
  ],
  lower(call) {
    const { lowering } = call;
    const scores = widened(call, call.input(0));
    const [batch = 0, classes = 0, ...rest] = scores.dims;
    if (scores.dims.length < 2)
      throw call.fault(
        'invalid_shape',
        operatorMessages.operandShape(call.label, 0, scores.dims, ['batch', 'classes']),
      );
    const task = lowering.tasks.softmax(scores, batch, classes, sizeOf(rest), true);
    const odds = lowering.alias(lowering.work(task, [scores])[0] as Value, scores.dims);
    const { type } = call.input(0);
    const shown = odds.type === type ? odds : lowering.pointwise('Cast', [odds], { to: type }, 13);
    return [loss(call, odds), shown];
  },
};
