/** Elements of constants, as far as they may be sizes. */
import { sizeOf } from '../../base/dims.js';
import { arrayOf, type DType, formatOf, holdsBigInts, kindOf } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Lowering } from '../../graph/lowering.js';
import type { Value } from '../../graph/values.js';

/** Shapes, starts, ends and scales have few elements. */
const MOST = 64;

const isNumeric = (type: DType): boolean =>
  ['signed', 'unsigned', 'float', 'bool'].includes(kindOf(type) ?? '') && !formatOf(type);

/** The numbers in a constant; undefined for any other value, or if there are too many. */
export function elementsOf(lowering: Lowering, value: Value): readonly number[] | undefined {
  if (!isNumeric(value.type) || sizeOf(value.dims) > MOST) return undefined;
  const known = lowering.known(value);
  return known && Array.from(known as ArrayLike<number | bigint>, Number);
}

/** Creates a constant with these elements. */
export function constantOf(
  lowering: Lowering,
  { type, dims }: Value,
  elements: readonly number[],
): Value {
  const items = holdsBigInts(type) ? elements.map((item) => BigInt(Math.trunc(item))) : elements;
  const data = new (arrayOf(type))(elements.length);
  (data.set as (items: readonly unknown[]) => void).call(data, items);
  return lowering.constant(type, dims, data as TypedArray);
}
