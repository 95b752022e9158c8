/** LinearClassifier and LinearRegressor: products of rows with coefficients. */
import type { Value } from '../../graph/values.js';
import type { Call, Operator } from '../operator.js';
import { mlFault } from './messages.js';
import {
  indexAbove,
  indexOfHighest,
  labelsOf,
  ofTwoClasses,
  textLabels,
  transformed,
  transformOf,
  wholeLabels,
} from './scores.js';
import { checkLength, FEATURES, rowsOf } from './values.js';

/**
 * Rows times `count` rows of coefficients, plus the intercepts; in float64 for float64 features. Further rows
 * of coefficients are ignored, as in onnxruntime.
 */
export function product(
  call: Call,
  rows: Value,
  coefficients: readonly number[],
  intercepts: readonly number[],
  count: number,
): Value {
  const [, features = 0] = rows.dims;
  const used = count * features;
  if (
    coefficients.length < used ||
    coefficients.length % Math.max(1, features) !== 0 ||
    count < 1
  ) {
    throw mlFault(call, 'features', features, coefficients.length, count);
  }
  const x = call.widened(rows);
  const weights = call.floats(x.type, [count, features], coefficients.slice(0, used));
  const bias = intercepts.length > 0 ? call.floats(x.type, [count], intercepts) : undefined;
  return call.gemm(x, weights, bias);
}

export const linearOperators: readonly Operator[] = [
  {
    name: 'LinearRegressor',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        types: [FEATURES],
        attributes: {
          coefficients: 'floats',
          intercepts: 'floats',
          post_transform: 'string',
          targets: 'int',
        },
      },
    ],
    lower(call) {
      const targets = call.int('targets', 1);
      const intercepts = call.attribute('intercepts', 'floats') ?? [];
      if (intercepts.length > 0) checkLength(call, 'intercepts', intercepts.length, targets);
      const coefficients = call.needs('coefficients', 'floats');
      const results = product(call, rowsOf(call), coefficients, intercepts, targets);
      return [call.cast(transformed(call, results, transformOf(call)), 'float32')];
    },
  },

  {
    name: 'LinearClassifier',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        outputs: 2,
        types: [FEATURES],
        attributes: {
          classlabels_ints: 'ints',
          classlabels_strings: 'strings',
          coefficients: 'floats',
          intercepts: 'floats',
          multi_class: 'int',
          post_transform: 'string',
        },
      },
    ],
    lower(call) {
      const labels = labelsOf(call, 'classlabels_ints', 'classlabels_strings');
      const transform = transformOf(call);
      const rows = rowsOf(call);
      const coefficients = call.needs('coefficients', 'floats');
      const intercepts = call.attribute('intercepts', 'floats') ?? [];
      const count =
        intercepts.length || Math.floor(coefficients.length / Math.max(1, rows.dims[1] as number));
      const scores = product(call, rows, coefficients, intercepts, count);
      const finished = (value: Value) => call.cast(transformed(call, value, transform), 'float32');
      if (count > 1) {
        if (labels.count < count) throw mlFault(call, 'labels', labels.count, count);
        return [labels.at(indexOfHighest(call, scores)), finished(scores)];
      }
      const index = indexAbove(call, scores, 0);
      if (labels.count === 2) {
        const isShare = transform === 'NONE' || transform === 'PROBIT';
        return [labels.at(index), finished(ofTwoClasses(call, scores, isShare))];
      }
      // One score and one label: onnxruntime's labels are 1 and 0.
      const isText = (call.attribute('classlabels_strings', 'strings') ?? []).length > 0;
      const answers = isText ? textLabels(call, ['0', '1']) : wholeLabels(call, [0n, 1n]);
      return [answers.at(index), finished(scores)];
    },
  },
];
