/** Attention of decoders: heads of queries share heads of keys and values, which are kept from token to token. */
import { sameDims } from '../../base/dims.js';
import type { Value } from '../../graph/values.js';
import {
  capped,
  type Heads,
  merged,
  mixedOf,
  ofSeeing,
  scoresOf,
  seesAny,
  softmax,
} from '../attending.js';
import { namingIndex } from '../indexing.js';
import { joined, partOf } from '../movement.js';
import type { Call, Operator } from '../operator.js';
import { rotated } from '../rotating.js';
import { INT64 } from '../type-sets.js';
import { ATTENDED, countOf, headsFrom } from './attention.js';
import { keyPositions, queryPositions } from './masks.js';
import { atPositions, checkCaches, fromStart } from './rotary.js';

const INT32 = ['int32'] as const;
const QUERY = 0;
const KEY = 1;
const VALUE = 2;
const PAST_KEY = 3;
const PAST_VALUE = 4;
const LENGTHS = 5;
const TOTAL = 6;
const COS = 7;
const SIN = 8;
const POSITIONS = 9;
const BIAS = 10;
const SINK = 11;

/** Queries, and the new keys and values, from separate inputs or from a single one. */
function newHeads(call: Call, heads: number, shared: number): Heads {
  const query = call.input(QUERY);
  const [batch = 0, length = 0, hidden = 0] = query.dims;
  const isPacked = !call.inputs[KEY];
  const parts = isPacked ? heads + 2 * shared : heads;
  if (query.dims.length !== 3 || hidden === 0 || hidden % parts !== 0)
    throw call.wrongShape(QUERY, ['batch', 'sequence', `a multiple of ${parts}`]);
  const size = hidden / parts;
  const from = (value: Value, first: number, count: number): Value =>
    headsFrom(call, value, { first: first * size, heads: count, size });
  const queries = from(query, 0, heads);
  if (isPacked) {
    if (call.inputs[VALUE]) throw call.fault('inputMissing', KEY);
    const [keys, values] = [from(query, heads, shared), from(query, heads + shared, shared)];
    return { queries, keys, values };
  }
  const [key, value] = [call.input(KEY), call.input(VALUE)];
  for (const at of [KEY, VALUE]) call.checkShape(at, [batch, length, shared * size]);
  return { queries, keys: from(key, 0, shared), values: from(value, 0, shared) };
}

/** The location of the new tokens. */
interface Place {
  /** Number of keys, including the new ones. */
  readonly total: number;
  /** The length of the present cache, including unused capacity of the past. */
  readonly present: number;
  /** The number of past tokens, [batch, 1, 1, 1]; `undefined` if there is no past. */
  readonly starts: Value | undefined;
  /** Number of past and new tokens, [batch, 1, 1, 1]. */
  readonly ends: Value;
}

function placeOf(call: Call, [batch = 0, , length = 0]: readonly number[]): Place {
  const { lowering, compute } = call;
  const lengths = call.input(LENGTHS);
  if (!sameDims(lengths.dims, [batch]) && !sameDims(lengths.dims, [batch, 1]))
    throw call.wrongShape(LENGTHS, [batch]);
  const int32 = (value: number) => lowering.constant('int32', [], Int32Array.of(value));
  const ends = compute('Add', lowering.alias(lengths, [batch, 1, 1, 1]), int32(1));
  const total = call.scalar(TOTAL);
  const past = call.inputs[PAST_KEY]?.dims[2] ?? 0;
  const present = Math.max(total, past);
  if (total < length)
    throw call.fault('allowed', 'total_sequence_length', total, `${length} or more`);
  const starts = total === length ? undefined : compute('Sub', ends, int32(length));
  return { total, present, starts, ends };
}

/** The past followed by the new rows, and zeros up to the capacity. */
function appended(call: Call, pastAt: number, rows: Value, { present, starts }: Place): Value {
  const [batch = 0, heads = 0, length = 0, size = 0] = rows.dims;
  const past = call.inputs[pastAt];
  const kept = past?.dims[2] ?? 0;
  if (past && !sameDims(past.dims, [batch, heads, kept, size]))
    throw call.wrongShape(pastAt, [batch, heads, 'past', size]);
  if (past && past.type !== rows.type) throw call.fault('typesDiffer', past.type, rows.type);
  if (!starts && present === length) return rows;
  const made = { type: rows.type, dims: [batch, heads, present, size] };
  call.checkDims(made.dims);
  const task = call.lowering.tasks.updateRows(made, {
    outer: batch,
    middle: heads,
    kept,
    count: length,
    size: present,
    inner: size,
    circular: false,
    clears: true,
    starts,
  });
  const named = starts
    ? namingIndex(call, task, 2, starts, (fault, start, position) =>
        fault('indexAt', { index: start + length - 1, position, size: present }),
      )
    : task;
  return call.result(named, [rows, past, starts]);
}

/** Rotates heads by their positions: the given ones, or those after the past. */
function turned(call: Call, heads: Value, { starts }: Place): Value {
  const [batch = 0, , length = 0, size = 0] = heads.dims;
  checkCaches(call, COS, size);
  const interleaved = call.flag('rotary_interleaved');
  const given = call.inputs[POSITIONS];
  call.checkShape(POSITIONS, [batch, length]);
  const after = (from: Value): Value => {
    const sum = call.compute('Add', queryPositions(call, length), from);
    return call.lowering.alias(sum, [batch, length]);
  };
  const positions = given ?? (starts && after(starts));
  const [cos, sin] = [COS, SIN].map((at) =>
    positions ? atPositions(call, at, positions) : fromStart(call, at, length),
  ) as [Value, Value];
  return rotated(call, heads, { cos, sin, interleaved });
}

/** The keys that a query sees: itself and those before it, within the window. */
function allowedOf(call: Call, length: number, { present, starts, ends }: Place): Value {
  const { compute } = call;
  const keys = keyPositions(call, present);
  const rows = queryPositions(call, length);
  const own = starts ? compute('Add', rows, starts) : rows;
  const before = compute('And', compute('LessOrEqual', keys, own), compute('Less', keys, ends));
  const window = call.int('local_window_size', -1);
  if (window === -1) return before;
  if (window < 1) throw call.fault('allowed', 'local_window_size', window, '-1, or 1 or more');
  const size = call.lowering.constant('int32', [], Int32Array.of(window));
  return compute('And', before, compute('Greater', keys, compute('Sub', own, size)));
}

/** The bias of the node, padded with 0 up to the capacity; `undefined` if there is none. */
function biasOf(call: Call, scores: Value, { total, present }: Place): Value | undefined {
  const bias = call.inputs[BIAS];
  if (!bias) return undefined;
  const [batch, heads, length] = scores.dims;
  if (bias.dims.length !== 4 || bias.dims[2] !== length || bias.dims[3] !== total)
    throw call.wrongShape(BIAS, [batch, heads, length, total]);
  const wide = call.widened(bias);
  const room = [...bias.dims.slice(0, 3), present - total];
  const padded =
    present > total ? joined(call, [wide, call.expand(call.zero(wide.type), room)], 3) : wide;
  return call.stretching(BIAS, padded, scores.dims);
}

/** Probabilities of the keys. A sink takes part in the softmax, but its probability is dropped. */
function oddsOf(call: Call, scores: Value): Value {
  const { lowering } = call;
  const [batch = 0, heads = 0, length = 0, total = 0] = scores.dims;
  call.checkShape(SINK, [heads]);
  const given = call.inputs[SINK];
  if (!given && !call.flag('smooth_softmax')) return softmax(call, scores);
  const sink = given
    ? lowering.alias(call.widened(given), [1, heads, 1, 1])
    : call.zero(scores.type);
  const column = call.expand(sink, [batch, heads, length, 1]);
  return partOf(call, softmax(call, joined(call, [scores, column], 3)), 3, 0, total);
}

/** The scores or the probabilities, as `qk_output` requests; keys that a query does not see are 0. */
function shownOf(call: Call, scores: Value, odds: Value, allowed: Value): Value {
  const mode = call.int('qk_output', 0);
  if (mode !== 1 && mode !== 2) throw call.fault('allowed', 'qk_output', mode, '1 or 2');
  if (mode === 2) return odds;
  return call.compute('Where', allowed, scores, call.zero(scores.type));
}

export const groupQueryAttention: Operator = {
  name: 'GroupQueryAttention',
  versions: [
    {
      since: 1,
      inputs: [7, 12],
      optional: [1, 2, 3, 4],
      outputs: 4,
      types: [
        ...[ATTENDED, ATTENDED, ATTENDED, ATTENDED, ATTENDED],
        ...[INT32, INT32, ATTENDED, ATTENDED, INT64, ATTENDED, ATTENDED],
      ],
      attributes: {
        num_heads: 'int',
        kv_num_heads: 'int',
        do_rotary: 'int',
        k_quant_type: 'string',
        kv_cache_bit_width: 'int',
        local_window_size: 'int',
        qk_output: 'int',
        rotary_interleaved: 'int',
        scale: 'float',
        smooth_softmax: 'int',
        softcap: 'float',
        v_quant_type: 'string',
      },
    },
  ],
  shapeInputs: [TOTAL],
  lower(call) {
    for (const name of ['k_quant_type', 'v_quant_type']) call.word(name, ['NONE']);
    const count = countOf(call, 'num_heads');
    const shared = countOf(call, 'kv_num_heads');
    if (count % shared !== 0)
      throw call.fault('allowed', 'kv_num_heads', shared, `a divisor of ${count}`);
    const given = newHeads(call, count, shared);
    const [, , length = 0, size = 0] = given.queries.dims;
    if (!call.inputs[PAST_KEY] !== !call.inputs[PAST_VALUE])
      throw call.fault('inputMissing', call.inputs[PAST_KEY] ? PAST_VALUE : PAST_KEY);
    const place = placeOf(call, given.queries.dims);
    const turns = call.flag('do_rotary');
    const [queries, added] = [given.queries, given.keys].map((heads) =>
      turns ? turned(call, heads, place) : heads,
    ) as [Value, Value];
    const keys = appended(call, PAST_KEY, added, place);
    const values = appended(call, PAST_VALUE, given.values, place);
    const heads = { queries, keys, values };
    const asked = call.float('scale', 0);
    const products = scoresOf(call, heads, 'float32', asked === 0 ? 1 / Math.sqrt(size) : asked);
    const soft = capped(call, products);
    const bias = biasOf(call, soft, place);
    const scores = bias ? call.compute('Add', soft, bias) : soft;
    const allowed = allowedOf(call, length, place);
    const never = call.number('float32', Number.NEGATIVE_INFINITY);
    // Without a bias, each query sees at least its own key.
    const sees = bias && seesAny(call, { added: bias, allowed });
    const odds = oddsOf(call, call.compute('Where', allowed, scores, never));
    const mixed = ofSeeing(call, mixedOf(call, heads, odds), sees);
    const { type } = call.input(QUERY);
    const output = call.cast(merged(call, mixed), type);
    if (!call.wants(3)) return [output, keys, values, undefined];
    const shown = shownOf(call, scores, ofSeeing(call, odds, sees), allowed);
    return [output, keys, values, call.cast(shown, type)];
  },
};
