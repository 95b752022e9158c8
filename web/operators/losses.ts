/** NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss. */
import { sameDims, sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { computed } from './host.js';
import { type Call, history, type Operator } from './operator.js';
import { FLOATS, FLOATS_BF, INDICES } from './type-sets.js';

const attributes = { ignore_index: 'int', reduction: 'string' } as const;

/** The loss of log-probabilities [batch, classes, …] for the target classes [batch, …]. */
function loss(call: Call, odds: Value): Value {
  const target = call.input(1);
  const weights = call.inputs[2] && call.widened(call.inputs[2]);
  const [batch = 0, classes = 0, ...rest] = odds.dims;
  if (odds.dims.length < 2 || !sameDims(target.dims, [batch, ...rest]))
    throw call.wrongShape(1, [batch, ...rest]);
  call.checkShape(2, [classes]);
  const reduction = call.word('reduction', ['none', 'sum', 'mean'], 'mean');
  const ignored = call.attribute('ignore_index', 'int');
  const plane = sizeOf(rest);
  const dims = reduction === 'none' ? target.dims : [];
  const { type } = odds;
  const made = computed(
    call,
    { type, dims },
    [odds, target, weights],
    (losses, source, right, factors) => {
      let [sum, total] = [0, 0];
      for (let at = 0; at < batch * plane; at++) {
        const index = Number(right[at]);
        if (index !== ignored && !(index >= 0 && index < classes))
          throw call.fault('indexAt', { index, position: at, size: classes });
      }
      for (let n = 0; plane > 0 && n < batch; n++)
        for (let p = 0; p < plane; p++) {
          const at = n * plane + p;
          const chosen = Number(right[at]);
          const weight = chosen === ignored ? 0 : weights ? (factors[chosen] as number) : 1;
          // Not multiplied by a weight of 0, because an ignored element may be infinite or NaN.
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
  return call.cast(made, call.input(0).type);
}

export const lossOperators: readonly Operator[] = [
  {
    name: 'NegativeLogLikelihoodLoss',
    versions: history(
      { since: [12, 13], inputs: [2, 3], types: [FLOATS, INDICES, FLOATS], attributes },
      { since: 22, types: [FLOATS_BF, INDICES, FLOATS_BF] },
    ),
    lower: (call) => [loss(call, call.widened(call.input(0)))],
  },

  {
    name: 'SoftmaxCrossEntropyLoss',
    versions: history(
      { since: 12, inputs: [2, 3], outputs: 2, types: [FLOATS, INDICES, FLOATS], attributes },
      { since: 13, types: [FLOATS_BF, INDICES, FLOATS_BF] },
    ),
    lower(call) {
      const { lowering } = call;
      const scores = call.widened(call.input(0));
      const [batch = 0, classes = 0, ...rest] = scores.dims;
      if (scores.dims.length < 2) throw call.wrongShape(0, ['batch', 'classes']);
      const task = lowering.tasks.softmax(scores, batch, classes, sizeOf(rest), true);
      const odds = lowering.alias(call.result(task, [scores]), scores.dims);
      return [loss(call, odds), call.cast(odds, call.input(0).type)];
    },
  },
];
