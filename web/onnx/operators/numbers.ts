import { storageOf, type TypedArray } from '../../dtypes.js';
import { sizeOf, type Value } from '../../graph/values.js';
import { itemsOf } from '../../tensor.js';
import type { Call } from './row.js';

/** The elements of a value while the graph runs. */
export function numbersIn(call: Call, { type, dims, place }: Value): ArrayLike<number | bigint> {
  const { array } = storageOf(type) as NonNullable<ReturnType<typeof storageOf>>;
  const length = itemsOf(type, sizeOf(dims));
  return call.lowering.kernels.memory.view(array, place.address, length).slice() as TypedArray;
}
