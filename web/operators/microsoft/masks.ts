/** The keys that attention of `com.microsoft` uses, as limited by lengths, masks and order. */
import type { Value } from '../../graph/values.js';
import { type Limits, seesAny } from '../attending.js';
import { partOf } from '../movement.js';
import type { Call } from '../operator.js';

/** [batch, queries, keys], where keys include the past. */
export interface Span {
  readonly batch: number;
  readonly length: number;
  readonly total: number;
  readonly past: number;
}

/** The positions of all keys, shaped to broadcast with [batch, 1, queries, keys]. */
export const keyPositions = (call: Call, total: number): Value =>
  call.table('int32', [total], (at) => at);

/** The positions of all queries, starting at `past`. */
export const queryPositions = (call: Call, length: number, past = 0): Value =>
  call.table('int32', [length, 1], (at) => at + past);

/** Limits keys to those before the ends, and after the starts if there are any. */
function byLengths(call: Call, mask: Value, { batch, total }: Span): Value {
  const { lowering, compute } = call;
  const places = keyPositions(call, total);
  const bound = (at: number): Value =>
    lowering.alias(partOf(call, mask, 0, at * batch, batch), [batch, 1, 1, 1]);
  const before = compute('Less', places, bound(0));
  if (mask.dims[0] !== 2 * batch) return before;
  return compute('And', before, compute('GreaterOrEqual', places, bound(1)));
}

/**
 * A mask of int32 as truths that stretch to [batch, 1, queries, keys]: lengths of the batch, ends and starts, lengths
 * with the bounds of packed sequences, or a number for each key, or for each query and key.
 */
function truthsOf(call: Call, at: number, span: Span): Value | undefined {
  const mask = call.inputs[at];
  if (!mask) return undefined;
  const { batch, length, total } = span;
  const [first, second, third] = mask.dims;
  const rank = mask.dims.length;
  if (rank === 1 && [batch, 2 * batch, 3 * batch + 2].includes(first as number))
    return byLengths(call, mask, span);
  // A single number for all keys shifts every score equally, so the mask has no effect.
  if (rank === 2 && total !== 1 && second === 1 && (first === batch || first === 1))
    return undefined;
  const isOfKeys = rank === 2 && second === total;
  const isOfPairs = rank === 3 && second === length && third === total;
  if (first !== batch || !(isOfKeys || isOfPairs))
    throw call.wrongShape(at, [batch, ...(rank === 3 ? [length] : []), total]);
  const shaped = call.lowering.alias(mask, [batch, 1, isOfPairs ? length : 1, total]);
  return call.compute('Greater', shaped, call.zero('int32'));
}

interface Masked {
  /** The input that is the mask. */
  readonly maskAt: number;
  /** The input that is added to the scores, [batch or 1, heads or 1, queries, keys]. */
  readonly biasAt: number;
  readonly heads: number;
  readonly unidirectional: boolean;
}

/** Masked scores, and whether each query sees any key, [.., queries, 1]; `undefined` if all do. */
type Masking = readonly [scores: Value, sees: Value | undefined];

/** Scores with the bias, with `mask_filter_value` where the mask is 0, and without keys after a query. */
export function masked(call: Call, scores: Value, span: Span, by: Masked): Masking {
  const { compute } = call;
  const { batch, length, total, past } = span;
  const filter = call.float('mask_filter_value', -10000);
  const number = (value: number): Value => call.number(scores.type, value);
  let sum = scores;
  let { added, allowed }: Limits = { added: undefined, allowed: undefined };
  const bias = call.inputs[by.biasAt];
  if (bias) {
    const fits = bias.dims.length === 4 && bias.dims[2] === length && bias.dims[3] === total;
    if (!fits) throw call.wrongShape(by.biasAt, [batch, by.heads, length, total]);
    added = call.stretching(by.biasAt, call.cast(bias, scores.type), scores.dims);
    sum = compute('Add', sum, added);
  }
  const truths = truthsOf(call, by.maskAt, span);
  if (truths) {
    sum = compute('Add', sum, compute('Where', truths, number(0), number(filter)));
    if (filter === Number.NEGATIVE_INFINITY) allowed = truths;
  }
  if (by.unidirectional && length > 1) {
    const own = queryPositions(call, length, past);
    const before = compute('LessOrEqual', keyPositions(call, total), own);
    sum = compute('Where', before, sum, number(Number.NEGATIVE_INFINITY));
    allowed = allowed ? compute('And', allowed, before) : before;
  }
  return [sum, seesAny(call, { added, allowed })];
}
