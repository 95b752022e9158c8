/** The parts of attention that ONNX's operator shares with those of other domains: products, softmax and heads. */
import { sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { permuted } from './movement.js';
import type { Call } from './operator.js';

/** Each is [batch, heads, sequence, size]. Heads of queries may share heads of keys and values. */
export interface Heads {
  readonly queries: Value;
  readonly keys: Value;
  readonly values: Value;
}

/** Softmax along the last axis. */
export function softmax(call: Call, value: Value): Value {
  const size = value.dims.at(-1) as number;
  const outer = size === 0 ? 0 : sizeOf(value.dims) / size;
  return call.result(call.lowering.tasks.softmax(value, outer, size, 1, false), [value]);
}

/** The product of all queries and keys. Query heads that share a head of keys are rows of one product. */
export function scoresOf(
  call: Call,
  { queries, keys }: Heads,
  type: DType,
  scale = call.float('scale', 1 / Math.sqrt(queries.dims[3] as number)),
): Value {
  const { lowering, compute } = call;
  const [batch = 0, count = 0, length = 0, size = 0] = queries.dims;
  const [, shared = 0, total = 0] = keys.dims;
  const wide = (value: Value) => call.cast(call.widened(value), type);
  const rows = lowering.alias(wide(queries), [batch, shared, (count / shared) * length, size]);
  const product = call.matMul(rows, permuted(call, wide(keys), [0, 1, 3, 2]));
  return lowering.alias(compute('Mul', product, call.number(type, scale)), [
    batch,
    count,
    length,
    total,
  ]);
}

/** Limits scores to ±softcap if the node has that attribute. */
export function capped(call: Call, scores: Value): Value {
  const cap = call.float('softcap', 0);
  if (cap <= 0) return scores;
  const { compute } = call;
  const most = call.number(scores.type, cap);
  return compute('Mul', compute('Tanh', compute('Div', scores, most)), most);
}

/** The values weighted by the probabilities: [batch, heads, sequence, size]. */
export function mixedOf(call: Call, { queries, values }: Heads, odds: Value): Value {
  const { lowering } = call;
  const [batch = 0, count = 0, length = 0] = queries.dims;
  const [, shared = 0, total = 0, size = 0] = values.dims;
  const rows = lowering.alias(odds, [batch, shared, (count / shared) * length, total]);
  const product = call.matMul(rows, call.cast(call.widened(values), odds.type));
  return lowering.alias(product, [batch, count, length, size]);
}

/** Masks: numbers added to the scores (-∞ hides a key), and flags. Both broadcast to the scores. */
export interface Limits {
  readonly added: Value | undefined;
  readonly allowed: Value | undefined;
}

/** Whether each query sees any key, [.., queries, 1]; `undefined` if all do. */
export function seesAny(call: Call, { added, allowed }: Limits): Value | undefined {
  const { lowering, compute } = call;
  const never = (type: DType) => call.cast(call.number('float32', Number.NEGATIVE_INFINITY), type);
  const open = added && compute('Not', compute('Equal', added, never(added.type)));
  const both = open && allowed ? compute('And', open, allowed) : (open ?? allowed);
  if (!both || both.dims.at(-1) === 0) return undefined;
  const flags = lowering.alias(both, both.dims, 'uint8');
  const any = call.reduce('max', flags, [both.dims.length - 1], true);
  const isAll = lowering.known(any)?.every((flag) => flag === 1) ?? false;
  return isAll ? undefined : lowering.alias(any, any.dims, 'bool');
}

/** The rows of queries that see a key; the other rows are 0. */
export const ofSeeing = (call: Call, rows: Value, sees: Value | undefined): Value =>
  sees ? call.compute('Where', sees, rows, call.zero(rows.type)) : rows;

/** Reshapes [batch, heads, sequence, size] to [batch, sequence, heads * size]. */
export function merged(call: Call, value: Value): Value {
  const [batch = 0, count = 0, length = 0, size = 0] = value.dims;
  const turned = permuted(call, value, [0, 2, 1, 3]);
  return call.lowering.alias(turned, [batch, length, count * size]);
}
