/** Numbers as operands of a formula. */
import type { Value } from '../graph/values.js';
import type { Call } from './operator.js';

/** A number in the type of a value of float32 or float64. */
export const numberLike = (
  { lowering }: Call,
  { type }: Pick<Value, 'type'>,
  value: number,
): Value =>
  lowering.constant(type, [], type === 'float64' ? Float64Array.of(value) : Float32Array.of(value));
