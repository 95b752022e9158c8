/** Rotary embeddings: pairs of elements, rotated by the angle of their position. */
import { denseStrides, sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { boxOf, joined, partOf } from './movement.js';
import type { Call } from './operator.js';

/** Every second element of the last axis, starting at `first`. */
function everySecond(call: Call, value: Value, first: number): Value {
  const { dims } = value;
  const strides = [...denseStrides(dims)];
  const last = dims.length - 1;
  strides[last] = 2;
  const made = [...dims.slice(0, -1), (dims[last] as number) / 2];
  return boxOf(call, value, made, { offset: sizeOf(made) === 0 ? 0 : first, strides });
}

interface Rotation {
  /** [batch or 1, 1, sequence, half of the rotated size], in the compute type. */
  readonly cos: Value;
  readonly sin: Value;
  /** Whether a pair consists of neighbours, rather than of one element from each half. */
  readonly interleaved: boolean;
}

/** Heads, [batch, heads, sequence, size], whose first elements are rotated. */
export function rotated(call: Call, heads: Value, { cos, sin, interleaved }: Rotation): Value {
  const { lowering, compute } = call;
  const size = heads.dims[3] as number;
  const half = cos.dims[3] as number;
  const turned = 2 * half;
  const x = call.widened(partOf(call, heads, 3, 0, turned));
  const [a, b] = interleaved
    ? [everySecond(call, x, 0), everySecond(call, x, 1)]
    : [partOf(call, x, 3, 0, half), partOf(call, x, 3, half, half)];
  const real = compute('Sub', compute('Mul', cos, a), compute('Mul', sin, b));
  const imaginary = compute('Add', compute('Mul', sin, a), compute('Mul', cos, b));
  const pairs = [real, imaginary].map((value) =>
    interleaved ? lowering.alias(value, [...value.dims, 1]) : value,
  );
  const made = lowering.alias(joined(call, pairs, interleaved ? 4 : 3), x.dims);
  const back = call.cast(made, heads.type);
  if (turned === size) return back;
  return joined(call, [back, partOf(call, heads, 3, turned, size - turned)], 3);
}
