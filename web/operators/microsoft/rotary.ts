/**
 * onnxruntime's RotaryEmbedding: the input of positions precedes the caches, and one position may apply to
 * the whole batch.
 */
import type { Value } from '../../graph/values.js';
import { merged } from '../attending.js';
import { gathered } from '../gather.js';
import { partOf } from '../movement.js';
import type { Call, Operator } from '../operator.js';
import { rotated } from '../rotating.js';
import { INT64 } from '../type-sets.js';
import { ATTENDED, headsFrom } from './attention.js';

/** The rows of a cache [positions, half] at [batch or 1, sequence], shaped to broadcast with heads. */
export function atPositions(call: Call, cacheAt: number, positions: Value): Value {
  const cache = call.input(cacheAt);
  const [batch = 0, length = 0] = positions.dims;
  const half = cache.dims[1] as number;
  const rows = gathered(call, cache, positions, 0);
  return call.widened(call.lowering.alias(rows, [batch, 1, length, half]));
}

/** The first rows of a cache, for positions starting at 0. */
export function fromStart(call: Call, cacheAt: number, length: number): Value {
  const cache = call.input(cacheAt);
  const [rows = 0, half = 0] = cache.dims;
  if (rows < length) throw call.wrongShape(cacheAt, [`${length} positions or more`, half]);
  const first = partOf(call, cache, 0, 0, length);
  return call.widened(call.lowering.alias(first, [1, 1, length, half]));
}

/** Checks the two caches, [positions, half] each, for heads of a size. */
export function checkCaches(call: Call, first: number, size: number): void {
  const { dims } = call.input(first);
  const half = dims[1] as number;
  if (dims.length !== 2 || half < 1 || 2 * half > size)
    throw call.wrongShape(first, ['positions', `up to ${Math.floor(size / 2)}`]);
  call.checkShape(first + 1, dims);
}

/** The position of each token: given for each, or counted from a single one. */
function positionsOf(call: Call, batch: number, length: number): Value {
  const given = call.input(1);
  const isOne = given.dims.length === 1 && given.dims[0] === 1;
  if (!isOne) {
    call.checkShape(1, [batch, length]);
    return given;
  }
  const steps = call.table('int64', [1, length], (at) => at);
  return call.compute('Add', steps, given);
}

/** Reshapes three axes to [batch, heads, sequence, size], by the number of heads. */
function headsOf(call: Call): Value {
  const input = call.input(0);
  if (input.dims.length === 4) return input;
  const hidden = input.dims[2] as number;
  const whole = 2 * (call.input(2).dims[1] as number);
  const heads = call.int('num_heads', 0) || Math.floor(hidden / whole);
  if (input.dims.length !== 3 || !(heads >= 1) || hidden % heads !== 0 || hidden === 0)
    throw call.wrongShape(0, ['batch', 'sequence', 'a multiple of num_heads']);
  return headsFrom(call, input, { first: 0, heads, size: hidden / heads });
}

export const rotaryEmbedding: Operator = {
  name: 'RotaryEmbedding',
  versions: [
    {
      since: 1,
      inputs: [4, 4],
      types: [ATTENDED, INT64, ATTENDED, ATTENDED],
      attributes: {
        interleaved: 'int',
        is_packed_batching: 'int',
        num_heads: 'int',
        rotary_embedding_dim: 'int',
        scale: 'float',
      },
    },
  ],
  lower(call) {
    const heads = headsOf(call);
    const [batch = 0, , length = 0, size = 0] = heads.dims;
    checkCaches(call, 2, size);
    const turned = call.int('rotary_embedding_dim', 0);
    const width = 2 * (call.input(2).dims[1] as number);
    if (width !== (turned || size)) throw call.wrongShape(2, ['positions', (turned || size) / 2]);
    const positions = positionsOf(call, batch, length);
    const [cos, sin] = [2, 3].map((at) => atPositions(call, at, positions)) as [Value, Value];
    const whole = rotated(call, heads, { cos, sin, interleaved: call.flag('interleaved') });
    return [call.input(0).dims.length === 4 ? whole : merged(call, whole)];
  },
};
