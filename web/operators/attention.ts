/** Attention and RotaryEmbedding, composed of products, softmax and elementwise operators. */
import { sameDims } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import {
  capped,
  type Heads,
  type Limits,
  merged,
  mixedOf,
  ofSeeing,
  scoresOf,
  seesAny,
  softmax,
} from './attending.js';
import { gathered } from './gather.js';
import { joined, partOf, permuted } from './movement.js';
import type { Call, Operator, Version } from './operator.js';
import { rotated } from './rotating.js';
import { FLOATS_BF, INT64, NUMBERS_BF } from './type-sets.js';

/** Reshapes [batch, sequence, heads * size] to [batch, heads, sequence, size]; returns rank 4 unchanged. */
function byHeads(call: Call, at: number, heads: string): Value {
  const value = call.input(at);
  const { dims } = value;
  if (dims.length === 4) return value;
  const [batch = 0, sequence = 0, hidden = 0] = dims;
  const count = dims.length === 3 ? call.needs(heads, 'int') : 0;
  if (count < 1 || hidden % count !== 0)
    throw call.wrongShape(at, ['batch', 'sequence', `a multiple of ${heads}`]);
  const split = call.lowering.alias(value, [batch, sequence, count, hidden / count]);
  return permuted(call, split, [0, 2, 1, 3]);
}

/** The heads of keys and values, preceded by the past. */
interface WithPast extends Heads {
  /** Number of past keys. */
  readonly past: number;
}

function headsOf(call: Call): WithPast {
  const queries = byHeads(call, 0, 'q_num_heads');
  const withPast = (at: number, pastAt: number): [Value, number] => {
    const value = byHeads(call, at, 'kv_num_heads');
    const past = call.inputs[pastAt];
    if (!past) return [value, 0];
    const [batch = 0, heads = 0, , size = 0] = value.dims;
    const fits =
      past.dims.length === 4 &&
      sameDims([batch, heads, size], [past.dims[0], past.dims[1], past.dims[3]] as number[]);
    if (!fits) throw call.wrongShape(pastAt, [batch, heads, 'past', size]);
    if (past.type !== value.type) throw call.fault('typesDiffer', past.type, value.type);
    return [joined(call, [past, value], 2), past.dims[2] as number];
  };
  const [keys, past] = withPast(1, 4);
  const [values] = withPast(2, 5);
  const [batch = 0, heads = 0, , size = 0] = queries.dims;
  const [keyBatch, shared = 0, total = 0, keySize] = keys.dims;
  const wanted = [batch, shared, total];
  const valuesFit = sameDims(values.dims.slice(0, 3), wanted);
  const keysFit = keyBatch === batch && keySize === size && shared > 0 && heads % shared === 0;
  if (valuesFit && keysFit) return { queries, keys, values, past };
  const [wrong, { dims }, said] = valuesFit
    ? ([1, keys, [batch, `a divisor of ${heads}`, 'sequence', size]] as const)
    : ([2, values, [...wanted, 'size']] as const);
  throw call.fault('operandShape', wrong, dims, said);
}

/** Number of keys before or after its own position that a query sees. */
function windowOf(call: Call, name: string): number {
  const size = call.int(name, -1);
  if (size < -1) throw call.fault('allowed', name, size, '-1 or more');
  return size === -1 ? Infinity : size;
}

/** The limits set by a mask, the causal order, a window and the padding of a cache. */
function limitsOf(call: Call, { queries, keys, past }: WithPast, type: DType): Limits {
  const { lowering, compute } = call;
  const [batch = 0, count = 0, length = 0] = queries.dims;
  const total = keys.dims[2] as number;
  const both = (a: Value | undefined, b: Value): Value => (a ? compute('And', a, b) : b);
  const given = call.inputs[3];
  const mask =
    given && call.stretching(3, widenedMask(call, given, total), [batch, count, length, total]);
  let [added, allowed]: (Value | undefined)[] = [];
  if (mask && mask.type === 'bool') allowed = mask;
  else if (mask) added = call.cast(mask, type);
  const lengths = call.inputs[6];
  call.checkShape(6, [batch]);
  const places = call.table('int64', [total], (at) => at);
  const ends = lengths && lowering.alias(lengths, [batch, 1, 1, 1]);
  if (ends) allowed = both(allowed, compute('Less', places, ends));
  const [left, right] = [windowOf(call, 'left_window_size'), windowOf(call, 'right_window_size')];
  const last = Math.min(right, call.flag('is_causal') ? 0 : Infinity);
  // The position of each query among the keys, shifted by a number.
  const positions = (by: number): Value => {
    const rows = call.table('int64', [length, 1], (at) => at + past + by);
    // The valid keys of a cache that the operator does not own end the sequence.
    return ends && !call.inputs[4]
      ? compute('Add', rows, compute('Sub', ends, call.int64s([], [length])))
      : rows;
  };
  const far = 2 * total + length;
  if (last < Infinity)
    allowed = both(allowed, compute('LessOrEqual', places, positions(Math.min(last, far))));
  if (left < Infinity)
    allowed = both(allowed, compute('GreaterOrEqual', places, positions(-Math.min(left, far))));
  return { added, allowed };
}

/** A mask for all keys: keys after its end are masked out. */
function widenedMask(call: Call, mask: Value, total: number): Value {
  const { lowering } = call;
  const length = mask.dims.at(-1) as number;
  const fits = mask.dims.length >= 1 && mask.dims.length <= 4 && (length === 1 || length <= total);
  if (!fits) throw call.wrongShape(3, ['queries', `up to ${total} keys`]);
  if (length === total || length === 1) return mask;
  const dims = [...mask.dims.slice(0, -1), total - length];
  const none =
    mask.type === 'bool'
      ? lowering.constant('bool', [], Uint8Array.of(0))
      : call.cast(call.number('float32', Number.NEGATIVE_INFINITY), mask.type);
  return joined(call, [mask, call.expand(none, dims)], mask.dims.length - 1);
}

function biased(call: Call, scores: Value, { added, allowed }: Limits): Value {
  const { compute } = call;
  const sum = added ? compute('Add', scores, added) : scores;
  const never = call.number(scores.type, Number.NEGATIVE_INFINITY);
  return allowed ? compute('Where', allowed, sum, never) : sum;
}

const attributes = {
  is_causal: 'int',
  kv_num_heads: 'int',
  q_num_heads: 'int',
  qk_matmul_output_mode: 'int',
  scale: 'float',
  softcap: 'float',
  softmax_precision: 'type',
} as const;

const masks = [...NUMBERS_BF, 'bool'] as const;

const version = (since: number): Version => ({
  since,
  inputs: [3, since < 24 ? 6 : 7],
  outputs: 4,
  types: [FLOATS_BF, FLOATS_BF, FLOATS_BF, masks, FLOATS_BF, FLOATS_BF, INT64],
  attributes:
    since < 25 ? attributes : { ...attributes, left_window_size: 'int', right_window_size: 'int' },
});

/**
 * The cosines or sines for each position: [batch or 1, 1, length, half]. A cache may be wider than the
 * rotated part.
 */
function rotation(call: Call, at: number, batch: number, length: number, half: number): Value {
  const cache = call.input(at);
  const positions = call.inputs[3];
  const rows = positions ? gathered(call, cache, positions, 0) : cache;
  const [first, second, width = 0] = rows.dims;
  const isForBatch = first === batch || first === 1;
  const fits = rows.dims.length === 3 && isForBatch && second === length && width >= half;
  if (!fits) throw call.wrongShape(at, positions ? ['positions', half] : [batch, length, half]);
  const used = partOf(call, rows, 2, 0, half);
  return call.widened(call.lowering.alias(used, [first as number, 1, length, half]));
}

export const attentionOperators: readonly Operator[] = [
  {
    name: 'Attention',
    versions: [version(23), version(24), version(25)],
    lower(call) {
      const given = call.input(0);
      const heads = headsOf(call);
      const precision = call.elementType('softmax_precision', given.type, FLOATS_BF);
      const type = given.type === 'float64' || precision === 'float64' ? 'float64' : 'float32';
      const scores = scoresOf(call, heads, type);
      const soft = capped(call, scores);
      const limits = limitsOf(call, heads, type);
      const final = biased(call, soft, limits);
      const odds = softmax(call, final);
      const sees = seesAny(call, limits);
      const mixed = ofSeeing(call, mixedOf(call, heads, odds), sees);
      const mode = call.int('qk_matmul_output_mode', 0);
      const asked = [scores, soft, final, odds][mode];
      if (!asked) throw call.fault('allowed', 'qk_matmul_output_mode', mode, '0, 1, 2 or 3');
      const shown = asked === odds && call.wants(3) ? ofSeeing(call, odds, sees) : asked;
      const shaped = given.dims.length === 3 ? merged(call, mixed) : mixed;
      return [
        call.cast(shaped, given.type),
        heads.keys,
        heads.values,
        call.cast(shown, given.type),
      ];
    },
  },

  {
    name: 'RotaryEmbedding',
    versions: [
      {
        since: 23,
        inputs: [3, 4],
        types: [FLOATS_BF, FLOATS_BF, FLOATS_BF, INT64],
        attributes: { interleaved: 'int', num_heads: 'int', rotary_embedding_dim: 'int' },
      },
    ],
    lower(call) {
      const given = call.input(0);
      const heads = byHeads(call, 0, 'num_heads');
      const [batch = 0, , length = 0, size = 0] = heads.dims;
      const turned = call.attribute('rotary_embedding_dim', 'int') || size;
      const half = turned / 2;
      if (!Number.isInteger(half) || turned < 0 || turned > size)
        throw call.fault('allowed', 'rotary_embedding_dim', turned, `an even number up to ${size}`);
      const [cos, sin] = [1, 2].map((at) => rotation(call, at, batch, length, half)) as [
        Value,
        Value,
      ];
      const interleaved = call.flag('interleaved');
      const whole = rotated(call, heads, { cos, sin, interleaved });
      if (given.dims.length === 4) return [whole];
      return [merged(call, whole)];
    },
  },
];
