/** Class labels, and the final transformation of scores. */
import type { Value } from '../../graph/values.js';
import { joined } from '../movement.js';
import type { Call } from '../operator.js';
import { mlFault } from './messages.js';
import { computedHere } from './values.js';

/** In the order of their numbers in TreeEnsemble. */
export const TRANSFORMS = ['NONE', 'SOFTMAX', 'LOGISTIC', 'SOFTMAX_ZERO', 'PROBIT'] as const;
export type Transform = (typeof TRANSFORMS)[number];

export const transformOf = (call: Call): Transform => call.word('post_transform', TRANSFORMS);

/** Scores of [rows, classes], transformed row by row. */
export function transformed(call: Call, scores: Value, transform: Transform): Value {
  switch (transform) {
    case 'SOFTMAX':
      return softmax(call, scores);
    case 'SOFTMAX_ZERO':
      return softmaxOfSome(call, scores);
    case 'LOGISTIC':
      return call.compute('Sigmoid', scores);
    case 'PROBIT':
      return probit(call, scores);
    default:
      return scores;
  }
}

function softmax(call: Call, scores: Value): Value {
  const [rows = 0, classes = 0] = scores.dims;
  const task = call.lowering.tasks.softmax(scores, rows, classes, 1, false);
  return call.result(task, [scores]);
}

/** Softmax in which scores of 0 stay 0; if all are 0, each becomes one half, as in ONNX's reference. */
function softmaxOfSome(call: Call, scores: Value): Value {
  const { compute } = call;
  const fold = (operation: 'max' | 'sum', value: Value) => call.reduce(operation, value, [1], true);
  const number = (value: number) => call.number(scores.type, value);
  const isSome = compute('Greater', compute('Abs', scores), number(1e-7));
  const powers = compute('Exp', compute('Sub', scores, fold('max', scores)));
  const kept = compute('Where', isSome, powers, number(0));
  const sum = fold('sum', kept);
  const isNone = compute('Equal', sum, number(0));
  return compute('Where', isNone, number(0.5), compute('Div', kept, sum));
}

/**
 * The normal distribution's quantile by Winitzki's approximation, √2 · erf⁻¹(2p - 1), as in ONNX's reference
 * and onnxruntime. In float64, because its terms cancel near one half.
 */
function probit(call: Call, scores: Value): Value {
  const { compute } = call;
  const p = call.cast(scores, 'float64');
  const number = (value: number) => call.number(p.type, value);
  const x = compute('Sub', compute('Mul', p, number(2)), number(1));
  const log = compute(
    'Log',
    compute('Mul', compute('Sub', number(1), x), compute('Add', number(1), x)),
  );
  const v = compute('Add', number(2 / (Math.PI * 0.147)), compute('Mul', log, number(0.5)));
  const under = compute('Sub', compute('Mul', v, v), compute('Mul', log, number(1 / 0.147)));
  const size = compute('Sqrt', compute('Sub', compute('Sqrt', under), v));
  const isBelow = compute('Less', x, number(0));
  const signed = compute('Where', isBelow, compute('Neg', size), size);
  return call.cast(compute('Mul', signed, number(Math.SQRT2)), scores.type);
}

export interface Labels {
  readonly count: number;
  /** The labels at int64 indices [rows]. */
  at(indices: Value): Value;
}

/** The class labels of a node: integers or strings, depending on which attribute it has. */
export function labelsOf(call: Call, wholes: string, texts: string): Labels {
  const ints = call.attribute(wholes, 'longs') ?? [];
  const strings = call.attribute(texts, 'strings') ?? [];
  if (ints.length > 0 === strings.length > 0) throw mlFault(call, 'oneOf', [wholes, texts]);
  return strings.length > 0 ? textLabels(call, strings) : wholeLabels(call, ints);
}

export function wholeLabels(call: Call, labels: readonly bigint[]): Labels {
  const { lowering } = call;
  const at = (indices: Value) => {
    const list = lowering.constant('int64', [labels.length], BigInt64Array.from(labels));
    return call.result(lowering.tasks.gather(list, indices, 0), [list, indices]);
  };
  return { count: labels.length, at };
}

export function textLabels(call: Call, labels: readonly string[]): Labels {
  const at = (indices: Value) =>
    computedHere(call, [indices], 'string', indices.dims, (places) =>
      Array.from(places as BigInt64Array, (place) => labels[Number(place)] as string),
    );
  return { count: labels.length, at };
}

/** 1 if a score [rows, 1] is above the bound, otherwise 0, as int64 [rows]. */
export function indexAbove(call: Call, scores: Value, bound: number): Value {
  const isAbove = call.compute('Greater', scores, call.number(scores.type, bound));
  return call.lowering.alias(call.cast(isAbove, 'int64'), [scores.dims[0] as number]);
}

/** The index of the first of the highest scores of each row. */
export function indexOfHighest(call: Call, scores: Value): Value {
  const task = call.lowering.tasks.argMax(scores, 1, false, false);
  return call.result(task, [scores]);
}

/** Two class scores from one score s [rows, 1]: 1 - s and s for a probability, otherwise -s and s. */
export function ofTwoClasses(call: Call, score: Value, isProbability: boolean): Value {
  const { compute } = call;
  const other = isProbability
    ? compute('Sub', call.number(score.type, 1), score)
    : compute('Neg', score);
  return joined(call, [other, score], 1);
}
